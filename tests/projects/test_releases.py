"""Which release of a client a project uses: read from its files, shown in the hover, and applied in findings."""

import os
from pathlib import Path

import pytest

from tests.cli.run import check
from waypost.analysis import Analysis
from waypost.projects import SettingsSources
from waypost.projects.releases import releases_of
from waypost.text import Document
from waypost.workspace import Workspace
from waypost.workspace.releases import bounded, pinned

LOCKED = (
    '[[package]]\nname = "anyio"\nversion = "4.1"\n\n[[package]]\nname = "httpx"\nversion = "0.27.2"\nsource = {}\n'
)
STANDARD = LOCKED.replace("[[package]]", "[[packages]]")
PIPFILE = '{"_meta": {}, "default": {"httpx": {"hashes": [], "version": "==0.27.2"}}, "develop": {}}'
CALL = 'import httpx\n\nhttpx.get("https://example.com/a?s=1", params={"p": 2})\n'
SETUP = "[options]\ninstall_requires =\n    requests>=2\n    httpx<0.28\n"
ENVIRONMENT = ".venv/lib/python3.12/site-packages/httpx-0.27.2.dist-info/METADATA"

SAID = {
    "uv": ({"uv.lock": LOCKED}, "0.27.2 from uv.lock"),
    "uv, CRLF": ({"uv.lock": LOCKED.replace("\n", "\r\n")}, "0.27.2 from uv.lock"),
    "Poetry": ({"poetry.lock": LOCKED}, "0.27.2 from poetry.lock"),
    "PDM": ({"pdm.lock": LOCKED}, "0.27.2 from pdm.lock"),
    "the standard's own": ({"pylock.toml": STANDARD}, "0.27.2 from pylock.toml"),
    "one of several": ({"pylock.dev.toml": STANDARD}, "0.27.2 from pylock.dev.toml"),
    "Pipenv": ({"Pipfile.lock": PIPFILE}, "0.27.2 from Pipfile.lock"),
    "an environment": ({ENVIRONMENT: ""}, "0.27.2 from .venv"),
    "an environment on Windows": ({"venv/Lib/site-packages/HTTPX-0.27.2.dist-info/x": ""}, "0.27.2 from venv"),
    "a pin": (
        {"requirements.txt": "a==1\nhttpx[http2] == 0.27.2 ; python_version > '3'\n"},
        "0.27.2 from requirements.txt",
    ),
    "constraints": ({"constraints.txt": "HTTPX<0.28 # old\n"}, "<0.28 from constraints.txt"),
    "a lock before a pin": ({"uv.lock": LOCKED, "requirements.txt": "httpx==0.28.1\n"}, "0.27.2 from uv.lock"),
    "bounds": (
        {"pyproject.toml": '[project]\ndependencies = ["httpx>=0.25,<0.28"]\n'},
        ">=0.25,<0.28 from pyproject.toml",
    ),
    "an extra": (
        {"pyproject.toml": '[project.optional-dependencies]\nnet = ["httpx~=0.27.0"]\n'},
        "~=0.27.0 from pyproject.toml",
    ),
    "a group": (
        {"pyproject.toml": '[dependency-groups]\ndev = ["httpx (==0.27.*)"]\n'},
        "==0.27.* from pyproject.toml",
    ),
    "Poetry's bounds": (
        {"pyproject.toml": '[tool.poetry.dependencies]\nhttpx = "^0.27"\n'},
        "^0.27 from pyproject.toml",
    ),
    "Poetry's table": (
        {"pyproject.toml": '[tool.poetry.group.a.dependencies]\nhttpx = {version = "0.27.2"}\n'},
        "0.27.2 from pyproject.toml",
    ),
    "setuptools": ({"setup.cfg": SETUP}, "<0.28 from setup.cfg"),
}
NOTHING = {
    "no bounds": {"requirements.txt": "httpx\n"},
    "another package": {"uv.lock": LOCKED.replace("httpx", "httpx-sse")},
    "half a lock": {"uv.lock": LOCKED[: LOCKED.index('"httpx"') + 3]},
    "no table": {"Pipfile.lock": "[]", "pyproject.toml": "project = 1\ntool = []\n"},
    "a URL": {"requirements.txt": "httpx @ https://example.com/httpx-0.27.2.whl\n"},
}


