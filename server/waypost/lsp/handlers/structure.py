"""The shape of a document: symbols, folds, links, selections, lenses, hints, semantic tokens."""

from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import Question


def symbols(ask: Question, _: types.DocumentSymbolParams) -> Any:
    return to_proto.symbols(ask, ask.analysis.symbols())


def folds(ask: Question, _: types.FoldingRangeParams) -> Any:
    return [to_proto.fold(ask, fold) for fold in ask.analysis.folds()]


def links(ask: Question, _: types.DocumentLinkParams) -> Any:
    return [to_proto.link(ask, link) for link in ask.analysis.links()]


def selections(ask: Question, params: types.SelectionRangeParams) -> Any:
    """One answer per position: an empty range there if nothing encloses it."""
    shown = []
    for position in params.positions:
        offset = ask.offset(position)
        found = to_proto.selection(ask, ask.analysis.selection(offset))
        shown.append(found or {"range": to_proto.place(ask, offset)})
    return shown


def lenses(ask: Question, _: types.CodeLensParams) -> Any:
    return [to_proto.lens(ask, lens) for lens in ask.analysis.lenses()]


def hints(ask: Question, params: types.InlayHintParams) -> Any:
    return [to_proto.inlay_hint(ask, hint) for hint in ask.analysis.inlay_hints(ask.span(params.range))]


def tokens(ask: Question, _: types.SemanticTokensParams) -> Any:
    return to_proto.tokens(ask, ask.analysis.tokens())


def tokens_in(ask: Question, params: types.SemanticTokensRangeParams) -> Any:
    return to_proto.tokens(ask, ask.analysis.tokens(ask.span(params.range)))


_TOKENS = types.SemanticTokensRegistrationOptions(
    legend=types.SemanticTokensLegend(to_proto.TOKEN_TYPES, to_proto.TOKEN_MODIFIERS), range=True, full=True
)

HANDLERS = (
    OnSnapshot(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, symbols, nothing=[]),
    OnSnapshot(types.TEXT_DOCUMENT_FOLDING_RANGE, folds, nothing=[]),
    OnSnapshot(types.TEXT_DOCUMENT_DOCUMENT_LINK, links, nothing=[]),
    OnSnapshot(types.TEXT_DOCUMENT_SELECTION_RANGE, selections),
    OnSnapshot(types.TEXT_DOCUMENT_CODE_LENS, lenses, nothing=[]),
    OnSnapshot(types.TEXT_DOCUMENT_INLAY_HINT, hints, nothing=[]),
    OnSnapshot(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens, _TOKENS),
    OnSnapshot(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, tokens_in),
)
