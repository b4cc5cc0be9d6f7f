"""Compares what random programs send with what is stated of them.

Nothing that is stated as known may be false; every request that is sent is listed, or a general form of it. A
placeholder stands for anything: what is not understood is not wrong.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from re import Pattern
from typing import Final
from urllib.parse import unquote

from tests.compare.interpreters import Listed, Told, pattern_of, stated
from tests.fuzz.programs import Program
from tests.fuzz.runs import Place, Run, Sent

# How often a program is run. One with features is smaller.
MANY: Final = 20
FEW: Final = 8


@dataclass
class Judged:
    """One program: what is false or lost, one sentence each, and how much of it there is."""

    sent: int = 0
    # Stated as known, and another request is sent.
    false: list[str] = field(default_factory=list)
    # Sent, while nothing that leads to it is listed, or only other requests are.
    lost: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    # Sent, and listed as a request of which nothing is known; and as one of which something is.
    vague: list[str] = field(default_factory=list)
    found: int = 0
    # Forms that are stated for calls which were reached, and those of them that were never sent: branches that are not
    # known to exclude each other, and mistakes that no other form contradicts.
    forms: int = 0
    unsent: list[str] = field(default_factory=list)
    faults: Sequence[str] = ()

    @property
    def missing(self) -> int:
        return len(self.lost) + len(self.hidden)

    def add(self, other: "Judged") -> None:
        for name in ("sent", "found", "forms"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("false", "lost", "hidden", "vague", "unsent"):
            getattr(self, name).extend(getattr(other, name))
        self.faults = (*self.faults, *other.faults)


def judged(program: Program, seed: int, times: int = 0) -> Judged:
    """What is stated of a program, beside what it sends."""
    sent = Run(program).sent(Random(seed), times or (FEW if program.features else MANY))
    return verdict(program, sent, stated(program.files))


def verdict(program: Program, sent: Sequence[Sent], told: Told) -> Judged:
    stated = _Stated(told.stated, _Functions(program))
    result = Judged(len(sent), faults=told.faults)
    lines = {name: text.splitlines() for name, text in program.files.items()}
    for place, made, facts in (*_false_inside(sent, stated), *_false_around(sent, stated)):
        forms = " or ".join(dict.fromkeys(each.route for each in facts))
        headers = _headers_in_words(made, facts)
        result.false.append(f"{_at(place, lines)}: {made.line}{headers} is sent, {forms} stated")
    listed = _Stated(told.listed, stated.functions)
    for each in sent:
        _find(each, listed, result, lines)
    _count_forms(sent, stated, result, lines)
    return result


class _Stated:
    """What is stated, by the lines of the calls."""

    def __init__(self, forms: Iterable[Listed], functions: "_Functions") -> None:
        self.functions = functions
        self._found = defaultdict[Place, list[Listed]](list)
        for each in forms:
            for line in range(each.first, each.last + 1):
                self._found[each.file, line].append(each)

    def at(self, place: Place) -> Sequence[Listed]:
        return self._found.get(place, ())

    def places(self) -> Iterable[Place]:
        return self._found


class _Functions:
    """Which function each line of a program is in."""

    def __init__(self, program: Program) -> None:
        self._names: dict[Place, str] = {}
        for file, text in program.files.items():
            # An inner function comes after the one that it is in.
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    self._names |= {(file, line): node.name for line in range(node.lineno, (node.end_lineno or 0) + 1)}

    def leads_to(self, fact: Listed, request: Sent) -> bool:
        """Whether a request may be the one that is stated of a call: where it is made, that is said to lead to."""
        return fact.inside not in self._names.values() or any(
            self._names.get(own) == fact.inside for own in request.own
        )


# A line, a request that is sent from it, and the forms none of which is it.
_Contradiction = tuple[Place, Sent, Sequence[Listed]]


def _false_inside(sent: Sequence[Sent], stated: _Stated) -> Iterator[_Contradiction]:
    """At a call that is the request itself, each one is one of the forms."""
    wrong: dict[Place, _Contradiction] = {}
    for each in sent:
        for place in each.own:
            facts = stated.at(place)
            if _is_certain(facts) and not any(covers(fact, each) and _has_headers(fact, each) for fact in facts):
                wrong.setdefault(place, (place, each, facts))
    return iter(wrong.values())


def _false_around(sent: Sequence[Sent], stated: _Stated) -> Iterator[_Contradiction]:
    """What a function sends is stated at its callers as far as they make it specific.

    There, one of the forms must be one of the requests, unless the function has other forms.
    """
    made = defaultdict[Place, list[Sent]](list)
    for each in sent:
        if all(len(stated.at(own)) <= 1 for own in each.own):
            for place in each.around:
                made[place].append(each)
    inside = {own for each in sent for own in each.own}
    for place, requests in made.items():
        verbs = {"", *(each.verb for each in requests)}
        facts = [fact for fact in stated.at(place) if fact.verb in verbs]
        meant = [each for each in requests if any(stated.functions.leads_to(fact, each) for fact in facts)]
        if meant and place not in inside and _is_certain(facts):
            missing = [each for each in meant if not any(covers(fact, each) for fact in facts)]
            if len(missing) == len(meant):
                yield place, missing[0], facts


def _is_certain(facts: Sequence[Listed]) -> bool:
    return bool(facts) and not any(each.likely for each in facts)


def _find(request: Sent, listed: _Stated, result: Judged, lines: Mapping[str, Sequence[str]]) -> None:
    met = [each for place in (*request.places, *request.made) for each in listed.at(place)]
    good = [each for each in met if covers(each, request)]
    if any(each.tells for each in good):
        result.found += 1
        return
    forms = " or ".join(dict.fromkeys(each.route for each in met)) or "nothing"
    where = " < ".join(_at(place, lines) for place in request.own)
    kind = result.vague if good else result.hidden if met else result.lost
    kind.append(f"{where}: {request.line} is sent, {forms} listed")


def _count_forms(sent: Sequence[Sent], stated: _Stated, result: Judged, lines: Mapping[str, Sequence[str]]) -> None:
    reached = defaultdict[Place, list[Sent]](list)
    for each in sent:
        for place in dict.fromkeys((*each.places, *each.made)):
            reached[place].append(each)
    for place, requests in reached.items():
        for fact in stated.at(place):
            if not fact.likely:
                result.forms += 1
                if not any(covers(fact, each) for each in requests):
                    result.unsent.append(f"{_at(place, lines)}: {fact.route} is stated, {requests[0].line} sent")


def _at(place: Place, lines: Mapping[str, Sequence[str]]) -> str:
    file, line = place
    return f"{file}:{line} {lines[file][line - 1].strip()}"


def covers(fact: Listed, request: Sent) -> bool:
    """Whether a request is an instance of what is stated."""
    if fact.verb not in {"", request.verb}:
        return False
    if fact.shown is not None:
        return _pattern(fact.shown).fullmatch(request.url) is not None
    url = request.url if "?" in fact.url else request.url.partition("?")[0]
    return _pattern(fact.url).fullmatch(url) is not None


@cache
def _pattern(template: str) -> Pattern[str]:
    return pattern_of(template)


def _has_headers(fact: Listed, request: Sent) -> bool:
    return not list(_other_headers(fact, request))


def _other_headers(fact: Listed, request: Sent) -> Iterator[tuple[str, str | None]]:
    """The headers that are shown and not sent, with what is sent."""
    sent = dict(request.headers)
    for name, value in fact.headers or ():
        given = sent.get(name.lower())
        if "{" in name or (given is None and value.endswith("?}")):
            # Others may be sent instead, or this one may be left out.
            continue
        if given is None or not _pattern(value).fullmatch(unquote(given)):
            yield name, given


def _headers_in_words(request: Sent, facts: Sequence[Listed]) -> str:
    others = {pair for fact in facts if covers(fact, request) for pair in _other_headers(fact, request)}
    return "".join(f" with {name}: {value}" for name, value in sorted(others, key=str))