def project(root: Path, files: dict[str, str]) -> Path:
    (root / ".git").mkdir(exist_ok=True)
    for name, text in {**files, "a.py": CALL}.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    return root


def analysed(file: Path) -> Analysis:
    return Analysis(Document(file.as_uri(), file.read_bytes()), Workspace(projects=SettingsSources()))


def hover_of(file: Path) -> str:
    shown = analysed(file).hover(file.read_bytes().index(b"/a?s"))
    assert shown is not None
    return shown.markdown


@pytest.mark.parametrize("name", SAID)
def test_the_release_in_use_is_shown(name: str, tmp_path: Path) -> None:
    """Every file says httpx 0.27, or bounds that allow nothing newer, so the query is kept and nothing is reported."""
    files, words = SAID[name]
    file = project(tmp_path, files) / "a.py"
    shown = hover_of(file)
    assert f"httpx {words}" in shown.replace("\\", "")
    assert "GET https://example.com/a?s=1&p=2" in shown
    assert [each.rule for each in analysed(file).diagnostics()] == []


@pytest.mark.parametrize("name", NOTHING)
def test_where_nothing_is_said_it_is_the_newest(name: str, tmp_path: Path) -> None:
    file = project(tmp_path, NOTHING[name]) / "a.py"
    assert "GET https://example.com/a?p=2" in hover_of(file)
    assert [each.rule for each in analysed(file).diagnostics()] == ["lost-query"]


def test_bounds_that_allow_several_behaviours_show_both(tmp_path: Path) -> None:
    file = project(tmp_path, {"requirements.txt": "httpx>=0.25\n"}) / "a.py"
    shown = hover_of(file)
    assert "GET https://example.com/a?p=2" in shown
    assert "With httpx before 0.28:" in shown
    assert "GET https://example.com/a?s=1&p=2" in shown
    assert [each.message for each in analysed(file).diagnostics()] == [
        "`params` replaces the query in the URL: `?s=1` is not sent by httpx 0.28 and later"
    ]


def test_what_is_nearer_counts_where_the_two_contradict(tmp_path: Path) -> None:
    """A member of a workspace is locked at the workspace's root, a separate project is not."""
    project(tmp_path, {"uv.lock": LOCKED, "member/pyproject.toml": '[project]\ndependencies = ["httpx>=0.25"]\n'})
    project(tmp_path, {"own/pyproject.toml": '[project]\ndependencies = ["httpx>=0.28"]\n'})
    assert releases_of(tmp_path / "member").by_package["httpx"].text == "0.27.2"
    assert releases_of(tmp_path / "own").by_package["httpx"].text == ">=0.28"


def test_nothing_above_the_checkout_is_read(tmp_path: Path) -> None:
    (tmp_path / "uv.lock").write_text(LOCKED)
    inner = tmp_path / "checkout"
    inner.mkdir()
    project(inner, {})
    assert not releases_of(inner).by_package


