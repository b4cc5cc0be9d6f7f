"""codespell's settings: `.codespellrc`, `setup.cfg`, `pyproject.toml`, and the word lists that they name."""

import re
from collections.abc import Iterator, Mapping
from configparser import ConfigParser
from configparser import Error as ParserError
from io import StringIO
from pathlib import Path
from typing import Any, Final

from waypost.config.migrate.moved import MovedSettings, text_in
from waypost.config.parse import parse, plain
from waypost.workspace.homes import Syntax

_NAMES: Final = ("setup.cfg", ".codespellrc", "pyproject.toml")
# Settings for how codespell reports or changes things, not for what is correct.
_OUTPUT: Final = (
    *("count", "quiet-level", "context", "after-context", "before-context", "interactive", "write-changes"),
    *("stdin-single-line", "enable-colors", "disable-colors", "summary", "summary-only", "hard-encoding-detection"),
    *("version", "config", "toml"),
)
# The parser goes through these again from each of their places.
_BLANKS: Final = re.compile(r"[^\S\r\n]{100,}")
_LISTS: Final = ("ignore-words-list", "L")


def codespell_settings(folder: Path) -> MovedSettings | None:
    """The settings in a folder; None if there are none."""
    found = {name: table for name in _NAMES if (table := _table(name, folder)) is not None}
    if not found:
        return None
    moved = MovedSettings()
    for table in found.values():
        for key, value in table.items():
            _move(key.replace("_", "-"), value, folder, moved)
    return moved


def _table(name: str, folder: Path) -> Mapping[str, Any] | None:
    text = text_in(folder / name, folder)
    if text is None:
        return None
    if name.endswith(".toml"):
        tool = _table_of(plain(parse(text.encode(), Syntax.TOML).root), "tool")
        return _table_of(tool, "codespell")
    parser = ConfigParser(interpolation=None)
    try:
        parser.read_file(StringIO(_BLANKS.sub(" ", text), newline=None))
    except ParserError:
        return None
    return dict(parser["codespell"]) if "codespell" in parser else None


def _table_of(data: Any, key: str) -> Mapping[str, Any] | None:
    found = data.get(key) if isinstance(data, Mapping) else None
    return found if isinstance(found, Mapping) else None


def _move(key: str, value: Any, folder: Path, moved: MovedSettings) -> None:
    texts = list(_items(value))
    if key in _LISTS:
        moved.accept(texts)
    elif key == "ignore-words":
        for name in texts:
            _accept_file(folder / name, folder, moved)
    elif key == "skip":
        for glob in texts:
            moved.exclude(glob.strip("\"'"))
    elif key == "ignore-regex":
        moved.ignore(_by_line(str(value).strip()))
    elif key == "check-hidden":
        moved.check_hidden = _is_set(value)
    elif key not in _OUTPUT and key != "check-filenames":  # typos checks file names anyway
        moved.left.append(f"`{key} = {value}`")


def _by_line(pattern: str) -> str:
    """As a pattern for a tool that matches each line separately, where `^` and `$` are the ends of a line."""
    return f"(?Rm){pattern}" if {"^", "$"} & set(pattern) else pattern


def _items(value: Any) -> Iterator[str]:
    """A TOML list, or texts with commas, with or without line breaks."""
    for part in value if isinstance(value, list) else [value]:
        yield from (each.strip() for line in str(part).splitlines() for each in line.split(",") if each.strip())


def _accept_file(path: Path, folder: Path, moved: MovedSettings) -> None:
    text = text_in(path, folder)
    if text is None:
        moved.left.append(f"the word list {path}, which cannot be read")
    else:
        moved.accept(text.splitlines())


def _is_set(value: Any) -> bool:
    """The value of a flag, which may also be without a value in an INI file."""
    return value is True or str(value).strip().lower() in ("", "1", "true", "yes", "on", "none")
