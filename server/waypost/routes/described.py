"""What the API's document says of the operations that requests are of."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from waypost.apis import Api, ApiDocument, Apis, Operation
from waypost.apis.openapi.responses import Response, Responses, read_responses
from waypost.apis.openapi.text import UnreadableDocument
from waypost.workspace.files import read_file


class Described(NamedTuple):
    """An operation with its API, and what it answers with the table of its schemas."""

    api: Api
    operation: Operation
    responses: tuple[Response, ...] = ()
    rows: Sequence[Mapping[str, Any]] = ()


def described(apis: Apis, wanted: Mapping[str, set[str]]) -> dict[tuple[str, str], Described]:
    """The operations by the address of their API and their route; `wanted` has the routes by address."""
    found: dict[tuple[str, str], Described] = {}
    for base, routes in wanted.items():
        api, document = _api_at(apis, base)
        operations = [each for each in api.operations if each.route in routes] if api is not None else []
        answers = _responses(document, operations) if document is not None else Responses({}, [])
        for each in operations:
            if api is not None:
                found[base, each.route] = Described(api, each, answers.by_route.get(each.route, ()), answers.schemas)
    return found


def _api_at(apis: Apis, base: str) -> tuple[Api | None, ApiDocument | None]:
    spot = apis.at(base)
    named = ((apis.api(key), each) for key, each in apis.documents.items() if not each.edition)
    own = [(api, each) for api, each in named if api is not None and (spot is None or api is spot.api)]
    if spot is None:
        own = [(api, each) for api, each in own if api.base.rstrip("/") == base.rstrip("/")]
    return own[0] if own else (spot.api if spot is not None else None, None)


def _responses(document: ApiDocument, operations: Sequence[Operation]) -> Responses:
    source = read_file(document.path) if document.may_be_read else None
    try:
        return read_responses(source or b"", document.path, document.folder, operations)
    except UnreadableDocument:
        return Responses({}, [])
