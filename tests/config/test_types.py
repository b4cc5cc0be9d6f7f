"""The name of a file type: definition, references, rename."""

import pytest

from tests.facts import render_types
from tests.support.check import after, analysis
from tests.support.marked import cursor
from waypost.config.view.names import BUILT_IN_FILE
from waypost.workspace import uri_of

SOURCE = "[type.py]\nbinary = true\n[type.py.extend-words]\na = 'a'\n[type.mine]\nextend-glob = ['*.m']\n"


def test_the_description_of_built_in_types_is_that_of_the_installed_checker() -> None:
    assert BUILT_IN_FILE.read_text(encoding="utf-8") == render_types()


def test_definition_leads_to_what_is_built_in() -> None:
    (location,) = analysis(SOURCE, "typos.toml").definition(SOURCE.index("py") + 1)
    assert location.uri == uri_of(BUILT_IN_FILE)
    assert location.span.of(BUILT_IN_FILE.read_bytes()) == b"[type.py]"


def test_definition_of_a_type_of_ones_own_is_its_first_place() -> None:
    (location,) = analysis(SOURCE, "typos.toml").definition(SOURCE.index("mine"))
    assert (location.uri, location.span.of(SOURCE.encode())) == (None, b"mine")


def test_references_are_every_place_that_names_a_type() -> None:
    made = analysis(SOURCE, "typos.toml")
    offset = SOURCE.index("py") + 1
    assert [each.span.start for each in made.references(offset, declaration=True)] == [6, 30]
    assert [each.span.start for each in made.references(offset, declaration=False)] == [30]
    assert [each.start for each in made.highlights(offset)] == [6, 30]


@pytest.mark.parametrize(
    ("source", "name", "expected"),
    [
        ("[type.p$0y]\n[type.py.extend-words]\n", "rust", "[type.rust]\n[type.rust.extend-words]\n"),
        ("type.p$0y = {}\n", "rust", "type.rust = {}\n"),
        ("[type.$0a]\nextend-glob = ['*.a']\n", "b c", "[type.\"b c\"]\nextend-glob = ['*.a']\n"),
        ("[type.$0'a b']\nextend-glob = ['*.a']\n", "c", "[type.'c']\nextend-glob = ['*.a']\n"),
    ],
)
def test_a_rename_reaches_every_place(source: str, name: str, expected: str) -> None:
    text, offset = cursor(source)
    made = analysis(text, "typos.toml")
    assert made.renamable(offset) is not None
    assert after(made.document, made.rename(offset, name)) == expected


@pytest.mark.parametrize(
    ("name", "reason"), [("mine", "already"), ("", "needs a name"), ("nothing-known", "is not a built-in type")]
)
def test_a_name_that_cannot_be_is_refused(name: str, reason: str) -> None:
    made = analysis(SOURCE, "typos.toml")
    with pytest.raises(ValueError, match=reason):
        made.rename(SOURCE.index("py") + 1, name)


def test_nothing_else_is_renamed() -> None:
    made = analysis(SOURCE, "typos.toml")
    assert made.renamable(SOURCE.index("binary")) is None
    assert not made.definition(SOURCE.index("binary"))
