"""How a check runs: with several processes, and at the same time as other runs."""

import io
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import check, run
from waypost.cli.checking import progress, scan
from waypost.cli.checking.progress import ProgressLine

CALL = 'import httpx\n\nhttpx.get("/x/{id}")\n'


@pytest.fixture
def many(tmp_path: Path) -> Path:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(12):
        (folder / f"m{number:02}.py").write_text(CALL * (number % 3))
    return folder


# -- several runs at once ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_any_number_of_processes_finds_the_same(jobs, many, monkeypatch) -> None:
    asked: list[int | None] = []
    really = scan.results_of

    def noted(work: Any, batches: Any, lost: Any, exactly: int | None = None) -> Any:
        asked.append(exactly)
        return really(work, batches, lost, exactly)

    expected = check("--output-format", "json", cwd=many)
    monkeypatch.setattr(scan, "results_of", noted)
    monkeypatch.setattr(scan, "_WORTH_PROCESSES", 2)
    monkeypatch.setattr(scan, "_BATCH", 2)
    assert check("--output-format", "json", "--jobs", str(jobs), cwd=many) == expected
    assert asked == ([] if jobs == 1 else [jobs])


@pytest.mark.slow
def test_runs_side_by_side_share_a_cache(many, tmp_path) -> None:
    """Each run finds what it would find alone, and so does a later one."""
    expected = check("--output-format", "json", cwd=many).out
    kept = f"--cache-dir={tmp_path / 'cache'}"
    command = [sys.executable, "-m", "waypost", "check", "--quiet", "--output-format", "json", kept]
    runs = [subprocess.Popen(command, cwd=many, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert [each.communicate()[0] for each in runs] == [expected] * 4
    assert run("check", "--output-format", "json", kept, cwd=many).out == expected


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown_by_progress(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, steps: Sequence[float]) -> str:
    """What a run writes that has checked a thousand more files at each of these times."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "monotonic", lambda: 0.0)
    line = ProgressLine("Checked", wanted=True)
    for count, now in enumerate(steps, 1):
        monkeypatch.setattr(progress, "monotonic", lambda now=now: now)
        line(count * 1_000)
    line.clear()
    return stream.getvalue()


def test_progress_is_shown_on_a_terminal_where_a_run_takes_long(monkeypatch) -> None:
    shown = shown_by_progress(monkeypatch, FakeTerminal(), [0.5, 1.0, 1.05, 1.2])
    assert shown == "\r\x1b[KChecked 2,000 files\r\x1b[KChecked 4,000 files\r\x1b[K"
    assert shown_by_progress(monkeypatch, FakeTerminal(), [0.2, 0.9]) == ""
    assert shown_by_progress(monkeypatch, io.StringIO(), [5.0, 9.0]) == ""


def test_progress_is_not_wanted_by_who_wants_quiet(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stderr", FakeTerminal())
    line = ProgressLine("Checked", wanted=False)
    monkeypatch.setattr(progress, "monotonic", lambda: 1e9)
    line(1_000)
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


def test_a_document_whose_name_is_longer_than_any_is_a_finding(tmp_path) -> None:
    """It is asked for below every folder that is checked, where looking for it failed."""
    (tmp_path / "waypost.toml").write_text(f'apis = {{"https://x.example" = "{"a" * 20_000}"}}\n')
    (tmp_path / "a.py").write_text("import httpx\nhttpx.get('https://x.example/a')\n")
    found = check(cwd=tmp_path)
    assert found.code == 2
    assert "bug in Waypost" not in found.out + found.err
    assert "Traceback" not in found.out + found.err
    assert "waypost.toml:1:" in found.out + found.err
