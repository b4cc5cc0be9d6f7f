"""JSON and TOML that the user names or types: what is nested too deeply is refused like what cannot be read."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

_Read = TypeVar("_Read")


def json_in(text: str) -> Any:
    return _bounded(json.loads, text)


def toml_in(text: str) -> dict[str, Any]:
    import tomllib  # only needed for such a file

    return _bounded(tomllib.loads, text)


def _bounded(read: Callable[[str], _Read], text: str) -> _Read:
    try:
        return read(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
