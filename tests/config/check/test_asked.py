"""bad-correction, needless-entry: answered by the installed typos."""

import os
import shutil

import pytest

from tests.support.check import analysis, check_diagnostics, check_fix, check_fix_all
from tests.support.typos import TYPOS
from waypost.config.typos import program
from waypost.config.typos.program import SpellCheckers

TOML = "typos.toml"
ON = {"rules": {"needless-entry": "information"}}


@pytest.fixture(params=["found", "configured"])
def settings(request):
    return {} if request.param == "found" else {"typos-path": str(TYPOS)}


def test_a_correction_that_is_reported_itself_is_bad(settings):
    check_diagnostics(
        """\
[default.extend-words]
foo = "teh"
       ^^^ warning[bad-correction] typos reports the correction `teh` itself, which should be `the`
bar = "a recieve b"
         ^^^^^^^ warning[bad-correction]
baz = "good"
[type.py.extend-identifiers]
Foo_x = "make_teh"
              ^^^ warning[bad-correction]
""",
        TOML,
        settings,
    )
    check_fix(
        '[default.extend-words]\nfoo = "teh"\n', '[default.extend-words]\nfoo = "the"\n', TOML, "Change to", settings
    )


def test_a_correction_that_the_configuration_accepts_is_good(settings):
    check_diagnostics('[default.extend-words]\nfoo = "teh"\nteh = "teh"\n', TOML, settings)


def test_one_fault_is_reported_once(settings):
    """An entry that can never match, or that no correction can satisfy, gets no finding about its correction."""
    check_diagnostics(
        """\
[default.extend-words]
Teh = "teh"
      ^^^^^ warning[case-trap]
te-h = "teh"
^^^^ warning[dead-word]
""",
        TOML,
        settings,
    )


def test_the_locale_decides(settings):
    check_diagnostics('[default]\nlocale = "en-gb"\n[default.extend-words]\nfoo = "colour"\n', TOML, settings)
    check_diagnostics(
        """\
[default]
locale = "en-us"
[default.extend-words]
foo = "colour"
       ^^^^^^ warning[bad-correction] `color`
""",
        TOML,
        settings,
    )


def test_a_word_that_is_never_reported_needs_no_entry():
    check_diagnostics(
        """\
[default.extend-words]
url = "url"
^^^ information[needless-entry] typos never reports `url`
teh = "teh"
foo = "bar"
ser = "ser"
a-b = "a-b"
^^^ warning[dead-word]
[default.extend-identifiers]
HashiCorp = "HashiCorp"
^^^^^^^^^ information[needless-entry]
FoV = "FoV"
foo = "foo"
[type.py.extend-identifiers]
arange = "arange"
""",
        TOML,
        ON,
    )
    check_fix_all(
        '[default.extend-words]\nurl = "url"\nteh = "teh"\n', '[default.extend-words]\nteh = "teh"\n', TOML, ON
    )


def test_it_is_off_unless_asked_for():
    check_diagnostics('[default.extend-words]\nurl = "url"\n', TOML)


def test_without_the_program_nothing_is_said():
    settings = {"typos-path": "/nowhere/typos", **ON}
    assert analysis('[default.extend-words]\nfoo = "teh"\nurl = "url"\n', TOML, settings).diagnostics() == []


@pytest.mark.parametrize("text", ["a\\nteh", "\\u0000", "🚩 teh", "--help", "-"])
def test_odd_corrections_do_no_harm(text):
    analysis(f'[default.extend-words]\nfoo = "{text}"\n', TOML).diagnostics()


def test_a_program_that_is_installed_or_updated_later_is_asked(tmp_path):
    path = tmp_path / TYPOS.name
    assert SpellCheckers().at(str(path)) is None
    shutil.copy(TYPOS, path)
    known = SpellCheckers()
    first = known.at(str(path))
    assert known.at(str(path)) is first
    os.utime(path, (1, 1))
    assert known.at(str(path)) is not first
    path.unlink()
    assert known.at(str(path)) is None


def test_that_it_is_missing_is_not_remembered_for_ever(tmp_path, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(program, "monotonic", lambda: now[0])
    checkers, path = SpellCheckers(), tmp_path / TYPOS.name
    assert checkers.at(str(path)) is None
    shutil.copy(TYPOS, path)
    assert checkers.at(str(path)) is None
    now[0] = 6.0
    assert checkers.at(str(path)) is not None
