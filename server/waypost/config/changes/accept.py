"""Accepting a text: as a word, as an identifier, or by a pattern, whichever makes typos accept it."""

from collections.abc import Iterator

from waypost.config import edit
from waypost.config.changes.change import Change, FileChange, RefusedChangeError
from waypost.config.changes.place import ConfigurationPlace
from waypost.config.check.word_entries import IDENTIFIERS, WORDS, escaped
from waypost.config.parse import Table
from waypost.config.typos.program import ReportedTypo, SpellChecker
from waypost.config.typos.tokens import is_identifier, is_word
from waypost.workspace.files import read_regular
from waypost.workspace.homes import Syntax


def accept(text: str, place: ConfigurationPlace, checker: SpellChecker, *, by_type: bool) -> Change | None:
    """The change that was made; None if typos does not report the text anyway."""
    before = checker.check(place.target, place.folder)
    if before is None or before.is_refused:
        raise RefusedChangeError(before.errors if before else "typos could not be run")
    if not any(_is_about(text, each, place) for each in before.typos):
        return None
    for change in _ways(text, place, place.engine(by_type=by_type)):
        if change.kept_if(
            lambda: checker.check(place.target, place.folder),
            lambda run: not any(_is_about(text, each, place) for each in run.typos),
        ):
            return change
    raise RefusedChangeError(f"no entry makes typos accept `{text}` here: another entry reports it")


def _ways(text: str, place: ConfigurationPlace, engine: tuple[str, ...]) -> Iterator[Change]:
    """The narrowest way that can work first."""
    if is_word(text):
        name = _present_word(text, place, engine) or text.lower()
        yield _entry(text, place, (*engine, WORDS, name))
    if is_identifier(text):
        yield _entry(text, place, (*engine, IDENTIFIERS, text))
    pattern = edit.pattern_text(escaped(text), Syntax.TOML)
    path = (*engine, "extend-ignore-re")
    yield _change(text, place, path, place.with_item(path, pattern))


def _entry(text: str, place: ConfigurationPlace, path: tuple[str, ...]) -> Change:
    return _change(text, place, path[:-1], place.with_entry(path, edit.string_text(path[-1])))


def _change(text: str, place: ConfigurationPlace, path: tuple[str, ...], file: FileChange) -> Change:
    table = ".".join((*place.prefix, *path))
    return Change(f"Added `{text}` to `{table}` in {place.path}", [file])


def _present_word(text: str, place: ConfigurationPlace, engine: tuple[str, ...]) -> str | None:
    """The existing entry that contradicts the change."""
    found = place.entry(*engine, WORDS)
    names = found.value.entries if found and isinstance(found.value, Table) else {}
    return next((name for name in names if name.lower() == text.lower()), None)


def _is_about(text: str, report: ReportedTypo, place: ConfigurationPlace) -> bool:
    """Whether a report is about a text: the typo is in one of its occurrences, in the file or its name."""
    path = place.folder / report.path
    if report.line is None:
        return text in path.name and report.typo in text
    lines = read_regular(path).split(b"\n")
    line = lines[report.line - 1] if report.line <= len(lines) else b""
    wanted, at = text.encode(), -1
    while (at := line.find(wanted, at + 1)) >= 0:
        if at <= report.offset and report.offset + len(report.typo.encode()) <= at + len(wanted):
            return True
    return False
