"""Masks what nobody should read over a user's shoulder: credentials in headers, URLs and bodies."""

import re
from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import Any, Final, cast
from urllib.parse import unquote

from waypost.core.types import EndpointOptions
from waypost.render.tokens import covered, hidden

MASK: Final = "***"
_SECRET_NAME = re.compile(
    r"(?:^|[-_.])(?:(?:access|auth|refresh|private|id|bearer|session|csrf|xsrf)[-_]?token|token|passw(?:or)?d|pwd|pass"
    r"|passphrase|passcode|secret|credentials?|(?:api|access|private|secret|auth|subscription|account|shared|signing"
    r"|encryption|master|function|license)[-_]?key|apikey|client[-_]?secret|sig|signature|jwt|otp)$"
    r"|^(?:proxy-)?authorization$|^(?:set-)?cookie$",
    re.IGNORECASE,
)
# The start of the next page is not a secret.
_PLACE_NAME = re.compile(
    r"(?:page|next|prev(?:ious)?|continu(?:e|ation)|sync|cursor|start|change|pagination|resume|sort)[-_]?token$",
    re.IGNORECASE,
)
# `userPassword` is two words.
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# The value of `?key=` is a secret if it looks like one; otherwise it is the name of something.
_KEY_LIKE = re.compile(r"(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w~+/=]{16,}")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
# A string in an expression that is shown for a value; one that names a variable or a key stays.
_TEXT = re.compile(r"(?P<name>(?:get|getenv)\(\s*([\"']).*?\2|\[([\"']).*?\3\])|([\"'])(?:(?!\4).)+(?:\4|…|$)")
_SCHEME = re.compile(r"(?:token|bearer|basic|digest|negotiate|apikey|ghs?)(?= )", re.IGNORECASE)
# A password may contain `/` and `@` if nobody encoded it, and so may the path after a port.
_USER = re.compile(r"(?<=://)(?:[^/?#@:\s]*:(?![\d{]{1,6}(?:[/?#}]|$))[^\s?#\"']{0,2000}(?=@)|[^/?#\s]*(?=@))")
# A value that is recognised by its name alone.
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
    """A URL without secrets. With `names`, `{token}` is the name of a value and stays, here and below."""
    url = _USER.sub(_user, url)
    return _PAIR.sub(
        lambda pair: _without_texts(pair) if names and _NAMED.fullmatch(pair[3]) else _pair(pair), hidden(url, MASK)
    )


def covered_line(line: str) -> str:
    """A line of a source with an asterisk for each character of a token, or of a password in a URL."""
    return covered(_USER.sub(_covered_user, line))


def _covered_user(user: re.Match[str]) -> str:
    name, colon, secret = user[0].rpartition(":")
    return user[0] if _NAMED.fullmatch(secret) else name + colon + "*" * len(secret)


def masked_header(name: str, value: str, *, names: bool = False) -> str:
    """A header's value; for a credential, its scheme stays."""
    if not is_secret(name):
        return hidden(value, MASK)
    if names and _NAMED.fullmatch(value):
        return masked_expression(value)
    scheme = _SCHEME.match(value)
    return f"{scheme[0]} {MASK}" if scheme else MASK


def masked_data(value: Any, name: object = "", *, names: bool = False) -> Any:
    """Plain data with the values of secret names masked at any depth."""
    if _hides(name, value):
        named = names and isinstance(value, str) and _NAMED.fullmatch(value)
        return masked_expression(value) if named else MASK
    if isinstance(value, str):
        return hidden(value, MASK)
    if isinstance(value, Mapping):
        items = (masked_data(item, key, names=names) for key, item in value.items())
        return dict(zip(masked_names(value), items, strict=True))
    if isinstance(value, list | tuple):
        return [masked_data(item, names=names) for item in value]
    return value


def masked_names(names: Iterable[Any]) -> list[Any]:
    """The keys of a table with their tokens masked, no two alike: `***`, `***2`."""
    shown: dict[Any, None] = {}
    for name in names:
        own = hidden(name, MASK) if isinstance(name, str) else name
        choices = chain([own], (f"{own}{number}" for number in count(2)))
        shown[next(each for each in choices if each not in shown)] = None
    return list(shown)


def masked_expression(expression: str) -> str:
    """An expression that is shown in place of a secret: `token or "***"`."""
    return hidden(_TEXT.sub(lambda text: text["name"] or f"{text[4]}{MASK}{text[4]}", expression), MASK)


def is_secret(name: str) -> bool:
    words = _HUMP.sub("-", name)
    return _SECRET_NAME.search(words) is not None and _PLACE_NAME.search(words) is None


def _user(user: re.Match[str]) -> str:
    name, colon, _ = user[0].partition(":")
    return f"{name}:{MASK}" if colon else MASK


def _pair(pair: re.Match[str]) -> str:
    return pair[1] + MASK if pair[3] and _is_secret_pair(unquote(pair[2]), pair[3]) else pair[0]


def _is_secret_pair(name: str, value: str) -> bool:
    if name.lower() != "key":
        return is_secret(name)
    return _KEY_LIKE.fullmatch(value) is not None and _UUID.fullmatch(value) is None


def _without_texts(pair: re.Match[str]) -> str:
    if not _is_secret_pair(unquote(pair[2]), pair[3]):
        return pair[0]
    return pair[1] + masked_expression(pair[3])


def _hides(name: object, value: object) -> bool:
    return isinstance(name, str) and is_secret(name) and value not in (None, "", True, False)
