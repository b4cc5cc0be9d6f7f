"""However a file is reached, it gets the same findings."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from tests.cli.run import found, shell
from tests.support.editor import editor

SOURCE = 'import httpx\n\nhttpx.get("https://api.github.com/user/repos?sort=updates")\nhttpx.get("/x/{id}")\n'
FILE = "services/pay/src/client.py"


@pytest.fixture
def nested(tmp_path) -> Path:
    """A repository whose settings turn off one rule, with a project inside that extends them and turns off another."""
    (tmp_path / "pyproject.toml").write_text('[tool.waypost.rules]\nmissing-parameter = "off"\n')
    (tmp_path / "common.toml").write_text('[rules]\nbad-value = "off"\nraw-interpolation = "error"\n')
    project = tmp_path / "services" / "pay"
    (project / "src").mkdir(parents=True)
    (project / "waypost.toml").write_text(
        'extend = "../../common.toml"\n[per-file-rules]\n"src/*.py" = { missing-parameter = "information" }\n'
    )
    (tmp_path / "root.py").write_text(SOURCE)
    (tmp_path / FILE).write_text(SOURCE)
    return tmp_path


EXPECTED = [("missing-parameter", 4)]


def rules(findings: list[tuple[str, str, int]], name: str = "client.py") -> list[tuple[str, int]]:
    return [(rule, line) for path, rule, line in findings if Path(path).name == name]


def test_on_the_command_line(nested) -> None:
    """With `check .`, by name, from the parent folder, from standard input, from a folder inside."""
    ways = {
        "folder": found(".", cwd=nested),
        "file": found(FILE, cwd=nested),
        "parent": found(f"{nested.name}/services", cwd=nested.parent),
        "within": found(cwd=nested / "services" / "pay" / "src"),
        "stdin": found("--stdin-filename", FILE, cwd=nested, stdin=SOURCE.encode()),
        "dots": found("services/../services/pay/src/client.py", cwd=nested),
    }
    assert {way: rules(each) for way, each in ways.items()} == dict.fromkeys(ways, EXPECTED)
    assert rules(ways["folder"], "root.py") == [("bad-value", 3)]


async def test_in_an_editor(nested) -> None:
    async with editor("visual_studio_code", nested) as user:
        user.open(FILE, SOURCE)
        user.open("root.py", SOURCE)
        await user.diagnostics_until(FILE, ["missing-parameter"])
        await user.diagnostics_until("root.py", ["bad-value"])


@pytest.mark.parametrize("profile", ["visual_studio_code", "bare"])
async def test_what_is_excluded_has_no_findings_in_an_editor_either(nested, profile) -> None:
    """They come back when the settings include the file again; a file with a similar name is checked."""
    settings = nested / "services" / "pay" / "waypost.toml"
    included = settings.read_text()
    (nested / "services" / "pay" / "src" / "clients.py").write_text(SOURCE)
    settings.write_text(f'exclude = ["client.py"]\n{included}')
    assert rules(found(".", cwd=nested)) == []
    assert rules(found(".", cwd=nested), "clients.py") == EXPECTED
    async with editor(profile, nested) as user:
        user.open(FILE, SOURCE)
        user.open(FILE.replace("client", "clients"), SOURCE)
        await user.diagnostics_until(FILE.replace("client", "clients"), ["missing-parameter"])
        await user.diagnostics_until(FILE, [])
        settings.write_text(included)
        event = types.FileEvent(user.uri("services/pay/waypost.toml"), types.FileChangeType.Changed)
        user.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        await user.diagnostics_until(FILE, ["missing-parameter"])


@pytest.mark.skipif(shutil.which("git") is None, reason="pre-commit works on a repository")
@pytest.mark.slow
def test_in_pre_commit(nested) -> None:
    hook = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"
    entry = next(line for line in hook.read_text().splitlines() if "entry:" in line).partition(":")[2].strip()
    (nested / ".pre-commit-config.yaml").write_text(
        "repos:\n- repo: local\n  hooks:\n  - id: waypost\n    name: waypost\n    language: system\n"
        f"    entry: {entry} --output-format concise\n    types_or: [python, toml, json]\n    require_serial: true\n"
    )
    for command in (("git", "init", "-q"), ("git", "add", "-A")):
        assert shell(*command, cwd=nested).returncode == 0
    pre_commit = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose"]
    done = shell(*pre_commit, cwd=nested, PRE_COMMIT_HOME=str(nested / ".cache"), WAYPOST_CACHE_DIR=str(nested / ".w"))
    shown = done.stdout.decode()
    [line] = [each for each in shown.splitlines() if "client.py:" in each]
    assert f"{FILE.replace('/', os.sep)}:4:" in line
    assert "information[missing-parameter]" in line
    assert "root.py:3:" in shown
    assert done.returncode == 1
