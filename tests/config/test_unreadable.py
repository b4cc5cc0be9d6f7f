"""An existing configuration that cannot be read is not the same as none: typos stops at it."""

from pathlib import Path

import pytest

from waypost.config.explain.provenance import Holding
from waypost.config.explain.report import heading
from waypost.config.typos.runs import Run
from waypost.workspace import Workspace, workspace
from waypost.workspace.files import read_file


@pytest.fixture
def locked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A configuration that not even a superuser can read."""
    path = tmp_path / "inner" / "typos.toml"
    path.parent.mkdir()
    path.write_text("")
    monkeypatch.setattr(workspace, "read_file", lambda each: None if each == path else read_file(each))
    return path


def said_of(path: Path) -> str:
    workspace = Workspace()
    return dict(heading(Holding.of(path, workspace, Run.at(path.parent, workspace))))["configuration"]


def test_it_is_named_and_nothing_above_it_holds(locked: Path) -> None:
    (locked.parent.parent / "typos.toml").write_text('[default]\nlocale = "en-gb"\n')
    assert said_of(locked.with_name("a.py")) == f"{locked}: cannot be read, and typos stops there"


def test_what_is_no_file_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "inner" / "typos.toml").mkdir(parents=True)
    above = tmp_path / "typos.toml"
    above.write_text("")
    assert said_of(tmp_path / "inner" / "a.py").startswith(f"{above}:")
