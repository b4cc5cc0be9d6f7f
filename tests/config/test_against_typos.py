"""Whatever is done to a configuration, an error is found exactly where the spell checker refuses it."""

import pytest
from hypothesis import HealthCheck, given, settings

from tests.against_typos import Case, compare
from tests.support.mutations import BASES, configurations


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("file", ["typos.toml", ".typos.toml"])
def test_agrees_on_what_is_mutated(base, file):
    assert compare(Case("base", file, base.encode())).complaint == ""


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(configurations())
def test_agrees_after_mutation(text):
    assert compare(Case("mutated", "typos.toml", text.encode())).complaint == ""
