"""Random programs that send requests, made of a grammar: its rules are expanded at random, with the names in scope.

`program(seed)` has the plain language in one file. `program(seed, ALL)` draws a few features of
`tests/fuzz/features.py` and combines them with it, in several files. `tests/fuzz/judge.py` compares what they send.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from random import Random
from textwrap import indent
from typing import Final, NamedTuple

from tests.fuzz.features import COMMON, FAR, FEATURES, OWN, PRELUDE, SHARED

_WORDS: Final = ("alpha", "beta", "gamma", "delta", "eta", "iota", "kappa", "lambda", "mu")
_DEEPEST: Final = 3
# The file that is run; it may import the others.
MAIN: Final = "program.py"
# What a program may be made of: nothing but the plain language, or any of the features.
NONE: Final[frozenset[str]] = frozenset()
ALL: Final = frozenset(FEATURES)
# Where features are not there yet: at the top of the module, and in the files that it imports.
_PLAIN: Final = frozenset(("nothing", *FAR))
# How many of the features a program has, at most.
_MOST: Final = 4
# What a program is made of. «kind» is another rule of it, or a name in scope; «new kind» binds a name. No assignment
# binds one name twice: Python 3.11.2 keeps the first value in `text, text = a, b`.
_RULES: Final[Mapping[str, Sequence[str]]] = {
    "text": (
        "«word»", "«str»", "«str»", "«text» + '/' + «text»", 'f"{«str»}/«plain»"', "('%s/%s' % («text», «text»))",
        "'{}-{}'.format(«text», «text»)", "'/'.join([«text», «text»])", "(«text» if «condition» else «text»)",
        "(«text» or «word»)", "str(«digit»)", "«text».upper()", "«text».strip('a')", "«text».title()",
        "«text».replace('a', 'o')", "«text».removeprefix('al')", "«text».partition('a')[0]", "«text».split('/')[-1]",
        "«text»[1:]", "«text»[:2]", "«text»[::-1]", "«dict».get(«key», «word»)", "«dict»[«key»]",
        "«dict».setdefault(«key», «text»)", "«dict».pop(«key», «word»)", "'-'.join(«dict».values())",
        "'-'.join(«dict»)", "«list»[0]", "«list»[-1]", "'/'.join(«list»)", "«list».pop()", "'/'.join(sorted(«list»))",
        "'/'.join(reversed(«list»))", "'/'.join(each.upper() for each in «list»)", "«box».name", "«box».note",
        "«box».full()", "«box».quoted", "«box».tag", "getattr(«box», 'name')", "«maker»(«text»)",
        "(lambda given: given + «word»)(«text»)", "«point».a", "«point».b", "«point».path()",
    ),
    "condition": (
        "«flag»", "«flag»", "not «flag»", "«text» == «word»", "«word» in «text»", "«text».startswith(«word»)",
        "«list»", "len(«list») > 2", "«word» in «list»", "«dict»", "«key» in «dict»", "1 > 2", "None is None",
    ),
    "url": (
        "'https://h.example/' + «text»", 'f"https://h.example/{«str»}"', "'https://h.example/%s' % («text»,)",
        "'/'.join(['https://h.example', «text»])",
    ),
    "verb": ("'GET'", "'put'", "'POST' if «condition» else 'PATCH'"),
    "send": (
        "requests.get(«url»)", "requests.delete(«url»)", "requests.request(«verb», «url»)", "«sender»(«text»)",
        "«box».fetch(«text»)", "«box».send(«text»)", "«box».show()",
    ),
    "statement": (
        "«send»", "«send»", "«send»", "«new str» = «text»", "«new str» = «text»", "«local» = «text»",
        "«local» += '-' + «text»", "«new str», «local» = «text», «text»", "«new dict» = {'a': «text», 'b': «text»}",
        "«new dict» = dict(a=«text»)", "«new dict» = {**«dict», 'c': «text»}", "«new dict» = «dict»",
        "«new dict» = «dict».copy()", "«dict»[«key»] = «text»", "«dict».update({«key»: «text»})",
        "«dict».update(«dict»)", "«dict»[«text»] = «word»", "«dict».clear()", "«dict».pop(«key», None)",
        "«filler»(«dict»)", "«new list» = [«text», «text»]", "«new list» = «list»", "«new list» = list(«list»)",
        "«new list» = [*«list», «text»]", "«new list» = «text».split('/')",
        "«new list» = [each + 'x' for each in «list»]", "«new list» = [each for each in «list» if «condition»]",
        "«list».append(«text»)", "«list».insert(0, «text»)",
        "«list».extend([«text», «word»])", "«list».reverse()", "«list».sort()", "del «list»[:1]", "«list».clear()",
        "«list»[0:1] = [«text»]", "«changer»(«list»)", "«setter»(«text»)", "«new box» = Box(«text»)",
        "«new box» = Crate(«text»)", "«new box» = «box»", "«box».note = «text»", "«box».note += «word»",
        "«box».rename(«text»)", "«box».change(«text»)", "«marker»(«box»)", "if «condition»:\n«block»",
        "if «condition»:\n«block»\nelse:\n«block»", "if «condition»:\n«block»\nelif «condition»:\n«block»",
        "for «new str» in «list»[:3]:\n«block»",
        "for «new str» in («word», «text»):\n«block»\n    if «condition»:\n        break",
        "while «flag»:\n«block»\n    break", "for «new str», «new str» in list(«dict».items()):\n«block»",
        "try:\n«block»\n    int(«number»)\nexcept ValueError:\n«block»", "try:\n«block»\nfinally:\n«block»",
        "match «text»:\n    case «word»:\n«inner block»\n    case _:\n«inner block»",
        "«new point» = Point(«text»)", "«new point» = Point(b=«text»)", "«new point» = Point(**«dict»)",
        "«new point» = Spot(«text», «text»)", "«new point» = Spot(*«list»[:2])", "«new point» = Spot()",
        "«new point» = Mark(«text»)", "«new point» = Mark()", "«new point» = Pair(«text»)",
        "«new point» = Pair(*«list»[:2])", "«new point» = Pair(**«dict»)", "«new point» = «point»",
        "«new point» = replace(«point», b=«text»)", "«new point» = «point»._replace(a=«text»)", "«point».a = «text»",
        "with suppress(Exception):\n«block»", "«box».tag = «text»", "setattr(«box», 'note', «text»)",
        "with «box».marked(«text»):\n«block»", "with «box»:\n«block»", "with «box» as «new box»:\n«block»",
        "try:\n«block»\n    int(«number»)\n«block»\nexcept ValueError:\n«block»",
        "with suppress(ValueError):\n«block»\n    int(«number»)\n«block»",
        "def inner():\n    nonlocal text\n    text = «text» + «number»\ninner()",
        "def inner():\n    text = «text»\ninner()",
        "def inner():\n    requests.get('https://h.example/' + text)\ntext = «text» + «number»\ninner()",
        "def inner():\n    «list».append(«text»)\ninner()", "def inner():\n    «dict»[«key»] = «text»\ninner()",
        "«new dict» = {'a': {'b': «text»}, 'c': «text»}['a']", "«dict».update(«dict» if «flag» else {})",
    ),
    "change": (
        "items.append('c')", "items.clear()", "items.reverse()", "items[0:1] = ['d']", "items += ['e']",
        "items = ['f']",
    ),
    "key": ("'a'", "'b'", "'c'"),
    "digit": tuple("01234"),
    "plain": _WORDS,
    "word": tuple(map(repr, _WORDS)),
}  # fmt: skip
_MODULE: Final = """\
import requests
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

