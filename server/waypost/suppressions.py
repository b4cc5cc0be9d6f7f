"""Which findings are not wanted: those of rules that are off, and those that comments ignore.

Comments that ignore findings: `# waypost: ignore[rule]` on a line, `# waypost: ignore-file[rule]` at the top.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from waypost.results import Diagnostic, Edit, Fix, Severity, Tag
from waypost.rules import RULES
from waypost.text import Document, Span
from waypost.workspace import Settings
from waypost.workspace.settings import did_you_mean

MARK = b"waypost:"
_COMMENT = re.compile(rb"#[^\S\r\n]*waypost:[^\S\r\n]*ignore(-file)?(?![\w-])(?:[^\S\r\n]*\[([^\]\r\n]*)\]?)?")
# One that names the rules, which another one can be added to.
_NAMED = re.compile(rb"#[^\S\r\n]*waypost:[^\S\r\n]*ignore[^\S\r\n]*\[([^\]\r\n]*)\]")
_NAME = re.compile(rb"[^,\s]+")
# The lines before the first that has anything but a comment.
_TOP = re.compile(rb"(?:\xef\xbb\xbf)?(?:[^\S\r\n]*(?:#[^\r\n]*)?(?:\r\n?|\n))*")
# What they find depends on a program that may not be installed: that they find nothing proves nothing.
_UNCERTAIN = frozenset(("bad-correction", "needless-entry", "unused-entry"))


class IgnoreComment(NamedTuple):
    """One comment: its place, the rules that it names, each with its place, and the line that it applies to."""

    span: Span
    # None ignores every rule.
    rules: tuple[tuple[str, Span], ...] | None
    # None is the whole document.
    line: int | None
    # Whether it is in a place where it has an effect.
    effective: bool = True

    def ignored(self) -> Iterator["Ignored"]:
        """What it ignores."""
        if self.effective:
            names = [None] if self.rules is None else [name for name, _ in self.rules]
            yield from (Ignored(self.line, name) for name in names)


class Ignored(NamedTuple):
    """A rule on a line; None stands for every rule, and for every line."""

    line: int | None
    rule: str | None


def comments_in(document: Document) -> Iterator[IgnoreComment]:
    """Everything that looks like a comment that ignores findings, in text order."""
    source, lines = document.source, document.lines
    if MARK not in source:
        return
    top = _TOP.match(source)
    assert top is not None  # it may be empty
    for found in _COMMENT.finditer(source):
        line = lines.line_at(found.start())
        alone = not source[lines.start(line) : found.start()].strip()
        target = None if found[1] else line + 1 if alone else line
        effective = target is not None or (alone and lines.start(line) <= top.end())
        yield IgnoreComment(Span(*found.span()), _rules(found), target, effective)


def with_rule(document: Document, line: int, rules: Sequence[str]) -> Edit:
    """A comment that ignores rules on a line, or those rules in the comment that the line has."""
    start, source = document.lines.start(line), document.source
    text = document.lines.line_bytes(source, line)
    own = _NAMED.search(source, start, start + len(text))
    if own is not None:
        names = dict.fromkeys([*own[1].decode("utf-8", "replace").replace(",", " ").split(), *rules])
        return Edit(Span(*own.span(1)), ", ".join(names))
    return Edit(Span(start + len(text.rstrip()), start + len(text)), f"  # waypost: ignore[{', '.join(rules)}]")


def _rules(found: re.Match[bytes]) -> tuple[tuple[str, Span], ...] | None:
    """Only a comment without brackets ignores all rules: with brackets, certain rules were meant."""
    if found[2] is None:
        return None
    start = found.start(2)
    names = _NAME.finditer(found[2])
    return tuple((each[0].decode(errors="replace"), Span(start + each.start(), start + each.end())) for each in names)


def unused(
    document: Document,
    comments: Sequence[IgnoreComment],
    used: AbstractSet[Ignored],
    severity: Callable[[str], Severity | None],
) -> Iterator[Diagnostic]:
    """A finding for each rule that a comment ignores without effect, and for each comment that ignores nothing."""
    for comment in comments:
        ignored = {each.rule for each in comment.ignored() if each in used}
        if comment.rules is None or not comment.effective:
            if not ignored and (not comment.effective or _all_on(severity)):
                yield _whole(comment, document)
            continue
        vain = [(name, span) for name, span in comment.rules if _is_vain(name, ignored, severity)]
        for name, span in vain:
            yield _one(comment, name, span, document, alone=len(vain) == len(comment.rules))


def _is_vain(name: str, ignored: AbstractSet[str | None], severity: Callable[[str], Severity | None]) -> bool:
    if name not in RULES:
        return True
    return name not in ignored and name not in _UNCERTAIN and severity(name) is not None


def _all_on(severity: Callable[[str], Severity | None]) -> bool:
    """Whether every rule that is on by default is on: otherwise, the comment may be for one that is off."""
    return all(rule.opt_in or severity(rule.name) is not None for rule in RULES.values())


def _whole(comment: IgnoreComment, document: Document) -> Diagnostic:
    message = "This comment ignores nothing"
    if not comment.effective:
        message = "`ignore-file` has no effect here: it must be at the top of the file"
    return _finding(comment.span, message, _without_comment(comment, document))


def _one(comment: IgnoreComment, name: str, span: Span, document: Document, *, alone: bool) -> Diagnostic:
    message = f"`{name}` reports nothing here"
    if name not in RULES:
        message = f"There is no rule `{name}`{did_you_mean(name, RULES)}"
    elif RULES[name].is_refusal:
        message = f"`{name}` cannot be ignored: typos refuses such a file"
    remove = _without_comment(comment, document) if alone else _without_name(span, document)
    return _finding(span, message, remove)


def _finding(span: Span, message: str, fix: Fix) -> Diagnostic:
    return Diagnostic("unused-ignore", RULES["unused-ignore"].severity, span, message, (), (fix,), (Tag.UNNECESSARY,))


def _without_name(span: Span, document: Document) -> Fix:
    """The brackets without one name and the comma next to it."""
    source = document.source
    start, end = span
    after = re.compile(rb"[^\S\r\n]*,[^\S\r\n]*").match(source, end)
    if after:
        end = after.end()
    else:
        start = len(source[:start].rstrip(b" \t,"))
    return Fix("Remove the rule from the comment", (Edit(Span(start, end), ""),), preferred=True)


def _without_comment(comment: IgnoreComment, document: Document) -> Fix:
    """The line without the comment and its reason; another comment after it is kept, an empty line is not."""
    source, lines = document.source, document.lines
    line = lines.line_at(comment.span.start)
    first = lines.start(line)
    last = first + len(lines.line_bytes(source, line))
    another = source.find(b"#", comment.span.end, last)
    before = source[first : comment.span.start].rstrip()
    if another >= 0:
        span = Span(comment.span.start, another)
    elif before:
        span = Span(first + len(before), last)
    else:
        span = Span(first, lines.start(line + 1) if line + 1 < len(lines) else len(source))
    return Fix("Remove the comment", (Edit(span, ""),), preferred=True)


_UNUSED = "unused-ignore"


class Suppressions:
    """The settings and ignore comments that apply in one document.

    A comment silences its own line; alone on a line, the next one. Without `[…]` it silences every rule. `ignore-file`
    at the top silences the whole document.
    """

    def __init__(self, document: Document, settings: Settings, comments: Sequence[IgnoreComment]) -> None:
        self._document = document
        self._settings = settings
        self._comments = comments
        self._ignored = {ignored for each in self._comments for ignored in each.ignored()}

    def applied_to(self, findings: Iterable[Diagnostic]) -> Sequence[Diagnostic]:
        """The findings that are wanted, at the severity that is wanted, in the order of the text."""
        used: set[Ignored] = set()
        kept = list(self._remaining(findings, used))
        if self._comments:
            kept += self._remaining(unused(self._document, self._comments, used, self._settings.severity), set())
        return sorted(kept, key=lambda each: each.span)

    def _remaining(self, findings: Iterable[Diagnostic], used: set[Ignored]) -> Iterator[Diagnostic]:
        for finding in findings:
            severity = self._severity(finding)
            if severity is None:
                continue
            silencing = self._silencing(finding) if self._ignored else frozenset()
            used |= silencing
            if not silencing:
                yield finding if severity is finding.severity else finding._replace(severity=severity)

    def _severity(self, finding: Diagnostic) -> Severity | None:
        """As the settings have it; otherwise as the checker has it, which may be less certain than the rule."""
        chosen = self._settings.severity(finding.rule)
        return chosen if chosen is None or finding.rule in self._settings.rules else finding.severity

    def _silencing(self, finding: Diagnostic) -> AbstractSet[Ignored]:
        """What comments ignore in the document, or on its first and last line, that it is."""
        if RULES[finding.rule].is_refusal:
            return frozenset()
        lines = self._document.lines
        places = {None, lines.line_at(finding.span.start), lines.line_at(finding.span.end)}
        rules = (finding.rule,) if finding.rule == _UNUSED else (finding.rule, None)
        return self._ignored & {Ignored(place, rule) for place in places for rule in rules}
