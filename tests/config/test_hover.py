"""Hover: what a key means and which value applies."""

from pathlib import Path

import pytest

from tests.support.check import hover, uri, workspace
from tests.support.marked import cursor
from tests.support.typos import TYPOS
from waypost.analysis import Analysis
from waypost.text import Document
from waypost.workspace import Folder, Workspace, uri_of

SAID = [
    ("[default]\nloc$0ale = 'en-us'\n", ["**locale**", 'is `"en"`', 'In effect: `"en-us"` (`[default]`, line 2)']),
    ("[default]\nlocale = 'en-$0us'\n", ["**en-us**", "American"]),
    ("[type.py]\nloc$0ale = 'en-us'\n[default]\nlocale = 'en-gb'", ['`"en-us"` (`[type.py]`, line 2)']),
    ("[files]\nignore-d$0ot = true\nignore-files = false\n", ["follows `ignore-files`"]),
    ("[files]\nignore-$0hidden = false\n", ["In effect: `false` (`[files]`, line 2)"]),
    ("[default]\nbina$0ry =\n", ["**binary**", "In effect once typos accepts the file: `false` (built in)"]),
    ("[default.extend-w$0ords]\na = 'a'\n", ["Single words", "In effect: 1 word from `[default]`"]),
    ("[type.rust.extend-w$0ords]\na = 'a'\n", ["In effect: 1 word built in for the type, 1 word from `[type.rust]`"]),
    ("[default]\nlocale = 'e$0n\n", ["**locale**", "Unset"]),
    ("[ty$0pe]\n", ["**type**"]),
    ("[def$0ault]\nlocale = 'en-us'\nextend-words.a = 'b'",
     ['In effect:\n\n- `locale = "en-us"` (`[default]`, line 2)']),
    ("[default]\nbinary = true\n[type.p$0y]\nunicode = false\n",
     ["- `binary = true` (`[default]`, line 2)", "- `unicode = false` (`[type.py]`"]),
    ("[fil$0es]\nignore-files = false\n", ["- `ignore-vcs = false` (`[files]`, line 2)"]),
    ("[type.lo$0ck]\n", ["not checked, unless"]),
    ("[files]\nextend-ex$0clude = ['a', 'b', 'c']\n", ["In effect: 3 globs from `[files]`"]),
    ("[default]\nextend-ignore-r$0e = ['a']\n", ["In effect: 1 pattern from `[default]`"]),
    ("[type.p$0y]\n", ["`*.py`", "Always correct in these files: `EOFError`", "[Reference]"]),
    ("[type.lo$0ck]\n", ["not checked, unless"]),
    ("[type.mi$0ne]\nextend-glob = ['*.mine']\n", ["a type of your own", "`*.mine`"]),
    ("type.p$0y.binary = true\n", ["`*.py`"]),
    ("ty$0pe.py.binary = true\n", ["**type**"]),
    ("[default.extend-words]\nte$0h = 'the'\n", ["`teh` is **corrected to** `the`", "any casing"]),
    ("[default.extend-words]\nteh = 't$0eh'\n", ["**always right**"]),
    ("[default.extend-words]\nteh = '$0'\n", ["**always an error**"]),
    ("[default.extend-words]\na_b = 'a$0_b'\n", ["it never matches", "typos reads `a_b` as `a` + `b`"]),
    ("[default.extend-words]\nteh = 'T$0EH'\n", ["no casing of it passes"]),
    ("[default.extend-identifiers]\nFo$0o = 'Foo'\n", ["in this casing"]),
    ("[default]\nextend-ignore-words-re = ['a$0b']\n", ["`ab`", "Words in which it matches"]),
    ("[files]\nextend-exclude = ['!a$0b']\n", ["Includes again"]),
    ("[type.py]\nextend-glob = ['*.p$0']\n", ["file names only"]),
]  # fmt: skip


@pytest.mark.parametrize(("source", "parts"), SAID)
@pytest.mark.parametrize("prefix", ["", "# \U0001f6a9\n"])
def test_hover_says(source: str, parts: list[str], prefix: str) -> None:
    found = hover(prefix + source, "typos.toml")
    assert found is not None
    for part in parts:
        assert part.replace("line 2", "line 3") in found.markdown if prefix else part in found.markdown


@pytest.mark.parametrize(
    ("name", "source", "parts"),
    [
        (
            "pyproject.toml",
            "[tool.ty$0pos]\ndefault.binary = true\n",
            ["**tool.typos**", "Set here: `[tool.typos.default]`"],
        ),
        ("pyproject.toml", "[to$0ol.typos.files]\n", ["the configuration of typos", "`[tool.typos.files]`"]),
        ("pyproject.toml", "[tool.typos.ty$0pe.py]\n", ["**type**"]),
        ("pyproject.toml", "[tool.typos.type.py]\nloc$0ale = 'en-us'\n", ["(`[tool.typos.type.py]`, line 2)"]),
        ("Cargo.toml", "[package.meta$0data.typos]\n", ["**package.metadata.typos**"]),
    ],
)
def test_every_name_of_a_header_is_explained(name: str, source: str, parts: list[str]) -> None:
    found = hover(source, name)
    assert found is not None
    assert [part for part in parts if part not in found.markdown] == []


