"""cspell's settings in JSON, YAML or data-only JavaScript, in other tools' files, and its word lists."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from waypost.config.migrate.javascript import COMPUTED, exported
from waypost.config.migrate.moved import MovedSettings, text_in
from waypost.config.parse import parse, plain
from waypost.workspace.files import is_file
from waypost.workspace.homes import Syntax

_NAMES: Final = (
    ".cspell.json",
    "cspell.json",
    ".cSpell.json",
    "cSpell.json",
    "cspell.jsonc",
    ".cspell.jsonc",
    "cspell.config.json",
    "cspell.config.jsonc",
    "cspell.yaml",
    "cspell.yml",
    ".cspell.yaml",
    "cspell.config.yaml",
    "cspell.config.yml",
    ".vscode/cspell.json",
    "package.json",
    ".vscode/settings.json",
)
_PROGRAMS: Final = tuple(
    f"{name}.{suffix}"
    for name in ("cspell.config", "cspell", ".cspell.config")
    for suffix in ("js", "cjs", "mjs", "ts")
)
_WORDS: Final = ("words", "ignoreWords", "userWords")
_SAID_OTHERWISE: Final = (
    *("version", "$schema", "dictionaries", "dictionaryDefinitions", "name", "description", "id"),
    *("flagWords", "ignorePaths", "ignoreRegExpList", "patterns", "language"),
)
_LOCALES: Final = {"en-us": "en-us", "en-gb": "en-gb", "en-ca": "en-ca", "en-au": "en-au"}
_LITERAL: Final = re.compile(r"/(?P<pattern>.*)/(?P<flags>[a-z]*)\Z", re.DOTALL)
_COMMENT: Final = re.compile(r"\s*(?:#|//)")


def cspell_settings(folder: Path) -> MovedSettings | None:
    """The settings in a folder; None if there are none."""
    found = {name: data for name in _NAMES if (data := _data(folder / name, folder)) is not None}
    programs = {name: _program(folder / name, folder) for name in _PROGRAMS if is_file(folder / name)}
    if not found and not programs:
        return None
    moved = MovedSettings()
    for name, data in (found | programs).items():
        if data is None:
            moved.left.append(f"{name}, a program that is not run")
        else:
            _move(data, folder if name == ".vscode/settings.json" else (folder / name).parent, moved)
    return moved


def _data(path: Path, folder: Path) -> Mapping[str, Any] | None:
    text = text_in(path, folder)
    if text is None:
        return None
    data = _yaml(text) if path.suffix in (".yaml", ".yml") else plain(parse(text.encode(), Syntax.JSON).root)
    if path.name == "package.json":
        data = data.get("cspell") if isinstance(data, Mapping) else None
    if path.name == "settings.json" and isinstance(data, Mapping):
        own = {key.removeprefix("cSpell."): value for key, value in data.items() if key.startswith("cSpell.")}
        data = {key: value for key, value in own.items() if key in (*_WORDS, *_SAID_OTHERWISE)} or None
    return data if isinstance(data, Mapping) else None


def _program(path: Path, folder: Path) -> Mapping[str, Any] | None:
    text = text_in(path, folder)
    return exported(text) if text is not None else None


def _yaml(source: str) -> Any:
    """Texts, lists and mappings: no number or date is made of anything."""
    import yaml

    try:
        return yaml.load(source, _yaml_loader())  # noqa: S506 - it makes less than the safe one
    except (yaml.YAMLError, RecursionError):
        return None


@cache
def _yaml_loader() -> Any:
    """The one of libyaml where PyYAML was built with it, as that is four times as fast.

    Its own composer recurses in C, which ends the process on deep nesting; that of Python raises an error.
    """
    import yaml
    from yaml.composer import Composer

    if not yaml.__with_libyaml__:
        return yaml.BaseLoader

    class Loader(Composer, yaml.CBaseLoader):
        def __init__(self, source: str) -> None:
            yaml.CBaseLoader.__init__(self, source)
            Composer.__init__(self)

    return Loader


def _move(data: Mapping[str, Any], folder: Path, moved: MovedSettings) -> None:
    moved.left += [f"what a program adds to `{key}`" for key, value in data.items() if _is_computed(value)]
    moved.accept(word for key in _WORDS for word in _texts(data, key))
    moved.refuse(_texts(data, "flagWords"))
    for glob in _texts(data, "ignorePaths"):
        moved.exclude(glob)
    named = {_text(each, "name").lower(): each.get("pattern") for each in _tables(data, "patterns")}
    for written in _texts(data, "ignoreRegExpList"):
        for pattern in _listed(named.get(written.lower(), written)):
            if isinstance(pattern, str):
                _ignore(pattern, moved)
    used = dict.fromkeys(_texts(data, "dictionaries"))
    definitions = [each for each in _tables(data, "dictionaryDefinitions") if _text(each, "name") in used]
    named_dictionaries = {_text(each, "name") for each in definitions}
    for path in dict.fromkeys(_text(each, "path") for each in definitions):
        _accept_file(folder / path, folder, moved)
    for language in filter(None, map(str.strip, _text(data, "language").split(","))):
        known = language.lower() if language.lower() in _LOCALES else ""
        if known and moved.locale in ("", known):
            moved.locale = known
        elif language.lower() != "en":
            moved.left.append(f"the language `{language}`")
    moved.left += [f"the dictionary `{name}` of cspell" for name in used if name not in named_dictionaries]
    moved.left += [f"`{key}`" for key in data if key not in (*_WORDS, *_SAID_OTHERWISE, "...")]


def _ignore(written: str, moved: MovedSettings) -> None:
    """A pattern in JavaScript's syntax, `/…/gi`, or the name of one that is built into cspell."""
    literal = _LITERAL.match(written)
    if literal is None and written.isidentifier():
        moved.left.append(f"the pattern `{written}`, which is built into cspell")
        return
    pattern, flags = (literal["pattern"], literal["flags"]) if literal else (written, "gim")
    kept = "".join(flag for flag in "ims" if flag in flags)
    moved.ignore(f"(?{kept}){pattern}" if kept else pattern)


def _accept_file(path: Path, folder: Path, moved: MovedSettings) -> None:
    text = text_in(path, folder)
    if text is None:
        moved.left.append(f"the word list {path}, which cannot be read")
        return
    words = [line.partition("#")[0].strip() for line in text.splitlines() if not _COMMENT.match(line)]
    moved.refuse(word[1:] for word in words if word.startswith("!"))
    moved.accept(word.strip("*+") for word in words if not word.startswith(("!", "~")))


def _is_computed(value: Any) -> bool:
    return value is COMPUTED or (isinstance(value, list) and any(each is COMPUTED for each in value))


def _text(data: Mapping[str, Any], key: str) -> str:
    found = data.get(key)
    return found if isinstance(found, str) else ""


def _texts(data: Mapping[str, Any], key: str) -> list[str]:
    found = data.get(key)
    return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []


def _tables(data: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    found = data.get(key)
    return (each for each in found if isinstance(each, Mapping)) if isinstance(found, list) else iter(())


def _listed(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]
