"""Fixes that move or merge what is written: all of it arrives, with its comments, or no fix is offered."""

import tomllib

import pytest

from tests.support.check import analysis, check_fix

NAME = "typos.toml"
# The text before, a part of the fix's title, and the text after it.
MOVED = {
    "a table below, renamed": (
        "[type.py]\nbinary = true\n[type.python.extend-words]\na = 'a'\n",
        "Merge into `[type.py]`",
        "[type.py]\nbinary = true\n[type.py.extend-words]\na = 'a'\n",
    ),
    "a table whose own header is still to come": (
        "[type.py.extend-words]\na = 'a'\n[type.python]\nbinary = true # why\n",
        "Merge into `[type.py]`",
        "[type.py.extend-words]\na = 'a'\n[type.py]\nbinary = true # why\n",
    ),
    "the entries of a table of the same name": (
        "[type.py.extend-words]\na = 'a'\n[type.python.extend-words]\nb = 'b'\n",
        "Merge into `[type.py]`",
        "[type.py.extend-words]\na = 'a'\nb = 'b'\n",
    ),
    "inline tables": (
        "[type]\npy = { binary = true }\npython = { check-file = false } # why\n",
        "Merge into `[type.py]`",
        "[type]\npy = { binary = true, check-file = false } # why\n",
    ),
    "words into an inline table": (
        "[default]\nextend-words = { a = 'a' }\nextend-ignore-words = ['b']\n",
        "Accept these words",
        "[default]\nextend-words = { a = 'a', b = \"b\" }\n",
    ),
    "words into a table with a header": (
        "[default]\nextend-ignore-words = ['b', 'a']\n[default.extend-words]\na = 'a'\n\n[files]\n",
        "Accept these words",
        "[default]\n[default.extend-words]\na = 'a'\nb = \"b\"\n\n[files]\n",
    ),
    "an item behind one with a comment and no comma": (
        "[default]\nextend-ignore-re = [\n  'aa+' # why\n]\nextend-ignore-re = ['bb+']\n",
        "Merge into the first list",
        "[default]\nextend-ignore-re = [\n  'aa+', # why\n  'bb+'\n]\n",
    ),
    "the comment of an item that is there already": (
        "[files]\nextend-exclude = ['a', 'b']\n[default]\nextend-exclude = [\n  'a', # why\n  'c',\n]\n",
        "Move to `[files]`",
        "[files]\nextend-exclude = [\n  # why\n  'a', 'b', 'c']\n[default]\n",
    ),
    "the second of two, whose comment stays": (
        "[default]\nextend-ignore-re = [\n  'aa+', # why\n  'aa+', # too\n]\n",
        "Remove this item",
        "[default]\nextend-ignore-re = [\n  'aa+', # why\n  # too\n]\n",
    ),
    "comments in a list that is merged": (
        "[default]\nextend-ignore-re = [\n  'aa+',\n]\nextend-ignore-re = [\n  # of all\n\n  # of b\n  'bb+',\n]\n",
        "Merge into the first list",
        "[default]\n# of all\nextend-ignore-re = [\n  'aa+',\n  # of b\n  'bb+',\n]\n",
    ),
    "an item with the comment behind it": (
        "[type.md]\ncheck-file = false\nextend-glob = [\n  'docs/gen.md', # why\n  '*.a',\n]\n",
        "Move to `files.extend-exclude`",
        (
            "[type.md]\ncheck-file = false\nextend-glob = [\n  '*.a',\n]\n"
            "\n[files]\nextend-exclude = ['docs/gen.md'] # why\n"
        ),
    ),
    "an item with its own comment of two": (
        ("[type.md]\ncheck-file = false\nextend-glob = [\n  '*.a',\n  # all\n\n  # gen\n  'docs/gen.md', # why\n]\n"),
        "Move to `files.extend-exclude`",
        (
            "[type.md]\ncheck-file = false\nextend-glob = [\n  '*.a',\n  # all\n\n]\n"
            "\n[files]\n# gen\nextend-exclude = ['docs/gen.md'] # why\n"
        ),
    ),
    "a header of the prefix alone": (
        "[tool.typos]\n[tool.typos.default]\nlocale = 'en-us'\n",
        "Remove `tool.typos`",
        "[default]\nlocale = 'en-us'\n",
    ),
}
# Nothing that would lose something, or leave what typos cannot read.
NOT_MOVED = {
    "a word with two values": (
        "[type.py.extend-words]\na = 'a'\n[type.python.extend-words]\na = 'b'\n",
        "Merge",
    ),
    "a key that both inline tables have": ("[type]\npy = { binary = true }\npython = { binary = false }\n", "Merge"),
    "an inline table and one with a header": (
        "[type]\npy = { binary = true }\n[type.python]\nbinary = false\n",
        "Merge",
    ),
    "below a half-typed header": ("[type.py]\nbinary = true\n[type.python.extend-words\na = 'a'\n", "Merge"),
    "to a table whose name is taken": ("files = 5\n[default]\nextend-exclude = ['x']\n", "Move"),
    "words with a comment, in an inline table": (
        "[type]\npy = { extend-words = [\n  'aa', # why\n] }\n",
        "Change to a table",
    ),
    "words beside dotted keys": ("[default]\nextend-ignore-words = ['b']\nextend-words.a = 'a'\n", "Accept"),
    "a table of dotted keys": ("[files]\nextend-words.a = 'a'\n", "Move"),
    "a list and a text": ("[files]\nextend-exclude = ['x']\nextend-exclude = 'y'\n", "Merge"),
    "a header of the prefix behind another": (
        "[tool.typos.default]\nlocale = 'en-us'\n[tool.typos]\n",
        "Remove `tool.typos`",
    ),
}


@pytest.mark.parametrize("name", MOVED)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_all_of_it_arrives(name: str, newline: str) -> None:
    before, title, after = MOVED[name]
    tomllib.loads(after)
    before, after = (f"# 😀\n{text}".replace("\n", newline) for text in (before, after))
    check_fix(before, after, NAME, title)


@pytest.mark.parametrize("name", NOT_MOVED)
def test_nothing_is_offered_that_loses_something(name: str) -> None:
    source, title = NOT_MOVED[name]
    found = list(analysis(source, NAME).diagnostics())
    assert found
    assert not [fix.title for each in found for fix in each.fixes if fix.title.startswith(title)]
