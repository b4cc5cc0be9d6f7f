"""Programs of calls with values that hardly anyone writes: of every client, of every function that is followed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from random import Random
from typing import Final

from waypost.clients import CLIENTS
from waypost.clients.client import Client
from waypost.clients.shape import At, Shape
from waypost.routes.library.registry import modelled

# Functions and classes of modules; and methods, of built-in values and of objects of those classes.
_OF_VALUES: Final = ("bytes", "date", "dict", "fields", "globals", "list", "object", "property", "set", "str", "tuple")
_IS_METHOD: Final = re.compile(rf"(?:(?:{'|'.join(_OF_VALUES)})|.*\.[A-Z]\w*)\.\w+")
_FUNCTIONS: Final = [each.removeprefix("builtins.") for each in modelled() if not _IS_METHOD.fullmatch(each)]
_METHODS: Final = sorted({each.rpartition(".")[2] for each in modelled() if _IS_METHOD.fullmatch(each)})
_MODULES: Final = sorted(
    {"http", *(each.rpartition(".")[0] for each in modelled() if not _IS_METHOD.fullmatch(each))} - {*modelled()}
)
_TEXTS: Final = (
    *("", "a", "/", "a b", "é", "\U0001f6a9", "İ", "ß", "%", "%zz"),
    *("%E9", "{", "}", "{a}", "{0}", "{}", "{a.b}", "{0[0]}"),
    *("%s", "%(a)s", "%d", "$a", "${", "\\", "\n", "\r\n", "\0", "?", "#", "..", "../..", "//", "(", "[a-", "\\1"),
    *("\ud800", "a\udc00", "\ue000", "\uf8ff", "\u2028", "e\u0301", "a" * 70),
    *("utf-16", "idna", "GET", "X-A", "a: b"),
    *("https://h/", "https://u:p@h/?a=b#c", "http://[", "http://[::1]"),
    *("http://h:99999/", "http://h:x/", "http://é/"),
    *("http://xn--a/", "http://a..b/", "http://%/", "mailto:a", "application/json", "a=b&c", "a" * 30 + ".é"),
)
_LITERALS: Final = (
    *("0", "1", "-1", "10**30", "55296", "1114112", "9" * 4_300),
    *("0x" + "f" * 3_571, "1.5", "1e16", "1e999", "-0.0"),
    *("True", "None", "...", "1j", "b''", "b'a'", "b'\\xff'", "[]"),
    *("()", "{}", "{1, 2}", "int", "lambda: 1", "slice(0)"),
    *("datetime.date(2020, 1, 1)", "datetime.date(0, 0, 0)", "uuid.UUID(int=-1)"),
    *("decimal.Decimal('1.0')", "open('a')"),
    *("enumerate(['a'], 10**30)", "range(3)", "u", "f'{u}'", "f'a{u}'", "f'{u}/a'"),
    *("[u]", "[*u]", "{**u}", "{u: 1}"),
    *("{'a': 1}", "{1: 2}", "{None: None}", "{'': ''}", "{'a': ['b', None]}"),
    *("{'a': {'b': 1}}", "[1]", "['a', None]"),
    *("('a', 'b')", "('a',)", "('a', b'\\xff', 'b/c')", "{'a': ('b', open('c'), 'd', {'e': 'f'})}", "[('a', 'b')]"),
)
_OPERATIONS: Final = (
    *("{} + {}", "{} % {}", "{} % ({},)", "{} * {}", "{} / {}", "{} // {}"),
    *("{} - {}", "{} ** {}", "{} << {}", "{} | {}"),
    *("{} or {}", "{} if {} else a", "{}[{}]", "{}[{}:]", "{}[:{}]"),
    *("{}[::{}]", "[{}, *{}]", "{{{}: {}}}", "{{**{}, **{}}}"),
    *("{} == {}", "{} in {}", "not {}", "-{}", "'/'.join(str(x) for x in {})"),
    *("[x + {} for x in {}]", "{}.a", "await {}"),
    *("f'{{{}:c}}'", "f'{{{}:d}}'", "f'{{{}:x}}'", "f'{{{}:,}}'"),
    *("f'{{{}:%Y}}'", "f'{{{}!a:>5}}'", "f'{{{}:{{{}}}}}'"),
    *("'{{:c}}'.format({})", "'%c' % {}", "'%5d' % {}", "'%x' % {}", "'%r' % ({},)"),
)
_KEYWORDS: Final = ("safe", "query", "doseq", "default", "base", "path", "host", "port", "sep", "sort_keys", "bound")
_NAMES: Final = ("a", "b")
_VALUES: Final = (*_NAMES, *_LITERALS, *map(ascii, _TEXTS))
# Some are those of an API that is known.
_URLS: Final = (
    *("'https://h.example/x'", "f'/{a}'", "'/x/' + b"),
    *("'https://api.example/things/' + a", "'https://api.example/things/1'"),
    *("'/repos/a/b/issues'", "f'https://api.github.com/repos/{a}/b/issues{b}'"),
    *("'/repos/{owner}/{repo}/issues{?a,b}'",),
)


def odd_calls(seed: int) -> str:
    """A function with some assignments and calls, in a file that imports all clients."""
    return _Writer(Random(seed)).program()


class _Writer:
    def __init__(self, random: Random) -> None:
        self._random = random

    def program(self) -> str:
        modules = sorted({*_MODULES, *(name for client in CLIENTS for name in client.modules)})
        lines = [self._statement() for _ in range(self._random.randint(2, 9))]
        imports = "".join(f"import {name}\n" for name in modules)
        return f"{imports}\ndef f(u):\n    a = b = u\n" + "".join(f"    {line}\n" for line in [*lines, self._send()])

    def _statement(self) -> str:
        name = self._random.choice(_NAMES)
        kinds = ("{0} = {1}", "{0} = {1}", "{0} += {1}", "{0}[{1}] = {2}", "for {0} in {1}: {3}", "{3}", "{3}", "{3}")
        return self._random.choice(kinds).format(name, self._value(), self._value(), self._send())

    def _value(self, depth: int = 0) -> str:
        chance = self._random.random()
        if depth > 2 or chance < 0.5:
            return self._random.choice(_VALUES)
        if chance < 0.65:
            return f"{self._random.choice(_FUNCTIONS)}({self._arguments(depth)})"
        if chance < 0.85:
            return f"({self._value(depth + 1)}).{self._random.choice(_METHODS)}({self._arguments(depth)})"
        operands = (f"({self._value(depth + 1)})" for _ in range(2))
        return f"({self._random.choice(_OPERATIONS).format(*operands)})"

    def _arguments(self, depth: int) -> str:
        given = [self._value(depth + 1) for _ in range(self._random.choice((0, 1, 1, 2, 3)))]
        return ", ".join([*given, *self._keywords(_KEYWORDS, self._random.choice((0, 0, 0, 1)), depth + 1)])

    def _keywords(self, names: Sequence[str], count: int, depth: int = 1) -> Iterator[str]:
        return (f"{name}={self._value(depth)}" for name in self._random.sample(names, min(count, len(names))))

    def _send(self) -> str:
        client = self._random.choice([each for each in CLIENTS if each.shapes])
        shape = self._random.choice(client.shapes)
        given = [*self._positional(shape), *self._keywords(_keywords(shape), self._random.randint(0, 3))]
        given += [f"**{self._value(1)}"] if self._random.random() < 0.1 else []
        return f"{self._callee(client, self._random.choice(shape.callees))}({', '.join(given)})"

    def _positional(self, shape: Shape) -> Iterator[str]:
        """What comes up to the URL, which is often one."""
        for place in range(0 if shape.url.position is None else shape.url.position + self._random.randint(1, 2)):
            is_url = place == shape.url.position
            usual = _URLS if is_url else ("'GET'",)
            yield self._random.choice(usual) if self._random.random() < 0.6 else self._value(1)

    def _callee(self, client: Client, callee: str) -> str:
        *owner, name = callee.split(".")
        if not owner[-1:] or not owner[-1][:1].isupper():
            return callee.replace("*", "u")
        names = [place.keyword for place in client.constructor if place is not None and place.keyword]
        given = [self._value(1)] if self._random.random() < 0.3 else []
        return f"{'.'.join(owner)}({', '.join([*given, *self._keywords(names, self._random.randint(0, 2))])}).{name}"


def _keywords(shape: Shape) -> list[str]:
    places = [getattr(shape, each.name) for each in fields(shape) if each.name != "url"]
    named = [place.keyword for place in (*places, *shape.others.values()) if isinstance(place, At) and place.keyword]
    return [*dict.fromkeys(named), "timeout"]
