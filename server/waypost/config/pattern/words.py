"""The meaning of a pattern, in words: a sentence for a short one, a list for a long one."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from waypost.config.pattern.nodes import (
    Alternation,
    AnyCharacter,
    Assertion,
    CharacterClass,
    LiteralCharacter,
    Look,
    Node,
    Repeat,
    Single,
)
from waypost.config.pattern.nodes import Sequence as Parts
from waypost.config.pattern.reader import read
from waypost.markup import code


class Noun(NamedTuple):
    one: str
    many: str


_CHARACTERS: Final = {
    " ": Noun("a space", "spaces"),
    "\t": Noun("a tab", "tabs"),
    "\n": Noun("a line break", "line breaks"),
    "\r": Noun("a carriage return", "carriage returns"),
}
_ANY: Final = {
    "": Noun("any character", "characters of any kind"),
    "\n": Noun("any character but a line break", "characters other than line breaks"),
    "\r\n": Noun("any character but CR and LF", "characters other than CR and LF"),
}
# Common classes; any other is shown as it is written.
_CLASSES: Final = {
    r"\d": Noun("a digit", "digits"),
    r"\s": Noun("a whitespace character", "whitespace characters"),
    r"\w": Noun("a word character", "word characters"),
    r"\D": Noun("any character but a digit", "characters other than digits"),
    r"\S": Noun("any character but whitespace", "characters other than whitespace"),
    r"\W": Noun("any character but a word character", "characters other than word characters"),
    r"[\s\S]": _ANY[""],
}


def noun(node: Single) -> Noun:
    """What a node matches: `a digit`, `digits`."""
    match node:
        case LiteralCharacter(text, any_case):
            return _literal(text, any_case=any_case)
        case AnyCharacter(but):
            return _ANY[but]
    known = _CLASSES.get(node.source)
    return known or Noun(f"a character of {code(node.source)}", f"characters of {code(node.source)}")


def _literal(text: str, *, any_case: bool) -> Noun:
    if text in _CHARACTERS:
        return _CHARACTERS[text]
    shown = code(text) if text.isprintable() else f"U+{ord(text):04X}"
    if any_case and text.lower() != text.upper():
        shown += " in any casing"
    return Noun(shown, shown)


# What fits on a line of a hover, and how many lines anybody reads.
_LINE: Final = 90
_MOST_LINES: Final = 40
_MOST_CHOICES: Final = 12
_IN_A_SENTENCE: Final = 3

_Line = tuple[int, str]


@lru_cache(maxsize=256)
def meaning(pattern: str, whole: str = "text") -> str:
    """What a valid pattern matches, as Markdown; nothing if it is beyond the reader. It is searched in a `whole`."""
    node = read(pattern)
    if node is None:
        return ""
    short = _inline(node)
    if short is not None and len(short) <= _LINE:
        said = f"Matches {short}."
    else:
        lines = list(_lines(node, 0))
        said = "Matches, in this order:" if isinstance(node, Parts) else "Matches:"
        said += "\n\n" + "\n".join(f"{'  ' * depth}- {text}" for depth, text in lines[:_MOST_LINES])
        said += "\n- …" if len(lines) > _MOST_LINES else ""
    return said.replace("of the text", f"of the {whole}")


def _lines(node: Node, depth: int) -> Iterator[_Line]:
    """A line, or several with a first one that says how they are combined."""
    short = _inline(node)
    if short is not None and (len(short) <= _LINE or isinstance(node, Alternation)):
        yield depth, short
        return
    match node:
        case Parts():
            for each in _parts(node.nodes):
                yield from [(depth, each)] if isinstance(each, str) else _lines(each, depth)
        case Alternation():
            yield depth, "one of these:"
            for each in node.nodes[:_MOST_CHOICES]:
                yield from _branch(each, depth + 1)
            yield from _left_out(node, depth + 1)
        case Repeat():
            yield depth, f"{_times(node)}:"
            yield from _lines(node.node, depth + 1)
        case _:
            yield depth, short or ""


def _branch(node: Node, depth: int) -> Iterator[_Line]:
    short = _inline(node)
    if isinstance(node, Parts) and (short is None or len(short) > _LINE):
        yield depth, "in this order:"
        yield from _lines(node, depth + 1)
    else:
        yield from _lines(node, depth)


def _left_out(node: Alternation, depth: int) -> Iterator[_Line]:
    more = len(node.nodes) - _MOST_CHOICES
    if more > 0:
        yield depth, f"{more} more"


def _inline(node: Node) -> str | None:
    """The node in a few words; None if it needs a list."""
    match node:
        case Assertion():
            return _place(node)
        case Parts():
            return _sentence(list(_parts(node.nodes)))
        case Alternation():
            return _choice(node)
        case Repeat():
            return _repeated(node)
        case _:
            return noun(node).one


def _place(node: Assertion) -> str:
    ascii_only = ", of ASCII words" if "-u" in node.word else ""
    lead = "" if node.look in (Look.NO_BOUNDARY, Look.NO_WORD_BEFORE, Look.NO_WORD_BEHIND) else "at "
    return f"{lead}{node.look.value}{ascii_only}"


def _sentence(parts: Sequence[Node | str]) -> str | None:
    """A few parts, one after the other."""
    if not parts:
        return "the empty text, which is everywhere"
    texts = [each if isinstance(each, str) else _inline(each) for each in parts]
    if len(texts) > _IN_A_SENTENCE or any(text is None for text in texts):
        return None
    return ", then ".join(text for text in texts if text is not None)


def _parts(nodes: Sequence[Node]) -> Iterator[Node | str]:
    """The nodes, with consecutive characters joined into one text."""
    for key, group in groupby(nodes, _text_key):
        if key is None:
            yield from group
        else:
            text = "".join(each.char for each in group if isinstance(each, LiteralCharacter))
            yield noun(LiteralCharacter(text, any_case=key)).one


def _text_key(node: Node) -> bool | None:
    """Whether a literal character has any casing; None for anything else."""
    if not isinstance(node, LiteralCharacter) or not (node.char.isprintable()):
        return None
    return node.any_case


def _choice(node: Alternation) -> str | None:
    """Texts to choose from; anything else needs a list."""
    texts = [_atom(each) for each in node.nodes]
    if any(text is None for text in texts):
        return None
    known = [text for text in texts if text is not None]
    if len(known) > _MOST_CHOICES:
        return f"one of {', '.join(known[:_MOST_CHOICES])} and {len(known) - _MOST_CHOICES} more"
    return f"{', '.join(known[:-1])} or {known[-1]}"


def _atom(node: Node) -> str | None:
    """A text or a single kind of character: what can be part of a sequence without being misread."""
    parts = list(_parts(node.nodes)) if isinstance(node, Parts) else list(_parts([node]))
    if not parts:
        return "nothing"
    if len(parts) > 1:
        return None
    (only,) = parts
    if isinstance(only, str):
        return only
    return noun(only).one if isinstance(only, Single) and " " not in noun(only).one.replace("a ", "", 1) else None


def _repeated(node: Repeat) -> str | None:
    if node.high == 0:
        return "nothing"
    inner = node.node
    if isinstance(inner, LiteralCharacter | CharacterClass | AnyCharacter):
        return _many(node, inner)
    short = _inline(inner)
    if short is None:
        return None
    grouped = short if _atom(inner) is not None else f"({short})"
    return f"optionally {grouped}{_preferably_not(node)}" if _is_optional(node) else f"{grouped} {_times(node)}"


def _many(node: Repeat, single: Single) -> str:
    if _is_optional(node):
        return f"optionally {noun(single).one}{_preferably_not(node)}"
    if (node.low, node.high) == (1, 1):
        return noun(single).one
    return f"{_count(node)} {noun(single).many}{_few(node)}"


def _is_optional(node: Repeat) -> bool:
    return (node.low, node.high) == (0, 1)


def _preferably_not(node: Repeat) -> str:
    return "" if node.greedy else ", preferably not"


def _few(node: Repeat) -> str:
    return "" if node.greedy or node.low == node.high else ", as few as possible"


def _count(node: Repeat) -> str:
    if node.high is None:
        return {0: "zero or more", 1: "one or more"}.get(node.low, f"{node.low} or more")
    return str(node.low) if node.low == node.high else f"{node.low} to {node.high}"


def _times(node: Repeat) -> str:
    if _is_optional(node):
        return f"once or not at all{_preferably_not(node)}"
    return "once" if (node.low, node.high) == (1, 1) else f"{_count(node)} times{_few(node)}"
