"""`python -m tests.monorepo [FILES] [FOLDER]` makes a repository of twenty projects, and checks it in every way.

Each project has its own settings, sources that import from each other, a configuration and a notebook. Shards, lists
and the cache must find what one run finds; the time and memory of each way are printed.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROJECTS = 20
_PLAIN = "def add(a: int, b: int) -> int:\n    return a + b\n"
_CALLS = 'import httpx\nfrom .consts import BASE\n\nhttpx.get(BASE + "/user/repos?sort={sort}")\nhttpx.get("{path}")\n'


def make(root: Path, files: int) -> int:
    """Write the repository, and return how many files it has."""
    (root / "pyproject.toml").write_text('[tool.waypost.rules]\nbad-value = "off"\n')
    count = 1
    for number in range(PROJECTS):
        count += _project(root / f"services/p{number:02}", number, files // PROJECTS)
    return count


def _project(folder: Path, number: int, files: int) -> int:
    source = folder / "src" / f"p{number:02}"
    source.mkdir(parents=True)
    (folder / "waypost.toml").write_text('extend = "../../pyproject.toml"\n' if number % 2 else "")
    (folder / "typos.toml").write_text("local = 1\n" if number % 5 == 0 else '[default]\nlocale = "en-gb"\n')
    (source / "__init__.py").write_text("")
    (source / "consts.py").write_text('BASE = "https://api.github.com"\n')
    for index in range(files - 4):
        place = source / f"d{index // 200}"
        if index % 200 == 0:
            place.mkdir()
            (place / "__init__.py").write_text("")
            (place / "consts.py").write_text("from ..consts import BASE\n")
        calls = index % 10 == 0
        text = _CALLS.format(sort="updates" if index % 100 == 0 else "updated", path="/x/{id}") if calls else _PLAIN
        (place / f"m{index}.py").write_text(text)
    return files


def check(root: Path, *arguments: str, stdin: bytes | None = None) -> tuple[str, float]:
    """What a check writes, and how many processor seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "waypost", "check", "--output-format", "json", "--quiet", *arguments]
    done = subprocess.run(command, cwd=root, input=stdin, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout.decode(), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ways(root: Path) -> dict[str, float]:
    """Check it in every way, with the same findings each time. Returns the seconds that each took."""
    os.environ["WAYPOST_CACHE_DIR"] = str(root.parent / "cache")
    whole, cold = check(root, "--no-cache", ".")
    assert json.loads(whole)
    seconds = {"cold": cold}
    _, seconds["cold, and kept"] = check(root, ".")
    again, seconds["warm"] = check(root, ".")
    assert again == whole
    changed = root / "services" / "p03" / "src" / "p03" / "d0" / "m0.py"
    changed.write_text(changed.read_text() + "# changed\n")
    again, seconds["one file changed"] = check(root, ".")
    assert again == whole
    again, _ = check(root, "--no-cache", *(f"services/p{number:02}" for number in range(PROJECTS)), "pyproject.toml")
    assert again == whole
    return seconds


def main() -> None:
    files = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as folder:
        root = Path(folder) / "repository"
        root.mkdir()
        print(f"{make(root, files):,} files in {PROJECTS} projects")
        started = time.monotonic()
        for way, spent in ways(root).items():
            print(f"{spent:8.2f} s of a processor  {way}")
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"{time.monotonic() - started:8.2f} s in all; the largest process had {most:.0f} MB")


if __name__ == "__main__":
    main()
