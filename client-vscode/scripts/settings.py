"""Writes the server's settings into the extension's manifest, from the class that reads them."""

import json
from pathlib import Path
from typing import Any

from waypost.rules import RULES
from waypost.workspace.settings import LEVELS, SETTINGS, Settings, in_editors, json_name

MANIFEST = Path(__file__).resolve().parents[1] / "package.json"
TITLE = "Checks"


def main() -> None:
    MANIFEST.write_text(render(json.loads(MANIFEST.read_text("utf-8"))), "utf-8")


def render(manifest: dict[str, Any]) -> str:
    """The manifest's text with the settings as they are now."""
    blocks = [block for block in manifest["contributes"]["configuration"] if block["title"] != TITLE]
    manifest["contributes"]["configuration"] = [*blocks, {"title": TITLE, "properties": properties()}]
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def properties() -> dict[str, Any]:
    return {f"waypost.{json_name(name)}": _property(name) for name in SETTINGS if in_editors(name)}


def _property(name: str) -> dict[str, Any]:
    metadata = SETTINGS[name].metadata
    schema = _rules() if name == "rules" else dict(metadata["kind"].schema)
    default = getattr(Settings(), name)
    return {
        # A restricted one names a program: it is this machine's business, and an untrusted workspace has no say in it.
        "scope": "machine-overridable" if metadata.get("restricted") else "resource",
        **schema,
        "default": list(default) if isinstance(default, tuple) else default,
        "markdownDescription": metadata["doc"],
    }


def _rules() -> dict[str, Any]:
    levels = {"type": "string", "enum": list(LEVELS)}
    rules = {rule.name: {**levels, "markdownDescription": rule.summary} for rule in RULES.values()}
    return {"type": "object", "properties": rules, "additionalProperties": False}


if __name__ == "__main__":
    main()
