"""Ignoring a line, a block, a file or a type: the changes to source and configuration that make typos ignore it."""

from collections.abc import Sequence

from waypost.config import edit
from waypost.config.changes.change import Change, FileChange, RefusedChangeError
from waypost.config.changes.place import ConfigurationPlace
from waypost.config.complete.ready import DISABLED_LINE, OFF_BLOCK
from waypost.config.parse import Array, Scalar
from waypost.config.typos.program import ReportedTypo, SpellChecker
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


def ignore_lines(place: ConfigurationPlace, first: int, last: int, checker: SpellChecker) -> Change:
    """The lines `first` to `last`, counted from 1: a comment on the line, or comments around the block."""
    start, end = _comment(place)
    before = read_regular(place.target)
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
    change = Change(f"Ignored {what} of {place.target}", [source, *_with_pattern(place, pattern)])
    return _kept(change, place, checker, lines_hidden)


def ignore_file(place: ConfigurationPlace, checker: SpellChecker) -> Change:
    """The whole file or folder, by an exclude."""
    relative = place.target.relative_to(place.folder).as_posix()
    glob = f"/{_escaped(relative)}{'/' if is_folder(place.target) else ''}"
    file = place.with_item(("files", "extend-exclude"), edit.string_text(glob))
    return _kept(Change(f"Excluded {place.target} in {place.path}", [file]), place, checker, None)


def ignore_type(place: ConfigurationPlace, checker: SpellChecker) -> Change:
    """All files of the file's type."""
    engine = place.engine(by_type=True)
    file = place.with_entry((*engine, "check-file"), "false")
    return _kept(
        Change(f"Files of type `{engine[1]}` are no longer checked, by {place.path}", [file]), place, checker, None
    )


def _kept(change: Change, place: ConfigurationPlace, checker: SpellChecker, lines: set[int] | None) -> Change:
    """The change, if typos then reports nothing about its target."""

    def is_hidden(report: ReportedTypo) -> bool:
        return report.line is not None and (lines is None or report.line in lines)

    run = lambda: checker.check(place.target, place.folder)  # noqa: E731 - the same run each time
    if not change.kept_if(run, lambda done: not any(map(is_hidden, done.typos))):
        raise RefusedChangeError("typos would still report it: nothing was changed")
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
