"""invalid-regex, swallowed-escape, broad-ignore, missing-multiline: regular expressions."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from waypost.config import edit
from waypost.config.check.dead_patterns import dead_pattern
from waypost.config.check.finding import Draft, NodeFinding
from waypost.config.model.engines import engines, strings
from waypost.config.model.subject import Subject
from waypost.config.parse import Scalar, Tree
from waypost.config.typos.regex import finds, regex_error
from waypost.results import Edit
from waypost.text import Span

_IN_TEXT: Final = "extend-ignore-re"
_LISTS: Final = (_IN_TEXT, "extend-ignore-identifiers-re", "extend-ignore-words-re")
# Words that no pattern has a reason to know: one that takes them all takes everything.
_ANY: Final = ("qozxv", "vrebltaku", "amp")
_BARE: Final = re.compile(r"(?:\.\*)?(?P<letters>[A-Za-z]+)(?:\.\*)?")
_BACKSPACE: Final = "\b"
_SHORT: Final = 3
_FLAGS: Final = re.compile(r"\(\?([a-zA-Z]*)(?:-[a-zA-Z]+)?[:)]")
_TOKEN: Final = re.compile(r"\\.|\[(?:\^?\]?(?:\\.|[^\]\\])*)\]|.", re.DOTALL)


def check_patterns(subject: Subject) -> Iterator[NodeFinding]:
    """Patterns are read with the table they stand in, also where another table outranks it."""
    for _, config in subject.held:
        for _, table in engines(config):
            for key in _LISTS:
                for item in strings(table, key):
                    found = list(_check(item, key))
                    yield from (each for each in found if config is subject.config or each.rule == "invalid-regex")


def _check(item: Scalar, key: str) -> Iterator[NodeFinding]:
    pattern = item.value
    error = regex_error(pattern)
    if error is not None:
        where = item.part(error.start, error.end) if error.end > error.start else item
        yield NodeFinding("invalid-regex", where, f"Not a valid regular expression: {error.message}")
    elif (swallowed := _swallowed(item)) is not None:
        yield swallowed
    elif _takes_anything(pattern, key):
        yield NodeFinding("broad-ignore", item, "This pattern matches everything, so nothing is checked any more")
    elif (short := _BARE.fullmatch(pattern)) and len(short["letters"]) <= _SHORT:
        yield _short(item, key, short["letters"])
    elif key == _IN_TEXT:
        yield from _anchors(item)
    elif (dead := dead_pattern(item, key)) is not None:
        yield dead


def _takes_anything(pattern: str, key: str) -> bool:
    whole = rf"\A(?:{pattern})\z" if key == _IN_TEXT else pattern
    return regex_error(whole) is None and all(finds(whole, word) for word in _ANY)


def _swallowed(item: Scalar) -> NodeFinding | None:
    """A backspace that is written with its escape letter; whoever writes its code means it."""
    at = item.value.find(_BACKSPACE)
    place = item.part(at, at + 1)
    if at < 0 or place.statement.text[place.start : place.end] != rb"\b":
        return None

    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, item, edit.pattern_text(item.value.replace(_BACKSPACE, r"\b"), tree.syntax))

    message = r"`\b` is a backspace in this string, not the edge of a word: the pattern never matches"
    return NodeFinding("swallowed-escape", place, message, (Draft("Let `\\b` be itself", edits, preferred=True),))


def _short(item: Scalar, key: str, letters: str) -> NodeFinding:
    if key == _IN_TEXT:
        anchored, silenced = rf"\b{letters}\b", "every word that starts or ends with it"
    else:
        anchored, silenced = f"^{letters}$", f"every {'word' if 'words' in key else 'identifier'} that holds it"
    message = f"`{item.value}` matches within longer words as well: {silenced} is silenced"

    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, item, edit.pattern_text(anchored, tree.syntax))

    return NodeFinding("broad-ignore", item, message, (Draft(f"Write `{anchored}`", edits),))


def _anchors(item: Scalar) -> Iterator[NodeFinding]:
    pattern = item.value
    if "m" in "".join(_FLAGS.findall(pattern)):
        return
    for at, sign in _outer_anchors(pattern):
        what = "start" if sign == "^" else "end"
        message = f"`{sign}` is the {what} of the file here, not of a line: that takes `(?m)`"
        yield NodeFinding("missing-multiline", item.part(at, at + 1), message, (_multiline(item),))
        return


def _outer_anchors(pattern: str) -> Iterator[tuple[int, str]]:
    """A `^` that starts the pattern and a `$` that ends it: elsewhere they may stand beside alternatives."""
    tokens = list(_TOKEN.finditer(pattern))
    if not tokens or any(token[0] == "|" for token in tokens):
        return
    first = next((token for token in tokens if token[0] == "^"), None)
    start = _FLAGS.match(pattern)
    if first is not None and first.start() == (start.end() if start else 0) and not pattern.startswith("^#!"):
        yield first.start(), "^"
    if tokens[-1][0] == "$":
        yield tokens[-1].start(), "$"


def _multiline(item: Scalar) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return [Edit(Span.at(tree.span(item.inner).start), "(?m)")]

    return Draft("Add `(?m)`", edits, preferred=True)
