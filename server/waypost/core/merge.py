"""Options merged into defaults: nothing is expanded yet, and nothing is shared with either."""

from collections.abc import Mapping
from typing import Any

from waypost.core import options as check
from waypost.core.errors import RouteError
from waypost.core.media import PREVIEW_SUFFIX
from waypost.core.route import EMPTY, check_verb, kind, split
from waypost.core.span import CharSpan


def merged(defaults: Mapping[str, Any], route: object, options: Mapping[str, Any]) -> dict[str, Any]:
    """A new dict: `defaults`, the route's verb and URL, then `options`, which win."""
    result = copied(defaults)
    if route is not None:
        result.update(_from_route(route))
    for name, value in options.items():
        lay(result, name, value)
    return result


def _from_route(route: object) -> dict[str, str]:
    if not isinstance(route, str):
        raise RouteError(f"The route is {kind(route)}; it must be text such as 'GET /users'.")
    parts = split(route)
    if parts.verb is None:
        if not parts.url:
            raise RouteError(EMPTY, route, rule="route-spacing")
        return {"url": parts.url}
    check_verb(parts.verb, route, parts.verb_span)
    if not parts.url:
        at = CharSpan(parts.verb_span.end, parts.verb_span.end)
        raise RouteError(f"`{parts.verb}` has no URL; write `{parts.verb} /path`.", route, at, rule="route-spacing")
    return {"method": parts.verb, "url": parts.url}


def lay(result: dict[str, Any], name: str, value: object) -> None:
    """Override one option; None is an option that was not given."""
    if name not in check.OPTIONS:
        result[name] = value
    elif name == "headers":
        _lay_headers(result, check.headers(value))
    elif name == "mediaType":
        _lay_media_type(result, check.media_type(value))
    elif value is None:
        if name == "request":
            result.pop(name, None)
    else:
        result[name] = _checked(name, value)


def _checked(name: str, value: object) -> object:
    if name == "baseUrl":
        return check.base_url(value)
    if name == "method":
        return check_verb(value, "", CharSpan(0, 0))
    if name == "url":
        return check.url(value)
    return value


def _lay_headers(result: dict[str, Any], headers: Mapping[str, str | None]) -> None:
    for name, value in headers.items():
        if value is None:
            result["headers"].pop(name, None)
        else:
            result["headers"][name] = value


def _lay_media_type(result: dict[str, Any], given: Mapping[str, Any]) -> None:
    media_type = result["mediaType"]
    if "format" in given:
        media_type["format"] = given["format"]
    names = [name.removesuffix(PREVIEW_SUFFIX) for name in given.get("previews", ())]
    before = [name for name in media_type["previews"] if name not in names]
    media_type["previews"] = list(dict.fromkeys([*before, *names]))


def copied(defaults: Mapping[str, Any]) -> dict[str, Any]:
    """A copy that shares no dict or list with `defaults`. `request` stays the same object, as documented."""
    try:
        return {name: value if name == "request" else _copy(value) for name, value in defaults.items()}
    except RecursionError:
        raise RouteError("A default is nested too deeply, or contains itself.") from None


def _copy(value: Any) -> Any:
    """By hand: `copy.deepcopy` also copies what is not plain data, such as files passed as `data`."""
    if type(value) is dict:
        return {name: _copy(item) for name, item in value.items()}
    if type(value) is list:
        return [_copy(item) for item in value]
    return value