NAME = «word»
OTHER = «text»
ITEMS = [«word», «word»]
TABLE = {'a': «text», 'b': «word»}


def maker(text, more=«word»):
    return «text of maker»


def louder(function):
    def wrapper(text, *more):
        return function(text + «word», *more)

    return wrapper


@louder
def loud(text, more=«word»):
    return «text of maker»


def sender(text, more=«word»):
«block of sender»
    return requests.post('https://h.example/' + text)


def filler(table):
    table[«key»] = «text of filler»


def changer(items):
    «change»


def marker(box):
    box.note = «text of marker»


def setter(text):
    global NAME
    NAME = «text of setter»


class Box:
    note = «word»

    def __init__(self, name):
        self.name = name + «word»
        self.kept = name
        if «condition of init»:
            self.kept = «word»

    @property
    def quoted(self):
        return self.note + 'q'

    @property
    def tag(self):
        return self.note + 't'

    @tag.setter
    def tag(self, value):
        self.note = value + «word»

    @contextmanager
    def marked(self, note):
        before, self.note = self.note, note
        try:
            yield self
        finally:
            self.note = before

    def __enter__(self):
        self.kept = self.kept + «word»
        return self

    def __exit__(self, *_):
        self.kept = «word»

    def full(self):
        return self.name + '-' + self.kept

    def rename(self, name):
        self.name = self.name + name

    def change(self, text):
        if «condition of change»:
            self.kept = text

    def show(self):
        requests.patch('https://h.example/' + self.kept + '/' + self.name)

    def fetch(self, path):
        return requests.get('https://h.example/' + self.name + '/' + path)

    def send(self, text):
