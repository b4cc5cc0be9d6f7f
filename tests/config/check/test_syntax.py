"""Syntax errors as an editor shows them, and their fixes."""

import pytest

from tests.support.check import analysis, check_diagnostics, check_fix, check_fix_all
from waypost.text.encoding import encode

SOURCE = """\
[default]
locale = "en-us
         ^^^^^^ error[syntax-error] not closed
binary = tru
         ^^^ error[syntax-error] is not a value: write `true`
unicode = false
unicode = true
^^^^^^^ error[syntax-error] set twice
check-file
^^^^^^^^^^ error[syntax-error] has no value
[files
^^^^^^ error[syntax-error] header is not closed
extend-exclude = ["a" "b"]
                      ^ error[syntax-error] comma is missing
[default]
 ^^^^^^^ error[syntax-error] defined twice
"""


def test_every_error_is_reported_at_its_place() -> None:
    check_diagnostics(SOURCE, "typos.toml")


@pytest.mark.parametrize("after", ["é", "\U0001f6a9", "\ud83d", "x"])
def test_what_follows_without_a_comma_is_marked_as_whole_characters(after: str) -> None:
    document = analysis(f'[files]\nextend-exclude = ["a"{after}, "b"]\n', "typos.toml")
    [missing] = [found for found in document.diagnostics() if "comma" in found.message]
    assert document.document.source[missing.span.start : missing.span.end] == encode(after)


def test_every_json_error_is_reported_at_its_place() -> None:
    check_diagnostics(
        """\
{
  "default": {
    "locale": 'en-us',
              ^^^^^^^ error[syntax-error] double quotes
    "unicode": false,
    "unicode": true,
    ^^^^^^^^^ error[syntax-error] set twice
  }
}
""".replace('    "unicode": true,\n', '    "unicode": true\n'),
        "typos.json",
    )


@pytest.mark.parametrize(
    ("source", "title", "expected"),
    [
        ('[default]\nlocale = "en\n', "Close the string", '[default]\nlocale = "en"\n'),
        ('x = ["a", "b]\n', "Close the string", 'x = ["a", "b"]\n'),
        ("x = [\n  'a',\n[files]\n", "Close it", "x = [\n  'a',\n]\n[files]\n"),
        ("x = { a = ['b'\n", "Close it", "x = { a = ['b']}\n"),
        ("[files\n", "Close it", "[files]\n"),
        ("[[files]\n", "Close it", "[[files]]\n"),
        ("x = ['a' 'b']\n", "Add the comma", "x = ['a', 'b']\n"),
        ("x = { a = 'é'  b = 2 }\n", "Add the comma", "x = { a = 'é',  b = 2 }\n"),
        ("x = ['a',, 'b']\n", "Remove it", "x = ['a', 'b']\n"),
        ('x = "\\bfoo\\d+"\n', "literal string", "x = '\\bfoo\\d+'\n"),
        ("locale = en-us\n", "Put quotes", 'locale = "en-us"\n'),
        ("*é = 1\n", "Put quotes", '"*é" = 1\n'),
        ("binary = Yes\n", "Write `true`", "binary = true\n"),
    ],
)
def test_a_fix_of_toml(source: str, title: str, expected: str) -> None:
    check_fix(source, expected, "typos.toml", title)
    check_fix(source.replace("\n", "\r\n"), expected.replace("\n", "\r\n"), "typos.toml", title)


DEFAULT = "[default]\nbinary = true\n"


@pytest.mark.parametrize(
    ("source", "title", "expected"),
    [
        ("[default]\nbinary = true\nbinary = true # why\n", "Remove this repetition", f"{DEFAULT[:-1]} # why\n"),
        ("[default]\nbinary = true\nbinary = false\n", "Remove this one", DEFAULT),
        ("[default]\nbinary = false\nbinary = true\n", "Remove the first one", DEFAULT),
        ("default = { binary = true, binary = false }\n", "Remove this one", "default = { binary = true }\n"),
        ("[files]\nextend-exclude = ['a', 'b']\nextend-exclude = ['b', 'é']\n", "Merge",
         "[files]\nextend-exclude = ['a', 'b', 'é']\n"),
        ("[default]\nbinary = true\n\n[files]\nignore-dot = false\n\n[default] # again\n# why\nunicode = false\n",
         "Merge", "# again\n[default]\nbinary = true\n# why\nunicode = false\n\n[files]\nignore-dot = false\n"),
        ("[default]\nbinary = true\n[default]\nbinary = true\nunicode = false\n[files]\n", "Merge",
         "[default]\nbinary = true\nunicode = false\n[files]\n"),
        ("[files]\nextend-exclude = ['a']\n[files]\nextend-exclude = [\n  'b',\n]\nignore-dot = false\n", "Merge",
         "[files]\nextend-exclude = ['a', 'b']\nignore-dot = false\n"),
        ("# 🚩\n[default]\nlocale = 'en-gb'\n[default]\nlocale = 'en-us' # é\nunicode = false\n", "keeping its",
         "# 🚩\n[default]\nlocale = 'en-gb' # é\nunicode = false\n"),
        ("# 🚩\n[default]\nlocale = 'en-gb'\n[default]\nlocale = 'en-us' # é\nunicode = false\n", "keeping these",
         "# 🚩\n[default]\nlocale = 'en-us' # é\nunicode = false\n"),
        ("[files]\nextend-exclude = ['a']\nignore-dot = false\n[files]\nignore-dot = true\nextend-exclude = ['b']\n",
         "keeping its", "[files]\nextend-exclude = ['a', 'b']\nignore-dot = false\n"),
        # Other separators of lines are part of a text.
        ("[default]\nbinary = true\n[files]\nignore-dot = false\n[default]\n# a\u2028b\x85c\nunicode = false\n",
         "Merge", "[default]\nbinary = true\n# a\u2028b\x85c\nunicode = false\n[files]\nignore-dot = false\n"),
    ],
)  # fmt: skip
def test_what_is_there_twice_becomes_one(source: str, title: str, expected: str) -> None:
    check_fix(source, expected, "typos.toml", title)
    check_fix(source.replace("\n", "\r\n"), expected.replace("\n", "\r\n"), "typos.toml", title)
    assert not analysis(expected, "typos.toml").diagnostics()


