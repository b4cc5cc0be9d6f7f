"""Definition, references, highlights, rename, signature help."""

from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.errors import INVALID_PARAMS, AnswerError
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import DocumentSnapshot


def definition(snapshot: DocumentSnapshot, params: types.DefinitionParams) -> Any:
    return to_proto.locations(snapshot, snapshot.analysis.definition(snapshot.offset(params.position)))


def references(snapshot: DocumentSnapshot, params: types.ReferenceParams) -> Any:
    offset = snapshot.offset(params.position)
    return to_proto.locations(
        snapshot, snapshot.analysis.references(offset, declaration=params.context.include_declaration)
    )


def highlights(snapshot: DocumentSnapshot, params: types.DocumentHighlightParams) -> Any:
    found = snapshot.analysis.highlights(snapshot.offset(params.position))
    return [{"range": to_proto.range_(snapshot, span)} for span in found]


def prepare_rename(snapshot: DocumentSnapshot, params: types.PrepareRenameParams) -> Any:
    span = snapshot.analysis.renamable(snapshot.offset(params.position))
    if span is None:
        return None
    return {"range": to_proto.range_(snapshot, span), "placeholder": snapshot.document.slice(span)}


def rename(snapshot: DocumentSnapshot, params: types.RenameParams) -> Any:
    try:
        edits = snapshot.analysis.rename(snapshot.offset(params.position), params.new_name)
    except ValueError as error:
        raise AnswerError(INVALID_PARAMS, str(error)) from error
    return to_proto.workspace_edit(snapshot, edits)


def signature(snapshot: DocumentSnapshot, params: types.SignatureHelpParams) -> Any:
    found = snapshot.analysis.signature(snapshot.offset(params.position))
    return found and to_proto.signature(snapshot, found)


HANDLERS = (
    OnSnapshot(types.TEXT_DOCUMENT_DEFINITION, definition, nothing=[]),
    OnSnapshot(types.TEXT_DOCUMENT_REFERENCES, references, nothing=[], needs_index=True),
    OnSnapshot(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, highlights, nothing=[]),
    OnSnapshot(types.TEXT_DOCUMENT_PREPARE_RENAME, prepare_rename),
    OnSnapshot(types.TEXT_DOCUMENT_RENAME, rename),
    OnSnapshot(types.TEXT_DOCUMENT_SIGNATURE_HELP, signature, types.SignatureHelpOptions(["(", ","])),
)
