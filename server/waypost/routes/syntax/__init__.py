"""Python text, split into blocks that are parsed one by one, and what each says of names."""

from waypost.routes.syntax.blocks import Block, BlockKind, Blocks, called_in

__all__ = ["Block", "BlockKind", "Blocks", "called_in"]
