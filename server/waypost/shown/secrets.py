"""What nobody should read over a user's shoulder: which names are those of secrets, and where a text holds one.

There is one list of places, `secrets_in`: what is shown has a mask there, and a line of a source has asterisks.
"""

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, count
from typing import Any, Final
from urllib.parse import quote, quote_plus, unquote_plus

from waypost.shown.tokens import token_spans

MASK: Final = "***"
_NAME: Final = (
    r"(?:(?:access|auth|refresh|private|id|bearer|session|csrf|xsrf)[-_]?token|token|passw(?:or)?d|pwd|pass"
    r"|passphrase|passcode|secret|credentials?|(?:api|access|private|secret|auth|subscription|account|shared|signing"
    r"|encryption|master|function|license)[-_]?key|apikey|client[-_]?secret|sig|signature|jwt|otp)"
)
_SECRET_NAME: Final = re.compile(
    rf"(?:^|[-_.]){_NAME}$|^(?:proxy-)?authorization$|^(?:set-)?cookie$|^(?:j|php|asp)?sess(?:ion)?id$",
    re.IGNORECASE,
)
# Several of them; a number with such a name is a number of something.
_SECRET_NAMES: Final = re.compile(rf"(?:^|[-_.]){_NAME}(?:s|es)$", re.IGNORECASE)
# The start of the next page is not a secret.
_PLACE_NAME: Final = re.compile(
    r"(?:page|next|prev(?:ious)?|continu(?:e|ation)|sync|cursor|start|change|pagination|resume|sort)[-_]?token$",
    re.IGNORECASE,
)
# `userPassword` is two words.
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# The value of `?key=` is a secret if it looks like one; otherwise it is the name of something.
_KEY_LIKE: Final = re.compile(r"(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w~+/=]{16,}")
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_SCHEME: Final = re.compile(r"(?:token|bearer|basic|digest|negotiate|apikey|ghs?)(?= )", re.IGNORECASE)
# A password may contain `/` and `@` if nobody encoded it, and so may the path after a port.
_USER: Final = re.compile(
    r"(?<=://)(?:[^/?#@:\s]*:(?![\d{]{1,6}(?:[/?#}]|$))[^\s?#\"']{0,2000}(?=@)|[^/?#\s\"']*(?=@))"
)
# What stands for a value: `{token}`, `Bearer {token}`, `%s`, `$TOKEN`, `<token>`, a mask.
_NAMED: Final = re.compile(r"(?:\w+ )?(?:\{[\w .?|…-]*\})+|%s|%\(\w+\)s|\$(?:[A-Z_]+|\{\w+\})|\**")
# `?token=…`, also in the path and behind `#`; at the start of a text, if that is a form. In the middle of other text, a
# value ends where a URL does.
_PAIR: Final = re.compile(r"(?:(?<=[?&;#])|\A(?=[\w.~%+\[\]-]+=[^=\s\"'<>]*(?:&|\Z)))([^=&;#?/\s\"'<>]*)=")
_VALUE: Final = re.compile(r"(?:[Bb]earer |[Tt]oken |[Bb]asic )?(?:\{[^{}]*\}|[^&;#\s\"'<>{])*")
_VALUE_IN_URL: Final = re.compile(r"[^&;#]*")
_NOT_URL: Final = re.compile(r"\A[\[{<]|\s")
_MATRIX: Final = re.compile(r";([\w.-]+)=([^/;?#\s]*)")
# `"password": "…"` in JSON or in Python, and its quotes may be escaped; `<password>…</password>`.
_MEMBER: Final = re.compile(
    r"(?P<quote>\\?[\"'])(?P<name>[\w.-]{3,40})(?P=quote)\s{0,9}:\s{0,9}"
    r"(?:(?P<open>\\?[\"'])(?P<value>(?:\\.|(?!(?P=open)).)*?)(?:(?P=open)|\Z)|(?P<list>\[[^\[\]]*\]))"
)
_ELEMENT: Final = re.compile(r"<(?:\w+:)?([\w.-]{3,40})(?:\s[^<>]*)?>([^<>]+)</")
_PEM: Final = re.compile(r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(.*?)(?=-----END|\Z)", re.DOTALL)
_LAST_NAME: Final = re.compile(r"([^\[\]]+)\]*\Z")
_PATH: Final = re.compile(r"(?:/[a-z_.{}-]+)+/?|.*://.*", re.DOTALL)
# A shorter text may stand anywhere by chance.
_SHORTEST: Final = 4
_SHORTEST_ANYWHERE: Final = 8


@lru_cache(maxsize=4_096)
def is_secret(name: str) -> bool:
    words = _HUMP.sub("-", name)
    return _SECRET_NAME.search(words) is not None and _PLACE_NAME.search(words) is None


@lru_cache(maxsize=4_096)
def holds_secrets(name: str) -> bool:
    """Whether it is the name of one secret, or of several in a list or table."""
    return is_secret(name) or _SECRET_NAMES.search(_HUMP.sub("-", name)) is not None


def hides(name: object, value: object) -> bool:
    """Whether a value must not be shown with its name."""
    if not isinstance(name, str) or value is None or isinstance(value, bool) or value == "":
        return False
    is_number = isinstance(value, int | float) or (isinstance(value, str) and value.isdigit())
    if name.lower() == "key":
        return isinstance(value, str) and _KEY_LIKE.fullmatch(value) is not None and _UUID.fullmatch(value) is None
    return is_secret(name) or (not is_number and holds_secrets(name))


# Where a text holds secrets ------------------------------------------------------------------------------------------


def secrets_in(text: str) -> Iterator[tuple[int, int]]:
    """The start and end of each secret in a text of any kind, in no order; they may overlap."""
    yield from token_spans(text)
    if "://" in text:
        yield from user_secrets(text)
    if "=" in text:
        yield from (span for _, span in named_pairs(text))
    if ":" in text:
        yield from _members(text)
    if "</" in text:
        yield from (found.span(2) for found in _ELEMENT.finditer(text) if _hidden_pair(found[1], found[2]))
    if "PRIVATE KEY" in text:
        yield from (found.span(1) for found in _PEM.finditer(text))


def user_secrets(text: str) -> Iterator[tuple[int, int]]:
    """The password before the host of a URL; a user alone, where there is none."""
    for user in _USER.finditer(text):
        name, colon, secret = user[0].partition(":")
        start = user.start() + len(name) + len(colon) if colon else user.start()
        if not _NAMED.fullmatch(secret if colon else name):
            yield start, user.end()


def named_pairs(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The secrets that have a name in a URL or form, by that name.

    A parameter in the path ends with its segment, any other where the next one begins.
    """
    query, value = text.find("?"), _VALUE if _NOT_URL.search(text) else _VALUE_IN_URL
    for name in _PAIR.finditer(text):
        in_path = text[name.start() - 1 : name.start()] == ";" and not -1 < query < name.start()
        given = value.match(text, name.end()) if not in_path else None
        if given is not None and _hidden_pair(_key(name[1]), given[0]):
            yield _key(name[1]), given.span()
    yield from ((each[1], each.span(2)) for each in _MATRIX.finditer(text) if _hidden_pair(each[1], each[2]))


def _key(name: str) -> str:
    """`user[password]` is a password."""
    last = _LAST_NAME.search(unquote_plus(name))
    return last[1] if last is not None else name


def _members(text: str) -> Iterator[tuple[int, int]]:
    for found in _MEMBER.finditer(text):
        group = "list" if found["list"] else "value"
        if _hidden_pair(found["name"], found[group] or "") and found[group] != "[]":
            yield found.span(group)


def _hidden_pair(name: str, value: str) -> bool:
    return hides(name, value) and not _NAMED.fullmatch(value)


def _replaced(text: str, change: Callable[[str], str], spans: Iterable[tuple[int, int]]) -> str:
    """The text with each of the spans changed; those that overlap are one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    for start, end in reversed(merged):
        text = text[:start] + change(text[start:end]) + text[end:]
    return text


# What is shown -------------------------------------------------------------------------------------------------------


def masked_text(text: str) -> str:
    """A text of any kind: a URL, a body, a message, a line of code."""
    return _replaced(text, _mask, secrets_in(text))


def _mask(secret: str) -> str:
    """A block over several lines keeps its frame."""
    return f"\n{MASK}\n" if secret.startswith("\n") else MASK


def covered(text: str) -> str:
    """The same with an asterisk for each character: everything else keeps its place."""
    return covered_at(text, secrets_in(text))


def covered_at(text: str, spans: Iterable[tuple[int, int]]) -> str:
    return _replaced(text, lambda secret: re.sub(r"[^\r\n]", "*", secret), spans)


def masked_header(name: str, value: str) -> str:
    """A header's value; for a credential, its scheme stays, and so does the name of what is not known."""
    if not is_secret(name) or _NAMED.fullmatch(value):
        return masked_text(value)
    scheme = _SCHEME.match(value)
    return f"{scheme[0]} {MASK}" if scheme else MASK


def masked_data(value: Any, name: object = "") -> Any:
    """Plain data with the values of secret names masked at any depth."""
    if isinstance(value, str):
        is_name = _NAMED.fullmatch(value) is not None
        return MASK if hides(name, value) and not is_name else masked_text(value)
    if isinstance(value, Mapping):
        whole = hides(name, value)
        items = (masked_data(item, name if whole else key) for key, item in value.items())
        return dict(zip(masked_names(value), items, strict=True))
    if isinstance(value, list | tuple):
        if _is_pair(value):
            shown = [masked_data(value[0]), masked_data(value[1], name if hides(name, value) else value[0])]
        else:
            shown = [masked_data(item, name) for item in value]
        return shown if isinstance(value, list) else tuple(shown)
    return MASK if hides(name, value) else value


def _is_pair(value: list[Any] | tuple[Any, ...]) -> bool:
    """Whether it is the name and the value of something."""
    return len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], str) and holds_secrets(value[0])  # noqa: PLR2004 - a pair


