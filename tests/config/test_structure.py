"""The shape of a configuration: outline, folds, links, growing selections, semantic tokens."""

from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.check import analysis
from waypost.analysis import Analysis
from waypost.config.model.tables import named_tables
from waypost.results import Symbol, SymbolKind
from waypost.text import Document, Span
from waypost.workspace import Folder, Workspace, uri_of

SOURCE = """\
# one
# two
[files]
extend-exclude = [
  "a", # c
]
[default.extend-words]
teh = "the"
[type.py]
binary = true
[default]
locale = "en-us"
"""


def outline(symbols: tuple[Symbol, ...]) -> list:
    return [(each.name, each.kind, each.detail, outline(each.children)) for each in symbols]


def test_the_outline_follows_the_tables_and_not_the_text() -> None:
    made = analysis(SOURCE, "typos.toml")
    assert outline(tuple(made.symbols())) == [
        ("files", SymbolKind.TABLE, "", [("extend-exclude", SymbolKind.ARRAY, "1 item", [])]),
        (
            "default",
            SymbolKind.TABLE,
            "",
            [
                ("extend-words", SymbolKind.TABLE, "1 entry", [("teh", SymbolKind.STRING, '"the"', [])]),
                ("locale", SymbolKind.STRING, '"en-us"', []),
            ],
        ),
        ("type", SymbolKind.TABLE, "", [("py", SymbolKind.TYPE, "", [("binary", SymbolKind.BOOLEAN, "true", [])])]),
    ]


def test_a_symbol_holds_its_name_and_its_children() -> None:
    def check(symbol: Symbol) -> None:
        assert symbol.span.holds(symbol.selection)
        for child in symbol.children:
            assert symbol.span.holds(child.span)
            check(child)

    for source, name in ((SOURCE, "typos.toml"), ("default.locale = 'en'\n[default.extend-w", "typos.toml")):
        for symbol in analysis(source, name).symbols():
            check(symbol)


def test_the_outline_of_a_shared_file_is_that_of_the_checkers_table() -> None:
    made = analysis("[project]\nname = 'x'\n[tool.typos.default]\nlocale = 'en'\n", "pyproject.toml")
    (top,) = outline(tuple(made.symbols()))
    assert top[0] == "tool.typos"
    assert top[3] == [("default", SymbolKind.TABLE, "", [("locale", SymbolKind.STRING, "'en'", [])])]


def test_the_outline_of_json() -> None:
    made = analysis('{\n  "default": {\n    "a": "b",\n    "c": null\n  }\n}', "typos.json")
    assert outline(tuple(made.symbols())) == [
        ("default", SymbolKind.TABLE, "", [("a", SymbolKind.STRING, '"b"', []), ("c", SymbolKind.KEY, "null", [])])
    ]


def test_the_outline_of_a_long_word_list_ends_somewhere() -> None:
    source = "[default.extend-words]\n" + "".join(f'{"a" * (index + 2)} = "x"\n' for index in range(2_100))
    (default,) = analysis(source, "typos.toml", {"rules": {"bad-correction": "off"}}).symbols()
    words = default.children[0].children
    assert len(words) == 2_000
    assert default.children[0].detail == "2,100 entries, the first 2,000 here"
    assert words[0].span.of(source.encode()) == b'aa = "x"'
    assert words[0].selection.of(source.encode()) == b"aa"


def folded(source: str, name: str) -> list[tuple[str, str]]:
    made = analysis(source, name)
    return sorted((fold.span.of(made.document.source).decode(), fold.kind) for fold in made.folds())


def test_sections_brackets_and_comments_fold() -> None:
    assert folded(SOURCE, "typos.toml") == sorted(
        [
            ("# one\n# two", "comment"),
            ('[files]\nextend-exclude = [\n  "a", # c\n]', ""),
            ('[\n  "a", # c\n]', ""),
            ('[default.extend-words]\nteh = "the"', ""),
            ("[type.py]\nbinary = true", ""),
            ('[default]\nlocale = "en-us"', ""),
        ]
    )
    assert folded('{\n  "a": {\n    "b": "c",\n    "d": [\n1]}\n}', "typos.json") == [
        ("[\n1]", ""),
        ('{\n    "b": "c",\n    "d": [\n1]}', ""),
        ('{\n  "a": {\n    "b": "c",\n    "d": [\n1]}\n}', ""),
    ]


def test_a_selection_grows() -> None:
    made = analysis(SOURCE, "typos.toml")
    spans = made.selection(SOURCE.index("the") + 1).spans
    assert [span.of(SOURCE.encode()).decode() for span in spans] == [
        "the",
        '"the"',
        'teh = "the"',
        '[default.extend-words]\nteh = "the"',
        SOURCE,
    ]
    inside = made.selection(SOURCE.index('"a"') + 1).spans
    assert [span.length for span in inside] == sorted(span.length for span in inside)
    assert '[\n  "a", # c\n]' in [span.of(SOURCE.encode()).decode() for span in inside]


@pytest.mark.parametrize(
    ("header", "inner"), [("[a.b]", "a.b"), ("[[a.b]]", "a.b"), ("[a.b", "a.b"), ("[a # 🚩", "a # 🚩"), ("[[a]", "a]")]
)
def test_a_selection_in_a_header_is_what_stands_between_its_brackets(header: str, inner: str) -> None:
    source = f"{header}\nx = 1\n"
    spans = analysis(source, "typos.toml").selection(source.index("a")).spans
    shown = [span.of(source.encode()).decode() for span in spans]
    assert inner in shown
    assert header in shown


def test_a_selection_exists_at_every_offset() -> None:
    for source, name in ((SOURCE, "typos.toml"), ('{"a": ["b', "typos.json"), ("[a\nb = {", "typos.toml")):
        made = analysis(source, name)
        for offset in range(len(source) + 1):
            spans = made.selection(offset).spans
            assert all(after.holds(before) for before, after in pairwise(spans))
            assert all(span.touches(offset) for span in spans)


def test_an_excluded_file_that_is_there_opens(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "folder").mkdir()
    source = "[files]\nextend-exclude = ['a.txt', 'b.txt', '*.c', 'folder']\n"
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), source)
    links = Analysis(document, Workspace([Folder(tmp_path)])).links()
    assert [(link.span.of(source.encode()), link.target) for link in links] == [(b"a.txt", uri_of(tmp_path / "a.txt"))]


def test_the_schema_of_json_opens() -> None:
    links = analysis('{"$schema": "https://example.com/typos.json"}', "typos.json").links()
    assert [link.target for link in links] == ["https://example.com/typos.json"]


def test_tokens_tell_patterns_types_dialects_and_deprecated_keys() -> None:
    source = "[type.py]\nlocale = 'en-us'\nextend-ignore-re = ['a', 'b']\nignore-hex = true\n"
    made = analysis(source, "typos.toml")
    found = [(token.span.of(source.encode()).decode(), token.type, token.modifiers) for token in made.tokens()]
    assert found == [
        ("py", "type", ()),
        ("'en-us'", "enumMember", ()),
        ("'a'", "regexp", ()),
        ("'b'", "regexp", ()),
        ("ignore-hex", "property", ("deprecated",)),
    ]
    assert [token.type for token in made.tokens(Span(0, 8))] == ["type"]


def test_a_header_of_a_thousand_names_breaks_nothing() -> None:
    made = analysis(f"[{'.'.join('a' * 1_500)}]\nb = [1]\n", "typos.toml")
    assert made.symbols()
    assert made.selection(3_006).spans
    assert list(named_tables(made.workspace))