def test_a_setting_counts_most_in_its_own_project(tmp_path: Path) -> None:
    project(tmp_path, {"uv.lock": LOCKED, "waypost.toml": '[releases]\nhttpx = "0.28"\n'})
    (tmp_path / "nested").mkdir()
    (tmp_path / "nested" / "waypost.toml").write_text('releases.HTTPX = ">=0.20,<0.26"\n')
    (tmp_path / "nested" / "a.py").write_text(CALL)
    assert "httpx 0.28 from the settings" in hover_of(tmp_path / "a.py")
    assert [each.rule for each in analysed(tmp_path / "a.py").diagnostics()] == ["lost-query"]
    assert [each.rule for each in analysed(tmp_path / "nested" / "a.py").diagnostics()] == []


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ('httpxx = "1"', 'is not the package of an HTTP client; did you mean "httpx"?'),
        ('httpx = "new"', "must be a release such as `0.27`, or bounds such as `>=0.27,<0.29`"),
        ("httpx = 1", "must be a release such as `0.27`, or bounds such as `>=0.27,<0.29`, not `1`"),
    ],
)
def test_a_setting_that_cannot_be_used_is_reported(setting: str, message: str, tmp_path: Path) -> None:
    project(tmp_path, {"waypost.toml": f"[releases]\n{setting}\n"})
    shown = check("--output-format", "concise", ".", cwd=tmp_path)
    assert message in shown.out
    assert shown.code == 2


def test_a_wrong_value_costs_its_own_entry_only(tmp_path: Path) -> None:
    settings = '[releases]\r\nrequests = "new \U0001f680"\r\naiohttp = 3\r\nhttpx = "0.27"\r\n'
    project(tmp_path, {"waypost.toml": settings})
    assert "httpx 0.27 from the settings" in hover_of(tmp_path / "a.py")
    shown = check("--output-format", "concise", ".", cwd=tmp_path)
    assert [line.partition(": ")[0] for line in shown.out.splitlines() if "must be a release" in line] == [
        "waypost.toml:2:12",
        "waypost.toml:3:11",
    ]
    project(tmp_path, {"waypost.toml": "releases = 3\n"})
    assert "must be a table of releases, not `3`" in check("--output-format", "concise", ".", cwd=tmp_path).out


def test_the_cache_follows_what_says_the_release(tmp_path: Path) -> None:
    """Each step gives what a fresh run finds: a pin appears, changes and disappears, and a package is installed and
    upgraded."""
    root = tmp_path / "project"
    root.mkdir()
    project(root, {})
    os.utime(root / "a.py", (1_700_000_000, 1_700_000_000))

    def found() -> bool:
        fresh = check("--no-cache", "--output-format", "concise", ".", cwd=root).out
        assert check("--cache-dir", "../cache", "--output-format", "concise", ".", cwd=root).out == fresh
        return "lost-query" in fresh

    assert found()
    (root / "uv.lock").write_text(LOCKED)
    assert not found()
    (root / "uv.lock").write_text(LOCKED.replace("0.27.2", "0.28.1"))
    assert found()
    (root / "uv.lock").unlink()
    installed = root / ".venv" / "lib" / "python3.12" / "site-packages"
    (installed / "httpx-0.27.0.dist-info").mkdir(parents=True)
    assert not found()
    (installed / "httpx-0.27.0.dist-info").rename(installed / "httpx-0.28.0.dist-info")
    assert found()


@pytest.mark.parametrize(
    ("written", "lowest", "below"),
    [
        ("==1.2", (1, 2), (1, 2, 0)),
        ("==1.2.*", (1, 2), (1, 3)),
        ("===1.2", (1, 2), (1, 2, 0)),
        ("~=1.4.2", (1, 4, 2), (1, 5)),
        (">=1,<2,!=1.5", (1,), (2,)),
        (">1.2", (1, 2, 0), None),
        ("<=1.2", (), (1, 2, 0)),
        ("^1.2", (1, 2), (2,)),
        ("^0.2.3", (0, 2, 3), (0, 3)),
        ("~1.2.3", (1, 2, 3), (1, 3)),
        ("*", (), None),
        ("", (), None),
    ],
)
def test_bounds_are_read(written: str, lowest: tuple[int, ...], below: tuple[int, ...] | None) -> None:
    allowed = bounded(written)
    assert allowed is not None
    assert (allowed.lowest, allowed.below) == (lowest, below)


def test_what_is_no_release_is_not_understood() -> None:
    assert bounded("~> 1") is None
    assert bounded("latest") is None
    assert pinned("main") is None
