"""The shape of a document: symbols, folds, links, selections, lenses, hints, semantic tokens."""

from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import DocumentSnapshot


def symbols(snapshot: DocumentSnapshot, _: types.DocumentSymbolParams) -> Any:
    return to_proto.symbols(snapshot, snapshot.analysis.symbols())


def folds(snapshot: DocumentSnapshot, _: types.FoldingRangeParams) -> Any:
    return [to_proto.fold(snapshot, fold) for fold in snapshot.analysis.folds()]


def links(snapshot: DocumentSnapshot, _: types.DocumentLinkParams) -> Any:
    return [to_proto.link(snapshot, link) for link in snapshot.analysis.links()]


def selections(snapshot: DocumentSnapshot, params: types.SelectionRangeParams) -> Any:
    """One answer per position: an empty range there if nothing encloses it."""
    shown = []
    for position in params.positions:
        offset = snapshot.offset(position)
        found = to_proto.selection(snapshot, snapshot.analysis.selection(offset))
        shown.append(found or {"range": to_proto.place(snapshot, offset)})
    return shown


def lenses(snapshot: DocumentSnapshot, _: types.CodeLensParams) -> Any:
    return [to_proto.lens(snapshot, lens) for lens in snapshot.analysis.lenses()]


def hints(snapshot: DocumentSnapshot, params: types.InlayHintParams) -> Any:
    return [to_proto.inlay_hint(snapshot, hint) for hint in snapshot.analysis.inlay_hints(snapshot.span(params.range))]


def tokens(snapshot: DocumentSnapshot, _: types.SemanticTokensParams) -> Any:
    return to_proto.tokens(snapshot, snapshot.analysis.tokens())


def tokens_in(snapshot: DocumentSnapshot, params: types.SemanticTokensRangeParams) -> Any:
    return to_proto.tokens(snapshot, snapshot.analysis.tokens(snapshot.span(params.range)))


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
