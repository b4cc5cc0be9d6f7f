"""What is listed of a request, small enough to keep for a whole workspace, and what earlier runs have kept on disk.

It is read, written and counted without what finds it: of files that have not changed, that is not even loaded.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from waypost.cache import Cache, News, Stamp, hash_of
from waypost.cancel import checkpoint
from waypost.results import FunctionName
from waypost.text import Span
from waypost.workspace import Workspace, uri_of
from waypost.workspace.uris import sources_below

# Of a request to nowhere.
_EMPTY: Final = '""'


def title_of(verb: str, url: str) -> str:
    """A request in a list. Never empty: an editor refuses all symbols of a file if one has no name."""
    return f"{verb} {url.strip() or _EMPTY}".strip()


class SentName(NamedTuple):
    """`path`, `query`, or a kind of body; a type of JSON, or nothing; a name, or nothing for a whole body."""

    place: str
    type: str
    name: str

    @classmethod
    def read(cls, text: str) -> "SentName":
        return cls(*text.split(":", 2))

    @property
    def text(self) -> str:
        """The same in one string, shared by all calls that send it: an index holds many."""
        return sys.intern(":".join(self))


class AddressedRoute(NamedTuple):
    """An operation as a call names it: the address of its API, GitHub's edition if it is one, and the route."""

    base: str
    edition: str
    route: str


class ListedProblem(NamedTuple):
    """What is wrong with a request, and the rule that reports it at the call."""

    rule: str
    message: str


class ListedCall(NamedTuple):
    """One request in the source."""

    verb: str
    # The URL as written, with unknown parts by their names.
    template: str
    # Equal for two calls of one route, whatever the names of their placeholders.
    key: str
    span: Span
    line: int
    column: int
    # The operation's route in its catalogue and its id, and the base URL of the API; empty if there is none.
    operation: str = ""
    id: str = ""
    api: str = ""
    # The address that it is sent to unless another one is given.
    default: str = ""
    # Whether the API is a guess from the path alone.
    guessed: bool = False
    # Which edition of GitHub's API it is, by the name that settings give it.
    edition: str = ""
    # Whether the API's catalogue lacks the route, and whether it marks the operation as deprecated.
    unknown: bool = False
    deprecated: bool = False
    # Whether it only looks like a request.
    likely: bool = False
    # Whether a function on the way sends it, beside what the call is made for.
    beside: bool = False
    # The whole call, as far as it is one; `span` is its route.
    call: Span = Span(0, 0)
    # Whether the path is completely unknown.
    vague: bool = False
    # The name of the function it is in, with its class; empty outside of functions.
    within: str = ""
    # That function, if callers give the verb or a part of the URL; and the functions that it is made through.
    wrapper: FunctionName | None = None
    via: tuple[FunctionName, ...] = ()
    known: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    # What it sends, each as `SentName` writes it.
    sends: tuple[str, ...] = ()
    # What is wrong with its braces and its verb.
    faults: tuple[ListedProblem, ...] = ()

    def spans(self) -> Iterator[Span]:
        yield from (self.span, self.call)

    def shifted(self, delta: int) -> "ListedCall":
        """The same call after its block has moved, but for its line and its function."""
        return self._replace(span=self.span.shift(delta), call=self.call.shift(delta))

    @property
    def route(self) -> str:
        return title_of(self.verb, self.template)

    @property
    def shown_id(self) -> str:
        """The operation's id for people, which says if it is a guess."""
        return f"{self.id} (guessed)" if self.id and self.guessed else self.id

    @property
    def operation_of(self) -> AddressedRoute:
        """Its operation, as the APIs of its project are asked for it."""
        return AddressedRoute(self.api, self.edition, self.operation)

    @property
    def form(self) -> tuple[str, str]:
        """The verb and the known parts of the URL, without the names of its placeholders and an unknown query."""
        return self.verb, re.sub(r"\{[^{}]*\}", "{}", self.template).removesuffix("?{}")

    @property
    def form_at_least(self) -> tuple[str, str]:
        """The same for a caller that leaves out what may come last, as `f"{path}{query}"` without a query."""
        verb, template = self.form
        return verb, template.removesuffix("{}") if template.endswith("}{}") else template

    @property
    def problems(self) -> list[ListedProblem]:
        """The problems of the request."""
        found = [*self.faults, *(ListedProblem("missing-parameter", f"`{name}` has no value") for name in self.missing)]
        if self.unknown:
            found.append(ListedProblem("unknown-route", "The API has no such path"))
        if self.deprecated:
            found.append(ListedProblem("deprecated-route", "The operation is deprecated"))
        return found


