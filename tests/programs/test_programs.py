"""What is shown is what is sent: small programs in the style of the clients' documentation, run and compared.

They were written and committed before Waypost was run on them. Those with even numbers then showed what to build; when
the odd ones were looked at for the first time, 92 of 100 were entirely right. Of the 63 in `third_*.txt`, which were
written in the same way later, 40 were right and 5 wrong. In 13 of them the mark was then moved to the call that gives
the URL, or changed to the mark of a request that is only known when it runs. Of the 66 in `fourth_*.txt`,
drawn from client, feature and style, 45 were right, 4 wrong, 6 not shown as a fact, 3 partly and 8 not at all. In 5 of
them the mark was then moved from the call of a function to the call in it.
"""

import pytest

from tests.programs.collection import Ran, missing, programs, run
from tests.programs.verdicts import Judged, Verdict, judged
from tests.support.check import workspace
from waypost.routes.features import RouteFeatures
from waypost.routes.sites.request import request_of
from waypost.text import Document

pytestmark = pytest.mark.network

_SHARE_RIGHT = 0.93


@pytest.fixture(scope="module")
def ran() -> list[Ran]:
    if missing():
        pytest.skip(f"not installed: {', '.join(missing())}; run `python -m tests.clients.releases`")
    return run(programs())


@pytest.fixture(scope="module")
def verdicts(ran: list[Ran]) -> list[Judged]:
    return [judged(each) for each in ran]


def test_every_program_sends_one_request(ran: list[Ran]) -> None:
    assert [(each.program.title, each.error) for each in ran if each.error or len(each.sent) != 1] == []


def test_nothing_wrong_is_shown_as_a_fact(verdicts: list[Judged]) -> None:
    wrong = [f"{each.ran.program.title}: {each.why}" for each in verdicts if each.verdict is Verdict.WRONG]
    assert wrong == []


def test_most_is_shown_wholly_right(verdicts: list[Judged]) -> None:
    right = [each for each in verdicts if each.verdict is Verdict.RIGHT]
    others = [f"{each.verdict}: {each.ran.program.title}: {each.why}" for each in verdicts if each not in right]
    assert len(right) >= _SHARE_RIGHT * len(verdicts), "\n".join(others)


def test_there_are_enough_of_them_in_many_styles() -> None:
    assert len(programs()) >= 200
    assert len({each.collection for each in programs()}) >= 12


@pytest.mark.parametrize("given", ["params=5", "headers=5", "cookies=5", "data=5", "files=5"])
@pytest.mark.parametrize("client", ["httpx.post", "requests.post", "aiohttp.request"])
def test_a_value_that_no_client_takes_is_no_crash(client: str, given: str) -> None:
    """Half-typed arguments are sometimes numbers."""
    first = '"POST", ' if client.endswith("request") else ""
    source = f'import httpx, requests, aiohttp\n{client}({first}"https://example.com/a", {given})\n'
    document = Document.from_text("file:///w/x.py", source)
    routes = RouteFeatures(document, workspace(None, {"x.py": source}))
    assert all(request_of(site) is not None for site in routes.sites())
