"""A function's head: what a caller sees of it. Its body is lowered when it is first run."""

from dataclasses import dataclass
from typing import Final

from waypost.routes.domain.places import Block, Place

# Annotations of values that are not None; what is declared with a class is more often None all the same. And those of
# values that count as false only if they are zero, which nobody gives as an id.
_NEVER_NONE: Final = frozenset(("int", "str", "float", "bool", "bytes", "UUID", "uuid.UUID"))
_NUMBERS: Final = frozenset(("int", "UUID", "uuid.UUID"))


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    # "" for an ordinary one, "*", "**", "keyword" for keyword-only, "positional" for positional-only.
    kind: str = ""
    has_default: bool = False
    # The dotted names in its annotation that may be classes: `Optional["api.Client"]` is `("api.Client",)`.
    annotation: tuple[str, ...] = ()
    # It holds such objects: `list["api.Client"]`.
    many: bool = False
    place: Place | None = None
    # Its annotation as it is written.
    declared: str = ""
    # Its function asks itself whether it is given.
    asked: bool = False
    # It is None where nothing is given, and nobody has asked yet whether it is.
    perhaps_none: bool = False

    @property
    def is_given(self) -> bool:
        """Whether a caller that is not seen gives something that is not None."""
        declared = self.declared.strip("\"'")
        return not (self.asked or self.has_default) and (not declared or declared in _NEVER_NONE)

    @property
    def is_number(self) -> bool:
        """Whether that is a number, and hardly zero."""
        return self.is_given and self.declared.strip("\"'") in _NUMBERS


@dataclass(frozen=True, slots=True)
class Code:
    block: Block
    name: str
    parameters: tuple[Parameter, ...] = ()
    # "", "lambda", "generator"; "manager", one that is decorated, perhaps as what `with` enters.
    kind: str = ""
    # It only raises, passes or is documented: those of classes below it are meant.
    abstract: bool = False
    # Inside another function: it may read that one's variables.
    nested: bool = False
    # The names that its return annotation mentions, as for parameters.
    returns: tuple[str, ...] = ()
    # Its length, to which the work that it may take is in proportion.
    size: int = 0
