"""A disk that is full: a real one where the system lets us mount it, otherwise a bound on the size of files."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.fuzz.test_machine import check

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="the limits are set by the system")]

_SIZE = 1 << 20
_HEAD = "from waypost import endpoint\n"
# A fix makes it longer, so it does not fit where it stood.
_FIXABLE = _HEAD + 'endpoint("GTE /user")\n' * 20
_OPEN_BRACE = _HEAD + 'endpoint("GET /users/{name", name="x")\n' * 20


class Disk(NamedTuple):
    """A folder, and the limits of a process that make it full where it is not."""

    folder: Path
    limits: dict[int, int]

    def fill(self) -> None:
        """Leave no room."""
        if not self.limits:
            with suppress(OSError), (self.folder / "filler").open("wb", buffering=0) as filler:
                while filler.write(b"x" * 512):
                    pass

    def run(
        self, *arguments: str, root: Path | None = None, env: dict[str, str] | None = None
    ) -> "subprocess.CompletedProcess[bytes]":
        return check(root or self.folder, *arguments, limits=self.limits, env=env)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        yield Disk(folder, {resource.RLIMIT_FSIZE: 100})
        return
    try:
        yield Disk(folder, {})
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _texts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "filler"}


@pytest.mark.parametrize("arguments", [("--fix",), ("--add-ignores",)])
def test_no_text_is_lost(disk: Disk, arguments: tuple[str, ...]) -> None:
    for name in ("one.py", "two.py"):
        (disk.folder / name).write_text(_FIXABLE + _OPEN_BRACE)
    (disk.folder / "typos.toml").write_text('[default]\nlocale = "en_GB"\n')
    before = _texts(disk.folder)
    disk.fill()
    done = disk.run("--no-cache", *arguments)
    assert _texts(disk.folder) == before
    assert done.returncode == 2
    assert b"one.py" in done.stderr
    assert b"two.py" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("--output-file", "findings.json", "--output-format", "json"), "findings.json"),
        (("--baseline", "baseline.json", "--update-baseline"), "baseline.json"),
    ],
)
@pytest.mark.parametrize("before", [None, b"{}"])
def test_what_cannot_be_written_is_said_and_what_was_there_stays(
    disk: Disk, tmp_path: Path, arguments: tuple[str, ...], name: str, before: bytes | None
) -> None:
    (project := tmp_path / "project").mkdir()
    (project / "one.py").write_text(_FIXABLE)
    if before is not None:
        (disk.folder / name).write_bytes(before)
    disk.fill()
    placed = [str(disk.folder / each) if each == name else each for each in arguments]
    done = disk.run("--no-cache", *placed, root=project)
    assert done.returncode == 2
    assert name.encode() in done.stderr
    assert _texts(disk.folder) == ({} if before is None else {name: before})


def test_a_cache_without_room_costs_nothing_but_time(disk: Disk, tmp_path: Path) -> None:
    (project := tmp_path / "project").mkdir()
    for number in range(4):
        (project / f"{number}.py").write_text(_FIXABLE)
    environment = {"WAYPOST_CACHE_DIR": str(disk.folder / "cache")}
    wanted = check(project, "--no-cache")
    assert wanted.stdout.count(b"\n") > 40
    disk.fill()
    for _ in range(2):
        done = disk.run(root=project, env=environment)
        assert (done.returncode, done.stdout) == (wanted.returncode, wanted.stdout)
