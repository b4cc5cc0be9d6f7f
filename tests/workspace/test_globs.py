"""Globs in the settings work as in ignore files."""

from pathlib import Path

import pytest

from tests.support.budget import bounded
from waypost.workspace.globs import anchored, dead_glob, matches_any, matching
from waypost.workspace.settings import Settings

BASE = Path("/w/[odd] {base}")


CASES = [
    ("*.py", "a/b.py", True),
    ("*.py", "a/b.pyi", False),
    ("build", "build/x/y.py", True),
    ("build", "src/build/y.py", True),
    ("build", "src/rebuild/y.py", False),
    ("build/", "src/build", False),
    ("build/", "src/build/x.py", True),
    ("src/gen", "src/gen/x.py", True),
    ("src/gen", "lib/src/gen/x.py", False),
    ("./src/*.py", "src/x.py", True),
    ("src/*.py", "src/a/x.py", False),
    ("src/**/x.py", "src/x.py", True),
    ("src/**/x.py", "src/a/b/x.py", True),
    ("src/**", "src/a/b/x.py", True),
    ("**/x.py", "a/x.py", True),
    ("test_?.py", "a/test_1.py", True),
    ("test_[0-9].py", "test_a.py", False),
    ("test_[!0-9].py", "test_a.py", True),
    ("*.{py,pyi}", "x.pyi", True),
    ("[z-a]", "z", False),
    ("a\\*b", "a*b", True),
    ("a\\*b", "axb", False),
    ("é😀*", "é😀x", True),
    ("/abs/*.py", "/abs/x.py", False),
    ("*a*b*c*d.py", "x/1a2b3c4d.py", True),
    ("*a*b*c*d.py", "x/1b2a3c4d.py", False),
    ("**/a/**/b/**/*/**/c", "x/a/b/y/c/d.py", True),
    ("*?*[!0-9]*{x,y}*\\**", "ab1x2*", True),
    ("[z-a]****/*/*/*", "z/z/z/z", False),
    ("docs/./x.py", "docs/x.py", True),
    ("docs//x.py", "docs/x.py", True),
    ("a/../docs/x.py", "docs/x.py", True),
    ("**/../x.py", "x.py", False),
    ("", "x.py", False),
    ("/", "x.py", False),
    ("./", "x.py", False),
    ("../*.py", "x.py", False),
]

DEAD = [
    ("", "names no file"),
    ("./", "names no file"),
    ("/", "names no file"),
    ("a/..", "names no file"),
    ("..", "leads out of the folder"),
    ("../docs", "leads out of the folder"),
    ("a/../../docs/*.py", "leads out of the folder"),
    ("/docs", "remove the first `/`"),
    ("!docs", "does not negate"),
    ("~/docs", "is not the home folder"),
    (r"docs\typos.toml", "separated by `/`"),
    ("[z-a]", "ends before it begins"),
]
ALIVE = ["docs", "./docs", "docs/", "a/../docs", "*", "**", "/w/[odd] {base}/docs", r"\!docs", r"a\*b", "..x", "{a,b}"]


@pytest.mark.parametrize(("glob", "path", "expected"), CASES)
def test_a_glob_matches_below_the_folder_it_is_written_in(glob, path, expected) -> None:
    assert matches_any((anchored(glob, BASE),), f"{BASE.as_posix()}/{path}") is expected


@pytest.mark.parametrize(("glob", "why"), [*DEAD, *((glob, "") for glob in ALIVE)])
def test_a_glob_that_matches_nothing_says_why(glob: str, why: str) -> None:
    said = dead_glob(glob, BASE)
    assert (why in said) if why else not said


@pytest.mark.parametrize(
    ("glob", "path"),
    [("*a" * 9 + "x", "a" * 60), ("**/" * 9 + "x", "a/" * 30 + "y"), ("{a,a}" * 26 + "x", "a" * 26 + "y")],
)
def test_a_glob_that_can_be_met_in_many_ways_takes_no_time(glob: str, path: str) -> None:
    with bounded(5):
        assert not matches_any((glob,), path)
        assert not matches_any((glob, "venv"), path)


def test_several_globs_match_what_one_of_them_matches() -> None:
    globs = ["", "venv", *(glob for glob, _, _ in CASES)]
    for path in ("", "/", "/a", "a/venv/b", "venv", "C:\\w\\venv\\x", *(path for _, path, _ in CASES)):
        for first in globs:
            assert matches_any((first, "venv"), path) is (
                matches_any((first,), path) or matches_any(("venv",), path)
            ), (first, path)
    assert not matches_any((), "a")


FEW = ("*.pyi", "src", "src/*.py", "[z-a]", "t[!0-9].py", "**/a/**/b/**/*/**/c", "lib/")


@pytest.mark.parametrize("others", [0, 100])
def test_those_that_match_are_found_in_their_order(others: int) -> None:
    """However many there are: they are tried together, and one by one only where one of them matches."""
    globs = (*FEW, *(f"x{number}/*.py" for number in range(others)), "*.py", "src/")
    assert matching(globs, "/w/src/tx.py") == ("src", "src/*.py", "t[!0-9].py", "*.py", "src/")
    assert matching(globs, "/w/a/b/y/c/d.rst") == ("**/a/**/b/**/*/**/c",)
    assert matching(globs, "/w/lib") == ()


def test_thousands_of_globs_take_no_longer_than_their_text() -> None:
    names = tuple(f"package_{number}/**/*_{number}.py" for number in range(5_000))
    settings, _ = Settings.read({"per-file-rules": {name: {"unknown-route": "off"} for name in names}})
    with bounded(5):
        found = [settings.globs_of(f"/w/package_{number}/a/b_{number}.py") for number in range(300)]
    assert found == [(name,) for name in names[:300]]
