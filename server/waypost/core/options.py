"""Options as users give them: what each must be, and the error if it is something else."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from waypost.core.errors import RouteError
from waypost.core.host import BadHostError, reachable
from waypost.core.profile import Profile
from waypost.core.route import kind
from waypost.core.span import CharSpan
from waypost.core.types import MergedMediaType
from waypost.core.values import BadValueError, text_of

# The keys that are options and never become parameters.
OPTIONS: Final = frozenset({"method", "baseUrl", "url", "headers", "mediaType", "request"})
# Pythonic spellings, as keywords only: in a mapping they are parameters like any other.
SPELLINGS: Final = {"base_url": "baseUrl", "media_type": "mediaType"}

_BASE_URL = re.compile(r"https?://[^\s/?#\\{}<>\"^`|\x00-\x1f\x7f-\x9f]+(?:/[^\s?#\\{}<>\"^`|\x00-\x1f\x7f-\x9f]*)?")
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# Also half a surrogate pair, which no encoding can carry.
_HEADER_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")
# The last private-use plane holds the stand-ins of previews.
_MEDIA_WORD = re.compile(r"[\w.+\-\U00100000-\U0010FFFD]*", re.ASCII)


def gathered(first: object, second: object, keywords: dict[str, Any]) -> tuple[object, dict[str, Any]]:
    """The route, or None, and all options in one new dict; a keyword wins over a mapping."""
    route, mapping = (None, first) if isinstance(first, Mapping) else (first, second)
    if route is None and isinstance(first, Mapping) and second is not None:
        raise RouteError("The options are given twice; pass a route string first, or one mapping of options.")
    if mapping is not None and not isinstance(mapping, Mapping):
        raise RouteError(f"The options are {kind(mapping)}; they must be a mapping of names to values.")
    options = dict(mapping or {})
    for name in options:
        if not isinstance(name, str):
            raise RouteError(f"A parameter's name is {kind(name)}; names are text.")
    options.update(_spelled(keywords))
    return route, options


def _spelled(keywords: dict[str, Any]) -> dict[str, Any]:
    if SPELLINGS.keys().isdisjoint(keywords):
        return keywords
    for pythonic, name in SPELLINGS.items():
        if pythonic in keywords and name in keywords:
            raise RouteError(f"`{pythonic}` and `{name}` are the same option; pass one of them.", parameter=name)
    return {SPELLINGS.get(name, name): value for name, value in keywords.items()}


def base_url(value: object) -> str:
    if not isinstance(value, str):
        raise RouteError(
            f"`baseUrl` is {kind(value)}; it must be an address such as 'https://api.example.com'.", parameter="baseUrl"
        )
    return _reachable_base_url(value)


@lru_cache(maxsize=256)
def _reachable_base_url(value: str) -> str:
    if not value.startswith(("http://", "https://")):
        raise RouteError(
            "`baseUrl` has no scheme; it must start with 'https://' or 'http://'.", value, parameter="baseUrl"
        )
    good = _BASE_URL.match(value)
    if good is None or good.end() != len(value):
        at = good.end() if good else value.index("://") + 3
        raise RouteError(
            "`baseUrl` must be an address and a path, without query, fragment, braces or spaces.",
            value,
            CharSpan(at, max(at + 1, len(value))),
            parameter="baseUrl",
        )
    scheme, _, rest = value.partition("://")
    host, slash, path = rest.partition("/")
    try:
        return f"{scheme}://{reachable(host)}{slash}{path}"
    except BadHostError as error:
        raise RouteError(f"`baseUrl`: {error}", value, parameter="baseUrl") from None


def url(value: object) -> str:
    if not isinstance(value, str):
        raise RouteError(f"`url` is {kind(value)}; it must be a path such as '/users' or an address.", parameter="url")
    if not value.strip():
        raise RouteError("`url` is empty; write a path such as '/users' or an address.", parameter="url")
    return value.strip()


def headers(value: object) -> dict[str, str | None]:
    """Headers with lowercase names and text values; None removes one."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise RouteError(f"`headers` is {kind(value)}; it must be a mapping of names to values.", parameter="headers")
    return {header_name(name): header_value(name, item) for name, item in value.items()}


@lru_cache(maxsize=512)
def header_name(name: object) -> str:
    if not isinstance(name, str):
        raise RouteError(f"A header's name is {kind(name)}; it must be text.", parameter="headers", rule="bad-header")
    if not _HEADER_NAME.fullmatch(name):
        raise RouteError(
            f"{name[:60]!r} is not a valid header name; use letters, digits and `-`.",
            parameter="headers",
            rule="bad-header",
        )
    return name.lower()


def header_value(name: object, value: object) -> str | None:
    """The text of a header's value. Messages never show it: it may be a secret."""
    if isinstance(value, bool | Mapping | list | tuple):
        raise RouteError(
            f"The header `{name}` is {kind(value)}; it must be text or a number.",
            parameter="headers",
            rule="bad-header",
        )
    try:
        text = text_of(value)
    except BadValueError:
        raise RouteError(
            f"The header `{name}` is {kind(value)}; it must be text or a number.",
            parameter="headers",
            rule="bad-header",
        ) from None
    if text is not None and _HEADER_CONTROL.search(text):
        raise RouteError(
            f"The header `{name}` contains a line break or another control character; remove it.",
            parameter="headers",
            rule="bad-header",
        )
    return None if text is None else text.strip(" \t")


def vendor(profile: Profile) -> None:
    """Vendor and version become part of a header."""
    for name in ("vendor", "version"):
        word = getattr(profile, name)
        if not isinstance(word, str) or not _MEDIA_WORD.fullmatch(word):
            raise RouteError(f"`{name}` is {word!r}; use letters, digits, `-`, `.`, `_` and `+`.", parameter=name)
    if not profile.vendor:
        raise RouteError("`vendor` is empty; it names the API in its media type, as in `for_api(vendor='acme', …)`.")


def media_type(value: object) -> dict[str, Any]:
    """The keys that a media type gives."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise RouteError(
            f"`mediaType` is {kind(value)}; it must be a mapping such as {{'format': 'raw'}}.", parameter="mediaType"
        )
    unknown = next((key for key in value if key not in ("format", "previews")), None)
    if unknown is not None:
        raise RouteError(f"`mediaType` has no key {unknown!r}; use `format` or `previews`.", parameter="mediaType")
    given: dict[str, Any] = {}
    if value.get("format") is not None:
        given["format"] = _format(value["format"])
    if value.get("previews") is not None:
        given["previews"] = _previews(value["previews"])
    return given


def _format(value: object) -> str:
    if not isinstance(value, str):
        raise RouteError(f"`mediaType.format` is {kind(value)}; it must be text such as 'raw'.", parameter="mediaType")
    return _media_word("mediaType.format", value)


def _previews(value: object) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise RouteError(
            f"`mediaType.previews` is {kind(value)}; it must be a list of names such as ['mercy'].",
            parameter="mediaType",
        )
    return [_media_word("mediaType.previews", name) for name in value]


def _media_word(option: str, word: str) -> str:
    if not _MEDIA_WORD.fullmatch(word):
        raise RouteError(
            f"`{option}` contains '{_on_one_line(word[:60])}'; use letters, digits, `-`, `.`, `_` and `+`.",
            parameter="mediaType",
        )
    return word


def whole_media_type(value: object) -> MergedMediaType:
    """A media type with every key set."""
    given = media_type(value)
    return {"format": given.get("format", ""), "previews": given.get("previews", [])}


def _on_one_line(word: str) -> str:
    return word.replace("\r", "\\r").replace("\n", "\\n")
