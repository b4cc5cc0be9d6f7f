"""The differential exam: makes the same calls with the real client and with our record of it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

from tests.clients.generate import Made, calls
from tests.clients.releases import PLANS, Release
from tests.clients.worker import NAMES, value
from waypost.clients import Client, client_named
from waypost.clients.bodies import BOUNDARY
from waypost.clients.call import ClientCall, LibraryObject, RefusedCall, SentRequest
from waypost.clients.shape import VERBS, At, Shape, verb_of

NAMES["Made"] = LibraryObject
_WORKER = Path(__file__).with_name("worker.py")
# Headers that clients add by themselves or that follow from the body.
_AUTOMATIC = ("host", "accept", "accept-encoding", "connection", "user-agent", "content-length", "transfer-encoding")
# Calls that are sent to the worker at once.
_TOGETHER = 50


class Difference(NamedTuple):
    """A call whose request differs from that of the record."""

    made: Made
    ours: dict[str, Any]
    real: dict[str, Any]

    def lines(self, release: Release) -> Iterator[str]:
        yield f"{release.name}: {self.made}"
        for name in sorted({*self.ours, *self.real}):
            if self.ours.get(name) != self.real.get(name):
                yield f"{name}: ours {self.ours.get(name)!r}"
                yield f"{name}: real {self.real.get(name)!r}"


class Result(NamedTuple):
    """The result of one release."""

    release: Release
    calls: int
    refused: int
    differing: list[Difference]

    def with_more(self, other: Self) -> Self:
        return self._replace(
            calls=self.calls + other.calls,
            refused=self.refused + other.refused,
            differing=self.differing + other.differing,
        )


class Worker:
    """A process with one release on its path."""

    def __init__(self, release: Release, driver: str, *, in_memory: bool = False) -> None:
        folder = str(release.folder) if release.requirements else ""
        self._process = subprocess.Popen(
            [sys.executable, _WORKER, folder, driver, "memory" if in_memory else "sockets"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=_WORKER.parent,
            # Clients read it for proxies with every request.
            env={"PYTHONDONTWRITEBYTECODE": "1"} | {name: os.environ[name] for name in ("PATH",) if name in os.environ},
        )
        self.base: str = self._read()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the worker has ended"
        return json.loads(line)

    def ask(self, calls: list[dict[str, Any]]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(calls) + "\n")
        self._process.stdin.flush()

    def answers(self) -> list[dict[str, Any]]:
        """The answers to what was asked first."""
        return self._read()  # type: ignore[no-any-return]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=30)


def examine(release: Release, seed: int | str, count: int, *, in_memory: bool = False) -> Result:
    """Make the calls both ways; `in_memory` without sockets, for many, where the client can do without."""
    client = client_named(release.client)
    assert client is not None
    result = Result(release, count, 0, [])
    made = calls(PLANS[client.name], seed, count)
    in_memory = in_memory and not PLANS[client.name].polls
    with Worker(release, _driver(client), in_memory=in_memory) as worker:
        while together := list(islice(made, _TOGETHER)):
            worker.ask([as_called(each, client) for each in together])
            # The worker makes them while they are made here.
            shown = [as_compared(ours_of(each, client, release, worker.base), worker.base) for each in together]
            for each, ours, answer in zip(together, shown, worker.answers(), strict=True):
                real = real_of(answer, ours)
                result = result._replace(refused=result.refused + ("error" in real))
                if not alike(ours, real):
                    result.differing.append(Difference(each, ours, real))
    return result


def _driver(client: Client) -> str:
    return re.sub(r"\W", "_", client.name).lower()


def shape_of(client: Client, made: Made) -> Shape:
    """The shape of one of the client's methods."""
    return next(shape for shape in client.shapes for callee in shape.callees if callee.rsplit(".", 1)[-1] == made.name)