def test_hover_in_json_shows_json() -> None:
    found = hover('{"default": {"extend-w$0ords": {"a": "b"}}}', "typos.json")
    assert found is not None
    assert '"extend-words": {"teh": "teh"}' in found.markdown


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("pyproject.toml", "[project]\nna$0me = 'x'\n[tool.typos]\n"),
        ("pyproject.toml", "[to$0ol.black]\n[tool.typos]\n"),
        ("typos.toml", "[default]\nwro$0ng = 1\n"),
        ("typos.toml", "[default]\nextend-ignore-re = ['($0']\n"),
        ("typos.toml", "# com$0ment\n"),
        ("typos.toml", '[default.extend-words]\nteh = "th$0e\n'),
        ("typos.toml", '[files]\nextend-exclude = ["a$0\n'),
    ],
)
def test_hover_is_silent(name: str, source: str) -> None:
    assert hover(source, name) is None


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("teh = 'te$0h'", ["Without the entry, it would be corrected to `the`."]),
        ("fine = 'fi$0ne'", ["Without the entry, it would be fine as well."]),
        ("a_teh = 'a$0'", []),
    ],
)
def test_a_word_tells_what_would_be_without_its_entry(entry: str, said: list[str]) -> None:
    found = hover(f"[default.extend-words]\n{entry}\n", "typos.toml", {"typos-path": str(TYPOS)})
    assert found is not None
    assert [line for line in found.markdown.splitlines() if line.startswith("Without")] == said


def test_a_type_tells_how_many_files_it_has(tmp_path: Path) -> None:
    for name in ("a.py", "b.py", "c.rs"):
        (tmp_path / name).write_text("x\n")
    source = "[type.py]\n"
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), source)
    made = Analysis(document, Workspace([Folder(tmp_path)]))
    made.complete(len("[type."))  # makes the server count the files
    found = made.hover(len("[type.p"))
    assert found is not None
    assert "**2** files here have this type." in found.markdown


def on_open_files(source: str, files: dict[str, str]) -> str:
    text, offset = cursor(source)
    document = Document.from_text(uri("typos.toml"), text)
    found = Analysis(document, workspace(files=files | {"typos.toml": text})).hover(offset)
    assert found is not None
    return found.markdown


def test_a_pattern_shows_where_it_matches_in_open_files() -> None:
    said = on_open_files(
        "[default]\nextend-ignore-re = ['(?s)o$0ff.*?on']\n",
        {"a b.txt": "\U0001f600\nx off\nteh on\n", "b.py": "offon offon offon offon"},
    )
    assert "Matches `off`, then zero or more characters of any kind, as few as possible, then `on`." in said
    assert "```\na b.txt:2: off … (2 lines)\nb.py:1: offon\nb.py:1: offon\n```" in said


def test_a_pattern_without_a_match_in_open_files_says_so() -> None:
    said = on_open_files("[default]\nextend-ignore-re = ['o$0ff']\n", {"a.txt": "o f f"})
    assert "it matches nothing" in said
    assert "```" not in said


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("extend-ignore-identifiers-re", "it matches `fooBar`, `foo_1`, `xfoo`"),
        ("extend-ignore-words-re", "it matches `foo`, `xfoo`"),
    ],
)
def test_a_pattern_shows_the_names_it_passes_over(key: str, shown: str) -> None:
    said = on_open_files(f"[default]\n{key} = ['f$0oo']\n", {"a.py": "fooBar = foo_1 + Foo(xfoo, fooBar)\n"})
    assert f"{shown}\n" in said


def test_names_are_those_of_the_list() -> None:
    said = on_open_files("[default]\nextend-ignore-words-re = ['^f$0oo$']\n", {"a.py": "bar"})
    assert "at the start of the word" in said
    assert "it matches no word" in said


def test_many_names_are_cut_short() -> None:
    names = " ".join(f"foo{letter}" for letter in "abcdefghijk")
    said = on_open_files("[default]\nextend-ignore-identifiers-re = ['f$0oo']\n", {"a.py": names})
    assert "`fooh`, …\n" in said


def test_hover_covers_what_it_speaks_of() -> None:
    source = "[default]\nlocale = 'en'\n"
    found = hover(source.replace("locale", "loc$0ale"), "typos.toml")
    assert found is not None
    assert found.span.of(source.encode()) == b"locale"


def test_a_glob_counts_the_files_of_the_folder(tmp_path: Path) -> None:
    for name in ("a.min.js", "b.min.js", "c.js", "vendor/d.js", ".hidden.min.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x\n")
    text, offset = cursor("[files]\nextend-exclude = ['*.mi$0n.js', 'vendor/']\n")
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), text)
    analysis = Analysis(document, Workspace([Folder(tmp_path)]))
    found = analysis.hover(offset)
    assert found is not None
    assert "Matches **2** files here: `a.min.js`, `b.min.js`." in found.markdown
    vendor = analysis.hover(text.index("vendor") + 1)
    assert vendor is not None
    assert "Matches **1** file here: `d.js`." in vendor.markdown
