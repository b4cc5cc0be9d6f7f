"""Compares the builder with the real @octokit/endpoint, 6.0.12 and 11: thousands of generated calls give equal results,
except for the rows of the table in `server/docs/library.md`, each of which is a test here."""

import json
from typing import Any

import pytest

from tests.core.calls import Call, Calls
from tests.core.differences import ROWS, Answer
from tests.support.npm import packages, run_node
from waypost import RouteError, Template, endpoint
from waypost.core.route import COMMON_VERBS

pytestmark = pytest.mark.network

CALLS = 3_000
OLD, NEW = "endpoint-6", "endpoint-11"


def octokit(package: str, calls: list[Call]) -> list[dict[str, Any]]:
    return run_node("endpoint.mjs", {"package": package, "calls": calls})


def ours(call: Call) -> dict[str, Any]:
    defaults, route, options = call
    builder = endpoint
    for more in defaults:
        builder = builder.defaults(more)
    return dict(builder(options) if route is None else builder(route, options))


def without_known_differences(result: dict[str, Any]) -> dict[str, Any]:
    """A JavaScript result without the differences that occur in every other request."""
    headers = {name: value for name, value in result["headers"].items() if name != "user-agent"}
    if headers.get("content-length") == 0:
        del headers["content-length"]
    known = {**result, "method": result["method"].lower(), "headers": headers}
    if result.get("body") == "" and result["method"] in ("PUT", "PATCH"):
        del known["body"]
        if headers.get("content-type"):
            del headers["content-type"]
    return known


@pytest.mark.parametrize(("package", "previews", "seed"), [(OLD, True, 6), (NEW, False, 11)])
def test_generated_calls_are_answered_alike(package, previews, seed):
    stream = Calls(seed)
    calls = [stream.call(previews=previews) for _ in range(CALLS)]
    for call, answer in zip(calls, octokit(package, calls), strict=True):
        mine = ours(call)
        del mine["headers"]["user-agent"]
        assert "error" not in answer, (call, answer)
        assert mine == without_known_differences(answer["result"]), call


def shows(answer: dict[str, Any], expected: Answer) -> bool:
    """Whether an answer is the expected error, or a result with the expected parts."""
    if isinstance(expected, str):
        return expected in answer.get("error", "")
    result = answer.get("result", {"headers": {}})
    headers = expected.get("headers", {})
    parts = {name: value for name, value in expected.items() if name != "headers"}
    everything = {**result["headers"], **result}
    return all(result["headers"].get(name, ...) == value for name, value in headers.items()) and all(
        everything.get(name, ...) == value for name, value in parts.items()
    )


def test_each_documented_difference_is_one():
    """All rows in one run of each package: starting Node takes most of the time."""
    calls = [row.call for row in ROWS]
    for row, old, new in zip(ROWS, octokit(OLD, calls), octokit(NEW, calls), strict=True):
        assert shows(old, row.old), (row.name, old)
        assert shows(new, row.new), (row.name, new)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_we_answer_instead(row):
    try:
        mine = {"result": ours(row.call)}
    except RouteError as error:
        mine = {"error": error.message}
    assert shows(mine, row.mine), mine
    assert not (shows(mine, row.old) and shows(mine, row.new))


def test_every_operation_of_github_is_answered_alike():
    """All cases but those whose placeholders RFC 6570 forbids."""
    description = packages() / "@octokit" / "openapi" / "generated" / "api.github.com.json"
    paths = json.loads(description.read_text(encoding="utf-8"))["paths"]
    routes = [f"{verb.upper()} {path}" for path, item in paths.items() for verb in item if verb.upper() in COMMON_VERBS]
    templates = {route: Template.parse(route.split()[1]) for route in routes}
    refused = [route for route, template in templates.items() if template.faults]
    assert all("{enterprise-team}" in route for route in refused)
    calls: list[Call] = [
        ([], route, {"extra": "x y"} | {name: f"v {index}/é" for index, name in enumerate(template.names)})
        for route, template in templates.items()
        if route not in refused
    ]
    assert len(calls) > 1_000
    for call, answer in zip(calls, octokit(OLD, calls), strict=True):
        mine = ours(call)
        del mine["headers"]["user-agent"]
        assert mine == without_known_differences(answer["result"]), call
        assert endpoint.problems(call[1], call[2]) == []
