"""Errors that are sent to the client as an answer and are not bugs in the server."""

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603
NOT_INITIALIZED, CANCELLED, CONTENT_MODIFIED = -32002, -32800, -32801


class AnswerError(Exception):
    """Raised by a handler to answer with an error instead of a result."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
