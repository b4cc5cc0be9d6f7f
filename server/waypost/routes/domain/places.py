"""Where something is written, so that it stays right when text before it changes."""

from typing import NamedTuple


class Block(NamedTuple):
    """A body that is lowered as one: a module's, a class's or a function's. `name` is empty for a module."""

    file: str
    # `Client.get`; a second one of the same name in the same body is `Client.get#2`.
    name: str


class Place(NamedTuple):
    """A range of bytes, counted from where its block begins: what is kept of a block survives edits elsewhere."""

    block: Block
    start: int
    end: int
    # What is written there has been given the name of a secret on its way.
    secret: bool = False
