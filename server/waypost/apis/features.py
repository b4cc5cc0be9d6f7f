"""What an editor shows about an OpenAPI document named in the settings."""

import os
from collections.abc import Sequence
from functools import cached_property

from waypost.apis.by_address import ApiDocument, addresses_of, documents_of
from waypost.apis.document_places import DocumentPlaces
from waypost.apis.load import Loaded, read_cached
from waypost.apis.openapi.text import UnreadableDocument
from waypost.features import Features
from waypost.results import Diagnostic, Link, Location
from waypost.rules import RULES
from waypost.text import Document, Encoding, Span
from waypost.workspace import Workspace
from waypost.workspace.uris import is_name, path_of, uri_of

_RULE = RULES["bad-api-document"]


def is_api_document(document: Document, workspace: Workspace) -> bool:
    """Whether the settings name this file as the description of an API."""
    return _named(document, workspace) is not None


def _named(document: Document, workspace: Workspace) -> ApiDocument | None:
    path = path_of(document.uri)
    if path is None:
        return None
    named = (each for each in documents_of(workspace, document.uri).values() if each.may_be_read)
    return next((each for each in named if os.path.normpath(each.path) == os.path.normpath(path)), None)


class ApiFeatures(Features):
    """An OpenAPI document as it is in the editor."""

    @cached_property
    def _loaded(self) -> Loaded:
        named = _named(self.document, self.workspace)
        return read_cached(self.document.source, *(named[:2] if named is not None else ()))

    def diagnostics(self) -> Sequence[Diagnostic]:
        return [
            Diagnostic(_RULE.name, _RULE.severity, self._whole(fault.span), fault.message)
            for fault in self._loaded.faults
        ]

    def links(self) -> Sequence[Link]:
        """The files that references lead to."""
        named = self._places.links() if self._places is not None else ()
        return [Link(self._whole(span), uri_of(path)) for span, path in named if is_name(str(path))]

    def references(self, offset: int, *, declaration: bool) -> Sequence[Location]:  # noqa: ARG002
        """The calls of the operations whose path, verb or name is at an offset."""
        named = self._places.named_at(offset, self._loaded.api.operations) if self._places is not None else ()
        routes = {each.route for each in named}
        calls = ((uri, each) for uri, each in self.workspace.index if each.operation in routes)
        return [Location(each.span, uri) for uri, each in calls if each.api in self._bases]

    @cached_property
    def _bases(self) -> frozenset[str]:
        """The addresses that calls of this API have: those of the settings, and those of its servers."""
        path, named = path_of(self.document.uri), documents_of(self.workspace, self.document.uri).items()
        own = [addresses_of(base, self._loaded.api) for base, each in named if each.path == path]
        return frozenset().union(*own)

    @cached_property
    def _places(self) -> DocumentPlaces | None:
        named = _named(self.document, self.workspace)
        try:
            return DocumentPlaces(self.document.source, named.path, named.folder) if named is not None else None
        except UnreadableDocument:
            return None

    def _whole(self, span: Span) -> Span:
        """The span in whole characters: readers mark bytes, and byte 0 even of an empty document."""
        return Span(*(self._start_of_character(min(at, len(self.document.source))) for at in span))

    def _start_of_character(self, offset: int) -> int:
        position = self.document.position(offset, Encoding.UTF16)
        return self.document.offset(position, Encoding.UTF16)
