"""Finding a route by a few words: `repo issues` finds `GET /repos/{owner}/{repo}/issues`.

A set of routes is the bits of an integer, so a word costs one `and`. Only routes that have every word are scored.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from waypost.apis.model import Operation

_WORD = re.compile(r"[A-Za-z0-9]+")
# A word this long may be mistyped; a shorter one is similar to too many others.
_LEAST_MISTYPED = 4
_MOST_WORDS = 12
_MOST_QUERY = 1000


class RouteSearch:
    """The words of an API's routes. Built once, read by any thread."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        self._literals = [_literals(each.path) for each in operations]
        self._holes = [each.path.count("{") for each in operations]
        self._names: list[frozenset[str]] = []
        self._routes: dict[str, int] = {}
        self._verbs: dict[str, int] = {}
        for number, operation in enumerate(operations):
            names = frozenset(_words(operation.verb, operation.id, operation.path, operation.summary))
            self._names.append(names)
            self._verbs[operation.verb] = self._verbs.get(operation.verb, 0) | 1 << number
            for word in names:
                self._routes[word] = self._routes.get(word, 0) | 1 << number

        self._sorted = sorted(self._routes)

    def find(self, query: str, most: int = 50, verb: str = "") -> list[int]:
        """The numbers of the operations that match the words of `query`, best first; of one verb, if it is given."""
        words = list(dict.fromkeys(_words(query[:_MOST_QUERY])))[:_MOST_WORDS]
        if not words and not verb:
            return []
        fitting = self._verbs.get(verb, 0) if verb else -1
        for word in words:
            fitting &= self._with(word)
        scored = sorted((self._score(number, words), number) for number in _bits(fitting))
        return [number for _, number in scored[:most]]

    def _with(self, word: str) -> int:
        """The routes with a word that starts with `word`, or failing that contains it, or failing that resembles it."""
        first, end = bisect_left(self._sorted, word), bisect_left(self._sorted, f"{word}\x7f")
        found = _union(self._routes[each] for each in self._sorted[first:end])
        found = found or _union(routes for each, routes in self._routes.items() if word in each)
        if found or len(word) < _LEAST_MISTYPED:
            return found
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        alike = process.extract(word, self._routes.keys(), scorer=OSA.normalized_similarity, score_cutoff=0.7)
        return _union(self._routes[each] for each, _, _ in alike)

    def _score(self, number: int, words: Sequence[str]) -> tuple[float, ...]:
        """Less is better: whole words in the order of the path, and few other words besides them."""
        literals = self._literals[number]
        at = missed = partly = 0
        for word in words:
            place = next((index for index in range(at, len(literals)) if word in literals[index]), None)
            if place is None:
                missed += 1
                partly += word not in self._names[number]
            else:
                at = place + 1
                partly += not _same(word, literals[place])
        last = bool(words) and bool(literals) and words[-1] in literals[-1]
        return (missed, not last, len(literals) - len(words), partly, self._holes[number])


def _same(word: str, other: str) -> bool:
    return word.removesuffix("s") == other.removesuffix("s")


def _words(*texts: str) -> list[str]:
    return [word.lower() for text in texts for word in _WORD.findall(text)]


def _literals(path: str) -> list[str]:
    return _words(re.sub(r"\{[^}]*\}", " ", path))


def _union(sets: Iterable[int]) -> int:
    union = 0
    for each in sets:
        union |= each
    return union


def _bits(number: int) -> Iterable[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
