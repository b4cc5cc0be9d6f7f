"""`python -m tests.generate` regenerates every file made from the sources; a test fails while any of them is stale."""

import importlib.util
import json
from pathlib import Path
from typing import Any

from waypost.markup import block, code
from waypost.rules import RULES, Rule
from waypost.workspace.settings import LEVELS, SETTINGS, Settings, in_editors, json_name, toml_name

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "server" / "docs"
MANIFEST = ROOT / "client-vscode" / "package.json"

_NOTE = "<!-- Made by `python -m tests.generate`: change the sources, not this page. -->"
_FAMILIES = {
    "config": ("Spell-checker configuration", "typos.toml"),
    "routes": ("Routes in Python sources", "client.py"),
    "settings": ("Settings and comments of Waypost", "pyproject.toml"),
}
_LANGUAGES = {".toml": "toml", ".json": "json", ".py": "python", ".yaml": "yaml"}


def pages() -> dict[Path, str]:
    """Every generated file and its text."""
    return {
        DOCS / "rules.md": rules_page(),
        DOCS / "settings.md": settings_page(),
        MANIFEST: _manifest(),
    }


def rules_page() -> str:
    parts = ["# Rules", _NOTE, _RULES_INTRODUCTION]
    for family, (title, _) in _FAMILIES.items():
        rules = [rule for rule in RULES.values() if rule.family == family]
        parts += [f"## {title}", _table(rules), *map(_section, rules)]
    return "\n\n".join(parts) + "\n"


_RULES_INTRODUCTION = """\
Each rule has a default severity. Change it, or turn the rule off, in `[tool.waypost.rules]` of `pyproject.toml` or in
the editor's settings. Rules marked *opt-in* are off until you give them a severity. A comment
`# waypost: ignore[rule]` silences a rule on its own line, or on the next line if nothing else is on its line.
`waypost check --select RULE` and `--ignore RULE` choose rules for one run; `waypost rule NAME` shows these pages in a
terminal."""


def _table(rules: list[Rule]) -> str:
    rows = [
        f"| [{rule.name}](#{rule.name}) | {'opt-in, ' if rule.opt_in else ''}{rule.severity.value} | {rule.summary} |"
        for rule in rules
    ]
    return "\n".join(["| rule | severity | reports |", "|---|---|---|", *rows])


def _section(rule: Rule) -> str:
    name = rule.file or _FAMILIES[rule.family][1]
    language = _LANGUAGES[Path(name).suffix]
    where = f" (in `{name}`)" if rule.file else ""
    return "\n\n".join(
        [
            f"### {rule.name}",
            rule.explanation.strip(),
            f"Reported{where}:",
            block(rule.bad.rstrip("\n"), language),
            "Not reported:",
            block(rule.good.rstrip("\n"), language),
        ]
    )


def settings_page() -> str:
    rows = [_setting_row(name) for name in SETTINGS]
    header = ["| in `pyproject.toml` | in an editor | default | values | meaning |", "|---|---|---|---|---|"]
    table = "\n".join([*header, *rows])
    parts = ["# Settings", _NOTE, _SETTINGS_INTRODUCTION, table, _SETTINGS_EXAMPLE]
    return "\n\n".join(parts) + "\n"


_SETTINGS_INTRODUCTION = """\
A project's settings are in `[tool.waypost]` of its `pyproject.toml`, or in a `waypost.toml`, which wins if a folder has
both. On the command line and in editors alike, a file gets the settings of the nearest folder that has any; settings
further up do not apply unless `extend` names them. Relative paths and globs start from the folder of the file they are
written in. `waypost check --show-settings FILE` shows what applies to a file.

An editor's own settings (VS Code's settings page, `initializationOptions`, or an answer to `workspace/configuration`
for the section `waypost`) apply wherever the project sets nothing. Settings that name programs are read only from the
editor.

A setting that cannot be used is an error at its place: an unknown setting or rule, a value of the wrong type, a
document that does not exist. The other settings apply, and `waypost check` exits with 2. A change takes effect at
once."""

_SETTINGS_EXAMPLE = """```toml
[tool.waypost]
inlay-hints.routes = "all"

[tool.waypost.rules]
raw-interpolation = "off"
unused-entry = "information"

[tool.waypost.apis]
"https://api.acme.example/v2" = "docs/openapi.yaml"
```"""


def _setting_row(name: str) -> str:
    metadata = SETTINGS[name].metadata
    default = getattr(Settings(), name)
    shown = json.dumps(list(default) if isinstance(default, tuple) else default)
    values = f"rule = {_choices(LEVELS)}" if name == "rules" else _values(metadata["kind"].schema)
    editor = f"`waypost.{json_name(name)}`" if in_editors(name) else ""
    return f"| `{toml_name(name)}` | {editor} | {code(shown)} | {values} | {metadata['doc']} |"


def _values(schema: Any) -> str:
    if "enum" in schema:
        return _choices(schema["enum"])
    inner = schema.get("items") or schema.get("additionalProperties")
    kind = {"array": "list of", "object": "table of"}.get(schema["type"])
    if not kind or not inner:
        return str(schema["type"])
    types = inner["type"] if isinstance(inner["type"], list) else [inner["type"]]
    return f"{kind} {' or '.join(f'{each}s' for each in types)}"


def _choices(values: Any) -> str:
    return ", ".join(f"`{value}`" for value in values)


def _manifest() -> str:
    path = ROOT / "client-vscode" / "scripts" / "settings.py"
    spec = importlib.util.spec_from_file_location("client_settings", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text: str = module.render(json.loads(MANIFEST.read_text("utf-8")))
    return text


def main() -> None:
    for path, text in pages().items():
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"made {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
