"""The numbers of errors are those of JSON-RPC and of the protocol."""

from lsprotocol.types import ErrorCodes, LSPErrorCodes

from waypost.lsp import errors


def test_numbers() -> None:
    assert ErrorCodes.ParseError == errors.PARSE_ERROR
    assert ErrorCodes.InvalidRequest == errors.INVALID_REQUEST
    assert ErrorCodes.MethodNotFound == errors.METHOD_NOT_FOUND
    assert ErrorCodes.InvalidParams == errors.INVALID_PARAMS
    assert ErrorCodes.InternalError == errors.INTERNAL
    assert ErrorCodes.ServerNotInitialized == errors.NOT_INITIALIZED
    assert LSPErrorCodes.RequestCancelled == errors.CANCELLED
    assert LSPErrorCodes.ContentModified == errors.CONTENT_MODIFIED
