"""Whatever the mistakes are, all safe fixes together leave a valid document, fix something, and need only one pass."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.budget import examples
from tests.support.check import workspace
from tests.support.mutations import configurations, mutated
from waypost.analysis import Analysis
from waypost.cli.fix import applied, fixed
from waypost.text import Document

AILING = """\
# about files
[files]
extend-exclude = ["./a/", "b", "Cargo.lock"] # why
ignore_hidden = true

[default]
extend-exclude = ["c"]
locale = "en_US"
check-file = "yes" # yes
ignore-hex = true
extend-ignore-re = ['^# x', "te"]

[default.extend-words]
FoV = "FoV" # a lens
OTPs = "OTPs"
jwt = "JWT"
nd = "nd"
ND = "ND"
OME-TIFF = "OME-TIFF"

[type.python]
check-file = false

[type.own]
extend-glob = ["a/b"]

[extend-identifiers]
x = "x"
"""
JSON = """\
{
  "default": {
    "extend-exclude": ["c"],
    "extend-words": {"FoV": "FoV", "jwt": "JWT", "nd": "nd", "ND": "ND"},
    "locale": "en_US", "check_file": false
  },
  "type": {"python": {"check-file": "no"}}
}
"""


def analysis(text, name="typos.toml"):
    return Analysis(Document.from_text(f"file:///w/{name}", text), workspace())


def faults(made):
    return sum(each.rule == "syntax-error" for each in made.diagnostics())


def check(text, name="typos.toml"):
    before = analysis(text, name)
    after = fixed(before.document, before.workspace)
    again = fixed(after, before.workspace)
    assert again.source == after.source
    assert faults(Analysis(after, before.workspace)) <= faults(before), after.text
    return after.text


def test_an_ailing_document_is_fixed_as_far_as_that_is_safe():
    """Fixes that change what typos reports are left for the user to choose."""
    assert (
        check(AILING)
        == """\
# about files
[files]
extend-exclude = ["./a/", "b", "Cargo.lock", "c"] # why
ignore-hidden = true

[default]
locale = "en-us"
check-file = true # yes
extend-ignore-re = ['^# x', "te"]

[default.extend-words]
FoV = "FoV" # a lens
OTPs = "OTPs"
jwt = "JWT"
nd = "nd"
OME-TIFF = "OME-TIFF"

[type.py]
check-file = false

[type.own]
extend-glob = ["a/b"]

[default.extend-identifiers]
x = "x"
"""
    )


def test_an_ailing_document_in_json_is_fixed_as_far_as_that_is_safe():
    assert (
        check(JSON, "typos.json")
        == """\
{
  "default": {
    "extend-words": {"FoV": "FoV", "jwt": "JWT", "nd": "nd"},
    "locale": "en-us", "check-file": false
  },
  "type": {"py": {"check-file": false}},
  "files": { "extend-exclude": ["c"] }
}
"""
    )


@pytest.mark.parametrize(
    ("misnamed", "fixed_to"),
    [
        ("[filesh]\nignore-hidden = false\n", '[files]\nignore-hidden = false\nextend-exclude = ["a"]\n'),
        ("[ filesh ] # \U0001f600\n", '[ files ] # \U0001f600\nextend-exclude = ["a"]\n'),
        ('["filesh"]\n', '["files"]\nextend-exclude = ["a"]\n'),
        ("[filesh = 1\n", '[files = 1\nextend-exclude = ["a"]\n'),
        ("filesh.ignore-hidden = false\n", 'files.ignore-hidden = false\nfiles.extend-exclude = ["a"]\n'),
        ("filesh = { ignore-hidden = false }\n", 'files = { ignore-hidden = false, extend-exclude = ["a"] }\n'),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_table_is_not_made_next_to_one_that_gets_its_name(misnamed, fixed_to, newline):
    text = f'{misnamed}\n[default]\nextend-exclude = ["a"]\n'
    assert check(text.replace("\n", newline)) == f"{fixed_to}\n[default]\n".replace("\n", newline)


def test_a_table_in_json_is_not_made_next_to_one_that_gets_its_name():
    text = '{"filesh": {"ignore-hidden": false}, "default": {"extend-exclude": ["a"]}}'
    assert check(text, "typos.json") == '{"files": {"ignore-hidden": false, "extend-exclude": ["a"]}, "default": {}}'


def test_a_table_that_is_made_first_keeps_its_name():
    text = '[default]\nextend-exclude = ["a"]\n\n[filesh]\nignore-hidden = false\n'
    assert check(text) == '[default]\n\n[filesh]\nignore-hidden = false\n\n[files]\nextend-exclude = ["a"]\n'


@examples(15)
@given(st.one_of(configurations(), mutated(AILING)))
@pytest.mark.slow
def test_mutated_documents_stay_valid(text):
    check(text)


@examples(10)
@given(mutated(AILING, "\r\n"), st.data())
def test_every_single_fix_leaves_a_valid_document(text, data):
    before = analysis(text)
    fixes = [fix for found in before.diagnostics() for fix in found.fixes]
    if not fixes:
        return
    fix = data.draw(st.sampled_from(fixes))
    after = analysis(Document("", applied(before.document.source, list(fix.edits))).text)
    assert faults(after) <= faults(before), (fix, after.document.text)


@pytest.mark.parametrize("text", ["", "\n", "#", "[", "[default", "\ufeff[default]\ncheck_file = true"])
def test_next_to_nothing_is_left_alone(text):
    check(text)
