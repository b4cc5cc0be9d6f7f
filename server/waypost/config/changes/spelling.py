"""Accepting a text, and ignoring a line, a block, a file or a type: whichever way makes typos do so."""

from collections.abc import Callable, Iterator, Sequence

from waypost.config import edit
from waypost.config.changes.change import Change, ConfigurationPlace, FileChange, RefusedChangeError
from waypost.config.check.word_tables import IDENTIFIERS, WORDS, escaped
from waypost.config.complete.ready import DISABLED_LINE, OFF_BLOCK
from waypost.config.parse import Array, Scalar, Table
from waypost.config.typos.program import ReportedTypo
from waypost.config.typos.runs import difference
from waypost.config.typos.tokens import is_identifier, is_word
from waypost.workspace.files import is_folder, read_regular
from waypost.workspace.homes import Syntax

# The start and end of a comment, by the types of typos.
_STYLES = {
    ("#", ""): "py sh ruby perl r toml yaml make docker cmake elixir nix tcl fish julia jl gitignore ps terraform",
    ("//", ""): "rust c cpp java js ts go swift kotlin scala csharp php dart protobuf zig typescript groovy",
    ("--", ""): "sql lua haskell elm ada vhdl",
    ("<!--", " -->"): "html md markdown xml svg vue",
    (";", ""): "lisp elisp clojure asm",
    ("%", ""): "tex erlang",
    ("/*", " */"): "css",
}
_BY_TYPE = {name: style for style, names in _STYLES.items() for name in names.split()}


def accept(text: str, place: ConfigurationPlace, *, by_type: bool) -> Change | None:
    """The change that makes typos accept a text; None if it does not report it anyway."""
    if place.checker is not None and not any(_is_about(text, each, place) for each in place.before().typos):
        return None
    for change in _ways(text, place, place.engine(by_type=by_type)):
        done = place.checked(change)
        if not done.is_refused and not any(_is_about(text, each, place) for each in done.typos):
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
    return Change(_summary(place, f"Added `{text}` to `{table}` in {place.path}"), [file])


def _summary(place: ConfigurationPlace, summary: str) -> str:
    """With a line about runs for which the change is none, and whether typos has confirmed it."""
    summary += "" if place.checker else " (not confirmed: typos is not installed)"
    other = difference(place.target, place.run)
    return f"{summary}\nFor typos in {place.run.folder}; {other}" if other else summary


def _present_word(text: str, place: ConfigurationPlace, engine: tuple[str, ...]) -> str | None:
    """The existing entry that contradicts the change."""
    found = place.entry(*engine, WORDS)
    names = found.value.entries if found and isinstance(found.value, Table) else {}
    return next((name for name in names if name.lower() == text.lower()), None)


def _is_about(text: str, report: ReportedTypo, place: ConfigurationPlace) -> bool:
    """Whether a report is about a text: the typo is in one of its occurrences, in the file or its name."""
    path = place.run.folder / report.path
    if report.line is None:
        return text in path.name and report.typo in text
    lines = (read_regular(path) if is_folder(place.target) else place.source).split(b"\n")
    line = lines[report.line - 1] if report.line <= len(lines) else b""
    wanted, at = text.encode(), -1
    while (at := line.find(wanted, at + 1)) >= 0:
        if at <= report.offset and report.offset + len(report.typo.encode()) <= at + len(wanted):
            return True
    return False


def ignore_lines(place: ConfigurationPlace, first: int, last: int) -> Change:
    """The lines `first` to `last`, counted from 1: a comment on the line, or comments around the block."""
    start, end = _comment(place)
    before = place.source
    newline = "\r\n" if b"\r\n" in before else "\n"
    lines = before.decode().split("\n")
    if not 1 <= first <= last <= len(lines):
        raise RefusedChangeError(f"{place.target} has no line {last}")
    if first == last:
        text = lines[first - 1].removesuffix("\r").rstrip()
        lines[first - 1] = f"{text}  {start} spellchecker:disable-line{end}{newline[:-1]}"
        lines_hidden, pattern = {first}, DISABLED_LINE
    else:
        block = lines[first - 1 : last]
        indent = block[0][: len(block[0]) - len(block[0].lstrip())]
        off, on = (f"{indent}{start} spellchecker:{each}{end}{newline[:-1]}" for each in ("off", "on"))
        lines[first - 1 : last] = [off, *block, on]
        lines_hidden, pattern = set(range(first, last + 3)), OFF_BLOCK
    source = FileChange(place.target, before, "\n".join(lines).encode())
    what = f"line {first}" if first == last else f"lines {first} to {last}"
    comments = _with_pattern(place, pattern)
    also = f", with a pattern for such comments in {place.path}" if comments else ""
    summary = _summary(place, f"Ignored {what} of {place.target}{also}")
    return _confirmed(Change(summary, [source, *comments]), place, lines_hidden.__contains__)


def ignore_file(place: ConfigurationPlace) -> Change:
    """The whole file or folder, by an exclude."""
    relative = place.target.relative_to(place.run.folder).as_posix()
    glob = f"/{_escaped(relative)}{'/' if is_folder(place.target) else ''}"
    file = place.with_item(("files", "extend-exclude"), edit.string_text(glob))
    return _confirmed(Change(_summary(place, f"Excluded {place.target} in {place.path}"), [file]), place)


def ignore_type(place: ConfigurationPlace) -> Change:
    """All files of the file's type."""
    engine = place.engine(by_type=True)
    file = place.with_entry((*engine, "check-file"), "false")
    summary = f"Files of type `{engine[1]}` are no longer checked, by {place.path}"
    return _confirmed(Change(_summary(place, summary), [file]), place)


def _confirmed(change: Change, place: ConfigurationPlace, is_hidden: Callable[[int], bool] = lambda _: True) -> Change:
    """The change, if typos then reports nothing about its target, or its hidden lines."""
    done = place.checked(change)
    if done.is_refused or any(each.line is not None and is_hidden(each.line) for each in done.typos):
        raise RefusedChangeError(done.errors or "typos would still report it: nothing was changed")
    return change


def _comment(place: ConfigurationPlace) -> tuple[str, str]:
    name = place.holding.type.name if place.holding.type else ""
    if name not in _BY_TYPE:
        raise RefusedChangeError(f"no comments are known for files such as {place.target.name}")
    return _BY_TYPE[name]


def _with_pattern(place: ConfigurationPlace, pattern: str) -> Sequence[FileChange]:
    """The pattern that makes the comment work, unless it exists; typos has no comments of its own."""
    path = (*place.engine(by_type=False), "extend-ignore-re")
    there = place.entry(*path)
    items = there.value.items if there and isinstance(there.value, Array) else ()
    if any(isinstance(item, Scalar) and item.value == pattern for item in items):
        return ()
    return [place.with_item(path, edit.pattern_text(pattern, Syntax.TOML))]


def _escaped(path: str) -> str:
    return "".join(f"\\{each}" if each in "*?[]{}\\!#" else each for each in path)
