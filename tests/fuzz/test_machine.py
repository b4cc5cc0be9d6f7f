"""A machine that has no handles, room, home or clock to give: findings are the same, or one message says why not."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.cli.run import check as in_process
from tests.fuzz.test_files import HUMBLE, PATIENCE
from tests.support.wire import Wire, wire
from waypost import cache
from waypost.cli.checking import scan
from waypost.workspace import Settings

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="the limits are set by the system")]

SOURCE = 'import httpx\nfrom consts import BASE\n\nhttpx.get(BASE + "/é/{a}")\nhttpx.get("https://x.example/{b")\n'
_FILES = 60


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "consts.py").write_text('BASE = "https://x.example"\n')
    (root / "waypost.toml").write_text('[apis]\n"https://x.example" = "api.json"\n')
    (root / "api.json").write_text('{"openapi": "3.0.0", "paths": {"/a": {"get": {}}}}')
    for number in range(_FILES):
        (root / f"é{number}.py").write_text(SOURCE, "utf-8")
    return root


def check(
    root: Path, *arguments: str, limits: Mapping[int, int] | None = None, env: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    done = subprocess.run(
        [*HUMBLE, sys.executable, "-m", "waypost", "check", "--output-format", "concise", *arguments],
        cwd=root,
        capture_output=True,
        check=False,
        timeout=PATIENCE * 5,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"} | (env or {}),
        preexec_fn=_limited(limits or {}),
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode(errors="replace")
    return done


def _limited(limits: Mapping[int, int]) -> Callable[[], None]:
    def limit() -> None:
        for which, most in limits.items():
            resource.setrlimit(which, (most, most))

    return limit


def assert_same(done: "subprocess.CompletedProcess[bytes]", wanted: "subprocess.CompletedProcess[bytes]") -> None:
    assert wanted.stdout.count(b"\n") > _FILES
    assert (done.returncode, done.stdout) == (wanted.returncode, wanted.stdout), done.stderr.decode()


@pytest.mark.parametrize("arguments", [(), ("--jobs", "8"), ("--no-cache",)])
def test_64_handles_are_enough(project: Path, arguments: tuple[str, ...]) -> None:
    assert_same(check(project, *arguments, limits={resource.RLIMIT_NOFILE: 64}), check(project))


def test_64_handles_are_enough_for_the_server(project: Path) -> None:
    limits = _limited({resource.RLIMIT_NOFILE: 64})
    with wire(preexec_fn=limits) as server:
        server.ask("initialize", {"processId": None, "rootUri": project.as_uri(), "capabilities": {}})
        server.notify("initialized", {})
        for path in sorted(project.glob("*.py")):
            server.open(path.as_uri(), path.read_text("utf-8"), "python")
        assert _all_routes(server) == 2 * _FILES
        assert len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())) < 64
        assert server.end() == 0


def _all_routes(server: Wire) -> int:
    latest = time.monotonic() + PATIENCE
    while time.monotonic() < latest:
        asked = server.ask("workspace/executeCommand", {"command": "waypost.routes"})["result"]
        if asked["complete"]:
            return len(asked["routes"])
    raise AssertionError("the index is never complete")


def test_a_disk_without_room_for_the_cache_costs_nothing_but_time(project: Path, tmp_path: Path) -> None:
    full = {"WAYPOST_CACHE_DIR": str(tmp_path / "cache"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    fresh = check(project, "--no-cache")
    for _ in range(2):
        assert_same(check(project, limits={resource.RLIMIT_FSIZE: 100}, env=full), fresh)
    # And what half was written is not believed by a run that has room.
    assert_same(check(project, env=full), fresh)
    assert_same(check(project, env=full), fresh)


@pytest.mark.parametrize("kind", ["missing", "read-only", "a file", "none"])
def test_a_home_that_cannot_be_used_costs_nothing_but_time(project: Path, tmp_path: Path, kind: str) -> None:
    home = tmp_path / "home"
    if kind == "read-only":
        home.mkdir(0o555)
    elif kind == "a file":
        home.write_text("")
    environment = {"HOME": "" if kind == "none" else str(home), "WAYPOST_CACHE_DIR": "", "XDG_CACHE_HOME": ""}
    fresh = check(project)
    for _ in range(2):
        assert_same(check(project, env=environment), fresh)
    with wire(env=os.environ | environment) as server:
        server.initialize()
        assert server.is_well()
        assert server.end() == 0


@pytest.mark.parametrize("locale", [{"LANG": "C", "LC_ALL": "C"}, {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"}])
def test_names_and_texts_are_the_same_in_any_locale(project: Path, locale: dict[str, str]) -> None:
    locale = {"PYTHONCOERCECLOCALE": "0", **locale}
    done, wanted = check(project, env=locale), check(project, env={"LC_ALL": "C.UTF-8"})
    assert done.returncode == wanted.returncode
    # Names are shown as the locale has them.
    assert [line.partition(b".py")[2] for line in done.stdout.splitlines()] == [
        line.partition(b".py")[2] for line in wanted.stdout.splitlines()
    ]


@pytest.mark.parametrize("jump", [-10 * 365 * 86_400, -60, 60, 10 * 365 * 86_400])
def test_a_clock_that_jumps_makes_no_old_finding_current(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    def findings(*arguments: str) -> str:
        return in_process("--output-format", "concise", *arguments, ".", cwd=project).out

    kept = ("--cache-dir", str(tmp_path / "cache"))
    assert findings(*kept) == findings("--no-cache")
    monkeypatch.setattr(cache, "time", lambda: time.time() + jump)
    monkeypatch.setattr(cache, "time_ns", lambda: time.time_ns() + jump * 10**9)
    for number, text in enumerate((SOURCE.replace("{b", "{c"), SOURCE.replace("{b", "{d}"), SOURCE)):
        path = project / "é7.py"
        path.write_text(text, "utf-8")
        moment = time.time() + (jump if number % 2 else 0)
        os.utime(path, (moment, moment))
        assert findings(*kept) == findings("--no-cache")


def test_files_that_vanish_or_change_kind_during_a_run_are_passed_by_or_named(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = scan.read

    def vanishing(path: str, settings: Settings) -> bytes | None:
        if path.endswith("é1.py"):
            Path(path).unlink()
        elif path.endswith("é2.py"):
            Path(path).unlink()
            os.mkfifo(path)
        return read(path, settings)

    monkeypatch.setattr(scan, "read", vanishing)
    done = in_process("--output-format", "concise", ".", cwd=project)
    assert "é1.py" not in done.out
    assert "é2.py" not in done.out
    assert done.out.count("\n") >= _FILES - 2


def test_a_tree_of_odd_things_is_indexed(project: Path) -> None:
    os.mkfifo(project / "pipe.py")
    (project / "device.py").symlink_to("/dev/zero")
    (project / "broken.py").symlink_to("nowhere")
    (project / "loop").symlink_to(".")
    (project / "folder.py").mkdir()
    Path(os.fsdecode(os.fsencode(project) + b"/\xff.py")).write_text(SOURCE, "utf-8")
    os.mkfifo(project / "typos.toml")
    with wire() as server:
        server.ask("initialize", {"processId": None, "rootUri": project.as_uri(), "capabilities": {}})
        server.notify("initialized", {})
        assert _all_routes(server) == 2 * _FILES + 2
        assert server.end() == 0


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "link to itself"])
def test_a_cache_that_is_no_file_is_not_opened(project: Path, tmp_path: Path, kind: str) -> None:
    kept = ("--cache-dir", str(tmp_path / "cache"))
    fresh = check(project, *kept)
    [file] = (tmp_path / "cache").glob("check-*.json")
    file.unlink()
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    else:
        file.symlink_to("/dev/zero" if kind == "device" else file.name)
    assert_same(check(project, *kept), fresh)
