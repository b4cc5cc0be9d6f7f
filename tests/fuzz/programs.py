"""Random programs that send requests, run and read: a request that is stated for a line must be the one that it sends.

`python -m tests.fuzz programs MINUTES [SEED]` tries other seeds each time; `wrong(seed, folder)` repeats one. A
placeholder stands for anything: what is not understood is not wrong.
"""

import io
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from textwrap import indent
from types import FrameType
from typing import Any, Final, NamedTuple
from unittest.mock import patch
from urllib.parse import unquote

import requests

from waypost.routes.inventory import ListedCall, index_files
from waypost.workspace import Folder, Workspace, uri_of

_WORDS: Final = ("alpha", "beta", "gamma", "delta", "eta", "iota", "kappa", "lambda", "mu")
_TIMES: Final = 20
_DEEPEST: Final = 3
_FILE: Final = "program.py"
# What a program is made of. «kind» is another rule of it, or a name in scope; «new kind» binds a name.
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
        "«local» += '-' + «text»", "«local», «local» = «text», «text»", "«new dict» = {'a': «text», 'b': «text»}",
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
_MAIN: Final = """

def main%d(flag, other, text, number):
«block of main»
    «send»
«block»
    «send»
"""
_MAINS: Final = range(4)
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


class Sent(NamedTuple):
    """A request, and the lines of the program that led to it, the innermost first."""

    verb: str
    url: str
    lines: tuple[int, ...]


def program(seed: int) -> str:
    return _Writer(Random(seed)).written(_MODULE + "".join(_MAIN % number for number in _MAINS))


class _Writer:
    """Fills in templates, with the names that are in scope by their kinds."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._names: dict[str, list[str]] = {}
        self._count = 0

    def written(self, template: str, depth: int = 0) -> str:
        return _RULE.sub(lambda found: self._one(found[1], depth), template)

    def _one(self, asked: str, depth: int) -> str:
        rule, _, owner = asked.partition(" of ")
        if owner:
            self._enter(owner)
        if rule in {"block", "inner block"}:
            return indent(self._block(depth + 1), "    " if rule == "block" else " " * 8)
        if rule.startswith("new "):
            return self._new(rule.removeprefix("new "))
        return self._expanded(rule, depth + 1) if rule in _RULES else self._random.choice(self._names[rule])

    def _enter(self, function: str) -> None:
        """Start with the names of a function, and those of the module."""
        own = _OWN[function]
        names = {**_SHARED, **own, "str": (*_SHARED["str"], *own.get("local", ()), *own.get("str", ()))}
        self._names = {kind: list(each) for kind, each in names.items()}

    def _block(self, depth: int) -> str:
        before = {kind: list(names) for kind, names in self._names.items()}
        statements = [self._expanded("statement", depth) for _ in range(self._random.randint(1, 3))]
        if depth > 1:
            self._names = before
        return "\n".join(statements)

    def _new(self, kind: str) -> str:
        self._count += 1
        name = f"{kind}{self._count}"
        for each in (kind, "local") if kind == "str" else (kind,):
            self._names.setdefault(each, []).append(name)
        return name

    def _expanded(self, rule: str, depth: int) -> str:
        return self.written(self._random.choice([way for way in _RULES[rule] if self._fits(way, depth)]), depth)

    def _fits(self, way: str, depth: int) -> bool:
        asked = set(_RULE.findall(way))
        if (depth > _DEEPEST and not asked.isdisjoint(_NESTED)) or ("send" in asked and "sender" not in self._names):
            return False
        return all(
            each in _RULES or each in _NESTED or each.startswith("new ") or self._names.get(each) for each in asked
        )


def sent(source: str, random: Random) -> list[Sent]:
    """What a program sends when it is run some times with other arguments, each request once."""
    code, found = compile(source, _FILE, "exec"), dict[Sent, None]()

    def answer(_: object, request: requests.PreparedRequest, **__: object) -> requests.Response:
        found[Sent(request.method or "", unquote(request.url or ""), tuple(_lines(sys._getframe())))] = None
        response = requests.Response()
        response.status_code, response._content, response.request = 200, b"", request
        response.raw = io.BytesIO()
        return response

    with patch("requests.adapters.HTTPAdapter.send", answer):
        for _ in range(_TIMES):
            names: dict[str, Any] = {}
            given = (random.random() < 0.5, random.random() < 0.5, random.choice(("zeta", "alpha", "psi/chi")))
            with suppress(Exception):
                exec(code, names)
            for main in random.sample(_MAINS, len(_MAINS)):
                with suppress(Exception):  # what was sent before it counts
                    names[f"main{main}"](*given, random.choice("1x"))
    return list(found)


def _lines(frame: FrameType | None) -> Iterator[int]:
    while frame is not None:
        if frame.f_code.co_filename == _FILE:
            yield frame.f_lineno
        frame = frame.f_back


def stated(source: str, folder: Path) -> Mapping[int, Sequence[ListedCall]]:
    """The requests that are listed, by line."""
    path = folder / _FILE
    path.write_text(source, "utf-8")
    found: dict[int, list[ListedCall]] = {}
    for call in index_files([path], Workspace([Folder(folder)])).calls[uri_of(path)]:
        found.setdefault(source.encode().count(b"\n", 0, call.call.start) + 1, []).append(call)
    return found


def wrong(seed: int, folder: Path) -> list[str]:
    return wrong_in(program(seed), seed, folder)


def wrong_in(source: str, seed: int, folder: Path) -> list[str]:
    """The requests that are not among those that are stated for their lines.

    What a function sends is stated at its callers only as far as they make it specific: there, one of its forms must
    fit one request, unless the function has other forms.
    """
    calls = stated(source, folder)
    inside, around = defaultdict[int, list[Sent]](list), defaultdict[int, list[Sent]](list)
    for each in sent(source, Random(seed)):
        own, *outer = dict.fromkeys(each.lines)
        inside[own].append(each)
        for line in outer if len(calls.get(own, ())) == 1 else ():
            around[line].append(each)
    lost = {line: _missing(made, calls.get(line, ())) for line, made in inside.items()}
    for line, made in around.items():
        verbs = {"", *(each.verb for each in made)}
        lost.setdefault(line, _missing(made, [call for call in calls.get(line, ()) if call.verb in verbs]))
    written = source.splitlines()
    return [
        f"{written[line - 1].strip()}: {each.verb} {each.url} is sent, {_routes(calls[line])} stated"
        for line, missing in lost.items()
        if line in inside or len(missing) == len(around[line])
        for each in missing[:1]
    ]


def _routes(calls: Sequence[ListedCall]) -> str:
    return " or ".join(call.route for call in calls)


def _missing(made: Sequence[Sent], facts: Sequence[ListedCall]) -> list[Sent]:
    if not facts or any(each.likely for each in facts):
        return []
    return [each for each in made if not any(_covers(call, each) for call in facts)]


def _covers(call: ListedCall, request: Sent) -> bool:
    parts = map(re.escape, re.split(r"\{[^{}]*\}", unquote(call.template)))
    pattern = re.compile(".*".join(parts) + "/*", re.DOTALL)
    return call.verb in {"", request.verb} and pattern.fullmatch(request.url) is not None
