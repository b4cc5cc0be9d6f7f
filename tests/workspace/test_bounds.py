"""Nothing outside the opened or named folders is read, whatever a project says."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from waypost.analysis import Analysis
from waypost.cli.group import waypost
from waypost.text import Document
from waypost.workspace import Folder, Services, Settings, Workspace, uri_of

SECRET = "AKIAABCDEFGHIJKLMNOP: https://somebody:hunter2secret@git.example\n"
CALL = 'import httpx\n{line}\nhttpx.get(f"https://h.example/{{X}}")\n'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "credentials").write_text(SECRET)
    (tmp_path / "outside.py").write_text('X = "hunter2secret"\n')
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def said(*arguments: str) -> str:
    done = CliRunner().invoke(waypost, list(arguments), catch_exceptions=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize("link", [False, True], ids=["by a path", "by a link"])
def test_no_api_document_outside_is_read(project: Path, *, link: bool) -> None:
    named = "link.yaml" if link else "../credentials"
    if link:
        (project / "link.yaml").symlink_to("../credentials")
    (project / "waypost.toml").write_text(f'apis = {{"https://h.example" = "{named}"}}\n')
    (project / "a.py").write_text(CALL.format(line='X = "pets"'))
    for command in ("check", "routes"):
        assert "hunter2secret" not in said(command), command
    assert f"`{named}` is outside of the project" in said("check")
    (project.parent / "credentials").unlink()
    assert f"`{named}` is outside of the project" in said("check")


@pytest.mark.parametrize("line", ["from ..outside import X", "from ...project.link import X", "from link import X"])
def test_no_module_outside_is_read(project: Path, line: str) -> None:
    (project / "link.py").symlink_to("../outside.py")
    (project / "pkg").mkdir()
    for file in (project / "a.py", project / "pkg" / "b.py"):
        file.write_text(CALL.format(line=line))
    assert "hunter2secret" not in said("routes")


def test_a_module_inside_is_read_through_a_link(project: Path) -> None:
    (project / "own.py").write_text('X = "inside"\n')
    (project / "link.py").symlink_to("own.py")
    (project / "a.py").write_text(CALL.format(line="from link import X"))
    assert "GET  /inside" in said("routes", "a.py")


def test_all_of_a_checkout_belongs_together(project: Path) -> None:
    (project.parent / ".git").mkdir()
    (project / "waypost.toml").write_text("")
    (project / "a.py").write_text(CALL.format(line="from ..outside import X"))
    assert "hunter2secret" in said("routes", "a.py")


def test_what_is_above_a_project_is_seen_as_it_is_now(project: Path) -> None:
    """A module there finds those beside it; it may come later, and be open."""
    (project.parent / ".git").mkdir()
    above = project.parent / "shared.py"
    source = CALL.format(line="from ..shared import X")
    document = Document.from_text(uri_of(project / "a.py"), source)
    services = Services()

    def shown(moment: int, **opened: Document) -> list[str]:
        known = Workspace([Folder(project, Settings())], services=services, moment=moment, open=opened)
        return [symbol.name for symbol in Analysis(document, known).symbols()]

    assert shown(1) == []
    above.write_text("from beside import Y\nX = Y\n")
    (project.parent / "beside.py").write_text("Y = 'b'\n")
    assert shown(2) == ["GET https://h.example/b"]
    opened = Document.from_text(uri_of(above), "X = 'c'\n")
    assert shown(2, **{opened.uri: opened}) == ["GET https://h.example/c"]


def test_fixes_follow_no_link_out_of_the_folder(project: Path) -> None:
    source = '[default]\nlocale = "en_GB"\n'
    (project.parent / "typos.toml").write_text(source)
    (project / "typos.toml").symlink_to("../typos.toml")
    assert "a link out of the folder" in said("check", "--fix")
    assert (project.parent / "typos.toml").read_text() == source


def test_fixes_follow_a_link_inside(project: Path) -> None:
    (project / "own.toml").write_text('[default]\nlocale = "en_GB"\n')
    (project / "typos.toml").symlink_to("own.toml")
    said("check", "--fix")
    assert "en-gb" in (project / "own.toml").read_text()
    assert (project / "typos.toml").is_symlink()
