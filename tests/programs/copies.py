"""Runs copies of the programs' requests: `python -m tests.programs.copies` runs every copy of every program."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import httpx
import requests
from httpie.core import main as httpie

from tests.clients.exam import _AUTOMATIC
from tests.programs.collection import Ran, programs, run
from tests.programs.verdicts import Verdict, judged, marked_site, routes_of
from tests.support.loopback import Arrived, Loopback, loopback
from waypost.routes.actions.blanks import _BLANK, with_blanks
from waypost.routes.actions.copy import copied
from waypost.routes.sites.request import Request, request_of

_PATH: Final = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"


class Copy(NamedTuple):
    """A request as text to run, and the values of its placeholders."""

    ran: Ran
    form: str
    text: str
    blanks: Mapping[str, str]


def copies(ran: Ran, form: str) -> Copy | None:
    """The copy of a program's request; None if not all of the request is known."""
    site = marked_site(ran)
    request = request_of(site) if site is not None and judged(ran).verdict is Verdict.RIGHT else None
    if site is None or request is None or not request.known:
        return None
    text = copied(routes_of(ran).routes, site.callee_span.start, form)
    return None if text is None else Copy(ran, form, text, dict(_blanks(request)))


def _blanks(request: Request) -> Iterator[tuple[str, str]]:
    """The name of every masked secret, with what it masks."""
    shown = with_blanks(request)
    yield from _matched(shown.url, request.url)
    for name, value in shown.headers.items():
        yield from _matched(value, request.headers[name])
    yield from _in_data(shown.body, request.body)


def _in_data(shown: Any, real: Any) -> Iterator[tuple[str, str]]:
    if isinstance(shown, str):
        yield from _matched(shown, str(real))
    elif isinstance(shown, dict):
        for name, item in shown.items():
            yield from _in_data(item, real[name])
    elif isinstance(shown, list | tuple):
        for one, other in zip(shown, real, strict=True):
            yield from _in_data(one, other)


def _matched(shown: str, real: str) -> Iterator[tuple[str, str]]:
    names = [each["name"] for each in _BLANK.finditer(shown)]
    parts = _BLANK.sub("\0", shown).split("\0")
    found = re.fullmatch("(.*)".join(map(re.escape, parts)), real, re.DOTALL) if names else None
    yield from zip(names, found.groups() if found is not None else (), strict=False)


def in_shell(copy: Copy) -> None:
    done = subprocess.run(
        ["sh", "-c", copy.text],
        capture_output=True,
        check=False,
        env={"PATH": _PATH, "HOME": "/nowhere", **copy.blanks},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr


def in_httpie(copy: Copy) -> None:
    """HTTPie in this process, because starting it takes a second. A command with a pipe is run as it is."""
    command = "\n".join(line for line in copy.text.split("\n") if not line.startswith("#"))
    if not command.startswith("http "):
        in_shell(copy)
        return
    words = shlex.split(command.replace("\\\n", " "))
    for name, value in copy.blanks.items():
        words = [word.replace(f"${name}", value) for word in words]
    with patch("sys.stdout", sys.stderr):
        assert httpie(["http", "--quiet", *words[1:]]) == 0


def in_python(copy: Copy) -> None:
    exec(copy.text, {"httpx": httpx, "requests": requests, **copy.blanks})


RUN: Final[Mapping[str, Callable[[Copy], None]]] = {
    "curl": in_shell,
    "httpie": in_httpie,
    "httpx": in_python,
    "requests": in_python,
}


def difference(copy: Copy, server: Loopback) -> str | None:
    """The difference between the request that a copy sends and the one that its program sends; None if they are
    equal."""
    here = copy._replace(text=copy.text.replace(copy.ran.base, server.base))
    try:
        RUN[copy.form](here)
        arrived = server.arrived()
    except BaseException as error:  # noqa: BLE001 - a copy may fail in any way
        return f"{copy.ran.program.title} by {copy.form}: {type(error).__name__} {error}\n{copy.text}"
    expected, seen = _of_program(copy.ran), _of_copy(arrived, copy.ran)
    return None if seen == expected else f"{copy.ran.program.title} by {copy.form}:\n{seen}\n{expected}\n{copy.text}"


def _of_program(ran: Ran) -> tuple[str, dict[str, str], str]:
    [sent] = ran.sent
    headers = {name: value for name, value in sent["headers"] if name not in _AUTOMATIC}
    return sent["line"].removesuffix(" HTTP/1.1"), *_plain(headers, sent["body"])


def _of_copy(arrived: Arrived, ran: Ran) -> tuple[str, dict[str, str], str]:
    names = {name for name, _ in ran.sent[0]["headers"] if name not in _AUTOMATIC}
    headers = {name: value.decode("latin-1") for name, value in arrived.headers.items()}
    own = {name: value for name, value in headers.items() if name in names or name not in _AUTOMATIC}
    return f"{arrived.method} {arrived.target}", *_plain(own, arrived.body.decode("latin-1"))


def _plain(headers: dict[str, str], body: str) -> tuple[dict[str, str], str]:
    """Without random parts, and with JSON in one format."""
    kind = headers.get("content-type", "")
    if kind.startswith("multipart/form-data"):
        boundary = body.split("\r\n", 1)[0].removeprefix("--")
        kind = kind.replace(f"boundary={boundary}", "boundary=B")
        return {**headers, "content-type": kind}, body.replace(f"--{boundary}", "--B")
    return headers, json.dumps(json.loads(body.encode("latin-1"))) if "json" in kind else body


def main() -> None:
    with loopback() as server:
        made = [copy for ran in run(programs()) for form in RUN if (copy := copies(ran, form)) is not None]
        wrong = [found for copy in made if (found := difference(copy, server)) is not None]
    print("\n\n".join(wrong))
    for form in RUN:
        count = sum(copy.form == form for copy in made)
        print(f"{form:10}{count:5} copies, {sum(f' by {form}:' in each for each in wrong)} differ")


if __name__ == "__main__":
    main()
