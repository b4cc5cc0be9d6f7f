"""However a configuration is changed, an error is found exactly if typos rejects it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.against_typos import Case, compare
from tests.support.budget import examples
from tests.support.mutations import BASES, SHARED, configurations, mutated


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("file", ["typos.toml", ".typos.toml"])
def test_agrees_on_what_is_mutated(base, file):
    assert compare(Case("base", file, base.encode())).complaint == ""


@examples(20)
@given(configurations())
@pytest.mark.slow
def test_agrees_after_mutation(text):
    assert compare(Case("mutated", "typos.toml", text.encode())).complaint == ""


@examples(10)
@given(st.sampled_from(sorted(SHARED)), st.data())
def test_agrees_in_files_shared_with_other_tools(file, data):
    text = data.draw(mutated(SHARED[file]))
    assert compare(Case("mutated", file, text.encode())).complaint == ""