def as_called(made: Made, client: Client) -> dict[str, Any]:
    """A call for the worker, with the client's names for the arguments."""
    shape = shape_of(client, made)

    def keyword(place: At | None, role: str) -> str:
        place = place or shape.others.get(role)
        return place.keyword if place is not None and place.keyword else role

    return {
        "name": made.name,
        "method": made.method,
        "url": made.url,
        "client": {keyword(getattr(client.constructor, role), role): each for role, each in made.client.items()},
        "given": {keyword(getattr(shape, role, None), role): each for role, each in made.given.items()},
    }


def ours_of(made: Made, client: Client, release: Release, base: str) -> SentRequest | RefusedCall:
    send = client.behaviour(release.version)
    assert send is not None
    method = verb_of(made.name) if made.name.upper() in VERBS or made.name in client.methods.values() else made.method
    call = ClientCall(
        method,
        value(made.url, base),
        {role: value(each, base) for role, each in made.given.items()},
        {role: value(each, base) for role, each in made.client.items()} | _connection(client, base),
        made.name,
    )
    try:
        return send(call)
    except RefusedCall as refusal:
        return refusal


def _connection(client: Client, base: str) -> dict[str, Any]:
    """The host that a client made for one host connects to."""
    if client.constructor.host is None or not PLANS[client.name].connects:
        return {}
    host, port = base.removeprefix("http://").split(":")
    return {"host": host, "port": int(port)}


def as_compared(ours: SentRequest | RefusedCall, base: str) -> dict[str, Any]:
    if isinstance(ours, RefusedCall):
        return {"error": str(ours)}
    content = ours.body.content if ours.body is not None else b""
    return {
        "line": f"{ours.method} {ours.url.removeprefix(base).removeprefix(' ')}",
        "headers": sorted(list(header) for header in ours.headers),
        "body": content.decode("latin-1") if content is not None else None,
    }


def real_of(answer: dict[str, Any], ours: dict[str, Any]) -> dict[str, Any]:
    """What arrived, without what the client sends with every request, and with the same boundary throughout."""
    if "error" in answer:
        return answer
    names = {name for name, _ in ours.get("headers", ())}
    headers, body = answer["headers"], answer["body"]
    found = re.match(r"--([0-9A-Za-z_=.-]+)\r\n(?=content-)|--([0-9A-Za-z_=.-]+)--", body, re.IGNORECASE)
    if found is not None:
        own = found[1] or found[2]
        body = body.replace(f"--{own}", f"--{BOUNDARY}")
        headers = [[name, each.replace(own, BOUNDARY)] for name, each in headers]
    kept = [header for header in headers if header[0] in names or header[0] not in _AUTOMATIC]
    return {"line": answer["line"].removesuffix(" HTTP/1.1"), "headers": sorted(kept), "body": body}


def alike(ours: dict[str, Any], real: dict[str, Any]) -> bool:
    if "error" not in ours and "//" in ours["line"] and re.search("resolve|Errno -2", real.get("error", "")):
        return True  # to another host, which does not exist
    if "error" in ours or "error" in real:
        return "error" in ours and "error" in real
    if real["line"] not in (ours["line"], _utf8(ours["line"])) or ours["body"] != real["body"]:
        return False
    return real["headers"] in (ours["headers"], [[name, _utf8(each)] for name, each in ours["headers"]])


def _utf8(text: str) -> str:
    """Some clients write headers, or even the target, in UTF-8, others in Latin-1; they are read as Latin-1 here."""
    return text.encode("utf-8").decode("latin-1")


def table(results: list[Result]) -> Iterator[str]:
    """The result of a run, one line per release."""
    yield f"{'client':24}{'calls':>10}{'equal':>10}{'refused':>10}{'differing':>11}"
    for result in results:
        equal = result.calls - len(result.differing)
        yield f"{result.release.name:24}{result.calls:>10}{equal:>10}{result.refused:>10}{len(result.differing):>11}"
    if len(results) > 1:
        total = reduce(Result.with_more, results)
        yield list(table([total._replace(release=Release("all", ()))]))[-1]
