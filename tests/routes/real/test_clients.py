"""The request shown for a call is the one that its client sends: the same programs are run against a server, and
analysed."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.routes.real.cases import CASES, Case
from tests.routes.real.refused import NOT_TOLD, TOLD
from tests.support.scratch import environment
from waypost.routes.features import RouteFeatures
from waypost.routes.sites.request import Request, request_of
from waypost.text import Document
from waypost.workspace import Workspace

pytestmark = pytest.mark.network

CLIENTS = (
    "aiohttp==3.14.5",
    "gidgethub==6.0.0",
    "githubkit==0.16.1",
    "hishel>=1.3,<2",
    "httpx==0.28.1",
    "pygithub==2.10.0",
    "requests==2.34.2",
    "tornado==6.6.1",
    "uritemplate==4.2.0",
    "urllib3==2.8.0",
)
_RUN = Path(__file__).with_name("run.py")
_SERVER = Path(__file__).parents[3] / "server"


@pytest.fixture(scope="module")
def ran() -> dict[str, Any]:
    """Every program, run once in an environment that has the clients."""
    return results_of(CASES)


def results_of(cases: Sequence[Case]) -> dict[str, Any]:
    python = environment(CLIENTS).python
    code = [case.code for case in cases]
    done = subprocess.run(
        [python, _RUN],
        input=json.dumps(code),
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(_SERVER)},
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda number: f"{CASES[number].client}-{number}")
def test_the_request_shown_is_the_one_sent(number: int, ran: dict[str, Any]) -> None:
    result = ran["results"][number]
    assert not result["error"], result["error"]
    sent = result["sent"][-1]
    request = analysed(CASES[number], ran["base"])
    assert (request.verb, target(request.url, ran["base"])) == (sent["verb"], sent["target"])
    assert body(request) == body_sent(sent["body"], request)
    for name, value in request.headers.items():
        assert sent["headers"][name].replace(" ", "") == value.replace(" ", ""), name


def test_what_is_refused_is_not_sent() -> None:
    refused = (*TOLD, *NOT_TOLD)
    results = results_of(refused)["results"]
    wrong = [case.code for case, each in zip(refused, results, strict=True) if each["sent"] or not each["error"]]
    assert wrong == []


def analysed(case: Case, base: str) -> Request:
    """The one request of a program, from its text alone."""
    document = Document.from_text("file:///w/case.py", case.code.replace("@BASE@", base))
    sites = [site for site in RouteFeatures(document, Workspace()).sites() if not site.unknown and not site.bare]
    requests = [request for site in sites if (request := request_of(site)) is not None and request.known]
    assert len(requests) == 1, [request.line for request in requests]
    return requests[0]


def target(url: str, base: str) -> str:
    parts = urlsplit(url)
    assert f"{parts.scheme}://{parts.netloc}" == base
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def body(request: Request) -> Any:
    return request.body if request.has_body else ""


def body_sent(text: str, request: Request) -> Any:
    if not text:
        return ""
    return text if isinstance(request.body, str) else json.loads(text)


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 60
    assert len({case.client for case in CASES}) >= 6
