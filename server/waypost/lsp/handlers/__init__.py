"""One file for each family of requests, and the one list of them."""

from lsprotocol import types

from waypost.lsp import commands
from waypost.lsp.handlers import (
    code_action,
    completion,
    documents,
    hierarchy,
    hover,
    lifecycle,
    navigation,
    notebooks,
    structure,
    symbols,
    workspace,
)
from waypost.lsp.handlers.handler import OnLoop, OnSnapshot

HANDLERS: tuple[OnSnapshot | OnLoop, ...] = (
    *lifecycle.HANDLERS,
    *documents.HANDLERS,
    *notebooks.HANDLERS,
    *workspace.HANDLERS,
    *hover.HANDLERS,
    *completion.HANDLERS,
    *code_action.HANDLERS,
    *structure.HANDLERS,
    *symbols.HANDLERS,
    *navigation.HANDLERS,
    *hierarchy.HANDLERS,
    OnLoop(types.WORKSPACE_EXECUTE_COMMAND, commands.execute),
)
