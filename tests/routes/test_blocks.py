"""Sources are split into blocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.budget import examples
from waypost.routes.syntax import Block, Blocks
from waypost.text import AppliedEdit

SOURCE = b'''\
import a
X = (
1,
b)
@first
@second(
  1)
def f(a=")"):
    """
def g(): pass
"""
    x = foo(1, "abc
    def h(): pass
class A(B):
    x = 1
    @p
    def m(self): pass

    def n(self):
        def inner(): pass
    y = 2
    class C:
        def q(self): pass
if x:
    pass
else:
    z
'''


def facts(blocks: Blocks) -> list[tuple[str, str, bytes]]:
    return [(block.kind, block.name, block.text) for block in blocks]


def test_top_level_statements_and_members_are_blocks() -> None:
    assert [(kind, name) for kind, name, _ in facts(Blocks.of(SOURCE))] == [
        ("plain", ""),
        ("function", "f"),
        ("class", "A"),
        ("member", "m"),
        ("member", "n"),
        ("member", "C"),
        ("plain", ""),
    ]


def test_an_open_bracket_ends_where_a_definition_starts() -> None:
    names = [block.name for block in Blocks.of(b"def f():\n    g(1,\n\ndef h():\n    pass\n")]
    assert names == ["f", "h"]


def test_blocks_are_the_whole_text() -> None:
    for text in (b"", b"\n", b"   x\n", b"\r\rdef f():\r  pass\r", b"'''", SOURCE):
        assert b"".join(block.text for block in Blocks.of(text)) == text


def test_a_member_is_parsed_as_one() -> None:
    block = Blocks.of(SOURCE)[3]
    assert block.root.children[0].type == "class_definition"
    assert not block.root.has_error


PIECES = [b'"', b"'", b'"""', b"(", b")", b"\n", b"\r\n", b"\r", b"\ndef f():\n    pass\n", b"\nclass Z:\n    a = 1\n"]
PIECES += [
    b"    def m(self):\n",
    b"  def k():\n",
    b"@x\n",
    b"    @x\n",
    b"#",
    b"\\",
    b" ",
    b"x",
    b"import q\n",
    b"else:\n",
]
PIECES += [b"", "\U0001f6a9".encode(), b"x = 1\n" * 400]


@examples(60)
@given(st.lists(st.tuples(st.floats(0, 1), st.sampled_from([0, 1, 2, 5, 40]), st.sampled_from(PIECES)), max_size=8))
def test_an_edit_yields_what_a_fresh_split_yields(edits: list[tuple[float, int, bytes]]) -> None:
    source, blocks = SOURCE, Blocks.of(SOURCE)
    blocks.each(name_of)
    for place, length, new in edits:
        start = int(place * len(source))
        end = min(len(source), start + length)
        source = source[:start] + new + source[end:]
        blocks = blocks.edited(source, AppliedEdit(start, end, start + len(new)))
        fresh = Blocks.of(source)
        assert facts(blocks) == facts(fresh)
        assert list(blocks.each(name_of)) == [block.name for block in fresh]


def name_of(block: Block) -> str:
    return block.name


def test_an_edit_keeps_the_blocks_it_does_not_touch() -> None:
    old = Blocks.of(SOURCE)
    at = SOURCE.index(b"y = 2")
    new = old.edited(SOURCE[:at] + b"y" + SOURCE[at:], AppliedEdit(at, at, at + 1))
    changed = [block.name for block in new if not _is_one_of(block, old)]
    assert changed == ["n"]


def test_after_an_edit_a_function_is_asked_only_about_the_blocks_there() -> None:
    seen: list[str] = []

    def noting(block: Block) -> int:
        seen.append(block.name)
        return len(block.text)

    old = Blocks.of(SOURCE)
    before = old.each(noting)
    assert (len(seen), old.each(noting)) == (len(old), before)
    seen.clear()
    at = SOURCE.index(b"y = 2")
    new = old.edited(SOURCE[:at] + b"y" + SOURCE[at:], AppliedEdit(at, at, at + 1))
    assert sum(new.each(noting)) == len(SOURCE) + 1
    assert seen == ["m", "n"]  # an edit may join a block to the one before it


def _is_one_of(block: Block, blocks: Blocks) -> bool:
    return any(block is each for each in blocks)


HIDDEN = b"""\
x = [
def_]
y = "\\""
# (
def f(a=')'):
    '''(
def g():'''
    b(\\
)
def h(): {'}'}
"""


@pytest.mark.parametrize("line", ["(f())", "[a, b] = f()", "*a, b = f()", '"text"', "'text'", "{f()}", "été = f()"])
def test_a_statement_may_begin_with_something_else_than_a_word(line: str) -> None:
    text = f"class A:\n    def f(self):\n        return (\n{line}\n)\n\n{line}\ndef g():\n    pass\n".encode()
    kinds = [(block.kind, block.name) for block in Blocks.of(text)]
    assert kinds == [("class", "A"), ("member", "f"), ("plain", ""), ("function", "g")]


def test_strings_brackets_and_comments_hide_lines() -> None:
    for source in (HIDDEN, HIDDEN.replace(b"\n", b"\r\n")):
        assert [block.name for block in Blocks.of(source)] == ["", "f", "h"]
