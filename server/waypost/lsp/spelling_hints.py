"""The words that typos reports in an open document: found out in a pause of typing, shown as hints with fixes."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from waypost.lsp import to_proto
from waypost.lsp.session import DocumentSnapshot
from waypost.results import Action, ActionKind, Edit
from waypost.text import Document, Span
from waypost.text.encoding import decode, encode
from waypost.workspace import AnswerCache, Workspace, key_of, path_of, uri_of
from waypost.workspace.files import is_file

# What is open at once, with what was there before the last edits.
_MOST_CACHED: Final = 64
_MOST_SHOWN: Final = 100
_LARGEST: Final = 300_000


class ReportedWord(NamedTuple):
    """A word that typos reports, and what it would write instead."""

    span: Span
    text: str
    corrections: Sequence[str]


class _CheckedText(NamedTuple):
    """A text, and the configuration that it is checked with."""

    uri: str
    text: bytes
    config: Path | None
    config_text: bytes


class SpellingHints:
    """What is known of the texts of a connection."""

    def __init__(self) -> None:
        self._cache: AnswerCache[_CheckedText, Sequence[ReportedWord]] = AnswerCache(_MOST_CACHED)
        self._waiting: set[_CheckedText] = set()

    def get(self, checked: _CheckedText) -> Sequence[ReportedWord] | None:
        return self._cache.get(checked)

    def request(self, checked: _CheckedText, path: Path, document: Document, workspace: Workspace) -> None:
        """Have a text checked once typing has paused: every edit asks, and only the last text is of use."""
        if checked in self._waiting:
            return
        self._waiting = {each for each in self._waiting if each.uri != checked.uri} | {checked}
        workspace.services.defer(lambda: self._find_out(checked, path, document, workspace))

    def _find_out(self, checked: _CheckedText, path: Path, document: Document, workspace: Workspace) -> None:
        if checked in self._waiting:
            self._cache.put(checked, tuple(_reported(path, document, workspace)))
            self._waiting = self._waiting - {checked}


def reported_words(snapshot: DocumentSnapshot) -> Sequence[ReportedWord]:
    """Those that are known of this version; the others are found out soon, and then everything is asked for again."""
    path, document = path_of(snapshot.document.uri), snapshot.document
    wants = snapshot.analysis.settings.spelling == "on"
    if path is None or not wants or len(document.source) > _LARGEST:
        return ()
    from waypost.config.typos.program import spell_checker_of
    from waypost.config.typos.runs import Run

    if spell_checker_of(snapshot.workspace, document.uri) is None:
        return ()
    source = Run.of(path, snapshot.workspace).source
    if source is not None:
        snapshot.opened.reads = (snapshot.opened.reads or frozenset()) | {key_of(uri_of(source.path))}
    checked = _CheckedText(document.uri, document.source, source and source.path, source.tree.source if source else b"")
    hints = snapshot.workspace.services.of(SpellingHints)
    found = hints.get(checked)
    if found is None:
        hints.request(checked, path, document, snapshot.workspace)
        found = hints.get(checked)
    return found or ()


def _reported(path: Path, document: Document, workspace: Workspace) -> Iterator[ReportedWord]:
    from waypost.config.explain.provenance import Holding
    from waypost.config.explain.report import not_checked
    from waypost.config.explain.verdicts import Explainer
    from waypost.config.typos.program import spell_checker_of

    holding = Holding.of(path, workspace)
    text = decode(document.source)
    is_skipped = (
        is_file(path) and next(not_checked(holding), None) is not None
    )  # one that is not saved yet is on no walk
    if is_skipped or encode(text) != document.source:
        return
    at, byte = 0, 0
    for each in Explainer(holding.engine, spell_checker_of(workspace, document.uri)).explain(text):
        if each.is_reported:
            byte += len(encode(text[at : each.start]))
            at = each.start
            yield ReportedWord(Span(byte, byte + len(encode(each.text))), each.text, tuple(each.corrections))


def spelling_hints(snapshot: DocumentSnapshot) -> list[to_proto.Json]:
    """As diagnostics of the lowest severity: typos itself is what reports them."""
    return [_hint(snapshot, each) for each in reported_words(snapshot)[:_MOST_SHOWN]]


def _hint(snapshot: DocumentSnapshot, word: ReportedWord) -> to_proto.Json:
    better = " or ".join(f"`{each}`" for each in word.corrections)
    said = f"`{word.text}` should be {better}" if better else f"`{word.text}` is not right"
    return {"range": to_proto.range_(snapshot, word.span), "severity": 4, "source": "typos", "message": said}


def word_at(snapshot: DocumentSnapshot, span: Span) -> ReportedWord | None:
    """The hint that the cursor is at, or that is selected."""
    return next(
        (each for each in reported_words(snapshot) if each.span.touches(span.start) and span.end <= each.span.end), None
    )


def corrections(word: ReportedWord) -> Iterator[Action]:
    for number, each in enumerate(word.corrections):
        is_only = number == 0 and len(word.corrections) == 1
        yield Action(f"Change to `{each}`", ActionKind.QUICK_FIX, (Edit(word.span, each),), is_only)
