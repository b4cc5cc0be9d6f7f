"""What the API's document says about the operations that requests use."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from waypost.apis import Api, ApiDocument, Apis, Operation
from waypost.apis.github_responses import github_responses
from waypost.apis.load import github
from waypost.apis.openapi.responses import read_responses
from waypost.apis.openapi.text import UnreadableDocument
from waypost.apis.responses import NO_RESPONSES, Response, Responses
from waypost.routes.listed import AddressedRoute
from waypost.workspace.files import read_file


class Described(NamedTuple):
    """An operation with its API, and its responses with the table of their schemas."""

    api: Api
    operation: Operation
    responses: tuple[Response, ...] = ()
    rows: Sequence[Mapping[str, Any]] = ()


def described(apis: Apis, wanted: Iterable[AddressedRoute]) -> dict[AddressedRoute, Described]:
    """What is known about each operation."""
    routes: dict[tuple[str, str], set[str]] = {}
    for base, edition, route in wanted:
        if route:
            routes.setdefault((base, edition), set()).add(route)
    found: dict[AddressedRoute, Described] = {}
    for (base, edition), named in routes.items():
        api, document = (github(edition), None) if edition else _api_at(apis, base)
        if api is None:
            continue
        operations = [each for each in api.operations if each.route in named]
        answers = github_responses(edition, named) if edition else _responses(document, operations)
        for each in operations:
            answered = answers.by_route.get(each.route, ())
            found[AddressedRoute(base, edition, each.route)] = Described(api, each, answered, answers.schemas)
    return found


def _api_at(apis: Apis, base: str) -> tuple[Api | None, ApiDocument | None]:
    """The API at an address, or of a document without one, which calls name by the base of its paths."""
    spot = apis.at(base)
    for key, document in apis.documents.items():
        api = apis.api(key)
        if api is not None and (api.base.rstrip("/") == base.rstrip("/") if spot is None else api is spot.api):
            return api, document
    return None, None


def _responses(document: ApiDocument | None, operations: Sequence[Operation]) -> Responses:
    source = read_file(document.path) if document is not None and document.may_be_read else None
    if document is None or source is None:
        return NO_RESPONSES
    try:
        return read_responses(source, document.path, document.folder, operations)
    except UnreadableDocument:
        return NO_RESPONSES
