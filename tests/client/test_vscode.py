"""The VS Code extension's own checks, run through npm."""

import subprocess
from pathlib import Path

import pytest

from tests.support.npm import install, program

pytestmark = pytest.mark.network

CLIENT = Path(__file__).parents[2] / "client-vscode"


@pytest.mark.parametrize("script", ["check", "lint", "test"])
def test_the_extension(script: str) -> None:
    """The types are correct, the code passes the linter and the formatter, and the unit tests pass."""
    npm = program("npm")
    problem = install(CLIENT)
    if problem:
        pytest.skip(problem)

    done = subprocess.run([npm, "run", "--silent", script], cwd=CLIENT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
