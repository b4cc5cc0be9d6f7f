"""typos' own engine judges globs, together with what its newer release does differently."""

import pytest

from tests.support.typos import run_typos
from waypost.config.model.schema import Format
from waypost.config.typos.globs import glob_error

FAULTS = [
    ("{x", "{x", "unclosed alternate group"),
    ("a/{b,c", "{b,c", "unclosed alternate group"),
    ("x}", "}", "unopened alternate group"),
    ("x[z-a]", "z-a", "invalid range"),
    ("é\\", "\\", "dangling"),
    ("![z-a]", "z-a", "invalid range"),
]
HALVES = ["a\ud83d", "!\udea9"]
GOOD = ["a**b", "!x", "", "**", "/a", "[]a]", "a{b,{c}}", "!", "*.[ch]pp", "a\\[b"]
ONLY_EXCLUDED = ["a[", "*.foo[", "[", "[!]", "!a[", "#[a", "#{x"]


@pytest.mark.parametrize("kind", [Format.EXCLUDE_GLOB, Format.TYPE_GLOB])
@pytest.mark.parametrize(("glob", "part", "message"), FAULTS)
def test_the_fault_is_a_part_of_the_glob(glob, part, message, kind):
    error = glob_error(glob, kind)
    assert glob[error.start : error.end] == part
    assert message in error.message


@pytest.mark.parametrize("glob", [*(each[0] for each in FAULTS), *GOOD, *ONLY_EXCLUDED, "[{x", "a[b]c[{d"])
def test_excludes_are_judged_as_the_checker_does(glob, tmp_path):
    refused = run_typos(tmp_path, {"typos.toml": f"[files]\nextend-exclude = ['{glob}']\n"}).code == 78
    assert (glob_error(glob, Format.EXCLUDE_GLOB) is not None) == refused


@pytest.mark.parametrize("glob", [*(each[0] for each in FAULTS), *GOOD, *ONLY_EXCLUDED])
def test_globs_of_types_are_judged_as_the_checker_does(glob, tmp_path):
    refused = run_typos(tmp_path, {"typos.toml": f"[type.own]\nextend-glob = ['{glob}']\n"}).code == 78
    assert (glob_error(glob, Format.TYPE_GLOB) is not None) == refused


@pytest.mark.parametrize("kind", [Format.EXCLUDE_GLOB, Format.TYPE_GLOB])
@pytest.mark.parametrize("glob", HALVES)
def test_half_of_a_character_is_in_no_glob(glob, kind):
    error = glob_error(glob, kind)
    assert error is not None
    assert "surrogate" in error.message


@pytest.mark.parametrize("kind", [Format.EXCLUDE_GLOB, Format.TYPE_GLOB])
def test_nested_braces_are_refused_as_the_checker_does(kind, tmp_path):
    for depth, is_valid in ((50, True), (1_500, False)):
        glob = "{a," * depth + "}" * depth
        table = "files]\nextend-exclude" if kind is Format.EXCLUDE_GLOB else "type.own]\nextend-glob"
        assert (run_typos(tmp_path, {"typos.toml": f"[{table} = ['{glob}']\n"}).code != 78) == is_valid
        assert (glob_error(glob, kind) is None) == is_valid
    assert glob_error("{a," * 40_000, kind) is not None


def test_braces_that_mean_themselves_are_not_nested():
    assert glob_error("[{]" * 1_500 + "\\{" * 1_500, Format.TYPE_GLOB) is None
    assert glob_error("{a,b}" * 1_500, Format.TYPE_GLOB) is None
