"""`textDocument/completion` and `completionItem/resolve`."""

from typing import Any

from lsprotocol import types

from waypost.lsp import from_proto, to_proto
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import DocumentSnapshot
from waypost.results import Completions


def complete(snapshot: DocumentSnapshot, params: types.CompletionParams) -> Any:
    """A list that opens by itself takes the key Enter: none opens where that is meant to begin a line."""
    offset = snapshot.offset(params.position)
    if _opens_by_itself(params.context) and snapshot.analysis.begins_line(offset):
        return to_proto.completions(snapshot, Completions())
    return to_proto.completions(snapshot, snapshot.analysis.complete(offset))


def _opens_by_itself(context: types.CompletionContext | None) -> bool:
    return context is not None and context.trigger_kind == types.CompletionTriggerKind.TriggerCharacter


def resolve(snapshot: DocumentSnapshot, params: types.CompletionItem) -> Any:
    """The item with its documentation; everything else that the client sent is unchanged."""
    resolved = snapshot.analysis.resolve(from_proto.completion(params))
    shown = from_proto.as_json(params)
    if resolved.markdown:
        shown["documentation"] = to_proto.item_documentation(snapshot, resolved.markdown)
    if resolved.detail:
        shown["detail"] = resolved.detail
    return shown


HANDLERS = (
    OnSnapshot(
        types.TEXT_DOCUMENT_COMPLETION,
        complete,
        types.CompletionOptions(
            trigger_characters=["[", ".", '"', "'", "=", ",", "{", "/", "?", "&", " ", ":"], resolve_provider=True
        ),
        outlives_edits=True,  # editors filter the list by what was typed meanwhile, and close it without one
    ),
    OnSnapshot(types.COMPLETION_ITEM_RESOLVE, resolve, nothing=from_proto.as_json),
)
