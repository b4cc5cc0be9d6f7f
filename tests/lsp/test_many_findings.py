"""A document with thousands of findings: the most serious are sent, with the number of the others."""

import pytest

from waypost.lsp import workspace_check
from waypost.lsp.findings import diagnostics_of
from waypost.lsp.session import Session
from waypost.text import Position, TextChange

URI = "file:///w/typos.toml"
ERROR, WARNING, INFORMATION = 1, 2, 3


def opened(count: int, end: str = "\n") -> Session:
    """A configuration with this many warnings, and an error in its last line."""
    words = "".join(f'"\U0001f600{number}" = "x"{end}' for number in range(count))
    session = Session()
    session.open(URI, f"[default.extend-words]{end}{words}bad ={end}", 1, "toml")
    return session


def sent(session: Session) -> list[dict[str, object]]:
    question = session.snapshot(URI)
    assert question
    return diagnostics_of(question)


def test_a_thousand_are_sent_as_they_are() -> None:
    found = sent(opened(999))
    assert [each["severity"] for each in found] == [WARNING] * 999 + [ERROR]
    assert all("code" in each for each in found)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.slow
def test_of_more_the_most_serious_are_sent_and_one_that_counts_the_others(end: str) -> None:
    *found, more = sent(opened(10_000, end))
    assert [each["severity"] for each in found] == [WARNING] * 999 + [ERROR]
    assert [each["range"]["start"]["line"] for each in found] == [*range(1, 1_000), 10_001]
    assert more["message"] == "9,001 more findings are not shown here; `waypost check` lists them all"
    assert more["severity"] == INFORMATION
    assert more["range"]["start"] == {"line": 1_000, "character": 0}


def test_one_more_is_one() -> None:
    assert str(sent(opened(1_000))[-1]["message"]).startswith("1 more finding is not shown")


def test_after_an_edit_the_same_are_sent_as_of_the_text_opened_afresh() -> None:
    session = opened(2_000)
    sent(session)
    session.change(
        URI,
        [TextChange("yy", Position(700, 3), Position(700, 5)), TextChange("#\n", Position(0, 0), Position(0, 0))],
        2,
    )
    afresh = Session()
    afresh.open(URI, session.documents[URI].revision.document.text, 2, "toml")
    assert sent(session) == sent(afresh)


DEEP = "\U0001f600 = 1\r\n" + "".join(f"{' ' * level}if x:\r\n" for level in range(400))


SAID = ("This file is indented too deeply to be read", WARNING)


@pytest.mark.parametrize(("text", "found"), [(DEEP, [SAID]), (DEEP[:20_000], []), ("if x:\n" * 400, [])])
def test_a_source_that_is_nested_too_deeply_to_be_read_says_so(text: str, found: list[tuple[str, int]]) -> None:
    """The command line does the same; the finding goes away with its cause."""
    session = Session()
    session.open("file:///w/a.py", text, 1, "python")
    question = session.snapshot("file:///w/a.py")
    assert question
    assert [(each["message"], each["severity"]) for each in diagnostics_of(question)] == found
    session.change("file:///w/a.py", [TextChange("x = 1\n")], 2)
    question = session.snapshot("file:///w/a.py")
    assert question
    assert diagnostics_of(question) == []


@pytest.mark.parametrize(
    ("lengths", "kept", "is_full"),
    [
        ([7, 5], [7, 5], False),
        ([7, 6], [7], True),
        ([13], [], True),
        ([12], [12], False),
        ([7, 6, 5], [7, 5], True),
    ],
)
def test_of_all_files_so_much_is_kept_and_it_is_known_if_something_is_not(
    monkeypatch: pytest.MonkeyPatch, lengths: list[int], kept: list[int], *, is_full: bool
) -> None:
    monkeypatch.setattr(workspace_check, "_MOST_BYTES", 12)
    reports = workspace_check.FileReports()
    for length in lengths:
        assert reports.set(f"file:///w/{length}.py", b"0" * length)
    assert list(reports) == [f"file:///w/{length}.py" for length in kept]
    assert reports.full is is_full
