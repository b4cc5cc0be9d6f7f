"""What nobody should read over a user's shoulder: which names are those of secrets, and where a text holds one.

There is one list of places, `secrets_in`: what is shown has a mask there, and a line of a source has asterisks.
"""

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count
from typing import Any, Final
from urllib.parse import quote, quote_plus, unquote_plus

from waypost.shown.tokens import token_spans

MASK: Final = "***"
# A word before it in the same breath is part of the name: `dbpassword`, `bottoken`, `rapidapikey`.
_NAME: Final = (
    r"(?:[a-z]{0,20}(?:token|passw(?:or)?d\d?|secret|apikey)|pwd|pass|passphrase|passcode|pass[-_]word|credentials?|creds?"
    r"|(?:api|access|app|application|consumer|private|secret|auth|subscription|account|session|shared|signing|encryption"
    r"|master|functions?|licen[cs]e|fernet|aes|hmac|rsa|ssh|bot|rapidapi|openai|anthropic|gemini|openrouter|groq|mistral"
    r"|deepl|stripe|maps|weather|tmdb|omdb)[-_]?key"
    r"|(?:git(?:hub|lab|ea)?|gh|gl|azure|ado|azdo|devops|jira|databricks|airtable|access|user|bot)[-_]pat|bearer"
    r"|sig|signature|jwt|otp|totp|(?:auth|mfa|otp|sms|access|verification|one[-_]?time)[-_]?code|(?:oauth|code)[-_]verifier"
    r"|client[-_]assertion)"
)
# Which of several it is, or how it is written: `TOKEN_PROD`, `password_2`, `secret_b64`.
_WHICH: Final = (
    r"(?:[-_](?:v?\d{1,3}|prod(?:uction)?|dev(?:elopment)?|test(?:ing)?|stag(?:e|ing)|live|sandbox|local|old|new|backup"
    r"|default|main|primary|secondary|admin|value|str|raw|plain|b64|base64|bytes|hash|confirm(?:ation|ed)?|again))?"
)
_SECRET_NAME: Final = re.compile(
    rf"(?:^|[-_.]){_NAME}{_WHICH}$|^(?:(?:x|proxy)-)?authori[sz]ation$|^(?:x-)?authentication$|^x-auth$"
    r"|^(?:set-)?cookie$|^(?:j|php|asp)?sess(?:ion)?id$",
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
# The value of `?key=` or `?auth=` is a secret if it looks like one; otherwise it is the name of something.
_KEY_LIKE: Final = re.compile(r"(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w~+/=]{16,}")
# The number of a pin of a board is a number.
_PIN: Final = re.compile(r"(?=.*\d)\w{4,}")
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
# The same where the name has no quotes: `password: "…"` in GraphQL, `password="…"` in XML and in code.
_SET: Final = re.compile(
    r"(?<![\w.-])(?P<name>[A-Za-z_][\w-]{2,40})\s{0,9}(?::|==?)\s{0,9}"
    r"(?P<open>\\?[\"'])(?P<value>(?:\\.|(?!(?P=open)).)*?)(?:(?P=open)|\Z)"
)
# A text of such lines, and of nothing else: `password: …`, `export API_TOKEN=…`. Their ends may be escaped.
_LINE_END: Final = re.compile(r"[\r\n]|\\[rn]")
_LINE: Final = re.compile(
    r"\s*(?:- )?(?:export +)?(?P<name>[A-Za-z_][\w.-]{0,40}) *[:=] *(?P<value>.*)|[#;\[].*|\s*", re.ASCII
)
# A user before a host that stands alone; `mailto:me@h.example` is none.
_USER_ALONE: Final = re.compile(
    r"\A(?!(?:mailto|acct|sips?|xmpp|im|ssh|git):)[\w.%+-]+:(?P<secret>[^\s@/{}]+)@[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:/|\Z)",
    re.IGNORECASE,
)
_ENCODED: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+|\+")
# What is encoded in a URL may hold names and values: JSON, another URL, a form.
_SIGNS: Final = re.compile(r"%(?:22|3[AaDd])")
_ELEMENT: Final = re.compile(r"<(?:\w+:)?([\w.-]{3,40})(?:\s[^<>]*)?>([^<>]+)</")
_PEM: Final = re.compile(r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(.*?)(?=-----END|\Z)", re.DOTALL)
_LAST_NAME: Final = re.compile(r"([^\[\]]+)\]*\Z")
_PATH: Final = re.compile(r"(?:/[a-z_.{}-]+)+/?|.*://.*", re.DOTALL)
# Functions that ask something about a secret, and that keep one.
_ASKING: Final = re.compile(
    r"_*(?:check|validate|verify|compare|is|has|decode|parse|delete|revoke|remove|require|test)_"
)
_SETTING: Final = re.compile(r"\A_*(?:set|with|use|store|save)_")
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


def gives_secrets(function: str) -> bool:
    """Whether what a function returns is a secret, by its name: `get_token`, but not `verify_token`."""
    return holds_secrets(function) and _ASKING.match(function) is None


def takes_secrets(function: str) -> bool:
    """Whether what a function is given is a secret: `set_password`, `Token`, but not `get_token`."""
    name = _SETTING.sub("", function)
    return (name != function or function[:1].isupper()) and holds_secrets(name)


def hides(name: object, value: object) -> bool:
    """Whether a value must not be shown with its name."""
    if not isinstance(name, str) or value is None or isinstance(value, bool) or value == "":
        return False
    is_number = isinstance(value, int | float) or (isinstance(value, str) and value.isdigit())
    if name.lower() in ("key", "auth"):
        return isinstance(value, str) and _KEY_LIKE.fullmatch(value) is not None and _UUID.fullmatch(value) is None
    if name.lower() == "pin":
        return isinstance(value, str) and _PIN.fullmatch(value) is not None
    return is_secret(name) or (not is_number and holds_secrets(name))


# Where a text holds secrets ------------------------------------------------------------------------------------------


def secrets_in(text: str) -> Iterator[tuple[int, int]]:
    """The start and end of each secret in a text of any kind, in no order; they may overlap."""
    yield from _in_clear(text)
    if _SIGNS.search(text):
        plain, at = _decoded(text)
        yield from ((at[start], at[end]) for start, end in _in_clear(plain))


def _decoded(text: str) -> tuple[str, list[int]]:
    """A text without percent encoding, and where each of its characters, and its end, was."""
    plain, done = "", 0
    at: list[int] = []
    for found in _ENCODED.finditer(text):
        before, inner = text[done : found.start()], unquote_plus(found[0], errors="replace")
        at += range(done, found.start())
        at += (found.start() + (found.end() - found.start()) * each // len(inner) for each in range(len(inner)))
        plain, done = plain + before + inner, found.end()
    return plain + text[done:], [*at, *range(done, len(text) + 1)]


def _in_clear(text: str) -> Iterator[tuple[int, int]]:
    yield from token_spans(text)
    if "://" in text:
        yield from user_secrets(text)
    elif "@" in text and (alone := _USER_ALONE.match(text)) is not None:
        yield alone.span("secret")
    if "=" in text:
        yield from (span for _, span in named_pairs(text))
    if ":" in text:
        yield from _members(text)
    if ":" in text or "=" in text:
        yield from _set(text)
        yield from _lines(text)
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


def _set(text: str) -> Iterator[tuple[int, int]]:
    for found in _SET.finditer(text):
        if _hidden_pair(found["name"], found["value"]) and secret_of(found["value"]):
            yield found.span("value")


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """The secrets of a text of several lines, each a name and its value."""
    start, found = 0, []
    for end in (*(each.span() for each in _LINE_END.finditer(text)), (len(text), len(text))):
        line = _LINE.fullmatch(text, start, end[0])
        if line is None or end[0] - start == len(text):
            return
        found.append(line)
        start = end[1]
    named = (each for each in found if each["name"] is not None)
    yield from (each.span("value") for each in named if _hidden_pair(each["name"], each["value"]))


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
    pieces, at = [], 0
    for start, end in merged:
        pieces += [text[at:start], change(text[start:end])]
        at = end
    return "".join([*pieces, text[at:]])


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

    def __init__(self, values: Iterable[str], url: Sequence[tuple[str, bool]] = ()) -> None:
        """`url` are the known pieces of the URL in order, each with whether it certainly is no secret."""
        known = sorted({secret for each in values if (secret := secret_of(each))}, key=len, reverse=True)
        forms = dict.fromkeys(form for each in known for form in _forms(each))
        self._pattern = re.compile("|".join(forms)) if forms else None
        self._url = url

    def __bool__(self) -> bool:
        return self._pattern is not None

    def apart(self, text: str) -> Iterator[tuple[str, bool]]:
        """The pieces of a text, and whether each is one of them."""
        at = 0
        for found in self._pattern.finditer(text) if self._pattern is not None else ():
            yield from ((text[at : found.start()], False), (found[0], True))
            at = found.end()
        yield text[at:], False

    def masked_url(self, url: str) -> str:
        """A URL without them: what is written there by itself may be a word that a secret is, too."""
        if self._pattern is None:
            return url
        written = list(self._written_in(url))
        return self._pattern.sub(
            lambda found: (
                found[0] if any(start <= found.start() and found.end() <= end for start, end in written) else MASK
            ),
            url,
        )

    def _written_in(self, url: str) -> Iterator[tuple[int, int]]:
        """Where the pieces are that are certainly no secrets."""
        at = 0
        for piece, is_open in self._url:
            start = url.find(piece, at)
            if start < 0:
                continue
            at = start + len(piece)
            if is_open:
                yield start, at

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
