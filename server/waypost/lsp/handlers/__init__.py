"""One file a family of requests, and the one list of them."""

from waypost.lsp.handlers import (
    code_action,
    completion,
    documents,
    hover,
    navigation,
    notebooks,
    structure,
    symbols,
    workspace,
)
from waypost.lsp.handlers.handler import OnLoop, Request

HANDLERS: tuple[Request | OnLoop, ...] = (
    *documents.HANDLERS,
    *notebooks.HANDLERS,
    *workspace.HANDLERS,
    *hover.HANDLERS,
    *completion.HANDLERS,
    *code_action.HANDLERS,
    *structure.HANDLERS,
    *symbols.HANDLERS,
    *navigation.HANDLERS,
)
