"""The operations of API documents for which the code makes no request."""

from collections.abc import Iterator, Sequence

from waypost.apis import ApiDocument, Apis, Operation
from waypost.apis.by_address import addresses_of
from waypost.apis.document_places import DocumentPlaces
from waypost.routes.listed import ListedCall
from waypost.text import LineIndex, Span
from waypost.workspace.files import read_file


def unused_operations(apis: Apis, calls: Sequence[ListedCall]) -> Iterator[tuple[ApiDocument, str, ListedCall]]:
    """Each operation with its document, the name of the API, and its place there."""
    for base, document in apis.documents.items():
        api = apis.api(base) if not document.edition else None
        if api is None or not api.whole:
            continue
        addresses = addresses_of(base, api)
        used = {each.operation for each in calls if each.api in addresses}
        unused = [each for each in api.operations if each.route not in used]
        for operation, span, lines in _placed(document, unused):
            line = lines.line_at(span.start)
            where = span, line, span.start - lines.start(line)
            found = ListedCall(
                operation.verb, operation.path, operation.route, *where, operation.route, operation.id, base
            )
            yield document, api.name, found._replace(deprecated=operation.deprecated)


def _placed(document: ApiDocument, operations: Sequence[Operation]) -> Iterator[tuple[Operation, Span, LineIndex]]:
    places, source = DocumentPlaces.of(document), read_file(document.path)
    if places is None or source is None:
        return
    lines = LineIndex.of(source)
    for operation, place in places.of_operations(operations):
        yield operation, place if place is not None else Span.at(0), lines
