"""`python -m tests.facts` reads the facts of the installed spell checker into `waypost/config`."""

import json
import subprocess
import tempfile
import tomllib

from tests.support.typos import TYPOS
from waypost.config.edit import key_text
from waypost.config.model.facts import FACTS_FILE
from waypost.config.view.names import BUILT_IN_FILE


def read_facts() -> dict:
    """What the binary prints about itself, in an order that does not change from run to run."""
    defaults = tomllib.loads(ask("--dump-config", "-"))
    return {
        "version": ask("--version").split()[-1],
        "files": defaults["files"],
        "default": defaults["default"],
        "type": {name: _said(table) for name, table in sorted(defaults["type"].items())},
        "globs": dict(_globs(line) for line in ask("--type-list").splitlines()),
    }


def ask(*arguments: str) -> str:
    """What the binary prints in an empty folder."""
    with tempfile.TemporaryDirectory() as empty:
        return subprocess.run([TYPOS, *arguments], cwd=empty, check=True, capture_output=True, text=True).stdout


def _said(table: dict) -> dict:
    """A type's settings that are not empty, with tables in the order of their keys."""
    said = {key: value for key, value in sorted(table.items()) if value not in ([], {})}
    return {key: dict(sorted(value.items())) if isinstance(value, dict) else value for key, value in said.items()}


def _globs(line: str) -> tuple[str, list[str]]:
    name, _, globs = line.partition(":")
    return name, [glob.strip() for glob in globs.split(", ")]


def render() -> str:
    """The file's text, with a line for each type."""
    parts = []
    for key, value in read_facts().items():
        if key in ("type", "globs"):
            lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(each)}" for name, each in value.items())
            parts.append(f'  "{key}": {{\n{lines}\n  }}')
        else:
            parts.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def render_types() -> str:
    """What is built in for each type, written as a configuration: "go to definition" leads here."""
    facts = read_facts()
    lines = [f"# What typos {facts['version']} has built in for each file type. A change here changes nothing."]
    for name, globs in facts["globs"].items():
        header = f"type.{key_text(name)}"
        lines += ["", f"[{header}]", f"extend-glob = {json.dumps(globs)}"]
        tables = facts["type"].get(name, {})
        lines += [f"{key} = {json.dumps(value)}" for key, value in tables.items() if not isinstance(value, dict)]
        for key, table in tables.items():
            if isinstance(table, dict):
                lines += ["", f"[{header}.{key}]", *(f'{key_text(word)} = "{value}"' for word, value in table.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FACTS_FILE.write_text(render(), encoding="utf-8")
    BUILT_IN_FILE.write_text(render_types(), encoding="utf-8")
