"""A copy sends what its program sends. `python -m tests.programs.copies` runs all copies."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.programs.collection import Ran, missing, programs, run
from tests.programs.copies import RUN, copies, difference
from tests.support.loopback import Loopback, loopback

pytestmark = pytest.mark.network

_SEED = 20261122
_CHOSEN = 24
# HTTPie and requests encode brackets in a path, whatever they are given.
_ENCODED = ("a path with odd characters",)


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    with loopback() as running:
        yield running


@pytest.fixture(scope="module")
def ran() -> list[Ran]:
    if missing():
        pytest.skip(f"not installed: {', '.join(missing())}; run `python -m tests.clients.releases`")
    quick = [each for each in programs() if each.collection != "github_clients" and each.name not in _ENCODED]
    return run(Random(_SEED).sample(quick, _CHOSEN))


@pytest.mark.parametrize("form", RUN)
def test_what_is_copied_is_what_is_sent(form: str, ran: list[Ran], server: Loopback) -> None:
    made = [copy for each in ran if (copy := copies(each, form)) is not None]
    assert len(made) > _CHOSEN / 2
    assert [found for copy in made if (found := difference(copy, server)) is not None] == []
