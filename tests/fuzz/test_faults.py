"""If one file triggers a bug, it is named, and the others are still checked."""

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from waypost.cli.checking import scan
from waypost.cli.group import waypost
from waypost.processes import again, processes
from waypost.routes import inventory

pytestmark = pytest.mark.slow

SOURCE = b'from waypost import endpoint\nendpoint("GET /users/{a")\n'
DEEP = SOURCE + b"".join(b" " * level + b"if a:\n" for level in range(520)) + b" " * 520 + b"x\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("a.py", "bad.py", "z.py"):
        (tmp_path / name).write_bytes(SOURCE)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(waypost, list(arguments), catch_exceptions=False)


def assert_bad_is_named(done: Result, because: str) -> None:
    assert done.exit_code == 2
    assert f"bad.py: {because}" in done.stderr
    assert "a.py:2" in done.stdout
    assert "z.py:2" in done.stdout
    assert "bad.py" not in done.stdout


@pytest.mark.parametrize("error", [RecursionError("too deep"), MemoryError(), ValueError("chr() arg"), KeyError("x")])
@pytest.mark.usefixtures("folder")
def test_a_bug_costs_one_file(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    findings_of = scan.findings_of

    def failing(path: str, *rest: object) -> object:
        if path.endswith("bad.py"):
            raise error
        return findings_of(path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(scan, "findings_of", failing)
    done = run("check")
    assert_bad_is_named(done, "not checked because of a bug in Waypost")
    assert "please report it: https://" in done.stderr
    assert type(error).__name__ in done.stderr
    assert done.stderr.count("bad.py") == 1


@pytest.mark.usefixtures("folder")
def test_a_bug_costs_one_files_routes(monkeypatch: pytest.MonkeyPatch) -> None:
    add_calls = inventory._add_calls

    def failing(path: Path, *rest: object) -> object:
        if path.name == "bad.py":
            raise RecursionError
        return add_calls(path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(inventory, "_add_calls", failing)
    assert_bad_is_named(run("routes"), "not checked because of a bug in Waypost")


def test_a_file_that_is_nested_too_deeply_is_named(folder: Path) -> None:
    (folder / "bad.py").write_bytes(DEEP)
    assert_bad_is_named(run("check"), "indented too deeply to be read")
    done = run("routes")
    assert done.exit_code in (0, 2)
    assert "z.py" in done.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="copies of this process only where the system makes them")
def test_the_files_of_a_killed_process_are_taken_up_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(20):
        (folder / f"m{number}.py").write_bytes(SOURCE)
    findings_of = scan.findings_of

    def killing(path: str, *rest: object) -> object:
        if path.endswith("bad.py"):
            os.kill(os.getpid(), signal.SIGKILL)
        return findings_of(path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(scan, "findings_of", killing)
    monkeypatch.setattr(scan, "_WORTH_PROCESSES", 2)
    monkeypatch.setattr(scan, "_BATCH", 8)
    done = run("check", "--output-format", "concise")
    assert_bad_is_named(done, "not checked because it crashed the process")
    assert done.stdout.count("\n") == 22


def _doubled(numbers: list[int]) -> list[int]:
    if 13 in numbers:
        os._exit(1)
    return [2 * number for number in numbers]


@pytest.mark.parametrize("afresh", [False, True])
def test_what_ends_a_process_is_found_by_halves(*, afresh: bool) -> None:
    found = again(_doubled, list(range(10, 16)), lambda lost: [-each for each in lost], afresh=afresh)
    assert [each for part in found for each in part] == [20, 22, 24, -13, 28, 30]


def test_an_interrupt_ends_the_processes_at_once() -> None:
    with pytest.raises(KeyboardInterrupt), processes(2) as pool:  # noqa: PT012 - what is interrupted
        jobs = [pool.submit(signal.pause) for _ in range(2)]
        while not all(job.running() for job in jobs):
            pass
        made = multiprocessing.active_children()
        assert made
        raise KeyboardInterrupt
    for process in made:
        process.join(30)
        assert process.pid is not None
        with pytest.raises(ProcessLookupError):  # `is_alive` does not notice if the pool's thread waited for it first
            os.kill(process.pid, 0)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
@pytest.mark.parametrize("format_", ["full", "concise", "json", "sarif", "github"])
def test_every_character_can_be_written(tmp_path: Path, encoding: str, format_: str) -> None:
    (tmp_path / "\U0001f6a9.py").write_text('from waypost import endpoint\nendpoint("GET /\U0001f6a9/{a")\n', "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "waypost", "check", "--output-format", format_],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
    )
    assert done.returncode == 1, done.stderr.decode()
    assert b"invalid-template" in done.stdout
