"""Python text, split into blocks that are parsed one by one, and the facts of their trees."""

from waypost.routes.syntax.blocks import Block, BlockKind, Blocks, called_in

__all__ = ["Block", "BlockKind", "Blocks", "called_in"]
