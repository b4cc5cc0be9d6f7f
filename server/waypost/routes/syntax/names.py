"""The names that a block binds, and the attributes that its methods set."""

from collections.abc import Iterator

from waypost.routes.syntax.blocks import Block, BlockKind
from waypost.routes.syntax.scope import ANY, SELVES, How, scope_of


def bound_names(block: Block) -> frozenset[str]:
    """The names that a block binds in the module, or in the class that it is a member of."""
    if block.kind in (BlockKind.FUNCTION, BlockKind.CLASS):
        return frozenset((block.name,))
    return block.derived(_bound_in)


def _bound_in(block: Block) -> frozenset[str]:
    return frozenset(scope_of(block).binds) - {ANY}


def own_names(block: Block) -> frozenset[str]:
    """The names that are bound anywhere in a block, also by its functions; and their parameters."""
    return block.derived(_own_in)


def _own_in(block: Block) -> frozenset[str]:
    return frozenset().union(*(scope.own for scope in scope_of(block).all()))


def self_names(block: Block) -> frozenset[str]:
    """The attributes that a block's methods set on `self` or `cls`."""
    return block.derived(_self_names_in)


def _self_names_in(block: Block) -> frozenset[str]:
    return frozenset(_set_on_self(block)) if b"self." in block.text or b"cls." in block.text else frozenset()


def _set_on_self(block: Block) -> Iterator[str]:
    for write in scope_of(block).all_writes:
        if write.how is not How.DELETED and write.owner[:1] and write.owner[0] in SELVES:
            if len(write.owner) == 1 and write.attribute not in ("", ANY):
                yield write.attribute
            elif len(write.owner) == 2 and not write.attribute:  # noqa: PLR2004 - `self.params["page"] = 1`
                yield write.owner[1]
