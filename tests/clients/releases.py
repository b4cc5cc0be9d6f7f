"""The releases that the records are tested against, installed next to each other, and what calls of each are made of.

`python -m tests.clients.releases` installs what is missing; the folders are kept between runs.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from tests.clients.generate import (
    BASES,
    Plan,
    basic_auth,
    fields,
    json_value,
    mapping,
    plain_content,
    plain_headers,
    plain_json,
    strict_query,
    token,
    variables,
)


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
    Release("tornado.httpclient", (6, 6), ("tornado==6.6.1",)),
)
_TRIES: Final = 5

# What the calls of each client are made of.
_VERBS: Final = ("get", "post", "put", "patch", "delete", "head", "options", "request", "request")
_ALL: Final = ("query", "json", "data", "files", "headers", "cookies", "auth")
_HTTPX: Final = Plan(
    names=_VERBS,
    client=("query", "headers", "cookies", "auth"),
    given=(*_ALL, "content"),
    bases=BASES,
)

_REQUESTS: Final = Plan(names=_VERBS, client=("query", "headers", "cookies", "auth"), given=_ALL)

PLANS: Final[Mapping[str, Plan]] = {
    "httpx": _HTTPX,
    "httpx2": _HTTPX,
    "requests": _REQUESTS,
    "requests-toolbelt": replace(_REQUESTS, bases=BASES),
    "niquests": replace(_REQUESTS, bases=BASES, own={"headers": plain_headers}),
    "urllib3": Plan(
        names=("request",),
        client=("headers",),
        given=("data", "json", "content", "headers"),
        own={"data": fields, "content": plain_content},
    ),
    "aiohttp": Plan(
        names=_VERBS,
        client=("headers", "cookies", "auth"),
        given=("query", "json", "data", "headers", "cookies", "auth"),
        bases=[*(base for base in BASES if base.endswith("/")), *BASES],
        own={"query": strict_query, "auth": basic_auth},
    ),
    "tornado.httpclient": Plan(
        names=("fetch", "HTTPRequest"),
        given=("content", "headers", "user", "password", "agent", "any_method"),
        own={
            "content": plain_content,
            "user": token,
            "password": token,
            "agent": token,
            "any_method": lambda random: random.choice(("True", "True", "True", "False", "None")),
        },
        polls=True,
    ),
    "urllib.request": Plan(names=("Request",), given=("content", "headers"), own={"content": plain_content}),
    "gidgethub": Plan(
        always_based=True,
        names=("getitem", "post", "put", "patch", "delete"),
        client=("token", "agent"),
        always=("agent",),
        given=("variables", "data", "headers", "accept", "token"),
        needs_data=True,
        bases=BASES,
        own={"data": json_value, "variables": variables, "token": token, "agent": token, "accept": token},
    ),
    "githubkit": Plan(
        always_based=True,
        names=("request",),
        client=("agent", "token"),
        given=("query", "json", "data", "files", "content", "headers", "cookies"),
        bases=BASES,
        own={"agent": token, "token": token, "json": plain_json},
    ),
    "PyGithub": Plan(
        always_based=True,
        names=("requestJsonAndCheck",),
        client=(),
        given=("query", "json", "headers"),
        bases=("http://@HOST@", "http://@HOST@/api/v3"),
        methods=("GET", "POST", "PUT", "PATCH", "DELETE", "get"),
        own={"query": mapping, "json": plain_json, "headers": plain_headers},
    ),
    "ghapi": Plan(
        always_based=True,
        names=("__call__",),
        client=("token",),
        given=("query", "json", "headers", "variables"),
        bases=("http://@HOST@",),
        own={"token": token, "variables": variables},
    ),
    "http.client": Plan(
        names=("request",), given=("content", "headers"), absolute=False, connects=True, own={"content": plain_content}
    ),
}


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
