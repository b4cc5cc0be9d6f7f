"""`kill -9` in the middle of `--fix`."""

import sys
from pathlib import Path

import pytest

from tests.cli.killed_fix import kill_and_finish

pytestmark = pytest.mark.slow

FILES = 60


@pytest.mark.skipif(sys.platform == "win32", reason="modes, links and signals")
@pytest.mark.parametrize("fixed", [1, 15])
def test_a_killed_fix_leaves_each_file_old_or_new(fixed, tmp_path: Path) -> None:
    assert kill_and_finish(tmp_path, FILES, fixed) >= fixed
