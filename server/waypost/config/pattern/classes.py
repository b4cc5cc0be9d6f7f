"""Reads a class in brackets."""

import re
from dataclasses import dataclass

from waypost.config.pattern.cursor import Flags, PatternCursor, UnreadablePattern
from waypost.config.pattern.nodes import CharacterClass, Member, NamedClass, Range, SetOperation, Union

_POSIX = re.compile(r"\[:(\^?)([a-z]+):\]")
_OPERATIONS = ("&&", "--", "~~")
_DEEPEST = 20


@dataclass
class ClassReader:
    cursor: PatternCursor
    flags: Flags

    def bracketed(self) -> CharacterClass:
        start = self.cursor.at
        member = self._class(0)
        return CharacterClass(self.flags.scoped(self.cursor.text[start : self.cursor.at]), member, self.flags.any_case)

    def _class(self, depth: int) -> Member:
        """A class from its bracket to the other. Operations bind from left to right, weaker than standing together."""
        if depth > _DEEPEST or not self.cursor.takes("["):
            raise UnreadablePattern
        self._skip()
        negated = self.cursor.takes("^")
        self._skip()
        left, sign = None, ""
        members = self._leading()
        while not self.cursor.takes("]"):
            found = next((each for each in _OPERATIONS if self.cursor.sees(each)), None)
            if found is None:
                members.append(self._member(depth))
            else:
                self.cursor.takes(found)
                left, sign, members = _joined(left, sign, members), found, []
            self._skip()
        whole = _joined(left, sign, members)
        return _negated(whole) if negated else whole

    def _leading(self) -> list[Member]:
        """Dashes at the front stand for themselves, and so does a bracket that nothing stands before."""
        members: list[Member] = []
        while self.cursor.takes("-"):
            members.append(Range("-", "-"))
            self._skip()
        if not members and self.cursor.takes("]"):
            members.append(Range("]", "]"))
            self._skip()
        return members

    def _member(self, depth: int) -> Member:
        cursor = self.cursor
        if found := cursor.try_match(_POSIX):
            return NamedClass("posix", found[2], bool(found[1]))
        if cursor.sees("["):
            return self._class(depth + 1)
        first = self._one()
        self._skip()
        if not isinstance(first, str):
            return first
        if not cursor.sees("-") or self._behind_dash() in ("]", "-", ""):
            return Range(first, first)
        cursor.takes("-")
        self._skip()
        last = self._one()
        if not isinstance(last, str):
            raise UnreadablePattern
        return Range(first, last)

    def _one(self) -> str | NamedClass:
        if not self.cursor.takes("\\"):
            return self.cursor.take()
        return self.cursor.named_class(self.flags) or self.cursor.escaped_char()

    def _behind_dash(self) -> str:
        ahead = PatternCursor(self.cursor.text, self.cursor.at + 1)
        ahead.skip_blanks(self.flags)
        return ahead.peek()

    def _skip(self) -> None:
        self.cursor.skip_blanks(self.flags)


def _joined(left: Member | None, sign: str, members: list[Member]) -> Member:
    right = members[0] if len(members) == 1 else Union(tuple(members))
    return right if left is None else SetOperation(sign, left, right)


def _negated(member: Member) -> Member:
    if isinstance(member, Union) and not member.negated:
        return Union(member.members, negated=True)
    return Union((member,), negated=True)
