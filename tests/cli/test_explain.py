"""`waypost config explain`: what it says of a word is what the checker does with it."""

import pytest
from click.testing import CliRunner

from tests.support.typos import run_typos, write
from waypost.cli.group import waypost
from waypost.config.explain import Explainer
from waypost.config.provenance import Holding
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
def test_a_text_is_reported_as_the_checker_reports_it(text, name, tmp_path):
    write(tmp_path, {"typos.toml": CONFIG, name: f"{text}\n"})
    explainer = Explainer(Holding.of(tmp_path / name, Workspace()).engine, "")
    expected = sum(f"{name}:" in line for line in run_typos(tmp_path, {}).lines)
    verdicts = list(explainer.explain(text))
    assert sum(each.is_reported for each in verdicts) == expected, verdicts


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
        ("skip_it", ["`skip_it` is left out by `^skip_` extend-ignore-identifiers-re (typos.toml:4)"]),
        ("recieve", ["`recieve` is left out by `^recieve$` extend-ignore-words-re (typos.toml:5)"]),
        ("thsi", ["`thsi` is wrong by the dictionary: `this`"]),
        ("a-fine", ["`a` is fine by the dictionary", "`fine` is fine by the dictionary"]),
    ],
)
def test_the_entry_that_decides_is_named(word, expected, tmp_path):
    write(tmp_path, {"typos.toml": CONFIG, "t.py": ""})
    assert said(tmp_path / "t.py", "--word", word) == expected


def test_a_whole_file_is_explained_where_anything_is_said_of_it(tmp_path):
    write(tmp_path, {"typos.toml": CONFIG, "t.py": "fine = teh\nthsi\n"})
    path = tmp_path / "t.py"
    assert said(path) == [
        f"{path}:1: `teh` is right because of extend-words (typos.toml:8)",
        f"{path}:2: `thsi` is wrong by the dictionary: `this`",
    ]
