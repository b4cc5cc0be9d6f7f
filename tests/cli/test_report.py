"""Thousands of findings and fixes in one line or text: nothing is kept, counted or copied for each of them."""

import json

import pytest

from tests.support.budget import bounded
from tests.support.check import workspace
from waypost.cli.checking.scan import findings_of
from waypost.cli.fix import applied
from waypost.cli.report import FileReport, formatted
from waypost.cli.report.finding import from_plain, to_plain
from waypost.results import Edit
from waypost.text import Span

KEYS = 10_000


@pytest.mark.parametrize("letter", ["a", "\U0001f6a9"])
@pytest.mark.slow
def test_findings_in_a_long_line_share_it(letter: str) -> None:
    source = ("{" + ", ".join(f'"{letter}{number}": "b"' for number in range(KEYS)) + "}").encode()
    with bounded(30):
        findings = list(findings_of("/w/typos.json", source, workspace()))
        assert len(findings) == KEYS
        stored = json.dumps(to_plain(findings))
        assert len(stored) < 20 * len(source)
        assert from_plain(json.loads(stored)) == findings
        shown = formatted([FileReport("typos.json", findings)], "full", ())
        assert f'"{letter}{KEYS - 1}": "b"' in shown
        assert len(shown) < 40 * len(source)


def test_many_edits_of_a_long_text_are_applied_at_once() -> None:
    source = b"ab" * 5_000_000
    edits = [Edit(Span(at, at + 1), "A") for at in range(0, len(source), 200)]
    with bounded(10):
        assert applied(source, edits) == (b"Ab" + b"ab" * 99) * 50_000
