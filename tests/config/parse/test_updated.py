"""A tree that followed edits equals the tree of the new text, and shares what the edits did not change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.config.parse.dump import dump
from tests.config.parse.mutations import JSON, TOML, edits
from tests.support.budget import examples
from waypost.config.parse import Syntax, Table, parse
from waypost.text import AppliedEdit

SOURCES = {Syntax.TOML: TOML, Syntax.JSON: JSON}


@pytest.mark.parametrize("syntax", Syntax)
@examples(30)
@given(data=st.data())
def test_an_updated_tree_is_that_of_a_fresh_parse(syntax: Syntax, data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(SOURCES[syntax]))
    tree = parse(source, syntax)
    for _ in range(data.draw(st.integers(1, 5))):
        applied = []
        for _ in range(data.draw(st.integers(1, 2))):
            source, edit = data.draw(edits(source))
            applied.append(edit)
        tree = tree.updated(source, applied)
        assert dump(tree) == dump(parse(source, syntax))


@pytest.mark.parametrize(
    ("syntax", "opening", "line", "closing"),
    [
        (Syntax.TOML, b"[default.extend-words]\n", b'word%d = "word%d"\n', b"[files]\n"),
        (Syntax.JSON, b'{"default": {"extend-words": {\n', b'  "word%d": "word%d",\n', b'  "z": "z"\n}}}'),
    ],
)
def test_entries_an_edit_left_alone_are_the_same_objects(
    syntax: Syntax, opening: bytes, line: bytes, closing: bytes
) -> None:
    source = opening + b"".join(line % (index, index) for index in range(50)) + closing
    at = source.index(b"word25") + 4
    tree = parse(source, syntax)
    after = tree.updated(source[:at] + b"x" + source[at:], [AppliedEdit(at, at, at + 1)])

    def words(each: object) -> dict[str, object]:
        entries = each.root.find("default", "extend-words").value.entries
        return {name: entry for name, entry in entries.items() if name.startswith("word")}

    before, now = words(tree), words(after)
    assert set(now) - set(before) == {"wordx25"}
    assert all(now[name] is before[name] for name in set(now) & set(before))


def test_a_quote_typed_far_below_closes_a_string_left_open_above() -> None:
    source = b'a = """x\n\n\nsome text\n'
    tree = parse(source, Syntax.TOML)
    closed = source + b'"""\n'
    after = tree.updated(closed, [AppliedEdit(len(source), len(source), len(closed))])
    assert dump(after) == dump(parse(closed, Syntax.TOML))
    assert not after.errors


def test_entries_of_lines_that_an_edit_left_alone_are_the_same_objects() -> None:
    """What was found about them is kept, so a quoted key costs no more than a bare one."""
    text = b'[default.extend-words]\r\n"\xf0\x9f\x98\x80" = "x"\r\na.b = 1\r\nc = {d = 2}\r\n"e" = "f"\r\n'
    tree = parse(text, Syntax.TOML)
    at = text.index(b'"f"') + 1
    after = tree.updated(text[:at] + b"g" + text[at:], [AppliedEdit(at, at, at + 1)])
    one, two = (each.root.find("default", "extend-words") for each in (tree, after))
    assert one
    assert two
    assert isinstance(one.value, Table)
    assert isinstance(two.value, Table)
    same = [name for name, entry in one.value.entries.items() if two.value.entries[name] is entry]
    assert same == ["\U0001f600", "c"]