«inner block of send»
        return self.fetch(text)


class Crate(Box):
    def full(self):
        return super().full() + «word»


@dataclass
class Point:
    a: str = «word»
    b: str = «word»

    def path(self):
        return self.a + '-' + self.b


@dataclass
class Spot(Point):
    b: str = «word»

    def __post_init__(self):
        self.a = self.a + «word»


class Mark(Point):
    b: str = «word»


class Pair(NamedTuple):
    a: str
    b: str = «word»

    def path(self):
        return self.b + '-' + self.a
"""
_MAIN_OF: Final = """

def main%d(flag, other, text, number):
«block of main»
    «send»
«block»
    «send»
"""
_RULE: Final = re.compile("«([^»]+)»")
_NESTED: Final = frozenset(("text", "condition", "block", "inner block"))
_SHARED: Final = {"str": ("NAME", "OTHER"), "list": ("ITEMS",), "dict": ("TABLE",)}
# The names of each function, apart from those of the module.
_OWN: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "maker": {"local": ("text", "more")},
    "sender": {"str": ("text", "more"), "maker": ("maker",)},
    "filler": {},
    "marker": {},
    "setter": {"local": ("text",)},
    "init": {"local": ("name",)},
    "change": {"local": ("text",)},
    "send": {"str": ("text",), "maker": ("maker",)},
    "main": {
        "flag": ("flag", "other"), "local": ("text",), "number": ("number",),
        "maker": ("maker", "loud"),
        **{each: (each,) for each in ("sender", "filler", "changer", "marker", "setter")},
    },
}  # fmt: skip


class Program(NamedTuple):
    """Sources by their names, `main0` and so on in the last of them, and the features that they have."""

    files: Mapping[str, str]
    features: tuple[str, ...] = ()


def program(seed: int, features: Collection[str] = NONE) -> Program:
    """The program of a seed; with features, it has some of them."""
    random = Random(seed)
    if not features:
        writer = _Writer(random)
        return Program({MAIN: writer.written(_MODULE + "".join(_MAIN_OF % number for number in range(4)))})
    chosen = random.sample(sorted(features), min(len(features), random.randint(1, _MOST)))
    return Program(_Writer(random, chosen).files(), tuple(chosen))


def _united(*tables: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Several tables of ways or names, which have more for the same words."""
    words = dict.fromkeys(word for table in tables for word in table)
    return {word: tuple(way for table in tables for way in table.get(word, ())) for word in words}


@cache
def _asked(way: str) -> frozenset[str]:
    return frozenset(each.partition(" of ")[0] for each in _RULE.findall(way))


