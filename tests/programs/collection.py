"""The programs, what each sent when it ran, and what is shown for it."""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tests.clients.releases import RELEASES

_HERE: Final = Path(__file__).parent
_PROGRAM: Final = re.compile(r"^== (.*)\n((?:(?!== ).*\n)*)", re.MULTILINE)
MARK: Final = re.compile(r"# <-( \?)?")
# What each collection needs in addition to what the tests have installed.
_OWN: Final[Mapping[str, tuple[str, ...]]] = {
    "httpx_0_27": ("httpx 0.27",),
    "niquests_and_toolbelt": ("requests 2.34", "niquests 3.21"),
    "third_niquests": ("niquests 3.21",),
    "styles_niquests": ("niquests 3.21",),
    "third_ghapi": ("ghapi 2.1",),
    "fourth_niquests": ("niquests 3.21",),
    "fourth_ghapi": ("ghapi 2.1",),
}
_OTHERS: Final = (
    "httpx 0.28",
    "requests 2.34",
    "urllib3 2.8",
    "aiohttp 3.14",
    "gidgethub 6.0",
    "githubkit 0.16",
    "PyGithub 2.10",
)


class Program(NamedTuple):
    """One small program that sends one request; `partly` if some of the request is known only when it runs."""

    collection: str
    name: str
    code: str
    number: int
    # Other modules that it imports, by name.
    modules: Mapping[str, str] = MappingProxyType({})

    @property
    def title(self) -> str:
        return f"{self.collection}: {self.name}"

    @property
    def partly(self) -> bool:
        found = MARK.search(self.code)
        return found is not None and found[1] is not None


class Ran(NamedTuple):
    """A program with what it sent, and the address that it sent it to."""

    program: Program
    base: str
    sent: Sequence[Mapping[str, Any]]
    error: str

    @property
    def code(self) -> str:
        """The program as it was run."""
        return self._here(self.program.code)

    @property
    def modules(self) -> Mapping[str, str]:
        """Its modules as they were run."""
        return {name: self._here(code) for name, code in self.program.modules.items()}

    def _here(self, code: str) -> str:
        return code.replace("http://api.test", self.base).replace("api.test", self.base.removeprefix("http://"))


@cache
def programs() -> tuple[Program, ...]:
    """Every program, in a fixed order."""
    found = (
        (file.stem, name, code)
        for file in sorted(_HERE.glob("*.txt"))
        for name, code in _PROGRAM.findall(file.read_text(encoding="utf-8"))
    )
    return tuple(Program(*each, number) for number, each in enumerate(found))


def releases_of(collection: str) -> tuple[str, ...]:
    return _OWN.get(collection, _OTHERS)


def missing() -> list[str]:
    """The releases that programs need and that are not installed."""
    needed = {name for each in programs() for name in releases_of(each.collection)}
    return [release.name for release in RELEASES if release.name in needed and not release.is_installed]


def run(chosen: Iterable[Program]) -> list[Ran]:
    """Run every program, those with the same releases in one process."""
    together: dict[tuple[str, ...], list[Program]] = {}
    for each in chosen:
        together.setdefault(releases_of(each.collection), []).append(each)
    return [ran for names, group in together.items() for ran in _run_with(names, group)]


def _run_with(names: Sequence[str], group: Sequence[Program]) -> Iterator[Ran]:
    folders = [str(release.folder) for name in names for release in RELEASES if release.name == name]
    done = subprocess.run(
        [sys.executable, _HERE / "run.py", *folders],
        input=json.dumps([[each.code, dict(each.modules)] for each in group]),
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)
    for program, result in zip(group, answer["results"], strict=True):
        yield Ran(program, answer["base"], result["sent"], result["error"])
