"""A function's head: what a caller sees of it. Its body is lowered when it is first run."""

from dataclasses import dataclass

from waypost.routes.domain.places import Block, Place


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


@dataclass(frozen=True, slots=True)
class Code:
    block: Block
    name: str
    parameters: tuple[Parameter, ...] = ()
    # "", "lambda", "generator".
    kind: str = ""
    # It only raises, passes or is documented: those of classes below it are meant.
    abstract: bool = False
    # Inside another function: it may read that one's variables.
    nested: bool = False
    # The names that its return annotation mentions, as for parameters.
    returns: tuple[str, ...] = ()
    # Its length, to which the work that it may take is in proportion.
    size: int = 0
