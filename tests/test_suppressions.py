"""Severities and ignore comments."""

import pytest

from tests.support.check import after
from waypost.analysis import Analysis
from waypost.results import Diagnostic, Severity
from waypost.suppressions import Suppressions, comments_in
from waypost.text import Document, Span
from waypost.workspace import Settings, Workspace

SYNTAX = "dead-glob"


def settled(source: str, on: str, settings: dict | None = None, rule: str = SYNTAX) -> list[Severity]:
    """The severity of a finding on the first `on`, or nothing."""
    document = Document.from_text("u", source)
    start = source.encode().index(on.encode())
    found = Diagnostic(rule, Severity.ERROR, Span(start, start + len(on.encode())), "message")
    settled = Suppressions(document, Settings.read(settings or {})[0], list(comments_in(document))).applied_to([found])
    return [each.severity for each in settled if each.rule == rule]


@pytest.mark.parametrize(
    "source",
    [
        "bad # waypost: ignore[dead-glob]",
        "bad # waypost: ignore[deprecated-key, dead-glob]",
        "bad # waypost: ignore",
        "bad #waypost:ignore[dead-glob]",
        "# waypost: ignore[dead-glob]\nbad",
        "  # waypost: ignore\r\nbad",
        "é\U0001f6a9 bad # waypost: ignore\n",
        "bad # waypost: ignore [dead-glob]",
        "bad # waypost: ignore[dead-glob",
        "bad # waypost: ignore: it is meant",
        "# waypost: ignore\nbad # waypost: ignore[deprecated-key]",
        "# waypost: ignore[deprecated-key]\nbad # waypost: ignore",
    ],
)
def test_a_comment_silences_its_line_or_the_next(source: str) -> None:
    assert settled(source, "bad") == []


def test_an_error_for_which_typos_refuses_the_file_is_never_silenced() -> None:
    for comment in ("ignore[null-in-toml]", "ignore", "ignore-file"):
        source = f"# waypost: {comment}\n[default]\nbinary = null  # waypost: {comment}\n"
        found = {
            each.rule: each.message
            for each in Analysis(Document.from_text("file:///w/typos.toml", source), Workspace()).diagnostics()
        }
        assert "null-in-toml" in found
        if "null" in comment:
            assert found["unused-ignore"] == "`null-in-toml` cannot be ignored: typos refuses such a file"


@pytest.mark.parametrize(
    "source",
    [
        "bad",
        "bad # waypost: ignore[deprecated-key]",
        "bad\n# waypost: ignore",
        "x # waypost: ignore\nbad",
        "# waypost: ignore\n\nbad",
        "bad waypost: ignore",
        "bad # waypost ignore",
        "bad # waypost: ignored",
        "bad # waypost: ignore-this",
        "bad # waypost: ignore[]",
        "bad # waypost: ignore[deprecated-key: it is meant]",
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


@pytest.mark.parametrize(
    "source",
    ["# waypost: ignore-file\nx\nbad", "\ufeff\n# a\r\n# waypost: ignore-file[deprecated-key, dead-glob]\r\nx\r\nbad"],
)
def test_a_comment_at_the_top_silences_the_whole_file(source: str) -> None:
    assert settled(source, "bad") == []


@pytest.mark.parametrize(
    "source",
    ["x\n# waypost: ignore-file\nbad", "bad # waypost: ignore-file", "# waypost: ignore-file[deprecated-key]\nbad"],
)
def test_elsewhere_it_does_not(source: str) -> None:
    assert settled(source, "bad") == [Severity.ERROR]


@pytest.mark.parametrize(
    ("source", "fixed"),
    [
        (
            "[default]  # waypost: ignore[deprecated-key]\ndefault.ignore-hex = true\n",
            "[default]\ndefault.ignore-hex = true\n",
        ),
        (
            "default.ignore-hex = true  # waypost: ignore[deprecated-key, dead-word]\n",
            "default.ignore-hex = true  # waypost: ignore[deprecated-key]\n",
        ),
        (
            "default.ignore-hex = true  # waypost: ignore[dead-word , deprecated-key]\n",
            "default.ignore-hex = true  # waypost: ignore[deprecated-key]\n",
        ),
        ("default.ignore-hex = true  # waypost: ignore[unknown-kay]\n", "default.ignore-hex = true\n"),
        ("default.ignore-hex = true  # waypost: ignore[deprecated-key]\n# waypost: ignore\n[default]\n", None),
        ("# waypost: ignore[dead-word]\r\n[default]\r\n", "[default]\r\n"),
        ("[default] # waypost: ignore[dead-word]: why # é\n", "[default] # é\n"),
        ("[default]\n# waypost: ignore-file\n", "[default]\n"),
        ("# \U0001f6a9\n[default] # waypost: ignore", "# \U0001f6a9\n[default]"),
    ],
)
def test_a_comment_that_ignores_nothing_is_reported_and_removed(source: str, fixed: str | None) -> None:
    document = Document.from_text("file:///w/typos.toml", source)
    made = Analysis(document, Workspace())
    found = [each for each in made.diagnostics() if each.rule == "unused-ignore"]
    assert len(found) == 1
    if fixed is not None:
        [fix] = found[0].fixes
        assert after(document, fix.edits) == fixed


@pytest.mark.parametrize(
    "source",
    [
        "default.ignore-hex = true  # waypost: ignore[deprecated-key]\n",
        "[default.extend-words]  # waypost: ignore[bad-correction]\n",  # it depends on a program
        "[default]  # waypost: ignore[unused-entry]\n",  # it is off
        'type."# waypost: ignore[dead-word]" = { extend-glob = ["./x"] }  # waypost: ignore\n',
        "default.ignore-hex = true  # waypost: ignore[deprecated-key]: a reason\n",
        "# waypost: ignore-file[deprecated-key]\ndefault.ignore-hex = true\n",
    ],
)
def test_a_comment_that_ignores_something_is_not(source: str) -> None:
    made = Analysis(Document.from_text("file:///w/typos.toml", source), Workspace())
    assert [each.rule for each in made.diagnostics() if each.rule == "unused-ignore"] == []


def test_a_text_is_not_a_comment() -> None:
    source = 'import httpx\nX = """\n# waypost: ignore[unknown-verb]\n"""\nf("u")  # waypost: ignore[unknown-verb]\n'
    made = Analysis(Document.from_text("file:///w/a.py", source), Workspace())
    assert [made.document.slice(each.span) for each in made.diagnostics() if each.rule == "unused-ignore"] == [
        "unknown-verb"
    ]


def test_rules_that_are_off_are_not_counted() -> None:
    settings, _ = Settings.read({"rules": {"deprecated-key": "off"}})
    for source in ("[default]  # waypost: ignore[deprecated-key]\n", "[default]  # waypost: ignore\n"):
        made = Analysis(Document.from_text("file:///w/typos.toml", source), Workspace(settings=settings))
        assert made.diagnostics() == []
