"""What a client refuses is never shown as a request; that it is refused is the clients' own word, in `test_clients`."""

import pytest

from tests.routes.reach.test_written_values import requests_of
from tests.routes.real.cases import Case
from tests.routes.real.refused import NOT_TOLD, TOLD
from tests.support.check import analysis
from tests.support.variants import WIDE_PREFIX


def _source(case: Case) -> str:
    return case.code.replace("@BASE@", "http://127.0.0.1:9").replace("@HOST@", "127.0.0.1:9")


@pytest.mark.parametrize("case", [*TOLD, *NOT_TOLD], ids=lambda case: case.code)
def test_no_request_is_shown_as_known(case: Case) -> None:
    assert not any(request.known for request in requests_of(_source(case)))


@pytest.mark.parametrize("case", TOLD, ids=lambda case: case.code)
def test_it_is_told(case: Case) -> None:
    source = _source(case)
    for variant in (source, source.replace("\n", "\r\n"), WIDE_PREFIX + source):
        rules = [each.rule for each in analysis(variant, "x.py").diagnostics()]
        assert rules.count("refused-argument") == 1


@pytest.mark.parametrize("case", NOT_TOLD, ids=lambda case: case.code)
def test_where_it_is_less_certain_nothing_is_told(case: Case) -> None:
    assert not list(analysis(_source(case), "x.py").diagnostics())
