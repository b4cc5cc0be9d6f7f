"""Arguments that several clients have in common: authentication, cookies, files."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from waypost.clients.call import NAMELESS, LibraryObject, MoreEntries, RefusedCall, StandIn
from waypost.clients.encode import basic, pairs

_TOKEN: Final = re.compile(r"[^\W\d]\w*")


def made_auth(auth: LibraryObject, encoding: str = "utf-8") -> str:
    """The value of `authorization` that an authentication object sets, if that is simple."""
    kind = auth.type.rsplit(".", 1)[-1]
    if kind in ("BasicAuth", "HTTPBasicAuth") and auth.arguments:
        user, password = (*auth.arguments, "")[:2]
        return basic(user, password, encoding)
    return NAMELESS


def cookie_header(*sources: Any) -> Iterator[tuple[str, str]]:
    """The header of cookies by name, the later ones first in value."""
    found: dict[str, Any] = {}
    for source in sources:
        if isinstance(source, StandIn):
            found[source] = MoreEntries(source)
        elif source:
            found |= dict(pairs(source))
    for value in found.values():
        if value is not None and not isinstance(value, str):
            raise RefusedCall("the value of a cookie must be a string")
    if found:
        yield "cookie", "; ".join(_cookie(name, value) for name, value in found.items())


def _cookie(name: str, value: str | None) -> str:
    return name if value is None or isinstance(name, StandIn) else f"{name}={value}"


def file_of(value: Any, default: str | None) -> tuple[str | None, Any, str | None, Mapping[str, str]]:
    """File name, content, media type and headers of an upload; `default` is the name of a file without one."""
    if isinstance(value, LibraryObject):
        return (*_opened(value, default), None, {})
    if not isinstance(value, list | tuple):
        return default, value, None, {}
    if len(value) not in (2, 3, 4):
        raise RefusedCall("a file must be its content, or a name, a content, a type and headers")
    name, content, *more = value
    content = _opened(content, default)[1] if isinstance(content, LibraryObject) else content
    return name, content, more[0] if more else None, more[1] if len(more) > 1 else {}


def _opened(value: LibraryObject, default: str | None) -> tuple[str | None, Any]:
    """The file of `open("folder/a.png", "rb")` is named a.png."""
    path, contents = value.arguments
    if not isinstance(path, str):
        return default, contents
    return re.split(r"[/\\]", path)[-1], contents
