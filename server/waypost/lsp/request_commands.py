"""Commands about the request at a cursor: `{uri, position}`, or `{uri, offset}` in bytes as in code actions."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from waypost.lsp import to_proto
from waypost.lsp.connection import Connection
from waypost.lsp.from_proto import plain_position
from waypost.lsp.session import Question

if TYPE_CHECKING:
    from waypost.routes.features import RouteFeatures

T = TypeVar("T")


async def copy_request(connection: Connection, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """The request as text in `format`, with its unknown values and masked parts."""
    form = str(given.get("format", "curl"))
    return await _asked(connection, given, partial(_copied, form=form))


def _copied(_: Question, features: "RouteFeatures", offset: int, form: str) -> dict[str, Any] | None:
    from waypost.routes.actions.copy import copied, hidden_parts, open_values, request_at

    found = request_at(features.routes, offset)
    text = copied(features.routes, offset, form)
    if found is None or text is None:
        return None
    request = found[1]
    return {"text": text, "format": form, "open": open_values(request), "masked": hidden_parts(request)}


async def request_at_cursor(connection: Connection, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """The whole request, for a preview that follows the cursor."""
    return await _asked(connection, given, _described)


def _described(question: Question, features: "RouteFeatures", offset: int) -> dict[str, Any] | None:
    from waypost.render import as_http
    from waypost.routes.actions.copy import options_of, request_at

    found = request_at(features.routes, offset)
    if found is None:
        return None
    site, request, span = found
    text = as_http(options_of(request.masked()), show_secrets=True)
    note = f"# Not sent: {request.error}\n" if request.error else ""
    title = f"{request.verb} {site.shown}"
    return {"title": title, "text": note + text, "range": to_proto.range_(question, span)}


async def _asked(
    connection: Connection, given: Mapping[str, Any], answer: "Callable[[Question, RouteFeatures, int], T | None]"
) -> T | None:
    """An answer about an open Python document, computed off the loop."""
    question = connection.session.question(str(given.get("uri", "")))
    if question is None:
        return None

    def work() -> T | None:
        from waypost.routes.features import RouteFeatures  # not at server start

        features = question.analysis.features
        if not isinstance(features, RouteFeatures):
            return None
        return answer(question, features, _offset(question, given))

    return await connection.worker.run(work, turn=question.turn(is_awaited=True))


def _offset(question: Question, given: Mapping[str, Any]) -> int:
    if type(given.get("offset")) is int:
        return max(0, min(int(given["offset"]), len(question.document.source)))
    return question.offset(plain_position(given.get("position")))
