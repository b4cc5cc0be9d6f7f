"""What one answer costs whoever follows it through the code."""

import sys

import pytest

from tests.what_runs import runs


@pytest.mark.skipif(sys.gettrace() is not None, reason="what measures coverage is run, too")
async def test_a_hover_and_a_keystroke_run_no_more_than_they_did() -> None:
    """The numbers of `python -m tests.what_runs`, and a little more."""
    found = await runs()
    print(found)
    assert (found["hover"].functions < 260, found["hover"].files < 60) == (True, True), str(found["hover"])
    assert (found["keystroke"].functions < 880, found["keystroke"].files < 135) == (True, True), str(found["keystroke"])


@pytest.mark.skipif(sys.gettrace() is not None, reason="what measures coverage is run, too")
async def test_settings_are_looked_up_once_for_an_edit() -> None:
    """By the façade; the sites of a file still do it themselves, twice."""
    edit = (await runs())["keystroke"]
    assert edit.of("settings_of") // 3 <= 3
