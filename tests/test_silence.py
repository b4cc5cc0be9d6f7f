"""Which findings are not wanted."""

import pytest

from waypost.results import Diagnostic, Severity
from waypost.silence import Silences
from waypost.text import Document, Span
from waypost.workspace import Settings

SYNTAX = "syntax-error"


def settled(source: str, on: str, settings: dict | None = None, rule: str = SYNTAX) -> list[Severity]:
    """The severity of a finding on the first `on`, or nothing."""
    document = Document.from_text("u", source)
    start = source.encode().index(on.encode())
    found = Diagnostic(rule, Severity.ERROR, Span(start, start + len(on.encode())), "message")
    return [each.severity for each in Silences(document, Settings.read(settings or {})[0]).settle([found])]


@pytest.mark.parametrize(
    "source",
    [
        "bad # waypost: ignore[syntax-error]",
        "bad # waypost: ignore[unknown-key, syntax-error]",
        "bad # waypost: ignore",
        "bad #waypost:ignore[syntax-error]",
        "# waypost: ignore[syntax-error]\nbad",
        "  # waypost: ignore\r\nbad",
        "é\U0001f6a9 bad # waypost: ignore\n",
        "bad # waypost: ignore [syntax-error]",
        "bad # waypost: ignore[syntax-error",
        "bad # waypost: ignore: it is meant",
        "# waypost: ignore\nbad # waypost: ignore[unknown-key]",
        "# waypost: ignore[unknown-key]\nbad # waypost: ignore",
    ],
)
def test_a_comment_silences_its_line_or_the_next(source: str) -> None:
    assert settled(source, "bad") == []


@pytest.mark.parametrize(
    "source",
    [
        "bad",
        "bad # waypost: ignore[unknown-key]",
        "bad\n# waypost: ignore",
        "x # waypost: ignore\nbad",
        "# waypost: ignore\n\nbad",
        "bad waypost: ignore",
        "bad # waypost ignore",
        "bad # waypost: ignored",
        "bad # waypost: ignore-this",
        "bad # waypost: ignore[]",
        "bad # waypost: ignore[unknown-key: it is meant]",
        "bad # waypost: ignore[é]",
    ],
)
def test_other_lines_and_rules_are_not_silenced(source: str) -> None:
    assert settled(source, "bad") == [Severity.ERROR]


def test_a_finding_over_lines_is_silenced_at_either_end() -> None:
    assert settled("one # waypost: ignore\ntwo", "one # waypost: ignore\ntwo") == []
    assert settled("one\ntwo # waypost: ignore", "one\ntwo") == []


def test_settings_change_a_severity_or_turn_a_rule_off() -> None:
    assert settled("bad", "bad", {"rules": {SYNTAX: "hint"}}) == [Severity.HINT]
    assert settled("bad", "bad", {"rules": {SYNTAX: "off"}}) == []


def test_a_rule_that_is_opt_in_speaks_when_it_is_asked_to() -> None:
    assert settled("bad", "bad", rule="unused-entry") == []
    assert settled("bad", "bad", {"rules": {"unused-entry": "warning"}}, rule="unused-entry") == [Severity.WARNING]