def specific(found: Mapping[str, Sequence[ListedCall]]) -> dict[str, list[ListedCall]]:
    """The calls of many files, each request at the place that makes it specific.

    A wrapper is left out if known callers give what it lacks, and a caller that adds nothing to what the wrapper says.
    What is only likely of callers replaces nothing that is certain.
    """
    wrappers: dict[FunctionName, set[tuple[str, str]]] = {}
    for call in (call for calls in found.values() for call in calls):
        if call.wrapper is not None:
            wrappers.setdefault(call.wrapper, set()).update((call.form, call.form_at_least))
    made = {uri: list(_with_more(calls, wrappers)) for uri, calls in found.items()}
    entered: dict[FunctionName, set[tuple[str, str, bool]]] = {}
    for call in (call for calls in made.values() for call in calls):
        for name in call.via:
            entered.setdefault(name, set()).add((*call.form, call.likely))
    # A function that others call as it is makes its own request, too; what that enters in turn is none of theirs.
    for call in (call for calls in found.values() for call in calls):
        for name in (name for name in call.via if call.form in wrappers.get(name, ())):
            entered.pop(name, None)
    return {uri: [call for call in calls if not _is_given(call, entered)] for uri, calls in made.items()}


def _is_given(call: ListedCall, entered: Mapping[FunctionName, set[tuple[str, str, bool]]]) -> bool:
    """Whether callers of a wrapper make this request of it specific, and not another one of its requests."""
    if call.wrapper is None or call.wrapper not in entered:
        return False
    verb, template = call.form
    pattern = re.compile(".*".join(map(re.escape, template.split("{}"))) + ".*", re.DOTALL)
    return any(
        verb in ("", other) and pattern.match(given) is not None and (call.likely or not likely)
        for other, given, likely in entered[call.wrapper]
    )


def _with_more(
    calls: Sequence[ListedCall], wrappers: Mapping[FunctionName, set[tuple[str, str]]]
) -> Iterator[ListedCall]:
    """The calls that say more than the wrappers do that make them, with all that each of these may send.

    What functions on the way send beside that is listed there.
    """
    more = {call.call for call in calls if not _adds_nothing(call, wrappers)}
    return (call for call in calls if call.call in more and not call.beside)


def _adds_nothing(call: ListedCall, wrappers: Mapping[FunctionName, set[tuple[str, str]]]) -> bool:
    return any(call.form in wrappers.get(name, ()) for name in call.via)


class FileCalls(NamedTuple):
    """The calls of files on disk, by the keys of their URIs, and why a file was not read: its size, or a bug."""

    calls: dict[str, tuple[ListedCall, ...]]
    faults: list[str]
    # What the calls of each file depend on: the places on disk that were looked at, whether or not a file is there.
    places: dict[str, frozenset[str]]
    # Of each file that was read, its path, its stamp before, and the hash of its content.
    read: dict[str, tuple[str, Stamp | None, str]]


KnownCalls: TypeAlias = Cache[tuple[ListedCall, ...]]


def known_calls(paths: Iterable[str | Path], workspace: Workspace, cache: KnownCalls) -> FileCalls:
    """The calls of the files of which an earlier run knows them still.

    Before any file is read, it is noted what all sources are like now: what comes later is news for the next run.
    """
    found = FileCalls({}, [], {}, {})
    for path in map(str, paths):
        checkpoint()
        uri = uri_of(Path(path))
        project = workspace.project_of(uri)
        if project is not None:
            cache.hash_at(sources_below(str(project.path)))
        known = cache.get(path, _scope(path, workspace, cache))
        if known is not None:
            found.calls[uri] = known[1]
            found.places[uri] = frozenset(place for place, _ in known[0])
    return found


def record_calls(results: Iterable[FileCalls], workspace: Workspace, cache: KnownCalls) -> None:
    """Let later runs know the calls of files."""
    for found in results:
        for uri, (path, stamp, content) in found.read.items():
            depends = [(place, cache.hash_at(place)) for place in found.places[uri]]
            cache.put([News(path, stamp, content, _scope(path, workspace, cache), depends, found.calls[uri])])
    cache.save()


def _scope(path: str, workspace: Workspace, cache: KnownCalls) -> str:
    """Calls name the functions around them, and so their files."""
    return cache.scope_of(path, workspace) + hash_of(os.fsencode(path))


def calls_from_plain(data: Sequence[Sequence[Any]]) -> tuple[ListedCall, ...]:
    """Calls from JSON values; raises if they are malformed."""
    return tuple(_from_plain(ListedCall(*each)) for each in data)


def _from_plain(call: ListedCall) -> ListedCall:
    return call._replace(
        span=Span(*call.span),
        call=Span(*call.call),
        wrapper=FunctionName(*call.wrapper) if call.wrapper is not None else None,
        via=tuple(FunctionName(*each) for each in call.via),
        known=tuple(call.known),
        missing=tuple(call.missing),
        sends=tuple(call.sends),
        faults=tuple(ListedProblem(*each) for each in call.faults),
    )
