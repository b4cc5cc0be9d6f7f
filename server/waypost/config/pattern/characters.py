"""Single characters in words: one of them, and several."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from waypost.config.pattern.nodes import (
    AnyCharacter,
    CharacterClass,
    LiteralCharacter,
    Member,
    NamedClass,
    Range,
    SetOperation,
    Single,
    Union,
)
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
_PERL: Final = {
    "d": Noun("a digit", "digits"),
    "s": Noun("a whitespace character", "whitespace characters"),
    "w": Noun("a word character", "word characters"),
}
_POSIX: Final = {
    "alnum": Noun("an ASCII letter or digit", "ASCII letters or digits"),
    "alpha": Noun("an ASCII letter", "ASCII letters"),
    "ascii": Noun("an ASCII character", "ASCII characters"),
    "blank": Noun("a space or tab", "spaces or tabs"),
    "cntrl": Noun("an ASCII control character", "ASCII control characters"),
    "digit": Noun("an ASCII digit", "ASCII digits"),
    "graph": Noun("a visible ASCII character", "visible ASCII characters"),
    "lower": Noun("an ASCII lower-case letter", "ASCII lower-case letters"),
    "print": Noun("a printable ASCII character", "printable ASCII characters"),
    "punct": Noun("an ASCII punctuation mark", "ASCII punctuation marks"),
    "space": Noun("an ASCII whitespace character", "ASCII whitespace characters"),
    "upper": Noun("an ASCII capital", "ASCII capitals"),
    "word": Noun("an ASCII letter, digit or `_`", "ASCII letters, digits or `_`"),
    "xdigit": Noun("a hexadecimal digit", "hexadecimal digits"),
}
# The general categories that people use, by every name that Unicode has for them in lower case without `_`.
_UNICODE: Final = {
    **dict.fromkeys(("l", "letter"), Noun("a letter", "letters")),
    **dict.fromkeys(("lu", "uppercaseletter"), Noun("a capital", "capitals")),
    **dict.fromkeys(("ll", "lowercaseletter"), Noun("a lower-case letter", "lower-case letters")),
    **dict.fromkeys(("n", "number"), Noun("a number", "numbers")),
    **dict.fromkeys(("nd", "decimalnumber", "digit"), Noun("a digit", "digits")),
    **dict.fromkeys(("p", "punctuation", "punct"), Noun("a punctuation mark", "punctuation marks")),
    **dict.fromkeys(("s", "symbol"), Noun("a symbol", "symbols")),
    **dict.fromkeys(("any",), Noun("any character", "characters of any kind")),
}
_ANY: Final = Noun("any character", "characters of any kind")
_NONE: Final = Noun("no character at all", "no characters at all")


def described(node: Single) -> str:
    """One such character: `a digit`."""
    return _noun(node).one


def plural(node: Single) -> str:
    """Several: `digits`."""
    return _noun(node).many


def _noun(node: Single) -> Noun:
    match node:
        case LiteralCharacter(char, any_case):
            return _literal(char, any_case=any_case)
        case AnyCharacter(""):
            return _ANY
        case AnyCharacter("\n"):
            return Noun("any character but a line break", "characters other than line breaks")
        case AnyCharacter():
            return Noun("any character but CR and LF", "characters other than CR and LF")
        case CharacterClass(_, member, any_case):
            noun = _member(member)
            casing = " in any casing" if any_case and _has_letters(member) else ""
            return Noun(noun.one + casing, noun.many + casing)


def _literal(text: str, *, any_case: bool = False) -> Noun:
    if text in _CHARACTERS:
        return _CHARACTERS[text]
    shown = code(text) if text.isprintable() else f"U+{ord(text):04X}"
    if any_case and text.lower() != text.upper():
        shown += " in any casing"
    return Noun(shown, shown)


def _member(member: Member) -> Noun:
    match member:
        case NamedClass():
            return _named(member)
        case SetOperation():
            return _operation(member)
        case Range():
            return _union(Union((member,)))
        case Union():
            return _union(member)


def _named(named: NamedClass) -> Noun:
    if named.kind == "unicode":
        known = _UNICODE.get(named.name.lower().replace("_", "").replace(" ", ""))
        other = Noun(f"a character of Unicode's {code(named.name)}", f"characters of Unicode's {code(named.name)}")
        noun = known or other
    else:
        noun = (_PERL if named.kind == "perl" else _POSIX)[named.name]
    if named.negated:
        return Noun(f"any character but {noun.one}", f"characters other than {noun.many}")
    return noun


def _union(union: Union) -> Noun:
    if _is_everything(union.members):
        return _NONE if union.negated else _ANY
    if len(union.members) == 1:
        noun = _only(union.members[0], negated=union.negated)
        if noun is not None:
            return noun
    if union.negated:
        return _but(union.members)
    listed = ", ".join(map(_shown, union.members))
    return Noun(f"one of {listed}", f"of {listed}")


def _only(member: Member, *, negated: bool) -> Noun | None:
    """A class in brackets without need."""
    if isinstance(member, NamedClass):
        return _named(replace(member, negated=member.negated != negated))
    if negated:
        return None
    if isinstance(member, Range):
        return _literal(member.low) if member.low == member.high else None
    return _member(member)


def _but(members: Sequence[Member]) -> Noun:
    """Any character but some; what is only another class is that class."""
    turned = [each for each in members if isinstance(each, NamedClass) and each.negated]
    listed = ", ".join(_shown(each) for each in members if each not in turned[:1])
    if not turned:
        return Noun(f"any character but {listed}", f"characters other than {listed}")
    noun = _named(replace(turned[0], negated=False))
    return Noun(f"{noun.one}, but not {listed}", f"{noun.many} other than {listed}")


def _shown(member: Member) -> str:
    if not isinstance(member, Range):
        noun = _member(member)
        return noun.many if isinstance(member, NamedClass) and not member.negated else noun.one
    low, high = _literal(member.low).one, _literal(member.high).one
    return low if member.low == member.high else f"{low} to {high}"


def _operation(operation: SetOperation) -> Noun:
    left, right = _member(operation.left).one, _member(operation.right).one
    said = {
        "&&": f"that is both {left} and {right}",
        "--": f"that is {left}, but not {right}",
        "~~": f"that is either {left} or {right}, not both",
    }[operation.sign]
    return Noun(f"a character {said}", f"characters, each one {said}")


def _is_everything(members: Sequence[Member]) -> bool:
    """Whether a class and its opposite are among the members: blanks and all but blanks."""
    named = {(each.kind, each.name, each.negated) for each in members if isinstance(each, NamedClass)}
    return any((kind, name, not negated) in named for kind, name, negated in named)


def _has_letters(member: Member) -> bool:
    match member:
        case Range(low, high):
            return any(
                chr(each).lower() != chr(each).upper() for each in range(ord(low), min(ord(high), ord(low) + 500) + 1)
            )
        case Union():
            return any(map(_has_letters, member.members))
        case SetOperation():
            return _has_letters(member.left) or _has_letters(member.right)
        case NamedClass():
            return member.kind != "perl"
