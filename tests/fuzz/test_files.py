"""Unexpected files and folders lead to one clear message and exit code 2, or to a sensible result, never to a wait."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.support.wire import wire

SOURCE = b'import httpx\nhttpx.get("https://x.example/{a}")\n'
CONFIG = b"[default]\nlocale = 1\n"
PATIENCE = 60
COMMANDS = (["check"], ["routes"], ["config", "show"])
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="pipes, links and bytes in names are POSIX'"),
]


# File permissions do not restrict a superuser, unless the superuser's capability is dropped.
HUMBLE = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.name != "nt" and os.geteuid() == 0 else []


def run(arguments: Sequence[str | bytes], folder: Path) -> "subprocess.CompletedProcess[bytes]":
    done = subprocess.run(
        [*HUMBLE, sys.executable, "-m", "waypost", *arguments],
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode(errors="replace")
    return done


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_is_no_file_is_refused_or_passed_by(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "sub").mkdir()
    os.mkfifo(tmp_path / "sub" / "pipe.py")
    os.mkfifo(tmp_path / "sub" / "typos.toml")
    (tmp_path / "sub" / "folder.py").mkdir()
    (tmp_path / "sub" / "pyproject.toml").mkdir()
    (tmp_path / "sub" / "broken.py").symlink_to("nowhere")
    (tmp_path / "sub" / "self.json").symlink_to("self.json")
    (tmp_path / "sub" / "loop").symlink_to("..")
    assert run([*command, "sub"], tmp_path).returncode == 0
    if command != ["config", "show"]:
        for name in ("pipe.py", "broken.py", "self.json", "typos.toml"):
            done = run([*command, f"sub/{name}"], tmp_path)
            assert done.returncode == 2
            assert name in done.stderr.decode()


@pytest.mark.parametrize(
    "command",
    [["config", "explain", "pipe"], ["config", "explain", "pipe:1"], ["check", "--baseline", "pipe", "."]],
    ids=" ".join,
)
def test_a_pipe_that_is_named_is_refused(tmp_path: Path, command: list[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = run(command, tmp_path)
    assert (done.returncode, done.stderr) == (2, b"waypost: pipe: not a regular file\n")


@pytest.mark.parametrize("place", ["", "sub", "sub/deeper", ".git/info"])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_an_ignore_file_that_is_no_file_is_named(tmp_path: Path, place: str, kind: str) -> None:
    (tmp_path / "sub" / "deeper").mkdir(parents=True)
    (tmp_path / ".git" / "info").mkdir(parents=True)
    name = tmp_path / place / ("exclude" if place.startswith(".git") else ".gitignore")
    if kind == "pipe":
        os.mkfifo(name)
    else:
        name.symlink_to("/dev/zero")
    (tmp_path / "sub" / "typos.toml").write_bytes(CONFIG)
    for folder in (tmp_path, tmp_path / "sub"):
        done = run(["check"], folder)
        assert done.returncode == 2
        assert name.name in done.stderr.decode()
        assert b"locale" in done.stdout


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_may_not_be_read_is_named(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "sub" / "shut").mkdir(parents=True)
    (tmp_path / "sub" / "shut" / "typos.toml").write_bytes(CONFIG)
    (tmp_path / "sub" / "secret.py").write_bytes(SOURCE)
    (tmp_path / "sub" / "secret.py").chmod(0)
    (tmp_path / "sub" / "shut").chmod(0)
    for name in ("sub/shut", "sub/shut/typos.toml", "sub/secret.py"):
        done = run([*command, name], tmp_path)
        assert done.returncode == 2
        assert name in done.stderr.decode()
    (tmp_path / "sub" / "secret.py").unlink()
    done = run([*command, "sub"], tmp_path)
    assert (done.returncode, b"shut" in done.stderr) in {(2, True), (0, False)}
    (tmp_path / "sub" / "shut").chmod(0o755)


@pytest.fixture
def unsearchable(tmp_path: Path) -> Iterator[Path]:
    """A folder that may be listed, but nobody may look at what is in it; links lead there, too."""
    folder = tmp_path / "listed"
    folder.mkdir()
    (folder / "typos.toml").write_bytes(CONFIG)
    (folder / "__init__.py").write_bytes(SOURCE)
    (tmp_path / "a.py").write_bytes(b"from listed import X\n" + SOURCE)
    (tmp_path / "b.py").symlink_to("listed/__init__.py")
    (tmp_path / "typos.toml").write_bytes(b'[default]\nlocale = "en-gb"\n')
    (tmp_path / ".venv" / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    (tmp_path / ".venv" / "lib" / "python3.11" / "site-packages").chmod(0)
    folder.chmod(0o444)
    yield folder
    folder.chmod(0o755)
    (tmp_path / ".venv" / "lib" / "python3.11" / "site-packages").chmod(0o755)


@pytest.mark.parametrize(
    ("command", "found", "named"),
    [
        (["check"], b"a.py:3", [b"listed/__init__.py", b"listed/typos.toml", b"b.py"]),
        (["routes"], b"a.py:3", []),
        (["config", "show", "--all"], b"governs 1 file: a.py", []),
    ],
    ids=str,
)
def test_what_may_only_be_listed_is_named_and_the_rest_is_read(
    unsearchable: Path, command: list[str], found: bytes, named: list[bytes]
) -> None:
    done = run(command, unsearchable.parent)
    assert found in done.stdout, done.stderr
    for each in named:
        assert each + b": Permission denied" in done.stderr
    assert not named or done.returncode == 2


def test_a_configuration_that_may_not_be_changed_is_named(tmp_path: Path) -> None:
    (tmp_path / "typos.toml").write_bytes(CONFIG)
    (tmp_path / "typos.toml").chmod(0)
    done = run(["config", "tidy"], tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"typos.toml: Permission denied" in done.stderr
    shown = run(["config", "show"], tmp_path).stdout
    assert shown.count(b"typos.toml cannot be read") == shown.count(b"because") == 1


def test_the_server_passes_by_what_may_only_be_listed(unsearchable: Path) -> None:
    folder, changed = unsearchable.parent, [unsearchable / "typos.toml", unsearchable / "__init__.py", unsearchable]
    with wire(under=HUMBLE) as server:
        server.ask(
            "initialize",
            {
                "processId": None,
                "capabilities": {},
                "workspaceFolders": [{"uri": folder.as_uri(), "name": "w"}],
                "initializationOptions": {"diagnosticMode": "workspace"},
            },
        )
        server.notify("initialized", {})
        for _ in range(2):
            listed = {"complete": False}
            while not listed["complete"]:
                listed = server.ask("workspace/executeCommand", {"command": "waypost.routes"})["result"]
            assert [each["uri"] for each in listed["routes"]] == [(folder / "a.py").as_uri()]
            changes = [{"uri": path.as_uri(), "type": 2} for path in changed]
            server.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        assert server.ask("workspace/executeCommand", {"command": "waypost.checkWorkspace"})["result"]["files"] == 1
        assert server.end() == 0
        logged = [each["params"]["message"] for each in server.notifications if each["method"] == "window/logMessage"]
        assert not [text for text in logged if "failed" in text or "could not" in text]


def test_what_may_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "typos.toml").write_bytes(b'[default]\nlocale = "en\n')
    (tmp_path / "typos.toml").chmod(0o444)
    done = run(["check", "--fix"], tmp_path)
    assert done.returncode == 2
    assert b"typos.toml" in done.stderr


@pytest.mark.parametrize("command", [["check"], ["check", "--output-format", "sarif"], ["routes", "--output", "json"]])
def test_odd_names_are_names(tmp_path: Path, command: list[str]) -> None:
    names = [b"a b.py", b"\xff.py", b"new\nline.py", "\U0001f6a9\u202e.py".encode(), b"-.py", b"%41.py"]
    for name in names:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(SOURCE)
    walked, named = run(command, tmp_path), run([*command, "--", *names], tmp_path)
    assert walked.returncode == named.returncode == (command[0] == "check")
    assert walked.stdout == named.stdout != b""


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_folder_whose_name_is_not_utf8(tmp_path: Path, command: list[str]) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff")).mkdir()
    done = run([*command, b"\xff"], tmp_path)
    assert done.returncode == (0 if command[0] == "config" else 2)
    assert command[0] == "config" or done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "settings",
    [
        b"[tool.waypost]\nrules = 3\ncalls = {a = {callee = 1}}\nbogus = 1\nconfig-files = ['[', '**', '']\n",
        b'[tool.waypost.apis]\n"https://x.example" = "pipe"\n"nonsense" = "/dev/zero"\n"http://[::1" = "a"\n',
        b'[tool.waypost]\nconfig-files = ["."]\n',
        b'[tool.waypost.apis]\n"https://x.example" = "gone.yaml"\n"https://y.example" = "empty.yaml"\n',
        b"\xff\xfe",
        b"[tool]\nwaypost = " + b"[" * 5_000,
        b'tool = "x"\n',
    ],
)
def test_odd_settings_are_survived(tmp_path: Path, settings: bytes) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "pyproject.toml").write_bytes(settings)
    (tmp_path / "a.py").write_bytes(SOURCE)
    (tmp_path / "empty.yaml").write_text("openapi: 3.0.0\npaths: {}\n")
    done = run(["check"], tmp_path)
    assert done.returncode in (1, 2)
    assert b"a.py:2" in done.stdout
    assert b"a.py" in run(["routes"], tmp_path).stdout
