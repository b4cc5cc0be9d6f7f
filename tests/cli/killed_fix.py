"""Kills `waypost check --fix` while it writes: `python -m tests.cli.killed_fix 1000`.

Each file must then be either unchanged or fixed completely, with its mode, line endings, byte order mark and link;
another run fixes the rest, and removes what was left. The test suite does the same to a few files.
"""

import random
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.cli.run import shell

_BEFORE: Final = b'[default]\nlocale = "en_GB"\n# \xf0\x9f\x9a\xa9 kept\n[default.extend-words]\nteh = "the"\n'
_AFTER: Final = _BEFORE.replace(b"en_GB", b"en-gb")
# How a text may be written, and its file's mode.
_FORMS: Final = (
    (lambda text: text, 0o644),
    (lambda text: text.replace(b"\n", b"\r\n"), 0o755),
    (lambda text: b"\xef\xbb\xbf" + text, 0o600),
    (lambda text: b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"), 0o640),
)


def write_files(folder: Path, count: int) -> list[Path]:
    """This many configurations; every fifth is a link to the real file."""
    made = []
    for number in range(count):
        place = folder / f"p{number}" / "typos.toml"
        place.parent.mkdir()
        write, mode = _FORMS[number % len(_FORMS)]
        target = place.with_name("meant.txt") if number % 5 == 0 else place
        target.write_bytes(write(_BEFORE))
        target.chmod(mode)
        if target != place:
            place.symlink_to(target.name)
        made.append(place)
    return made


def kill_after(folder: Path, files: Sequence[Path], fixed: int) -> None:
    """Run the fixes, and kill the run once this many files are fixed."""
    command = [sys.executable, "-m", "waypost", "check", "--fix", "--no-cache", "--quiet", "--jobs", "1"]
    running = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while running.poll() is None and sum(1 for _ in _fixed(files)) < fixed:
        pass
    running.send_signal(signal.SIGKILL)
    running.wait()


def _fixed(files: Sequence[Path]) -> Iterator[Path]:
    return (file for file in files if b"en-gb" in file.read_bytes())


def check_files(files: Sequence[Path], *, whole: bool) -> int:
    """Compare every file with its two possible contents, or only the later one, and count the fixed ones."""
    for number, file in enumerate(files):
        write, mode = _FORMS[number % len(_FORMS)]
        allowed = {write(_AFTER)} | (set() if whole else {write(_BEFORE)})
        assert file.read_bytes() in allowed, file
        assert stat.S_IMODE(file.stat().st_mode) == mode, file
        assert file.is_symlink() == (number % 5 == 0), file
    return sum(1 for _ in _fixed(files))


def kill_and_finish(folder: Path, count: int, fixed: int) -> int:
    """Kill a run, look at what it left, and let another one finish; gives the number of files that were fixed when it
    died."""
    files = write_files(folder, count)
    kill_after(folder, files, fixed)
    done = check_files(files, whole=False)
    for name in (".waypost-0123456789ab", ".waypost-ba9876543210"):  # as a run that dies at the right moment does
        (files[-1].parent / name).write_bytes(b"half")
    assert shell("waypost", "check", "--fix", "--no-cache", "--quiet", cwd=folder).returncode in (0, 1)
    check_files(files, whole=True)
    assert not list(folder.rglob(".waypost-*"))
    return done


if __name__ == "__main__":
    wanted = int(sys.argv[1])
    for at in sorted(random.Random(0).sample(range(1, wanted), 5)):
        with tempfile.TemporaryDirectory() as name:
            print(f"killed when {kill_and_finish(Path(name), wanted, at)} of {wanted} files were fixed: none was torn")
