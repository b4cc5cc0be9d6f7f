"""The releases that the records are tested against, installed next to each other.

`python -m tests.clients.releases` installs what is missing; the folders are kept between runs.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple


class Release(NamedTuple):
    """One release of a client, with the requirements to install it; without any, it is part of Python."""

    client: str
    version: tuple[int, ...]
    requirements: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.client} {'.'.join(map(str, self.version))}" if self.version else self.client

    @property
    def folder(self) -> Path:
        python = f"{sys.version_info.major}.{sys.version_info.minor}"
        return _kept() / python / "+".join(re.sub(r"[=<>]=", "-", each.partition(",")[0]) for each in self.requirements)

    @property
    def is_installed(self) -> bool:
        return not self.requirements or self.folder.is_dir()


RELEASES: Final = (
    Release("httpx", (0, 27), ("httpx==0.27.2",)),
    Release("httpx", (0, 28), ("httpx==0.28.1",)),
    Release("httpx2", (2, 16), ("httpx2==2.16.2",)),
    Release("requests", (2, 34), ("requests==2.34.2", "requests-toolbelt==1.0.0")),
    Release("requests-toolbelt", (1, 0), ("requests==2.34.2", "requests-toolbelt==1.0.0")),
    Release("niquests", (3, 21), ("niquests==3.21.2",)),
    Release("urllib3", (1, 26), ("urllib3==1.26.20",)),
    Release("urllib3", (2, 8), ("urllib3==2.8.0",)),
    Release("http.client", ()),
    Release("urllib.request", ()),
    Release("gidgethub", (5, 4), ("gidgethub==5.4.0", "httpx==0.28.1")),
    Release("gidgethub", (6, 0), ("gidgethub[httpx]==6.0.0",)),
    Release("githubkit", (0, 16), ("githubkit==0.16.1", "hishel>=1.3,<2")),
    Release("PyGithub", (2, 10), ("PyGithub==2.10.0",)),
    Release("ghapi", (2, 1), ("ghapi==2.1.4",)),
    Release("aiohttp", (3, 11), ("aiohttp==3.11.18",)),
    Release("aiohttp", (3, 14), ("aiohttp==3.14.5",)),
)
_TRIES: Final = 5


def _kept() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("WAYPOST_CLIENTS") or Path(cache) / "waypost-clients")


def install(release: Release) -> None:
    """Install a release into its folder, either completely or not at all."""
    unfinished = release.folder.with_name(f"{release.folder.name}.{os.getpid()}")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    subprocess.run([*command, "--target", unfinished, *release.requirements], check=True)
    unfinished.replace(release.folder)


def main() -> None:
    for release in RELEASES:
        for attempt in range(_TRIES):
            if release.is_installed:
                break
            print(f"installing {release.name}" + (f", try {attempt + 1}" if attempt else ""), flush=True)
            release.folder.parent.mkdir(parents=True, exist_ok=True)
            try:
                install(release)
            except subprocess.CalledProcessError as error:
                print(error, file=sys.stderr)
    missing = [release.name for release in RELEASES if not release.is_installed]
    if missing:
        sys.exit("cannot be installed: " + ", ".join(missing))


if __name__ == "__main__":
    main()
