"""Call shapes from the settings: `[tool.waypost.calls.NAME]`, the table's own fields in kebab-case."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from waypost.clients import CLIENTS, client_named
from waypost.clients.shape import VERBS, At, Fills, Shape, Slash
from waypost.routes.calls.match import Shapes, built_in
from waypost.workspace.settings import SettingProblem, Settings, did_you_mean

_PLACES: Final = ["url", "variables", "query", "json", "data", "files", "content", "headers", "cookies", "auth", "base"]


class _Read(NamedTuple):
    """The usable part of one entry."""

    values: dict[str, Any]
    problems: list[SettingProblem]


def shapes_of(settings: Settings) -> Shapes:
    """The table, preceded by the shapes of the settings; a bad entry is left out."""
    if not settings.calls:
        return built_in()
    return _shapes(_frozen(settings.calls))


def problems_of(calls: Mapping[str, Mapping[str, Any]]) -> list[SettingProblem]:
    """The problems of the entries, each with its key and a message."""
    return [problem for name, entry in calls.items() for problem in _read(name, entry)[1]]


def _frozen(calls: Mapping[str, Mapping[str, Any]]) -> str:
    import json

    return json.dumps(calls, sort_keys=True, default=str)


@lru_cache(maxsize=8)
def _shapes(frozen: str) -> Shapes:
    import json

    calls = json.loads(frozen)
    read = [_read(name, entry) for name, entry in calls.items()]
    return Shapes([shape for shape, problems in read if shape is not None and not problems])


def _read(name: str, entry: Mapping[str, Any]) -> tuple[Shape | None, list[SettingProblem]]:
    """One entry as a shape."""
    read = _Read({}, [])
    for key, value in entry.items():
        _read_field(f"calls.{name}.{key}", key, value, read)
    for key in ("callee", "url"):
        if key not in entry:
            read.problems.append(SettingProblem(f"calls.{name}", f"`{key}` is missing"))
    if read.problems:
        return None, read.problems
    callees = read.values.pop("callee")
    return _shape(name, callees, read.values), []


def _shape(name: str, callees: tuple[str, ...], values: Mapping[str, Any]) -> Shape:
    """Missing fields are taken from the client that `like` names."""
    like = client_named(values["like"]) if "like" in values else None
    if like is None or not like.shapes:
        return Shape(client=name, callees=callees, **values)
    own = {"verb": None, "imports": (), **values}
    return replace(like.shapes[0], client=name, callees=callees, **own)


def _read_field(where: str, key: str, value: Any, read: _Read) -> None:
    reader = _FIELDS.get(key)
    if reader is None:
        message = "there is no such field" + did_you_mean(key, _FIELDS)
        read.problems.append(SettingProblem(where, message))
        return
    try:
        name = {"template": "fills", "base-url": "base_url", "verb-in-url": "verb_in_url"}.get(
            key, key.replace("-", "_")
        )
        read.values[name] = reader(value)
    except ValueError as error:
        read.problems.append(SettingProblem(where, str(error)))


def _callees(value: Any) -> tuple[str, ...]:
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, list) or not given or not all(isinstance(each, str) for each in given):
        raise ValueError('write a dotted name such as "mylib.Client.fetch", or a list of them')
    for each in given:
        if not all(part.isidentifier() for part in each.removeprefix("*.").split(".")):
            raise ValueError(
                f'"{each}" is not a dotted name such as "mylib.Client.fetch", or "*.fetch" for any receiver'
            )
    return tuple(given)


def _place(value: Any) -> At:
    match value:
        case bool():
            pass
        case int() if value >= 0:
            return At(value)
        case str() if value.isidentifier():
            return At(None, value)
        case [int() as position, str() as keyword] if position >= 0 and keyword.isidentifier():
            return At(position, keyword)
    raise ValueError('write a position from 0, a keyword, or both: 1, "path" or [1, "path"]')


def _verb(value: Any) -> At | str | None:
    if value == "callee":
        return None
    if isinstance(value, str) and value.upper() in VERBS:
        return value.upper()
    try:
        return _place(value)
    except ValueError:
        raise ValueError('write a verb such as "GET", "callee", a position, or a keyword') from None


def _one_of(kind: type[Fills] | type[Slash]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        try:
            return kind(value)
        except ValueError:
            raise ValueError(f"{value!r} is not one of {', '.join(kind)}") from None

    return read


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("write true or false")
    return value


def _client(value: Any) -> str:
    if not isinstance(value, str) or client_named(value) is None:
        known = [client.name for client in CLIENTS if client.releases]
        raise ValueError(f"write the name of a client: {', '.join(known)}")
    return value


def _address(value: Any) -> str:
    if not isinstance(value, str) or not value.startswith(("http://", "https://")):
        raise ValueError('write an address such as "https://api.example.com"')
    return value


_FIELDS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "callee": _callees,
    "verb": _verb,
    "template": _one_of(Fills),
    "keywords": _flag,
    "verb-in-url": _flag,
    "helper": _flag,
    "slash": _one_of(Slash),
    "base-url": _address,
    "like": _client,
    **dict.fromkeys(_PLACES, _place),
}
