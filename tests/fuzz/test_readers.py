"""No text makes a reader fail, run on, or fill the memory: made of pieces of its grammar, of bytes, or very long."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.readers import ALIKE, READERS, Reader
from tests.support.budget import bounded, examples
from waypost.analysis import Analysis
from waypost.text import Document, Span
from waypost.text.encoding import encode
from waypost.workspace import Workspace

_LONG = 60_000
_SECONDS = 20
# Names that no file can have.
WRONG = ("a\0", "a" * 5_000, "a\ud800")


@pytest.mark.parametrize("name", READERS)
@examples(8)
@given(data=st.data())
def test_what_the_grammar_is_made_of(name: str, data: st.DataObject) -> None:
    reader = READERS[name]
    pieces = st.lists(st.sampled_from((*reader.pieces, *ALIKE)), max_size=40)
    read(reader, encode("".join(data.draw(pieces))))


@pytest.mark.parametrize("name", READERS)
@examples(8)
@given(data=st.data())
def test_bytes_that_are_changed(name: str, data: st.DataObject) -> None:
    reader = READERS[name]
    source = bytearray(data.draw(st.sampled_from(reader.seeds)))
    for _ in range(data.draw(st.integers(0, 6))):
        at = data.draw(st.integers(0, len(source)))
        end = min(len(source), at + data.draw(st.sampled_from((0, 0, 1, 4, 40))))
        source[at:end] = data.draw(st.one_of(st.binary(max_size=4), st.just(bytes(source[:at]))))
    read(reader, bytes(source[:_LONG]))


@pytest.mark.parametrize("name", READERS)
@examples(3)
@given(seed=st.integers(0, 2**32))
@pytest.mark.slow
def test_what_is_repeated(name: str, seed: int) -> None:
    """Sixty thousand characters of one thing after another: the work does not grow with their square."""
    reader = READERS[name]
    read(reader, repeated(reader, random.Random(seed)))


def constants(value: str) -> str:
    """Forty constants, each made of the one before."""
    lines = (f"const a{n} = {value.format(n - 1)}\n" for n in range(1, 41))
    return "const a0 = ['a']\n" + "".join(lines) + "module.exports = {words: a40}\n"


# What took minutes, or ended with an error, before it was bounded.
KEPT = {
    "braces": ("glob", "{a,b}" * 40),
    "braces in thousands": ("glob", "\t{,}" * 15_000),
    "braces that are not closed": ("glob", "{" * _LONG),
    "brackets that are not closed": ("glob", "/[!" * 20_000),
    "escapes": ("glob", ",\\[" * 20_000),
    "a dotted key": ("TOML", "a." * 90_000 + "a = 1\n"),
    "comments on one line": ("ignore comment", "# waypost: ignore, # waypost: ignore[" * 3_000),
    "comments at the top": ("ignore comment", "# waypost: ignore-file[bad-value]\n" * 4_000),
    "rules of a comment": ("ignore comment", "x = 1  # waypost: ignore[" + "a." * 90_000 + "]\n"),
    "names without a version": ("lock file", "[[package]]\n" + 'name = "a"\n' * 30_000),
    "aliases": (
        "cspell's settings",
        "a0: &a0 [a]\n"
        + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
        + "ignoreRegExpList: [x]\npatterns: [{name: x, pattern: [*a39]}]\nlanguage: *a39\n",
    ),
    "brackets upon brackets": ("cspell's settings", "words: " + "[" * 30_000),
    "brackets in brackets": ("cspell's settings", "words: " + "[" * 900 + "]" * 900),
    "brackets upon brackets in JavaScript": ("cspell's settings", "module.exports = " + "[" * 30_000),
    "objects in objects in JavaScript": ("cspell's settings", "module.exports = " + "{words: " * 2_000),
    "a date": ("cspell's settings", "words: [2001-99-99]\n"),
    "comments that are not closed in JavaScript": ("cspell's settings", "module.exports = " + "/* " * 20_000),
    "escaped quotes in JavaScript": ("cspell's settings", "module.exports = a " + '"' + '\\"' * 30_000),
    "an escaped template in JavaScript": ("cspell's settings", "module.exports = a `" + "\\`" * 30_000),
    "what closes nothing in a list of JavaScript": ("cspell's settings", "module.exports = {words: [)"),
    "a call that is no member in JavaScript": ("cspell's settings", "module.exports = {as ("),
    "constants in constants": ("cspell's settings", constants("[a{0}, a{0}]")),
    "spread constants": ("cspell's settings", constants("[...a{0}, ...a{0}]")),
    "many excludes": ("cspell's settings", json.dumps({"ignorePaths": [f"a{n}" for n in range(60_000)]})),
    "many dictionaries": (
        "cspell's settings",
        json.dumps({"dictionaries": [*"ab" * 30_000], "dictionaryDefinitions": [{"name": "c"}] * 20_000}),
    ),
    "a word list that has no name": (
        "cspell's settings",
        json.dumps({"dictionaries": ["a"], "dictionaryDefinitions": [{"name": "a", "path": each} for each in WRONG]}),
    ),
    "word lists that have no names": ("codespell's settings", f"[codespell]\nignore-words = {','.join(WRONG[:2])}\n"),
    "carriage returns in a line": ("codespell's settings", "[codespell]\na" + " \r" * 20_000 + "b\n"),
    "a dotted key of a project": ("codespell's settings", "a." * 30_000 + "a = 1\n"),
    "a long number of a project": ("codespell's settings", f"[tool.codespell]\nbuiltin = 0x{'f' * _LONG}\n"),
    "blanks in a line": ("codespell's settings", "[codespell]\na" + " \t" * 30_000 + "b\n"),
    "tables upon tables": ("codespell's settings", "a = " + "[" * 30_000),
    "a table that is none": ("codespell's settings", "tool = 1\n"),
    "braces in braces": ("TOML", "[files]\nextend-exclude = ['" + "{a," * 20_000 + "}" * 20_000 + "']\n"),
    "a long name of a file": ("TOML", "[files]\nextend-exclude = ['" + "a" * _LONG + "']\n"),
    "a long name of another file": ("settings", "extend = '" + "a" * _LONG + ".toml'\n"),
    "a long name of a document": ("settings", "apis = {'https://x.example' = '" + "a" * _LONG + "'}\n"),
    "blanks after a name in brackets": ("TOML", "a = [\n[a" + " " * _LONG + "x\n"),
    "blanks in a list": ("TOML", "[files]\nextend-exclude = [" + " " * _LONG + "'a']\n"),
    "a comment of brackets in a pattern": ("TOML", "[default]\nextend-ignore-re = ['^(?x)a#" + "[" * _LONG + "']\n"),
    "types in types": ("evaluator", f"import httpx\ndef f(a: {'A[' * 10_000}{']' * 10_000}):\n    httpx.get(a)\n"),
    "one type of many": ("evaluator", f"import httpx\ndef f(a: {'A | ' * 10_000}A):\n    httpx.get(a)\n"),
    "branches upon branches": ("evaluator", "import httpx\n" + "if a:\n    b = c\n" * 10_000 + "httpx.get(b)\n"),
    "names of one value": ("evaluator", "import httpx\n" + "a = " * 10_000 + "'b'\nhttpx.get(a)\n"),
    "tuples in tuples": ("evaluator", f"import httpx\n{'(' * 10_000}a{',)' * 10_000} = b\nhttpx.get(a)\n"),
    "a correction that corrects itself": ("JSON", '{"default": {"extend-words": {"a": "' + "a," * 30_000 + '"}}}'),
    "tables that nobody reads": ("Cargo", "".join(f"[package.metadata.typo{n}.default]\n" for n in range(6_000))),
    "a dotted key of a package": ("Cargo", "package.metadata.typos." + "a." * 30_000 + "a = 1\n"),
    "errors after errors": ("Python", "-,  " * 15_000),
    "comments": ("Python", "x = 1\n" + "#\n" * 30_000),
    "comments after a comma": ("Python", "a, \n" + "#\r\n" * 20_000),
    "longer comments after a comma": ("Python", "a, \n" + "# a line of a text that is kept as comments\n" * 20_000),
    "paragraphs of comments after a comma": ("Python", "a, \n" + ("# a line of a text\n" * 20 + "\f \n") * 1_000),
    "comments that may ignore": ("Python", "x = 1\n" + "# waypost:\n" * 6_000),
    "comments after separators of lines": ("Python", "\0a" + "\u2028\r\n# waypost: ignore[" * 2_857),
    "lines that go on": ("Python", "x = 1\n" + " \\\n" * 20_000),
    "names in lines that go on": ("Python", "\\\r\na" * 15_000),
    "a long argument": ("evaluator", "class A:\n  def f(self):\n    self.get_a(Aa" + "a" * _LONG + ".b)\n"),
    "a group of dependencies that is none": ("lock file", "[project.optional-dependencies]\na = 1\n"),
    "thousands of subclasses of one class": (
        "evaluator",
        "import httpx\nclass A:\n def f(a): httpx.get(a.b)\n"
        + "".join(f"class A{n}(A): b = '/{n}'\n" for n in range(8_000)),
    ),
    "words of many types": ("TOML", "".join(f"[type.a{n}.extend-words]\nb = 'c'\n" for n in range(6_000))),
    "links that are not closed": ("Markdown", "[](" * _LONG),
    "a line of a table": ("Markdown", "|" * _LONG + "x"),
    "brackets in Markdown": ("Markdown", "[" * _LONG),
    "emphasis": ("Markdown", "*a " * (_LONG // 3)),
    "stars": ("Markdown", "*" * _LONG),
    "addresses in an address": ("URL", "://a:" * (_LONG // 5)),
    "lines of a text": ("settings", "a = '''" + "\r\n" * 30_000 + "'''\n"),
    "a dotted key of a setting": ("settings", "a." * 30_000 + "a = 1\n"),
    "a long number": ("OpenAPI", "[" + "9" * 5_000 + "]"),
    "a long version": ("lock file", '[[package]]\nname = "httpx"\nversion = "' + "9" * 5_000 + '"\n'),
}


# These take seconds.
_DEAR = ("thousands of subclasses of one class", "words of many types", "many dictionaries")


@pytest.mark.parametrize("name", [pytest.param(each, marks=pytest.mark.slow if each in _DEAR else ()) for each in KEPT])
@pytest.mark.slow
def test_what_was_found(name: str) -> None:
    reader, text = KEPT[name]
    read(READERS[reader], encode(text))


def repeated(reader: Reader, chance: random.Random) -> bytes:
    pieces = [each for each in (*reader.pieces, *ALIKE) if len(each) < 1_000]
    start, unit, end = (
        "".join(chance.choices(pieces, k=k)) for k in (chance.randrange(4), chance.randint(1, 3), chance.randrange(3))
    )
    return encode(start + unit * (_LONG // len(unit)) + end)


def read(reader: Reader, source: bytes) -> None:
    with bounded(_SECONDS):
        reader.read(source)


@pytest.mark.parametrize(
    "source",
    [
        b'[files]\nextend-exclude = ["a"]\nextend-exclude = ["b", \x80]\n',
        b'[files]\r\nextend-exclude = ["a"]\r\n[default]\r\nlocale = "en"\r\n[files]\r\nignore-hidden = \x80\r\n',
        b'[default]\nextend-exclude = ["\xf0\x9f\x9a\xa9\x80"]\nextend_words = "\x80"\n[type.py]\nlocale = "\x80"\n',
    ],
)
def test_what_is_not_text_is_not_moved(source: bytes) -> None:
    """An edit is text, so it cannot repeat other bytes; before, it failed."""
    made = Analysis(Document("file:///w/typos.toml", source), Workspace())
    found = made.diagnostics()
    assert any(each.message == "These bytes are not UTF-8" for each in found)
    asked = [fix.edits for each in found for fix in each.fixes]
    asked += [action.edits for offset in range(len(source) + 1) for action in made.actions(Span.at(offset))]
    assert not any("\ufffd" in each.text for edits in asked for each in edits)
