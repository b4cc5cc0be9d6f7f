"""Every example of `server/docs/library.md` runs, and its table of differences is the one that is tested."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.differences import ROWS
from waypost.core.version import VERSION

PAGE = (Path(__file__).parents[2] / "server" / "docs" / "library.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```console\n\$ (.*?)\n(.*?)```", PAGE, flags=re.DOTALL)


def test_every_python_example_gives_what_the_page_says():
    example = doctest.DocTestParser().get_doctest(PAGE, {}, "library.md", "library.md", 0)
    assert len(example.examples) > 40
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    said: list[str] = []
    runner.run(example, out=said.append)
    assert runner.failures == 0, "".join(said)


def test_no_python_example_is_left_out():
    fenced = sum(block.count(">>> ") for block in re.findall(r"```pycon\n(.*?)```", PAGE, flags=re.DOTALL))
    assert fenced == PAGE.count(">>> ")
    assert not re.search(r"```python\b", PAGE)


@pytest.mark.parametrize(("command", "shown"), COMMANDS)
def test_every_command_prints_what_the_page_says(command, shown):
    words = shlex.split(command)
    assert words[0] == "waypost"
    done = subprocess.run(
        [sys.executable, "-m", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False
    )
    assert done.stdout == shown


def test_the_page_names_this_version():
    assert set(re.findall(r"waypost/([0-9.]+)", PAGE)) == {VERSION}


def test_the_table_of_differences_is_the_tested_one():
    table = PAGE.split("## Differences from the JavaScript library")[1]
    rows = re.findall(r"^\| ([^|]+?) \|.*\|.*\|.*\|$", table, flags=re.MULTILINE)
    assert rows == ["difference", *(row.name for row in ROWS)]
