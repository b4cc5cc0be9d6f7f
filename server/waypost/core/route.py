"""A route string's verb and URL, and where they are in it."""

from typing import Final, NamedTuple

from waypost.core.errors import RouteError
from waypost.core.mistakes import nearest, unknown_verb
from waypost.core.span import CharSpan

COMMON_VERBS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"})
VERBS: Final = COMMON_VERBS | {
    "PURGE",
    "QUERY",
    "LINK",
    "UNLINK",
    "SEARCH",
    "REPORT",
    "PROPFIND",
    "PROPPATCH",
    "MKCOL",
    "COPY",
    "MOVE",
    "LOCK",
    "UNLOCK",
}
# Verbs whose parameters travel in the URL.
QUERY_VERBS: Final = frozenset({"get", "head"})


class Route(NamedTuple):
    """The parts of a route string. `verb` is None if it names none; `spacing` is the text between the two."""

    text: str
    verb: str | None
    verb_span: CharSpan
    url: str
    url_span: CharSpan

    @property
    def spacing(self) -> CharSpan:
        return CharSpan(self.verb_span.end, self.url_span.start)


EMPTY: Final = "The route is empty; write a verb and a path, such as 'GET /users'."


def split(text: str) -> Route:
    """Split a route string at its first white space; never fails."""
    start = len(text) - len(text.lstrip())
    words = text.split(None, 1)
    if len(words) == 2 and not _looks_like_url(words[0]):  # noqa: PLR2004 - a verb and a url
        end = start + len(words[0])
        url = words[1].rstrip()
        at = text.index(url, end)
        return Route(text, words[0], CharSpan(start, end), url, CharSpan(at, at + len(url)))
    alone = text.strip()
    span = CharSpan(start, start + len(alone))
    if is_lone_verb(alone):
        return Route(text, alone, span, "", CharSpan(span.end, span.end))
    return Route(text, None, CharSpan(start, start), alone, span)


def is_lone_verb(word: str) -> bool:
    """Whether a lone word is a verb without a URL. `search` may be a path, `SEARCH` is not."""
    return word in VERBS or word.upper() in COMMON_VERBS


def _looks_like_url(word: str) -> bool:
    return word.startswith(("/", "http:", "https:", "{", ":"))


def check_verb(method: object, source: str, span: CharSpan) -> str:
    """The verb as written, if it is one."""
    if not isinstance(method, str):
        raise RouteError(
            f"`method` is {kind(method)}; it must be a verb such as 'GET'.", source, span, rule="invalid-option"
        )
    if method.upper() not in VERBS:
        raise RouteError(verb_message(method), source, span, rule="unknown-verb")
    return method


def verb_message(verb: str) -> str:
    """The message about an unknown verb."""
    near = nearest(verb.upper()[:20], sorted(VERBS))
    return unknown_verb(verb, near) + ("" if near else "; a route is `VERB /path`, for example `GET /users`")


def kind(value: object) -> str:
    """What a value is, for messages; never the value itself, which may be a secret."""
    return "missing" if value is None else f"of type {type(value).__name__}"