def masked_names(names: Iterable[Any]) -> list[Any]:
    """The keys of a table with their tokens masked, no two alike: `***`, `***2`."""
    shown: dict[Any, None] = {}
    for name in names:
        own = masked_text(name) if isinstance(name, str) else name
        choices = chain([own], (f"{own}{number}" for number in count(2)))
        shown[next(each for each in choices if each not in shown)] = None
    return list(shown)


# Values that are secrets wherever they stand -------------------------------------------------------------------------


def secret_of(text: str) -> str:
    """What is secret of a text that the name of a secret has: not its scheme, and no place of secrets."""
    secret = text[scheme.end() + 1 :] if (scheme := _SCHEME.match(text)) else text
    is_open = len(secret) < _SHORTEST or _NAMED.fullmatch(secret) or _PATH.fullmatch(secret) or holds_secrets(secret)
    return "" if is_open else secret


class Secrets:
    """The secrets of a program by their values, which are masked wherever they are sent, however they are written."""

    def __init__(self, values: Iterable[str]) -> None:
        known = sorted({secret for each in values if (secret := secret_of(each))}, key=len, reverse=True)
        forms = dict.fromkeys(form for each in known for form in _forms(each))
        self._pattern = re.compile("|".join(forms)) if forms else None

    def __bool__(self) -> bool:
        return self._pattern is not None

    def apart(self, text: str) -> Iterator[tuple[str, bool]]:
        """The pieces of a text, and whether each is one of them."""
        at = 0
        for found in self._pattern.finditer(text) if self._pattern is not None else ():
            yield from ((text[at : found.start()], False), (found[0], True))
            at = found.end()
        yield text[at:], False

    def masked(self, value: Any) -> Any:
        """A text, or plain data, without them."""
        if self._pattern is None:
            return value
        if isinstance(value, str):
            return self._pattern.sub(MASK, value)
        if isinstance(value, Mapping):
            return {self.masked(name): self.masked(item) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return (list if isinstance(value, list) else tuple)(map(self.masked, value))
        return value


def _forms(secret: str) -> Iterator[str]:
    """How a value is written: as it is, escaped, encoded for a URL, and as a password by Basic authentication."""
    written = [secret, json.dumps(secret)[1:-1], quote(secret, safe=""), quote(secret), quote_plus(secret)]
    for form in dict.fromkeys(written):
        escaped = re.escape(form)
        yield escaped if len(form) >= _SHORTEST_ANYWHERE else rf"(?<![A-Za-z0-9]){escaped}(?![A-Za-z0-9])"
    if len(secret) >= _SHORTEST_ANYWHERE:
        for before in range(3):
            # All but the characters that depend on the neighbours.
            encoded = base64.b64encode(b"x" * before + secret.encode("utf-8", "surrogatepass")).decode().rstrip("=")
            yield rf"[A-Za-z0-9+/]*{re.escape(encoded[(before * 4 + 2) // 3 : -1])}[A-Za-z0-9+/]*=*"


NO_SECRETS: Final = Secrets(())
