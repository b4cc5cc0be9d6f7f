"""Texts that are almost valid, as they are on the screen while someone types."""

from hypothesis import strategies as st

from waypost.text import AppliedEdit

TOML = (
    b"",
    b"\xef\xbb\xbf[default]\nlocale = 'en'\n",
    b'# words\n[default.extend-words]\nteh = "teh"\nfoo = "bar" # why\n\n[default]\nbinary = true\r\n',
    b'[files]\nextend-exclude = [\n  "a", # c\n  \'b\',\n]\n[type.py]\nextend-glob = ["*.x"]\ncheck-file = false\n',
    b'default.extend-words = { a = "b", "c d" = \'e\',\n f.g = 1 }\ndefault.locale = "en-us"\n[type."x y"]\n',
    b"[a.b.c]\nz = 9\n[a]\nb.d = 1\n[[x]]\n[x.y]\nq = 1\n[[x]]\n[x.y]\nw = [[1, 2.5], {}]\n",
    b'd = 1979-05-27 07:32:00Z\nt = 07:32\nn = 0x1F\nf = -1e5\nm = """a\\\n  "b" \\u00e9"""\nl = \'\'\'x\ny\'\'\'\n',
    b'[default]\nextend-ignore-re = ["\\\\bfoo\\\\b", \'^\\s+$\', """x"""]\n\xc3\xa9 = "\xf0\x9f\x9a\xa9"\n',
)
JSON = (
    b"",
    b"{}",
    b'{"default": {"extend-words": {\n  "teh": "teh",\n  "foo": "bar",\n "x": ""\n}, "n": [1, -2.5e3, null]}}\n',
    b'{\r\n  "files": {"ignore-hidden": false},\r\n  "a": "b",\r\n  "a": "\\u0041\\ud83d\\ude00",\r\n  "c": {}\r\n}',
)
PIECES = [
    *(bytes([each]) for each in b"\"'[]{},=.:#\\ \n\r\ta1_-+eT\x00\x7f"),
    b"\r\n", b'"""', b"'''", b"[a]\n", b"[[a]]\n", b"a.b = 1\n", b'k = "v"\n', b'\n"k": "v",\n', b"true",
    b"null", b"nan",     b"0x", b"\xff", "é".encode(), "🚩".encode(), b"\xef\xbb\xbf", b"//", b"/*",
]  # fmt: skip


@st.composite
def edits(draw: st.DrawFn, source: bytes) -> tuple[bytes, AppliedEdit]:
    """A source and the edit that leads to it."""
    start = draw(st.integers(0, len(source)))
    end = min(len(source), start + draw(st.sampled_from((0, 0, 0, 1, 1, 2, 7, 30, 200))))
    copied = draw(st.integers(0, len(source)))
    new = draw(
        st.one_of(st.lists(st.sampled_from(PIECES), max_size=3).map(b"".join), st.just(source[copied : copied + 20]))
    )
    return source[:start] + new + source[end:], AppliedEdit(start, end, start + len(new))


@st.composite
def mutated(draw: st.DrawFn, sources: tuple[bytes, ...]) -> bytes:
    source = draw(st.sampled_from(sources))
    for _ in range(draw(st.integers(1, 3))):
        source, _edit = draw(edits(source))
    return source
