"""Hides what nobody should read over a shoulder: credentials in headers, urls and bodies."""

import re
from collections.abc import Mapping
from typing import Any, Final, cast
from urllib.parse import unquote

from waypost.core.types import EndpointOptions

MASK: Final = "***"
_SECRET_NAME = re.compile(
    r"(?:^|[-_.])(?:(?:access|auth|refresh|private|id|bearer|session|csrf|xsrf)[-_]?token|token|passw(?:or)?d|pwd"
    r"|passphrase|secret|credentials?|(?:api|access|private|secret)[-_]?key|client[-_]?secret|signature)$"
    r"|^(?:proxy-)?authorization$|^(?:set-)?cookie$",
    re.IGNORECASE,
)
# Tokens that tell by their looks what they are, wherever they stand.
_TOKEN = re.compile(r"\b(?:gh[pousr]_|github_pat_|glpat-|xox[abpr]-|sk-)[\w-]{10,}")
_SCHEME = re.compile(r"(?:token|bearer|basic|digest|negotiate|apikey|ghs?)(?= )", re.IGNORECASE)
_USER = re.compile(r"(?<=://)[^/?#@]*(?=@)")
# A value that is told by its name alone.
_NAMED = re.compile(r"(?:\w+ )?\{[^{}]*\}")
_PAIR = re.compile(r"([?&;]([^=&;#?]*)=)([^&;#]*)")


def masked(options: EndpointOptions) -> EndpointOptions:
    """The same request without its secrets; `options` stay as they are."""
    shown = cast("EndpointOptions", dict(options))
    shown["url"] = masked_url(options["url"])
    shown["headers"] = {name: masked_header(name, value) for name, value in options["headers"].items()}
    if "body" in options:
        shown["body"] = masked_data(options["body"])
    if "request" in options:
        shown["request"] = masked_data(options["request"])
    return shown


def masked_url(url: str, *, names: bool = False) -> str:
    """A url without secrets. With `names`, `{token}` is the name of a value and stays, here and below."""
    url = _USER.sub(_user, url)
    return _PAIR.sub(
        lambda pair: pair[0] if names and _NAMED.fullmatch(pair[3]) else _pair(pair), _TOKEN.sub(MASK, url)
    )


def masked_header(name: str, value: str, *, names: bool = False) -> str:
    """A header's value; of a credential its scheme stays."""
    if not is_secret(name) or (names and _NAMED.fullmatch(value)):
        return _TOKEN.sub(MASK, value)
    scheme = _SCHEME.match(value)
    return f"{scheme[0]} {MASK}" if scheme else MASK


def masked_data(value: Any, name: object = "", *, names: bool = False) -> Any:
    """Plain data with the values of secret names masked, however deep."""
    if _hides(name, value) and not (names and isinstance(value, str) and _NAMED.fullmatch(value)):
        return MASK
    if isinstance(value, str):
        return _TOKEN.sub(MASK, value)
    if isinstance(value, Mapping):
        return {name: masked_data(item, name, names=names) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [masked_data(item, names=names) for item in value]
    return value


def is_secret(name: str) -> bool:
    return bool(_SECRET_NAME.search(name))


def _user(user: re.Match[str]) -> str:
    name, colon, _ = user[0].partition(":")
    return f"{name}:{MASK}" if colon else MASK


def _pair(pair: re.Match[str]) -> str:
    return pair[1] + MASK if pair[3] and is_secret(unquote(pair[2])) else pair[0]


def _hides(name: object, value: object) -> bool:
    return isinstance(name, str) and is_secret(name) and value not in (None, "", True, False)
