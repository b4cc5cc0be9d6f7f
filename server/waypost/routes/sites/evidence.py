"""Whether a call of something that is not known looks like a request: a score, in one table.

Each piece of evidence is of a kind and has a weight. Of each kind the heaviest piece counts. Two kinds together make a
call likely; one is silence: `cache.get("/x")` has a verb's name and a path's shape, and sends nothing. What is
against it counts, too. Nothing here is ever stated as a fact: what is found is shown as likely, and no rule reports it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final, NamedTuple

from waypost.clients.shape import At, Shape
from waypost.clients.words import (
    ASKS,
    BODIES,
    CLIENT,
    ENOUGH,
    NO_CLIENT,
    NO_REQUEST,
    ONLY_CLIENT,
    READ,
    READ_OF_RESPONSES,
    SELF,
    SENT_WITH,
    URL_LIKE,
    URL_NAMES,
    VERB_CALL,
    VERB_NAMES,
)
from waypost.routes.domain.events import ANY_METHOD, DECLARES, DECORATES
from waypost.routes.model.site import looks_like_route
from waypost.routes.model.values import (
    Arguments,
    Hole,
    KeyedValue,
    KeyedValues,
    Text,
    Unknown,
    Value,
    name_of,
    options_of,
)
from waypost.shown.names import short_name

_STANDARD_VERBS: Final = frozenset(("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"))
_DESCRIPTIONS: Final = ("settings", "operation", "options", "request_options", "config")
# What is called so is a whole URL, and no part of one.
_URL: Final = re.compile(r"(?i)(?:\w*_)?(?:url|uri|endpoint|href|link)s?")
_ABSOLUTE: Final = re.compile(r"https?://[\w{\[\ue000-\uf8ff]")
_ROOTED: Final = re.compile(r"/[\w{:<%\ue000-\uf8ff-]|[\ue000-\uf8ff]/(?:[\ue000-\uf8ff]/){0,3}\w")
_IN_SEGMENTS: Final = re.compile(r"[\w{}.%:\ue000-\uf8ff-]+(?:/[\w{}.%:\ue000-\uf8ff-]*)+(?:\?|\Z)")
_WORD: Final = re.compile(r"[A-Za-z][\w-]*(?:\?|\Z)")


class RequestReading(NamedTuple):
    """One way to read a call as a request: where its verb is, or what that is, and where its URL is."""

    verb: At | str
    url: At
    arguments: Arguments


class CandidateCall(NamedTuple):
    """A call as evidence sees it."""

    owner: str
    name: str
    reading: RequestReading
    # The alternatives of what would be the URL.
    urls: tuple[Value, ...]
    # What is read of the result.
    uses: AbstractSet[str]
    # Another call of the same object gives a response.
    answers: bool = False

    @property
    def last_owner(self) -> str:
        return self.owner.rpartition(".")[2]


class Evidence(NamedTuple):
    """Something that makes a request likely, or unlikely."""

    kind: str
    weight: int
    # What it is, for people.
    words: str
    is_there: Callable[[CandidateCall], bool]


def _any_url(test: Callable[[Value], bool]) -> Callable[[CandidateCall], bool]:
    return lambda candidate: any(map(test, candidate.urls))


def _is_absolute(value: Value) -> bool:
    return isinstance(value, Text) and _ABSOLUTE.match(value.marked) is not None


def _is_rooted(value: Value) -> bool:
    return isinstance(value, Text) and looks_like_route(value, sure=False) and _ROOTED.match(value.marked) is not None


def _is_path(value: Value) -> bool:
    return isinstance(value, Text) and (_is_rooted(value) or _is_absolute(value) or _is_relative(value))


def _is_relative(value: Value) -> bool:
    if not isinstance(value, Text) or not looks_like_route(value, sure=False):
        return False
    return _IN_SEGMENTS.match(value.marked) is not None


def _is_word(value: Value) -> bool:
    return isinstance(value, Text) and _WORD.match(value.marked) is not None


def _is_called_url(value: Value) -> bool:
    """Something that is called a URL, and what begins with it: `f"{base_url}users/{id}"`."""
    if isinstance(value, Text):
        first = next(iter(value.parts), None)
        return isinstance(first, Hole) and URL_LIKE.fullmatch(name_of(first)) is not None
    return isinstance(value, Unknown) and _URL.fullmatch(short_name(value.expression)) is not None


def _sent_with(candidate: CandidateCall) -> bool:
    return not SENT_WITH.isdisjoint(candidate.reading.arguments.keywords.by_key)


def _has_body(candidate: CandidateCall) -> bool:
    return candidate.reading.verb in ("POST", "PATCH", "PUT") and not BODIES.isdisjoint(
        candidate.reading.arguments.keywords.by_key
    )


def _declares_path(candidate: CandidateCall) -> bool:
    return DECLARES in candidate.uses and any(map(_is_relative, candidate.urls))


def _beside_verb(candidate: CandidateCall) -> bool:
    return isinstance(candidate.reading.verb, At) and any(map(_is_relative, candidate.urls))


# The table. The kinds are independent of one another.
EVIDENCE: Final = (
    Evidence("verb", 2, "a verb is an argument", lambda candidate: isinstance(candidate.reading.verb, At)),
    Evidence("verb", 1, "its name is a verb", lambda candidate: bool(candidate.reading.verb)),
    Evidence("URL", 2, "it is given an address", _any_url(_is_absolute)),
    Evidence("URL", 1, "it is given a path", _any_url(_is_rooted)),
    Evidence("URL", 1, "an argument is called a URL", _any_url(_is_called_url)),
    Evidence(
        "URL", 0, "an argument is named as URLs are", lambda candidate: candidate.reading.url.keyword in URL_NAMES
    ),
    Evidence("URL", 1, "it is given words with slashes between them, beside a verb", _beside_verb),
    Evidence("URL", 1, "a method is declared with words with slashes between them", _declares_path),
    Evidence("URL", -1, "it is given words with slashes between them", _any_url(_is_relative)),
    Evidence("URL", -1, "it is given a word", _any_url(_is_word)),
    Evidence(
        "receiver", 2, "its object is called a client", lambda candidate: _matches(ONLY_CLIENT, candidate.last_owner)
    ),
    Evidence(
        "receiver", 1, "its object is named as clients are", lambda candidate: _matches(CLIENT, candidate.last_owner)
    ),
    Evidence(
        "receiver", 1, "it is a method of the same object", lambda candidate: _matches(SELF, candidate.last_owner)
    ),
    Evidence("object", 2, "a response of its object is read elsewhere", lambda candidate: candidate.answers),
    Evidence("keywords", 1, "it is given what only requests take", _sent_with),
    Evidence("keywords", 1, "it is given a body", _has_body),
    Evidence("result", 2, "a response is read", lambda candidate: not READ_OF_RESPONSES.isdisjoint(candidate.uses)),
    Evidence("result", 2, "it declares what a method sends", lambda candidate: DECLARES in candidate.uses),
    Evidence("result", 1, "its result is read as responses are", lambda candidate: not READ.isdisjoint(candidate.uses)),
    Evidence("against", -9, "it decorates a function", lambda candidate: DECORATES in candidate.uses),
    Evidence("against", -9, "nothing is sent by that name", lambda candidate: _matches(NO_REQUEST, candidate.name)),
    Evidence("against", -4, "its object keeps or serves", lambda candidate: _matches(NO_CLIENT, candidate.last_owner)),
)


@lru_cache(maxsize=2_000)
def _matched(pattern: str, flags: int, name: str) -> bool:
    return re.compile(pattern, flags).fullmatch(name) is not None


def _matches(pattern: re.Pattern[str], name: str) -> bool:
    return _matched(pattern.pattern, pattern.flags, name)


def gives_response(callee: str, uses: AbstractSet[str]) -> bool:
    """Whether a call is named after a verb, and what is read of its result is read of responses alone."""
    return not READ_OF_RESPONSES.isdisjoint(uses) and _matches(VERB_CALL, callee.rpartition(".")[2])


def likely_requests(
    callee: str, arguments: Arguments, uses: AbstractSet[str], answering: AbstractSet[str] = frozenset()
) -> Iterator[tuple[Shape, Arguments]]:
    """The ways in which a call looks enough like a request, the clearest first, each with what it reads.

    Of objects by these names, some calls give responses.
    """
    owner, _, name = callee.rpartition(".")
    for reading in readings(owner, name, arguments):
        given = reading.arguments.at(*reading.url)
        if given is None:
            continue
        candidate = CandidateCall(owner, name, reading, options_of(given.value), uses, owner in answering)
        found = evidence(candidate)
        if score(found) >= ENOUGH and any(each.kind == "URL" for each in found):
            is_vague = not any(isinstance(each, Text) for each in candidate.urls)
            yield _shape(reading.verb, reading.url, vague=is_vague), reading.arguments


def evidence(candidate: CandidateCall) -> list[Evidence]:
    """What is there of the table; of each kind the heaviest."""
    found: dict[str, Evidence] = {}
    for each in EVIDENCE:
        if (each.kind not in found or _outweighs(each, found[each.kind])) and each.is_there(candidate):
            found[each.kind] = each
    return list(found.values())


def _outweighs(one: Evidence, other: Evidence) -> bool:
    return abs(one.weight) > abs(other.weight) if one.kind == "against" else one.weight > other.weight


def score(found: Iterable[Evidence]) -> int:
    """What the evidence weighs; nothing if it is all of one kind."""
    weights = [each.weight for each in found]
    return sum(weights) if sum(weight > 0 for weight in weights) > 1 else 0


def readings(owner: str, name: str, arguments: Arguments) -> Iterator[RequestReading]:
    """How a call may be read: by keywords, by a verb next to a path, by its name; as a mapping that describes one."""
    for given in (arguments, *_described(name, arguments)):
        yield from _by_keyword(given)
        yield from _side_by_side(given)
    found = VERB_CALL.fullmatch(name)
    if found is not None and owner:
        yield RequestReading(found["verb"].upper(), _place_of_url(arguments), arguments)
    elif owner and (name == ANY_METHOD or (name == "request" and _gives_any_verb(arguments))):
        yield RequestReading("", _place_of_url(arguments), arguments)


def _described(name: str, arguments: Arguments) -> Iterator[Arguments]:
    """The items of a mapping, as if they were keywords: `send({"method": "GET", "url": url})`."""
    asks = ASKS.fullmatch(name) is not None
    named = [arguments.keywords.by_key[each].value for each in _DESCRIPTIONS if each in arguments.keywords.by_key]
    first = [entry.value for entry in arguments.positional[:1]] if asks else []
    for table in (*named, *first):
        if isinstance(table, KeyedValues) and ("http_method" in table.by_key or (asks and "method" in table.by_key)):
            yield Arguments(keywords=table, span=arguments.span)


def _by_keyword(arguments: Arguments) -> Iterator[RequestReading]:
    keywords = arguments.keywords.by_key
    verb = next((name for name in VERB_NAMES if name in keywords and _is_verb(keywords[name])), None)
    if verb is None:
        return
    url = next((name for name in URL_NAMES if name in keywords), None)
    yield RequestReading(At(None, verb), At(None, url) if url is not None else At(0), arguments)


def _side_by_side(arguments: Arguments) -> Iterator[RequestReading]:
    given = arguments.positional[:4]
    for index in range(len(given) - 1):
        for verb, url in ((index, index + 1), (index + 1, index)):
            if _is_verb(given[verb]) and any(map(_is_path, options_of(given[url].value))):
                yield RequestReading(At(verb), At(url), arguments)
    for name in URL_NAMES if given and _is_verb(given[0]) else ():
        if name in arguments.keywords.by_key:
            yield RequestReading(At(0), At(None, name), arguments)


def _gives_any_verb(arguments: Arguments) -> bool:
    """Whether something that is not known is given as the verb."""
    given = [*arguments.positional[:1], *arguments.keywords.entries]
    return any(isinstance(each.value, Unknown) and short_name(each.value.expression) in VERB_NAMES for each in given)


def _place_of_url(arguments: Arguments) -> At:
    """An argument named after URLs, or the first; the second if that is a path, and the first is none."""
    given = arguments.positional
    if not given:
        return next((At(None, each) for each in URL_NAMES if each in arguments.keywords.by_key), At(0))
    texts = [any(isinstance(option, Text) for option in options_of(each.value)) for each in given[:2]]
    is_second = texts == [False, True] and any(map(_is_rooted, options_of(given[1].value)))
    return At(1 if is_second and not any(map(_is_called_url, options_of(given[0].value))) else 0)


def _is_verb(entry: KeyedValue) -> bool:
    texts = (option.known or "" for option in options_of(entry.value) if isinstance(option, Text))
    return any(each.upper() in _STANDARD_VERBS and (each.isupper() or each.islower()) for each in texts)


@lru_cache(maxsize=256)
def _shape(verb: At | str, url: At, *, vague: bool) -> Shape:
    return Shape(
        client="",
        callees=(),
        verb=verb,
        url=url,
        query=At(None, "params"),
        json=At(None, "json"),
        data=At(None, "data"),
        headers=At(None, "headers"),
        sure=False,
        vague=vague,
    )
