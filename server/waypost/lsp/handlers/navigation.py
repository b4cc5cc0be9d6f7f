"""Definition, references, highlights, rename, signature help."""

from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.errors import INVALID_PARAMS, AnswerError
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import Question


def definition(ask: Question, params: types.DefinitionParams) -> Any:
    return to_proto.locations(ask, ask.analysis.definition(ask.offset(params.position)))


def references(ask: Question, params: types.ReferenceParams) -> Any:
    offset = ask.offset(params.position)
    return to_proto.locations(ask, ask.analysis.references(offset, declaration=params.context.include_declaration))


def highlights(ask: Question, params: types.DocumentHighlightParams) -> Any:
    found = ask.analysis.highlights(ask.offset(params.position))
    return [{"range": to_proto.range_(ask, span)} for span in found]


def prepare_rename(ask: Question, params: types.PrepareRenameParams) -> Any:
    span = ask.analysis.renamable(ask.offset(params.position))
    if span is None:
        return None
    return {"range": to_proto.range_(ask, span), "placeholder": ask.document.slice(span)}


def rename(ask: Question, params: types.RenameParams) -> Any:
    try:
        edits = ask.analysis.rename(ask.offset(params.position), params.new_name)
    except ValueError as error:
        raise AnswerError(INVALID_PARAMS, str(error)) from error
    return to_proto.workspace_edit(ask, edits)


def signature(ask: Question, params: types.SignatureHelpParams) -> Any:
    found = ask.analysis.signature(ask.offset(params.position))
    return found and to_proto.signature(ask, found)


HANDLERS = (
    OnSnapshot(types.TEXT_DOCUMENT_DEFINITION, definition, nothing=[]),
    OnSnapshot(types.TEXT_DOCUMENT_REFERENCES, references, nothing=[], needs_index=True),
    OnSnapshot(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, highlights, nothing=[]),
    OnSnapshot(types.TEXT_DOCUMENT_PREPARE_RENAME, prepare_rename),
    OnSnapshot(types.TEXT_DOCUMENT_RENAME, rename),
    OnSnapshot(types.TEXT_DOCUMENT_SIGNATURE_HELP, signature, types.SignatureHelpOptions(["(", ","])),
)