@pytest.mark.parametrize(
    ("source", "preferred"),
    [
        ("[default]\nlocale = 'en-us'\nlocale = 'en-us'\n", [True]),
        ("[default]\nlocale = 'en-us'\nlocale = 'en-gb'\n", [False, False]),
    ],
)
def test_only_a_repetition_is_removed_without_a_choice(source: str, preferred: list[bool]) -> None:
    [repeated] = analysis(source, "typos.toml").diagnostics()
    assert [fix.preferred for fix in repeated.fixes] == preferred


@pytest.mark.parametrize(
    "source",
    [
        "[default]\nextend-words.a = 'a'\n[default]\nextend-words.a = 'b'\n",
        "[default]\nbinary = true\n[default]\nunicode = \n",
        "[files]\nextend-exclude = ['a']\nextend-exclude = ['b'\n",
        "[[default]]\nbinary = true\n[default]\nunicode = true\n",
        "default.binary = true\n[default]\nunicode = false\n",
    ],
)
def test_what_cannot_be_merged_is_left_alone(source: str) -> None:
    fixes = [fix.title for found in analysis(source, "typos.toml").diagnostics() for fix in found.fixes]
    assert not [title for title in fixes if title.startswith("Merge")]


@pytest.mark.parametrize(
    ("source", "title", "expected"),
    [
        ('{"a": {"b": 1', "Close it", '{"a": {"b": 1}}'),
        ('{"a": 1,}', "Remove it", '{"a": 1}'),
        ("{'a': 1}", "double quotes", '{"a": 1}'),
        ("{a: 1}", "Put quotes", '{"a": 1}'),
        ('{"a": None}', "Write `null`", '{"a": null}'),
    ],
)
def test_a_fix_of_json(source: str, title: str, expected: str) -> None:
    check_fix(source, expected, "typos.json", title)


def test_all_safe_fixes_at_once_leave_nothing_more_to_do() -> None:
    check_fix_all(
        'x = "a\ny = [1 2\n[files\nz = "\\d\\s"\n', "x = \"a\"\ny = [1 2]\n[files]\nz = '\\d\\s'\n", "typos.toml"
    )


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_missing_comma_is_not_added_before_what_cannot_be_read(line_end: str) -> None:
    source = f"# 🚩{line_end}extend-words = {{ a = 'é'{line_end}b numer }}{line_end}"
    comma, *others = [each for each in analysis(source, "typos.toml").diagnostics() if each.rule == "syntax-error"]
    assert (comma.message, comma.fixes) == ("A comma is missing before this", ())
    assert others


def test_a_string_that_may_have_swallowed_a_comment_is_not_closed_for_anyone() -> None:
    found = analysis('[default]\nlocale = "en-us # American\n', "typos.toml").diagnostics()
    assert [each.fixes for each in found] == [()]


@pytest.mark.parametrize(
    ("name", "source", "count"),
    [
        ("pyproject.toml", "[tool.typos]\n[project]\nname =\n", 1),
        ("pyproject.toml", "[project]\nname =\n", 0),
        ("Cargo.toml", "[package.metadata.typos]\n[package]\nname =\n", 1),
        ("Cargo.toml", "[tool.typos]\n[package]\nname =\n", 0),
    ],
)
def test_a_shared_file_is_checked_as_a_whole_once_the_checker_has_a_table_in_it(
    name: str, source: str, count: int
) -> None:
    found = [each for each in analysis(source, name).diagnostics() if each.rule == "syntax-error"]
    assert len(found) == count


@pytest.mark.parametrize(
    ("source", "titles"),
    [
        ('a = ["b", """x', []),
        ("a = { b = 1, c = '''x", []),
        ('a = ["b",\nc = """x', ["Close it with `]`"]),
        ('[files\na = """x', ["Close it with `]`"]),
    ],
)
def test_nothing_is_closed_inside_a_string_that_is_open_itself(source: str, titles: list[str]) -> None:
    found = analysis(source, "typos.toml").diagnostics()
    assert [fix.title for each in found for fix in each.fixes] == titles
