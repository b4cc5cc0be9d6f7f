"""`waypost config explain`: it shows what the checker does with a word."""

import pytest
from click.testing import CliRunner

from tests.support.typos import run_typos, write
from waypost.cli.group import waypost
from waypost.config.explain.provenance import Holding
from waypost.config.explain.verdicts import Explainer
from waypost.config.model.effective import Layer, Sourced
from waypost.config.typos.program import SpellCheckers
from waypost.workspace import Workspace

CONFIG = """\
[default]
locale = "en-gb"
extend-ignore-re = ["zz+", "(?m)^# .*$", "x.y"]
extend-ignore-identifiers-re = ["^skip_", "wrng$"]
extend-ignore-words-re = ["^recieve$"]

[default.extend-words]
teh = "teh"
foo = "bar"
bad = ""
Seperate = "seperate"

[default.extend-identifiers]
thsi_one = "thsi_one"
FoV = "FoW"
never_this = ""

[type.py.extend-words]
wich = "wich"
"""
TEXTS = [
    "teh", "Teh", "foo", "Foo_x", "bad", "BAD_thing", "seperate", "thsi_one", "thsi", "FoV", "never_this", "arange",
    "skip_thsi", "wrng", "wrngs", "recieve", "RECIEVE", "colour", "color", "wich", "thsizz", "zzthsi", "thsizzt",
    "# thsi", "thsi # thsi", "x-y thsi", "thsi-x_y", "xaythsi", "a thsi b teh c foo", "HashiCorp", "naïve", "用thsi",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", ["t.py", "t.txt"])
@pytest.mark.slow
def test_a_text_is_reported_as_the_checker_reports_it(text, name, tmp_path):
    write(tmp_path, {"typos.toml": CONFIG, name: f"{text}\n"})
    explainer = Explainer(Holding.of(tmp_path / name, Workspace()).engine, SpellCheckers().at(""))
    expected = sum(f"{name}:" in line for line in run_typos(tmp_path, {}).lines)
    verdicts = list(explainer.explain(text))
    assert sum(each.is_reported for each in verdicts) == expected, verdicts


DOCUMENTS = {
    "a block between comments": "thsi\n# spellchecker:off\nthsi teh\nthsi\n# spellchecker:on\nthsi\n",
    "a block that is never closed": "thsi\n# spellchecker:off\nthsi\n",
    "with CRLF": "a thsi\r\n# spellchecker:off\r\nthsi\r\n# spellchecker:on\r\nb thsi\r\n",
    "a line that is turned off": "x = 'thsi'  # spellchecker:disable-line\nthsi\n",
    "ends of the text": "thsi begins\nthsi begins\nends wiht\nends wiht",
    "what is in a match in part": "keep_thsi thsi_keep xkeep thsi keep\n",
    "addresses and hashes": "https://thsi.org/teh thsi@teh.org #thsi 0xdeadteh sha1-thsiwiht 1st \\nthsi %dthsi thsi\n",
    "identifiers": "never_this x.never_this = never_this_one, skip_never_this\n",
    "wide characters": "\U0001f600 thsi \u00e9t\u00e9 thsi\u00e9 \U0001f600keep thsi\n",
    "nothing": "",
}
DOCUMENT_CONFIG = """\
[default]
extend-ignore-re = [
  '(?s)#\\s*spellchecker:off.*?#\\s*spellchecker:on',
  '(?Rm)^.*#\\s*spellchecker:disable-line$',
  '^thsi begins', 'ends wiht$', 'keep_', '_keep', 'eep thsi k', 'sha1-\\w+',
]
[default.extend-identifiers]
never_this = ""
"""


@pytest.mark.parametrize("text", DOCUMENTS.values(), ids=DOCUMENTS)
def test_a_document_is_reported_as_the_checker_reports_it(text, tmp_path):
    """Each reported place and word, not only how many there are."""
    write(tmp_path, {"typos.toml": DOCUMENT_CONFIG, "t.txt": text})
    expected = [line.split(" error: ")[0] for line in run_typos(tmp_path, {}).lines]
    shown = [line for line in said(tmp_path / "t.txt") if " is wrong " in line or "is never right" in line]
    assert sorted(place(line, tmp_path) for line in shown) == sorted(expected)


def place(line, folder):
    return line.partition(" ")[0].removeprefix(f"{folder}/")


def test_a_part_of_a_document_is_seen_where_it_stands():
    engine = {"extend-ignore-re": (Sourced("(?s)off.*?on", Layer.DEFAULT, None),)}
    text = "thsi off thsi on thsi"
    found = list(Explainer(engine, SpellCheckers().at("")).explain(text, (9, 21)))
    assert [(each.text, each.start, each.is_reported) for each in found] == [
        ("thsi", 9, False),
        ("on", 14, False),
        ("thsi", 17, True),
    ]


def test_what_is_not_read_is_said_to_be_so(tmp_path):
    write(tmp_path, {"t.py": ""})
    assert said(tmp_path / "t.py", "--word", "thsi@example.org wiht")[-2:] == [
        "`org` is not read: it is part of an address, a number, a hash, an escape or the like",
        "`wiht` is wrong according to the dictionary: `with`",
    ]


@pytest.mark.parametrize("text", ["a\x1b[36m thsi", "\ud800 thsi"])
def test_what_the_program_cannot_show_is_read_by_its_rules(text):
    found = list(Explainer({}, SpellCheckers().at("")).explain(text))
    assert found[-1].is_reported


def test_without_the_program_the_configuration_is_explained_all_the_same():
    engine = {"extend-ignore-re": (Sourced("o+", Layer.DEFAULT, None),)}
    reasons = [each.reason for each in Explainer(engine, SpellCheckers().at("nowhere")).explain("foo thsi")]
    assert reasons == ["is ignored because of", "was not looked up: typos is not installed"]


def said(*arguments):
    done = CliRunner().invoke(waypost, ["config", "explain", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Teh", ["`Teh` is right because of extend-words (typos.toml:8)"]),
        ("foo", ["`foo` is corrected because of extend-words (typos.toml:9): `bar`"]),
        ("bad", ["`bad` is never right, because of extend-words (typos.toml:10)"]),
        ("arange", ["`arange` is right because of extend-identifiers (built in for py)"]),
        ("skip_it", ["`skip_it` is ignored because of `^skip_` extend-ignore-identifiers-re (typos.toml:4)"]),
        ("recieve", ["`recieve` is ignored because of `^recieve$` extend-ignore-words-re (typos.toml:5)"]),
        ("thsi", ["`thsi` is wrong according to the dictionary: `this`"]),
        ("a-fine", ["`a` is correct according to the dictionary", "`fine` is correct according to the dictionary"]),
    ],
)
def test_the_entry_that_decides_is_named(word, expected, tmp_path):
    write(tmp_path, {"typos.toml": CONFIG, "t.py": ""})
    assert said(tmp_path / "t.py", "--word", word) == expected


def test_a_whole_file_is_explained_where_anything_is_said_of_it(tmp_path):
    write(tmp_path, {"typos.toml": CONFIG, "t.py": "fine = teh\nthsi\n"})
    path = tmp_path / "t.py"
    assert said(path) == [
        f"{path}:1:8: `teh` is right because of extend-words (typos.toml:8)",
        f"{path}:2:1: `thsi` is wrong according to the dictionary: `this`",
    ]


def test_the_words_of_a_line_are_explained(tmp_path):
    write(tmp_path, {"a.py": "teh\r\n🚩 thsi good\nteh\n", "typos.toml": '[default.extend-words]\nthsi = "thsi"\n'})
    path = tmp_path / "a.py"
    assert [line.removeprefix(f"{path}:") for line in said(f"{path}:2")] == [
        "2:3: `thsi` is right because of extend-words (typos.toml:2)",
        "2:8: `good` is correct according to the dictionary",
    ]
    assert len(said(f"{path}:2-3")) == 3
    missing = CliRunner().invoke(waypost, ["config", "explain", f"{path}:9"])
    assert (missing.exit_code, missing.output) == (1, f"Error: {path} has no line 9\n")
