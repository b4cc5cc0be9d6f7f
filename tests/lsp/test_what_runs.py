"""What one answer costs whoever follows it through the code."""

import re
import subprocess
import sys

import pytest


@pytest.fixture(scope="module")
def numbers() -> dict[str, tuple[int, int, int]]:
    """Functions, files and look-ups of settings; in a process of its own, where no other test has loaded anything."""
    done = subprocess.run([sys.executable, "-m", "tests.what_runs"], capture_output=True, text=True, check=True)
    print(done.stdout)
    found = re.findall(r"(\w+): (\d+) functions in (\d+) files, \d+ calls, (\d+) look-ups of settings", done.stdout)
    return {name: (int(functions), int(files), int(lookups)) for name, functions, files, lookups in found}


@pytest.mark.parametrize(("what", "most"), [("hover", (249, 49, 0)), ("keystroke", (903, 119, 2))])
def test_no_more_runs_than_did(what: str, most: tuple[int, int, int], numbers: dict[str, tuple[int, int, int]]) -> None:
    """The façade looks up the settings for an edit once, and what knows the files of a project once for each.

    On a busy machine, a hover takes long enough to be answered by the analysing thread: that is a dozen functions more.
    """
    assert all(each <= limit for each, limit in zip(numbers[what], most, strict=True)), numbers
