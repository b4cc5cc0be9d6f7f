"""The changelog has its format, and a change that users notice has its line."""

import pytest

from tests.changelog import CHANGELOG, ROOT, faults, missing, releases
from waypost.core.version import VERSION

BEFORE = (
    "# Changelog\n\n## Unreleased\n\n### Added\n\n## 0.1.0 - 2026-01-01\n\n### Added\n\n- One\n  thing.\n- Another.\n"
)
AFTER = BEFORE.replace("### Added\n\n##", "### Added\n\n- A line.\n\n##", 1)


def test_the_changelog_has_its_form() -> None:
    text = (ROOT / CHANGELOG).read_text("utf-8")
    assert list(faults(text)) == []
    assert VERSION in releases(text)


def test_entries_are_read_whole() -> None:
    assert releases(BEFORE) == {"Unreleased": {"Added": []}, "0.1.0": {"Added": ["One\n  thing.", "Another."]}}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (BEFORE.replace("## Unreleased\n\n### Added\n\n", ""), "the first section"),
        (BEFORE.replace("### Added\n\n- One", "### New\n\n- One"), "`New` in 0.1.0"),
        (BEFORE + "\n## 0.0.1 - 2025-01-01\n", "0.0.1 has no entries"),
        (
            BEFORE + f"- {'The same start, ' * 3}one.\n- {'The same start, ' * 3}two.\n",
            "2 entries of 0.1.0 start with `The same",
        ),
    ],
)
def test_a_fault_of_form_is_named(text: str, fault: str) -> None:
    assert [each for each in faults(text) if fault in each]


@pytest.mark.parametrize(
    ("changed", "message", "after", "asked"),
    [
        (["server/waypost/analysis.py"], "Fix it", BEFORE, True),
        (["client-vscode/src/client.ts"], "Fix it", BEFORE, True),
        (["server/waypost/analysis.py"], "Fix it", AFTER, False),
        (["server/waypost/analysis.py"], "Move it\n\nChangelog: none", BEFORE, False),
        (["tests/test_changelog.py"], "Test it", BEFORE, False),
    ],
)
def test_a_change_that_users_notice_has_a_line(changed: list[str], message: str, after: str, *, asked: bool) -> None:
    assert bool(missing(changed, message, BEFORE, after)) is asked
