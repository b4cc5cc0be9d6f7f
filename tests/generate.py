"""`python -m tests.generate` regenerates every file made from the sources; a test fails while any of them is stale."""

import builtins
import importlib.util
import json
import pkgutil
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import waypost.routes.library.clients  # noqa: F401 - it registers its models
from waypost.clients import CLIENTS, Client, Fills, Shape
from waypost.clients.words import ENOUGH
from waypost.markup import block, code
from waypost.routes.library.registry import modelled
from waypost.routes.sites.evidence import EVIDENCE
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
        DOCS / "followed.md": followed_page(),
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


def followed_page() -> str:
    """The page as it is written, with its tables made anew."""
    tables = {
        "clients": _clients(),
        "evidence": _evidence(),
        "models": _models(),
        "enough": str(ENOUGH),
    }
    text = (DOCS / "followed.md").read_text("utf-8")
    for name, made in tables.items():
        start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        gap = "\n\n" if made.startswith("|") else ""
        text = re.sub(f"{start}.*?{end}", lambda _, it=f"{start}{gap}{made}{gap}{end}": it, text, flags=re.DOTALL)
    return text


_BRACES = {
    Fills.TEMPLATE: "expanded (RFC 6570)",
    Fills.FORMAT: "filled",
    Fills.NOTHING: "sent as they are",
    Fills.UNKNOWN: "not known",
}


def _clients() -> str:
    rows = [_client_row(client) for client in CLIENTS if client.name and client.shapes]
    head = ["| client | known by | calls | braces in a URL | releases that differ |", "|---|---|---|---|---|"]
    return "\n".join([*head, *rows])


def _client_row(client: Client) -> str:
    braces = ", ".join(dict.fromkeys(_BRACES[shape.fills] for shape in client.shapes))
    calls = dict.fromkeys(_last_name(callee) for shape in client.shapes for callee in shape.callees)
    releases = ", ".join(".".join(map(str, each.since)) for each in client.releases[1:])
    shown = ", ".join(code(each) for each in calls)
    return f"| {client.name} | {_known_by(client.shapes)} | {shown} | {braces} | {releases and f'from {releases}'} |"


def _last_name(callee: str) -> str:
    """`get` of `httpx.get`; of what is itself called, its class."""
    return callee.removesuffix(".__call__").rpartition(".")[2]


def _known_by(shapes: Iterable[Shape]) -> str:
    by_name = {callee.startswith("*.") for shape in shapes for callee in shape.callees}
    name = "name and import" if any(shape.imports for shape in shapes) else "name"
    return " or ".join(("type", name)[each] for each in sorted(by_name))


def _evidence() -> str:
    rows = [f"| {each.kind} | {each.weight} | {each.words} |" for each in EVIDENCE]
    return "\n".join(["| kind | weight | what |", "|---|---|---|", *rows])


def _models() -> str:
    packages: dict[str, list[str]] = {}
    for dotted in filter(_is_public, modelled()):
        package, _, name = dotted.partition(".")
        packages.setdefault(package, []).append(name)
    rows = [f"| `{package}` | {', '.join(map(code, names))} |" for package, names in packages.items()]
    return "\n".join(["| package or type | functions |", "|---|---|", *rows])


def _is_public(dotted: str) -> bool:
    """Whether a model is of something that has this name; some are of what others return."""
    package, _, name = dotted.partition(".")
    if "__" in name:
        return False
    if package in _OF_VALUES:
        return False
    if package in dir(builtins):
        return _is_there(f"builtins.{dotted}")
    return package not in sys.stdlib_module_names or _is_there(dotted)


# Models of the interpreter's own values have names of no package.
_OF_VALUES = ("fields", "globals", "object", "date", "time", "property")


def _is_there(dotted: str) -> bool:
    try:
        pkgutil.resolve_name(dotted)
    except AttributeError:
        return False
    return True


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
