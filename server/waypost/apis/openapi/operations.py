"""The operations of a document in OpenAPI 3 or Swagger 2."""

from collections.abc import Iterator
from typing import Final

from waypost.apis.model import Operation, ParameterPlace, SecurityScheme, Server
from waypost.apis.openapi import parameters
from waypost.apis.openapi.bodies import BodyReader, ReadBody, media_types
from waypost.apis.openapi.cursor import DocumentCursor, Report
from waypost.apis.openapi.parameters import ParameterReader, ReadParameters
from waypost.apis.openapi.references import References
from waypost.apis.openapi.schema import Schemas
from waypost.apis.openapi.servers import schemes_of, security_of, servers_of, servers_of_swagger
from waypost.cancel import let_others_pass

_VERBS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
# What all operations may list together. They may share what they list, so that a short document could describe any
# amount.
_MOST_LISTED: Final = 2_000_000
# Headers that every client sets itself: OpenAPI says to ignore such parameters.
_OWN_HEADERS: Final = frozenset(("accept", "content-type", "authorization"))


class OperationReader:
    """Reads every operation that can be read, reports the rest, and records where something was not read."""

    def __init__(self, root: DocumentCursor, references: References, report: Report) -> None:
        self._root = root
        self._report = report
        self._references = references
        self.is_swagger = "swagger" in root.value
        version = str(root.value.get("openapi", ""))
        self.schemas = Schemas(references, siblings=not self.is_swagger and not version.startswith("3.0"))
        self._parameters = ParameterReader(references, self.schemas, report)
        self._bodies = BodyReader(references, self.schemas, report)
        self._security = security_of(root)
        # Paths with operations that were not read.
        self.unread: dict[str, None] = {}
        self.whole = True
        self._listed = 0

    def servers(self) -> tuple[Server, ...]:
        return servers_of_swagger(self._root) if self.is_swagger else servers_of(self._root)

    def schemes(self) -> tuple[SecurityScheme, ...]:
        return tuple(schemes_of(self._root, self._references))

    def operations(self) -> Iterator[Operation]:
        """Every operation, path by path."""
        paths = self._root.get("paths")
        if not isinstance(paths.value, dict) or not paths.value:
            self.whole = False
            if paths.value is not None or not isinstance(self._root.value.get("webhooks"), dict):
                self._report(paths, "`paths` has no operations, so no call to this API is checked")
            return
        for path, item in paths.items():
            if path.startswith("x-"):
                continue
            if not path.startswith("/"):
                self._report(item, f"the path `{path}` must start with a slash")
            yield from self._path(path if path.startswith("/") else f"/{path}", self._item(item))

    def _item(self, item: DocumentCursor) -> DocumentCursor:
        """The path item, merged with the keys next to its reference."""
        found = self._references.follow(item)
        if found.is_unread or found is item or not isinstance(found.value, dict):
            return found
        return found._replace(value={**found.value, **{key: each for key, each in item.value.items() if key != "$ref"}})

    def _path(self, path: str, item: DocumentCursor) -> Iterator[Operation]:
        if not isinstance(item.value, dict):
            self.unread[path] = None
            if not item.is_unread:
                self._report(item, f"the path `{path}` must be a mapping of operations")
            return
        shared = self._parameters.read(item.get("parameters"))
        servers = servers_of(item)
        for verb, listed in self._verbs(item):
            let_others_pass()
            at = self._references.follow(listed)
            if isinstance(at.value, dict) and self._listed < _MOST_LISTED:
                found = self._operation(verb, path, at, shared, servers)
                self._listed += sum(len(each) for each in found if isinstance(each, tuple))
                yield found
                continue
            self.unread[path] = None
            if isinstance(at.value, dict):
                self._report(self._root.get("paths"), "the operations list too much together, so some are not read")
            elif not at.is_unread:
                self._report(at, f"`{verb} {path}` must be a mapping")

    @staticmethod
    def _verbs(item: DocumentCursor) -> Iterator[tuple[str, DocumentCursor]]:
        for verb in _VERBS:
            if item.value.get(verb) is not None:
                yield verb.upper(), item.get(verb)
        yield from item.get("additionalOperations").items()

    def _operation(
        self, verb: str, path: str, at: DocumentCursor, shared: ReadParameters, servers: tuple[Server, ...]
    ) -> Operation:
        found = self._parameters.read(at.get("parameters")).over(shared)
        body = self._body(at, found)
        bare, _, query = path.partition("?")
        rest = (each for (place, _), each in found.known.items() if place is not ParameterPlace.PATH)
        unread = found.unread | ({ParameterPlace.BODY} if body.unread else set())
        return Operation(
            verb,
            bare or "/",
            id=at.text("operationId"),
            docs=at.get("externalDocs").text("url"),
            parameters=(
                *parameters.in_path(path, found, at, self._report),
                *(each for each in rest if not _is_own_header(each.place, each.name)),
                *body.keys,
            ),
            summary=at.text("summary"),
            deprecated=at.flag("deprecated"),
            removed=at.get("x-github").text("removalDate"),
            previews=tuple(filter(None, (each.text("name") for each in at.get("x-github").get("previews").each()))),
            servers=servers_of(at) or servers,
            media=body.media,
            open_body=body.open,
            bodies=body.bodies,
            body_required=body.required,
            security=security_of(at, self._security),
            unread=tuple(sorted(unread)),
            query=query,
        )

    def _body(self, at: DocumentCursor, found: ReadParameters) -> ReadBody:
        if not self.is_swagger:
            return self._bodies.of_request(at.get("requestBody"))
        return self._bodies.of_parameters(found.body, media_types(at.value, self._root.value, "consumes"))


def _is_own_header(place: ParameterPlace, name: str) -> bool:
    return place is ParameterPlace.HEADER and name.lower() in _OWN_HEADERS
