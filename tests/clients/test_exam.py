"""The records agree with what the clients send: a short, seeded run of the exam for every release."""

import pytest

from tests.clients.exam import examine
from tests.clients.releases import RELEASES, Release
from waypost.clients import CLIENTS

_CALLS = 40
_SEED = 20261122


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_the_record_says_what_the_client_sends(release: Release) -> None:
    """Request line, the headers that the call decides and body are equal; a refusal is an exception."""
    if not release.is_installed:
        pytest.skip(f"{release.name} is not installed: run `python -m tests.clients.releases`")
    result = examine(release, _SEED, _CALLS)
    assert [list(difference.lines(release)) for difference in result.differing] == []
    assert result.refused < _CALLS


def test_every_behaviour_of_a_record_is_examined() -> None:
    examined = {(release.client, _behaviour(release)) for release in RELEASES}
    known = {(client.name, each.send) for client in CLIENTS for each in client.releases}
    assert {name for name, send in known if (name, send) not in examined} <= {"octokit", "waypost"}


def _behaviour(release: Release) -> object:
    client = next(client for client in CLIENTS if client.name == release.client)
    return client.behaviour(release.version)
