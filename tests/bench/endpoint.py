"""Whole `endpoint()` calls, compared with @octokit/endpoint on Node, uritemplate and gidgethub; and hostile input."""

import timeit
from collections.abc import Callable
from functools import partial
from statistics import mean
from typing import Any

import uritemplate
from gidgethub import sansio

from tests.bench.measure import report, seconds
from tests.support.npm import run_node
from waypost import RouteError, endpoint

ROUNDS = 20_000
ROUTES: dict[str, tuple[str, dict[str, Any]]] = {
    "GET with query": ("GET /orgs/{org}/repos", {"org": "octokit", "type": "private", "per_page": 100}),
    "POST with JSON body": (
        "POST /repos/{owner}/{repo}/issues",
        {"owner": "octocat", "repo": "hello-world", "title": "Found a bug", "body": "It breaks.", "labels": ["bug"]},
    ),
    "upload with query template and data": (
        "POST https://uploads.github.com/repos/{owner}/{repo}/releases/{release_id}/assets{?name,label}",
        {
            "owner": "octocat",
            "repo": "hello-world",
            "release_id": 1,
            "name": "example.zip",
            "label": "short description",
            "headers": {"content-type": "application/zip", "content-length": 14},
            "data": "example content",
        },
    ),
    "search with q": (
        "GET /search/issues",
        {"q": "repo:octocat/hello-world is:open+language:python", "sort": "created"},
    ),
    "PUT with a header": (
        "PUT /repos/{owner}/{repo}/subscription",
        {"owner": "octocat", "repo": "hello-world", "subscribed": True, "headers": {"authorization": "token secret"}},
    ),
}
# Each makes an input of a given number of characters; 100,000 must take well under a tenth of a second.
HOSTILE: dict[str, Callable[[int], object]] = {
    "{": lambda size: _refused("GET /" + "{" * size),
    "}": lambda size: _refused("GET /" + "}" * size),
    "NUL": lambda size: _refused("GET /" + "\0" * size),
    "%": lambda size: _refused("GET /" + "%" * size),
    "{a": lambda size: _refused("GET /" + "{a" * (size // 2)),
    "- in accept": lambda size: endpoint("GET /x", headers={"accept": "-" * size}, mediaType={"previews": ["a"]}),
    "value of dots": lambda size: endpoint("GET /{a}", a="." * size),
    "value of %2e": lambda size: endpoint("GET /{+a}", a="%2e" * (size // 3)),
    "unread": lambda size: endpoint("GET /x?" + "&a=b" * (size // 4), {f"p{index}": 1 for index in range(size // 20)}),
}


def run() -> None:
    for package in ("endpoint-11", "endpoint-6"):
        ours, theirs = _in_turn(package)
        for name, mine, time in zip(ROUTES, ours, theirs, strict=True):
            report(name, mine, package, time, 0.9)
        report("five everyday routes", mean(ours), f"{package} on Node", mean(theirs), 0.35)
    for name, expand in (("uritemplate", uritemplate.expand), ("gidgethub", sansio.format_url)):
        theirs = [_best(partial(expand, route.split()[1], options)) for route, options in ROUTES.values()]
        report("five everyday routes", mean(ours), f"{name}'s expansion alone", mean(theirs), 1.0)
    for name, work in HOSTILE.items():
        report(f"100,000 characters, {name}", min(seconds(partial(work, 100_000)) for _ in range(3)), "0.1 s", 0.1, 1.0)


def _in_turn(package: str) -> tuple[list[float], list[float]]:
    """The best seconds for each route, ours and Node's, measured alternately, so that other load affects both."""
    calls: list[tuple[list[Any], str, Any]] = [([], route, options) for route, options in ROUTES.values()]
    ours, theirs = [], []
    for _ in range(4):
        ours.append([_best(partial(endpoint, route, options)) for _, route, options in calls])
        theirs.append(run_node("endpoint.mjs", {"package": package, "rounds": ROUNDS // 2, "calls": calls}))
    return [min(times) for times in zip(*ours, strict=True)], [min(times) / 1e6 for times in zip(*theirs, strict=True)]


def _best(call: Callable[[], object]) -> float:
    """The seconds that one call takes."""
    return min(timeit.repeat(call, number=ROUNDS // 4, repeat=7)) / (ROUNDS // 4)


def _refused(route: str) -> None:
    try:
        endpoint(route)
    except RouteError:
        return
    raise AssertionError("a hostile route was taken")
