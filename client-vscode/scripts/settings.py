"""Writes the server's settings into the extension's manifest, from the class that reads them."""

import json
from pathlib import Path
from typing import Any

from waypost.rules import RULES
from waypost.workspace.settings import LEVELS, SETTINGS, Settings, in_editors, json_name

MANIFEST = Path(__file__).resolve().parents[1] / "package.json"
# The extension's own settings, which are written in the manifest itself: before the server's, and after them.
FIRST, LAST = "Server", "Log"
# The server's settings by the group in which editors show them: the first group whose names match.
GROUPS = {
    "Hints": ("inlay_hints", "code_lens"),
    "Routes": ("apis", "calls"),
    "Spelling": ("config_", "other_servers", "spelling", "typos_path"),
    "Checks": ("",),
}
ORDER = ("Checks", "Spelling", "Routes", "Hints")
BESIDE_OTHERS = {"auto": "Unless another server does.", "on": "Always.", "off": "Never."}
# What each value of a choice means.
VALUES = {
    "spelling": {
        "auto": "Shown unless the extension of typos is installed.",
        "on": "Shown in any case.",
        "off": "Not shown.",
    },
    "config_completion": BESIDE_OTHERS,
    "config_hover": BESIDE_OTHERS,
    "config_symbols": BESIDE_OTHERS,
    "config_syntax_errors": BESIDE_OTHERS,
    "diagnostic_mode": {
        "openFiles": "Files are checked while they are open.",
        "workspace": "Every file of the workspace is checked at the start, and again when it changes.",
    },
    "inlay_hints_config": {
        "off": "No hints.",
        "globs": "How many files each glob matches.",
        "all": "File counts, and the values that a type inherits from `default`.",
    },
    "inlay_hints_routes": {
        "off": "No hints.",
        "url": "The verb and the URL of each request.",
        "all": "The headers and the body, too.",
    },
}
EXAMPLES: dict[str, Any] = {
    "rules": {"unknown-route": "hint", "dead-glob": "off"},
    "per_file_rules": {"tests/**": {"unknown-route": "off"}},
    "exclude": ["node_modules", "build"],
    "extend_exclude": ["generated/**"],
    "config_files": ["**/spelling.json"],
    "other_servers": ["tombi"],
    "typos_path": "/usr/local/bin/typos",
    "apis": {"https://api.example.com": "openapi.yaml"},
    "calls": {"mylib": {"callee": ["mylib.Client.fetch"], "url": [0, "path"], "verb": "GET"}},
}
LEVEL_VALUES = {
    "diagnostic_mode": {
        "openFiles": "Files are checked while they are open.",
        "workspace": "Every file of the workspace is checked at the start, and again when it changes.",
    },
    "off": "Not reported.",
    "error": "A red squiggle; `waypost check` fails.",
    "warning": "A yellow squiggle; `waypost check` fails.",
    "information": "A blue squiggle.",
    "hint": "Three dots under the first letters.",
}


def main() -> None:
    MANIFEST.write_text(render(json.loads(MANIFEST.read_text("utf-8"))), "utf-8")


def render(manifest: dict[str, Any]) -> str:
    """The manifest's text with the settings as they are now."""
    own = {block["title"]: block for block in manifest["contributes"]["configuration"]}
    manifest["contributes"]["configuration"] = [own[FIRST], *blocks(), own[LAST]]
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def blocks() -> list[dict[str, Any]]:
    """The server's settings by group."""
    groups: dict[str, list[str]] = {title: [] for title in ORDER}
    for name in filter(in_editors, SETTINGS):
        groups[next(title for title, starts in GROUPS.items() if name.startswith(starts))].append(name)
    return [
        {"title": title, "properties": {f"waypost.{json_name(name)}": _property(name) for name in names}}
        for title, names in groups.items()
    ]


def _property(name: str) -> dict[str, Any]:
    metadata = SETTINGS[name].metadata
    schema = _rules() if name == "rules" else dict(metadata["kind"].schema)
    default = getattr(Settings(), name)
    return {
        # A restricted setting names a program: it belongs to this machine, and no workspace may set it.
        "scope": "machine" if metadata.get("restricted") else "resource",
        **schema,
        "default": list(default) if isinstance(default, tuple) else default,
        "markdownDescription": metadata["doc"] + _example(name),
        **_values(name, schema),
    }


def _example(name: str) -> str:
    if name not in EXAMPLES:
        return ""
    return f"\n\nExample: `{json.dumps(EXAMPLES[name], ensure_ascii=False)}`"


def _values(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    if "enum" not in schema:
        return {}
    return {"markdownEnumDescriptions": [VALUES[name][value] for value in schema["enum"]]}


def _rules() -> dict[str, Any]:
    described = [LEVEL_VALUES[level] for level in LEVELS]
    levels = {"type": "string", "enum": list(LEVELS), "markdownEnumDescriptions": described}
    rules = {rule.name: {**levels, "markdownDescription": rule.summary} for rule in RULES.values()}
    return {"type": "object", "properties": rules, "additionalProperties": False}


if __name__ == "__main__":
    main()
