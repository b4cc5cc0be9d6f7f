"""Words for word tables, from open files and from typos' dictionary."""

from tests.support.check import after, uri, workspace
from tests.support.marked import cursor
from waypost.analysis import Analysis
from waypost.results import Completion
from waypost.text import Document

FILES = {"a.md": "Teh quick brown foks jumps over teh lazy dog, langauge\n", "typos.toml": "recieve"}


def offered(source: str, name: str = "typos.toml") -> tuple[Document, dict[str, Completion]]:
    text, offset = cursor(source)
    document = Document.from_text(uri(name), text)
    found = Analysis(document, workspace(files={**FILES, name: text})).complete(offset)
    assert found.incomplete
    return document, {each.label: each for each in found.items}


def test_what_is_reported_in_open_files_can_be_accepted() -> None:
    document, items = offered("[default.extend-words]\nfoo = 'foo'\n$0\n")
    assert {"teh", "langauge"} <= set(items)
    assert "recieve" not in items
    assert "quick" not in items
    item = items["langauge"]
    assert after(document, [item.edit]) == "[default.extend-words]\nfoo = 'foo'\nlangauge = 'langauge'\n"
    assert item.snippet == "langauge = '${1|langauge,language|}'"


def test_words_with_an_entry_are_not_offered_again() -> None:
    _, items = offered('[default.extend-words]\nTEH = "TEH"\n$0\n')
    assert "langauge" in items
    assert "teh" not in items


def test_words_in_braces_and_in_json_get_their_commas() -> None:
    document, items = offered("default.extend-words = { a = 'a' $0 }")
    assert after(document, [items["teh"].edit, *items["teh"].more_edits]) == (
        "default.extend-words = { a = 'a', teh = 'teh' }"
    )
    document, items = offered('{"default": {"extend-words": {"$0"}}}', "typos.json")
    assert after(document, [items["teh"].edit]) == '{"default": {"extend-words": {"teh": "teh"}}}'


def test_the_checkers_correction_is_offered_as_a_value() -> None:
    text, offset = cursor("[default.extend-words]\nlangauge = '$0'\n")
    items = Analysis(Document.from_text(uri("typos.toml"), text), workspace()).complete(offset).items
    assert [each.label for each in items] == ["langauge", "language", '""']


def test_the_locale_decides_what_is_reported() -> None:
    words = "[default.extend-words]\ncolour = '$0'\n"
    for locale, expected in (("en-us", True), ("en-gb", False)):
        text, offset = cursor(f"[default]\nlocale = '{locale}'\n{words}")
        items = Analysis(Document.from_text(uri("typos.toml"), text), workspace()).complete(offset).items
        assert ("color" in [each.label for each in items]) == expected
