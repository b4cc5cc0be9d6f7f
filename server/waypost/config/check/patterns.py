"""invalid-regex, swallowed-escape, broad-ignore, missing-multiline: regular expressions."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from waypost.config.check.finding import Draft, NodeFinding, rewriting_pattern
from waypost.config.model.schema import pattern_lists
from waypost.config.model.subject import Subject
from waypost.config.model.tables import IN_TEXT, engines, strings
from waypost.config.parse import Scalar, Tree
from waypost.config.typos.regex import finds, matches, regex_error
from waypost.results import Edit
from waypost.text import Span

_BACKSPACE: Final = "\b"
# Two backslashes where only an escape makes sense: before a quantifier, at both ends, before a name or inside of one.
_TWICE: Final = re.compile(
    r"(?<!\\)(?:\\\\[wdsWDS](?:[+*?{)\]]|\Z)|\A\\\\b.*\\\\b\Z|(?:\A|(?<=\w))\\\\[.-](?=[A-Za-z]))"
)
# Front matter, a first line, a licence: multi-line patterns that apply to the start of the file on purpose.
_IS_ABOUT_START: Final = re.compile(r"\(\?[a-zA-Z]*s|\\[nrsAzDW]|\[\^|\A\^(?:#!|---|\\\+\\\+\\\+)")
_FIRST_LINE: Final = re.compile(r"\^#!.*\.[*+]\??\$")
# What is written at both ends of several lines: front matter, and remarks that turn something off and on again.
_BLOCK: Final = re.compile(
    r"(?i)(?:\(\?[a-z]+\))?\^?(?:-{3}|(?:\\\+){3}).*\.[*+].*(?:-{3}|(?:\\\+){3})\$?"
    r"|.*(?:\b|[^a-z])(?:off|disable|begin|start)\b.*\.[*+].*(?:\b|[^a-z])(?:on|enable|end|stop)\b.*"
)
_OVER_LINES: Final = re.compile(r"\\[nrsRDW]|\[\^|\(\?[a-zA-Z]*s")
_HALF_CLASS: Final = re.compile(r"\[\[:(\w+)\]\]|(?<!\[)\[:(\w+):\](?!\])")
_CHOICE: Final = re.compile(r"(?<!\\)\[((?:\w{2,}\|)+\w{2,})\](?![*+?{])")
_QUOTED: Final = re.compile(r"[rRuUbB]([\"'])(.+)\1")
_PLUS: Final = re.compile(r"(?<![\\\w])\w\+\+(?![+*?{])")
_DELIMITED: Final = re.compile(r"/(.+)/([gimsuy]*)")
_FLAGS: Final = re.compile(r"\(\?([a-zA-Z]*)(?:-[a-zA-Z]+)?[:)]")
_TOKEN: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*(?:\]|\\?\Z)|.", re.DOTALL)


def check_patterns(subject: Subject) -> Iterator[NodeFinding]:
    """Patterns are read with the table they are in, even if another table overrides it."""
    for _, config in subject.held:
        for _, table in engines(config):
            for key in pattern_lists():
                for item in strings(table, key):
                    found = list(_check(item, key))
                    yield from (each for each in found if config is subject.config or each.rule == "invalid-regex")


def ignores(pattern: str, identifier: str, key: str) -> bool:
    """Whether a pattern makes typos ignore an identifier that stands alone."""
    if regex_error(pattern) is not None:
        return False
    if key != IN_TEXT:
        return finds(pattern, identifier)

    ends = (0, len(identifier) - 1)
    return any(start <= at < end for start, end in matches(pattern, identifier) for at in ends)


def _check(item: Scalar, key: str) -> Iterator[NodeFinding]:
    error = regex_error(item.value)
    if error is not None:
        where = item.part(error.start, error.end) if error.end > error.start else item
        yield NodeFinding("invalid-regex", where, f"Not a valid regular expression: {error.message}")
        return
    # Loaded with the first pattern: what reads them is a tenth of what is imported.
    from waypost.config.check.pattern_claims import broad_pattern, dead_pattern

    found = _swallowed(item) or _escaped_twice(item, key) or _not_a_class(item) or _delimited(item, key)
    found = found or _not_a_choice(item) or _quoted(item, key) or _plus_signs(item, key)
    found = found or dead_pattern(item, key) or broad_pattern(item, key)
    if found is not None:
        yield found
    elif key == IN_TEXT:
        yield from _anchors(item)


def _swallowed(item: Scalar) -> NodeFinding | None:
    """A backspace written with its escape letter. One written as its code, or in a class, is intended."""
    at = item.value.find(_BACKSPACE)
    place = item.part(at, at + 1)
    better = item.value.replace(_BACKSPACE, r"\b")
    if at < 0 or place.statement.text[place.start : place.end] != rb"\b" or regex_error(better) is not None:
        return None
    message = r"`\b` is a backspace in this string, not a word boundary: the pattern never matches"
    draft = rewriting_pattern(item, better, "Write the pattern in single quotes, where `\\b` is a word boundary")
    return NodeFinding("swallowed-escape", place, message, (draft,))


def _escaped_twice(item: Scalar, key: str) -> NodeFinding | None:
    r"""`\\b` in single quotes, where one backslash would do: the pattern then requires a backslash in the text."""
    if key != IN_TEXT or not _TWICE.search(item.value):
        return None  # in words and identifiers, no backslash ever occurs: that is another finding
    better = item.value.replace("\\\\", "\\")
    if regex_error(better) is not None:
        return None
    message = "`\\\\` is a backslash in the text here, not the start of an escape: the pattern hardly ever matches"
    at = item.value.index("\\\\")
    draft = rewriting_pattern(item, better, f"Change to `{better}`")
    return NodeFinding("swallowed-escape", item.part(at, at + 2), message, (draft,))


def _not_a_class(item: Scalar) -> NodeFinding | None:
    """`[[:word]]` and `[:word:]`, which are sets of these characters."""
    found = _HALF_CLASS.search(item.value)
    if found is None:
        return None
    better = f"[[:{found[1] or found[2]}:]]"
    message = f"`{found[0]}` is a set of these characters. The class is written `{better}`"
    changed = item.value.replace(found[0], better)
    drafts = () if regex_error(changed) else (rewriting_pattern(item, changed, f"Change to `{changed}`"),)
    return NodeFinding("swallowed-escape", item.part(*found.span()), message, drafts)


def _delimited(item: Scalar, key: str) -> NodeFinding | None:
    """`/teh/i`, as JavaScript writes it. A path may look like it, but for flags and conditions."""
    found = _DELIMITED.fullmatch(item.value) if key == IN_TEXT else None
    if found is None or not (found[2] or re.search(r"\A\^|\\[bdws]|\$\Z", found[1])):
        return None
    better = f"(?i){found[1]}" if "i" in found[2] else found[1]
    message = "The slashes are part of the pattern: it matches only text between slashes"
    draft = rewriting_pattern(item, better, f"Change to `{better}`")
    return NodeFinding("swallowed-escape", item, message, (draft,))


def _not_a_choice(item: Scalar) -> NodeFinding | None:
    """`[teh|recieve]`, which is one of these characters."""
    found = _CHOICE.search(item.value)
    if found is None:
        return None
    better = f"{item.value[: found.start()]}(?:{found[1]}){item.value[found.end() :]}"
    message = f"`{found[0]}` is one of these characters. A choice of texts is written `(?:{found[1]})`"
    draft = rewriting_pattern(item, better, f"Change to `{better}`")
    return NodeFinding("swallowed-escape", item.part(*found.span()), message, (draft,))


def _quoted(item: Scalar, key: str) -> NodeFinding | None:
    """`r"teh"`, as Python writes it."""
    found = _QUOTED.fullmatch(item.value) if key == IN_TEXT else None
    if found is None or regex_error(found[2]) is not None:
        return None
    message = f"`{item.value[0]}` and the quotes are part of the pattern: it matches only text that has them"
    draft = rewriting_pattern(item, found[2], f"Change to `{found[2]}`")
    return NodeFinding("swallowed-escape", item, message, (draft,))


def _plus_signs(item: Scalar, key: str) -> NodeFinding | None:
    """`c++`, which is any number of `c`."""
    found = _PLUS.search(item.value) if key == IN_TEXT and "(?x" not in item.value else None
    if found is None:
        return None
    better = f"{item.value[: found.start() + 1]}\\+\\+{item.value[found.end() :]}"
    message = f"`{found[0]}` is one or more of `{found[0][0]}`: a plus sign is written `\\+`"
    draft = rewriting_pattern(item, better, f"Change to `{better}`")
    return NodeFinding("swallowed-escape", item.part(*found.span()), message, (draft,))


def _anchors(item: Scalar) -> Iterator[NodeFinding]:
    pattern = item.value
    if _BLOCK.fullmatch(pattern) and not _OVER_LINES.search(pattern):
        message = (
            "`.` does not match the end of a line: this matches within one line only. For several, start with `(?s)`"
        )
        yield NodeFinding("missing-multiline", item, message, (_with_flags(item, "(?s)", "it matches over lines"),))
        return
    if _FIRST_LINE.fullmatch(pattern):
        message = "`$` matches only at the end of the file. For the end of the line, start with `(?Rm)`"
        yield NodeFinding("missing-multiline", item.part(len(pattern) - 1, len(pattern)), message, (_multiline(item),))
        return
    if "m" in "".join(_FLAGS.findall(pattern)) or _IS_ABOUT_START.search(pattern):
        return
    for at, sign in _outer_anchors(pattern):
        what = "start" if sign == "^" else "end"
        message = f"`{sign}` matches only at the {what} of the file. For every line, start with `(?Rm)`"
        yield NodeFinding("missing-multiline", item.part(at, at + 1), message, (_multiline(item),))
        return


def _outer_anchors(pattern: str) -> Iterator[tuple[int, str]]:
    """A `^` that starts the pattern and a `$` that ends it: elsewhere they may be part of an alternative."""
    tokens = list(_TOKEN.finditer(pattern))
    if not tokens or any(token[0] == "|" for token in tokens):
        return
    first = next((token for token in tokens if token[0] == "^"), None)
    start = _FLAGS.match(pattern)
    if first is not None and first.start() == (start.end() if start else 0):
        yield first.start(), "^"
    if tokens[-1][0] == "$":
        yield tokens[-1].start(), "$"


def _multiline(item: Scalar) -> Draft:
    """With `R`, `$` also matches before CR LF."""
    return _with_flags(item, "(?Rm)", "it matches on every line")


def _with_flags(item: Scalar, flags: str, why: str) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return [Edit(Span.at(tree.span(item.inner).start), flags)]

    return Draft(f"Add `{flags}`, so that {why}", edits)
