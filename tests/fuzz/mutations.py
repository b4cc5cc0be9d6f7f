"""Documents that are half typed, cut off, damaged, or have something pasted into them."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.fuzz.seeds import Seed
from waypost.text import Document, Encoding, Position, TextChange
from waypost.text.encoding import encode

PIECES = [
    *"\"'[]{}(),=.:#\\/ \n\r\t\x00\x7f\x0b\x0c-+%$&*?|<>~!@`;_1aE",
    *("\r\n", '"""', "'''", "[a]\n", "[[a]]\n", "a.b = 1\n", 'k = "v"\n', '\n"k": "v",\n', "true", "null", "nan"),
    *("é", "\U0001f6a9", "\ud83d", "\udea9", "\ufeff", "\u2028", "\u0301", "İ", "//", "/*", "- ", ": ", "\n  "),
    *("1" * 400, "9e999999", "0x", "-0", "\\u12", "\\ud83d", "\\x", "\\N{", "(?", "[^", "{1,", "**/", "[!"),
    *(
        "def f(",
        "lambda: ",
        "f'{",
        '{"a": ',
        "**x",
        "*, ",
        "GET /",
        "{owner}",
        "{?x*",
        "{+y:3}",
        ":name",
        "%s",
        "%(a)s",
    ),
    *("https://api.github.com/", "#/components/", "$ref: ", "&a ", "*a", "<<: ", "ignore[", "# waypost: ignore"),
]
_DAMAGE = (b"\xff", b"\xc3", b"\xed\xa0\xbd", b"\xf0\x9f\x9a", b"\x00", b"\xef\xbb\xbf", b"\x80\x80", b"\xfe\xff")
_LONG = (3_000, 20_000)


@st.composite
def changes(draw: st.DrawFn, document: Document) -> TextChange:
    """Replace a range of the document, as an editor may."""
    source = document.source
    start = draw(st.integers(0, len(source)))
    end = min(len(source), start + draw(st.sampled_from((0, 0, 0, 1, 1, 2, 7, 40, 300))))
    copied = draw(st.integers(0, len(source)))
    pasted = Document("", source[copied : copied + 60]).text
    text = draw(st.one_of(st.lists(st.sampled_from(PIECES), max_size=3).map("".join), st.just(pasted)))
    return TextChange(text, _place(document, start), _place(document, end))


def _place(document: Document, offset: int) -> Position:
    return document.position(offset, Encoding.UTF16)


@st.composite
def documents(draw: st.DrawFn, seeds: Sequence[Seed], most: int = 4, *, wild: bool = True) -> Document:
    """A seed after a few edits, and sometimes after a change that no editor would make."""
    seed = draw(st.sampled_from(seeds))
    document = Document(seed.uri, seed.source)
    for _ in range(draw(st.integers(0, most))):
        document, _edits = document.edited([draw(changes(document))], Encoding.UTF16)
    damage = draw(st.sampled_from(_WILD if wild else _MILD))
    return Document(seed.uri, damage(draw, document.source))


def _as_is(_: st.DrawFn, source: bytes) -> bytes:
    return source


def _cut(draw: st.DrawFn, source: bytes) -> bytes:
    """Cut off the rest of the document."""
    text = source[: draw(st.integers(0, len(source)))].decode("utf-8", "ignore")
    return encode(text)


def _ended(draw: st.DrawFn, source: bytes) -> bytes:
    """End all lines in another way."""
    return source.replace(b"\r\n", b"\n").replace(b"\n", draw(st.sampled_from((b"\r\n", b"\r", b"\n\r"))))


def _damaged(draw: st.DrawFn, source: bytes) -> bytes:
    at = draw(st.integers(0, len(source)))
    return source[:at] + draw(st.sampled_from(_DAMAGE)) + source[at:]


def _nested(draw: st.DrawFn, source: bytes) -> bytes:
    """Brackets inside brackets."""
    at = draw(st.integers(0, len(source)))
    opening = draw(st.sampled_from((b"[", b"{", b"(", b'{"a":', b"a.", b"{a=", b"[{", b"f(", b"- ", b"x=[", b"not ")))
    return source[:at] + opening * draw(st.sampled_from((30, 600, 3_000))) + source[at:]


def _lengthened(draw: st.DrawFn, source: bytes) -> bytes:
    """A very long line."""
    at = draw(st.integers(0, len(source)))
    return source[:at] + encode(draw(st.sampled_from(PIECES))) * draw(st.sampled_from(_LONG)) + source[at:]


_MILD = (_as_is, _as_is, _as_is, _cut, _ended)
_WILD = (*_MILD, _damaged, _nested, _lengthened)