class _Writer:
    """Fills in templates, with the names that are in scope by their kinds."""

    def __init__(self, random: Random, features: Sequence[str] = ()) -> None:
        self._random = random
        self._features = [FEATURES[each] for each in features]
        self._ways = _united(*(COMMON for _ in features[:1]), *(each.ways for each in self._features))
        self._shared = _united(_SHARED, *(SHARED for _ in features[:1]))
        self._own = {**OWN, **_OWN}
        self._own["main"] = _united(_OWN["main"], *(each.names for each in self._features))
        self._names: dict[str, list[str]] = {}
        # Names that the line being written binds: only later lines may read them.
        self._pending: list[list[tuple[str, str]]] = []
        # Whether only the plain language can be used: what features define may not be there yet, or in that file.
        self._plain = True
        self._count = 0

    def files(self) -> dict[str, str]:
        """The files of a program with features."""
        others = {name: text for each in self._features for name, text in each.files.items()}
        found = {name: self._file(text.replace("PRELUDE\n", PRELUDE)) for name, text in others.items()}
        starts = "".join("\n«start of start»\n" for _ in range(self._random.randint(0, 2)))
        texts = [_MODULE, PRELUDE, *(each.module for each in self._features), starts]
        found[MAIN] = self._file("\n\n".join(texts) + "".join(_MAIN_OF % number for number in range(2)))
        return found

    def _file(self, template: str) -> str:
        self._names, self._plain = {}, True
        return self.written(template)

    def written(self, template: str, depth: int = 0) -> str:
        """A template with its rules expanded."""
        self._pending.append([])
        text, end = "", 0
        for found in _RULE.finditer(template):
            text += template[end : found.start()]
            if "\n" in template[end : found.start()]:
                self._bind()
            text += self._one(found[1], depth)
            end = found.end()
        self._bind()
        self._pending.pop()
        return text + template[end:]

    def _bind(self) -> None:
        for kind, name in self._pending[-1]:
            self._names.setdefault(kind, []).append(name)
        self._pending[-1].clear()

    def _one(self, asked: str, depth: int) -> str:
        rule, _, owner = asked.partition(" of ")
        if owner:
            self._enter(owner)
        if rule in {"block", "inner block"}:
            return indent(self._block(depth + 1), "    " if rule == "block" else " " * 8)
        if rule.startswith("new "):
            return self._new(rule.removeprefix("new "))
        return self._expanded(rule, depth + 1) if self._is_rule(rule) else self._random.choice(self._names[rule])

    def _enter(self, function: str) -> None:
        """Start with the names of a function, and those of the module."""
        self._plain = function in _PLAIN
        own = self._own[function]
        local = {"str": (*own.get("local", ()), *own.get("str", ()))}
        self._names = {kind: list(each) for kind, each in _united(self._shared, {**own, **local}).items()}

    def _block(self, depth: int) -> str:
        before = {kind: list(names) for kind, names in self._names.items()}
        statements = [self._expanded("statement", depth) for _ in range(self._random.randint(1, 3))]
        if depth > 1:
            self._names = before
        return "\n".join(statements)

    def _new(self, kind: str) -> str:
        self._count += 1
        name = f"{kind}{self._count}"
        self._pending[-1] += [(each, name) for each in ((kind, "local") if kind == "str" else (kind,))]
        if not self._features:
            self._bind()  # the plain programs are what they were: one may read what it has not set
        return name

    def _added(self, rule: str) -> Sequence[str]:
        """What features add to a rule."""
        return (COMMON.get(rule, ()) if self._features else ()) if self._plain else self._ways.get(rule, ())

    def _is_rule(self, word: str) -> bool:
        """Whether something can be written for a word: «dict» is a name, «slot» a rule, and a name besides."""
        return word in _RULES or word in self._ways

    def _expanded(self, rule: str, depth: int) -> str:
        """One of the ways of a rule: as often one of the features as one of the plain language."""
        named = self._names.get(rule, ()) if rule in self._ways else ()
        added = [way for way in (*self._added(rule), *named) if self._fits(way, depth)]
        if added and (rule not in _RULES or self._random.random() < 0.5):
            return self.written(self._random.choice(added), depth)
        return self.written(self._random.choice([way for way in _RULES[rule] if self._fits(way, depth)]), depth)

    def _fits(self, way: str, depth: int) -> bool:
        asked = _asked(way)
        if (depth > _DEEPEST and not asked.isdisjoint(_NESTED)) or ("send" in asked and "sender" not in self._names):
            return False
        return all(
            self._is_rule(each) or each in _NESTED or each.startswith("new ") or self._names.get(each) for each in asked
        )
