"""What an editor shows of a list: each legal value and key is there after its filter, and replaces what is there.

`shown` is a small model of VS Code's: it compares the filter text of an item with the text from the start of the item's
range to the cursor, letter by letter; the first letter must be the start of a word.
"""

import re

import pytest

from tests.support.check import after, analysis
from tests.support.marked import cursor

FLAGS = {"true", "false"}
LOCALES = {"en", "en-us", "en-gb", "en-ca", "en-au"}
TABLES = {"files", "default", "type"}


def shown(word: str, text: str) -> bool:
    word = word.lstrip().lower()
    if not word:
        return True
    starts = [
        at
        for at, letter in enumerate(text)
        if letter.lower() == word[0]
        and (at == 0 or not text[at - 1].isalnum() or (letter.isupper() and text[at - 1].islower()))
    ]
    pattern = ".*?".join(map(re.escape, word[1:]))
    return any(re.search(pattern, text[at + 1 :].lower(), re.DOTALL) for at in starts)


def listed(source: str, name: str) -> dict[str, str]:
    """The labels that an editor shows, in its order, with the document after each."""
    text, offset = cursor(source)
    made = analysis(text, name)
    items = []
    for item in made.complete(offset).items:
        word = text.encode()[item.edit.span.start : offset].decode()
        if shown(word, item.filter_text or item.label):
            items.append((item.sort or item.label, item.label, after(made.document, [item.edit, *item.more_edits])))
    return {label: document for _, label, document in sorted(items)}


WRITTEN = [
    "",
    "e$",
    "f$",
    "t$",
    '"$"',
    '"en_US$"',
    '"en-$"',
    '"br$itish"',
    '"$en-us"',
    "$true",
    "fa$lse",
    "1$",
    '"yes$"',
    "null$",
]


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize(
    ("key", "legal", "table"),
    [("locale", LOCALES, "default"), ("binary", FLAGS, "type.py"), ("ignore-hidden", FLAGS, "files")],
)
def test_every_legal_value_is_listed_where_none_of_them_is_begun(key, legal, table, written):
    there = (written or "$").replace("$", "$0")
    source = f"[{table}]\n{key} = {there} # why\n"
    found = listed(source, "typos.toml")
    typed = there.partition("$0")[0].strip('"')
    begun = {each for each in legal if shown(typed, each)}
    assert set(found) & legal == (begun or legal)
    for label in begun or legal:
        value = f'"{label}"' if key == "locale" else label
        assert found[label] == f"[{table}]\n{key} = {value} # why\n"


@pytest.mark.parametrize("written", ["$0", '"$0"', "f$0", '"en_US$0"', "nul$0"])
@pytest.mark.parametrize(("key", "legal"), [("locale", {*LOCALES, "null"}), ("binary", {*FLAGS, "null"})])
def test_every_legal_value_is_listed_in_json(key, legal, written):
    found = listed(f'{{"default": {{"{key}": {written}}}}}', "typos.json")
    typed = written.partition("$0")[0].strip('"')
    assert set(found) == ({each for each in legal if shown(typed, each)} or legal)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("typos.toml", "[default]\nlocale = $0"),
        ("typos.toml", "[type.py]\nlocale = $0"),
        ("typos.json", '{"default": {"locale": $0}}'),
    ],
)
def test_the_default_is_the_last_and_marked(name, source):
    text, offset = cursor(source)
    items = sorted(analysis(text, name).complete(offset).items, key=lambda each: each.sort or "")
    last = [each for each in items if each.label != "null"][-1]
    assert (last.label, "the default" in last.detail) == ("en", True)


@pytest.mark.parametrize(
    "source",
    [
        "$0",
        "# ours\n\n$0\n",
        "[$0",
        "[$0]",
        "[default]\nlocale = 'en-us'\n\n$0",
        "t$0",
        "[t$0",
        "[ty$0]\n",
        "f$0",
        "[fi$0",
        "d$0",
        "[de$0]",
    ],
)
def test_the_tables_are_listed_by_name(source):
    found = listed(source, "typos.toml")
    labels = {label.strip("[]") for label in found}
    typed = source.partition("$0")[0].rpartition("\n")[2].strip("[ ")
    there = {"default"} if "[default]" in source else set()
    assert {each for each in TABLES if each.startswith(typed)} - there <= labels
    if "[type]" in found:
        assert found["[type]"].strip().endswith("[type.py]")


@pytest.mark.parametrize("source", ["{$0}", '{"$0"}', "{d$0}", '{"ty$0"}', '{\n  "fi$0"\n}', '{"default": {}, $0}'])
def test_the_tables_are_listed_by_name_in_json(source):
    typed = source.partition("$0")[0].rpartition(" ")[2].strip('{" \n')
    there = {"default"} if '"default":' in source else set()
    assert {each for each in TABLES if each.startswith(typed)} - there <= set(listed(source, "typos.json"))


@pytest.mark.parametrize(("typed", "first"), [("ru", ["ruby", "rust"]), ("p", ["pascal", "pdf"]), ("py", ["py"])])
def test_known_types_come_first_and_what_is_typed_is_none(typed, first):
    for source in (f"[type.{typed}$0]\n", f"[type.{typed}$0"):
        found = [each.removeprefix("type.") for each in listed(source, "typos.toml")]
        assert found[: len(first)] == first
        assert typed in first or typed not in found
    assert list(listed(f'{{"type": {{"{typed}$0"}}}}', "typos.json"))[: len(first)] == first


@pytest.mark.parametrize(
    ("source", "label", "expected"),
    [
        ("[default]\nloc$0ale = 'en'\n", "locale", "[default]\nlocale = 'en'\n"),
        ("[default]\n$0binary = true\n", "unicode", "[default]\nunicode = true\n"),
        ("[default]\nfoo$0 = true # why\n", "check-file", "[default]\ncheck-file = true # why\n"),
        ("[files]\nextend_ex$0 = ['a']\n", "extend-exclude", "[files]\nextend-exclude = ['a']\n"),
        ("[default]\nbin$0x\nunicode = false\n", "binary", "[default]\nbinary = true\nunicode = false\n"),
    ],
)
def test_a_key_that_is_there_is_replaced(source, label, expected):
    assert listed(source, "typos.toml")[label] == expected
