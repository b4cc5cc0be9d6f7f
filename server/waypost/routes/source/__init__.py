"""Python text, split into blocks that are parsed one by one."""

from waypost.routes.source.blocks import Block, BlockKind, Blocks, called_in

__all__ = ["Block", "BlockKind", "Blocks", "called_in"]
