"""Asks everything that an editor can ask, and checks what must hold for every answer, whatever the document."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import pairwise

from waypost.analysis import Analysis
from waypost.cli.fix import applied
from waypost.lsp import to_proto
from waypost.lsp.session import DocumentSnapshot, OpenDocument, Revision
from waypost.lsp.support import ClientSupport
from waypost.results import Action, Completions, Diagnostic, Edit, Location, SelectionRange, Signature, Symbol
from waypost.text import Document, Encoding, Span
from waypost.workspace import Workspace

# A client that can do everything, and one that can do nothing.
CLIENTS = (ClientSupport(**dict.fromkeys(ClientSupport.__dataclass_fields__, True)), ClientSupport())  # type: ignore[arg-type]
_MOST_ITEMS = 25


class Asked:
    """One document and all questions about it."""

    def __init__(self, document: Document, workspace: Workspace) -> None:
        self.document = document
        self.workspace = workspace
        revision = Revision(document)
        opened = OpenDocument(document.uri, revision)
        self.asks = [DocumentSnapshot(revision, workspace, encoding, CLIENTS[0], opened) for encoding in Encoding]
        self.asks.append(DocumentSnapshot(revision, workspace, Encoding.UTF16, CLIENTS[1], opened))

    @cached_property
    def made(self) -> Analysis:
        return self.asks[0].analysis

    @property
    def whole(self) -> Span:
        return Span(0, len(self.document.source))

    def everything(self, offsets: Iterable[int]) -> None:
        self.about_the_document()
        for offset in offsets:
            self.at(offset)

    def about_the_document(self) -> None:
        made = self.made
        for found in made.diagnostics():
            self._diagnostic(found)
        self._edits(made.fix_all())
        self._symbols(made.symbols(), self.whole)
        self._spans(fold.span for fold in made.folds())
        self._spans(link.span for link in made.links())
        self._spans(lens.span for lens in made.lenses())
        self._spans(token.span for token in made.tokens())
        self._spans(_hints(made, self.whole))
        for ask in self.asks:
            _json(to_proto.diagnostics(ask, made.diagnostics()))
            _json(to_proto.symbols(ask, made.symbols()))
            _json([to_proto.fold(ask, each) for each in made.folds()])
            _json([to_proto.link(ask, each) for each in made.links()])
            _json([to_proto.lens(ask, each) for each in made.lenses()])
            _json([to_proto.inlay_hint(ask, each) for each in made.inlay_hints(self.whole)])
            data = to_proto.tokens(ask, made.tokens())["data"]
            assert all(number >= 0 for number in data), data

    def at(self, offset: int) -> None:
        made = self.made
        self._completions(made.complete(offset), offset)
        self._actions(made.actions(Span.at(offset)))
        self._selection(made.selection(offset), offset)
        self._signature(made.signature(offset))
        hover = made.hover(offset)
        if hover is not None:
            self._span(hover.span)
            assert hover.markdown
            _json([to_proto.hover(ask, hover) for ask in self.asks])
        self._locations(made.definition(offset))
        self._locations(made.references(offset, declaration=True))
        self._locations(made.references(offset, declaration=False))
        self._spans(made.highlights(offset))
        self._rename(offset)

    def over(self, span: Span) -> None:
        """The questions about a range."""
        self._actions(self.made.actions(span))
        for token in self.made.tokens(span):
            self._span(token.span)
        for hint in self.made.inlay_hints(span):
            self._span(Span.at(hint.offset))

    def _diagnostic(self, found: Diagnostic) -> None:
        self._span(found.span)
        assert found.message
        self._locations(related.location for related in found.related)
        for fix in found.fixes:
            assert fix.title
            self._edits(fix.edits)

    def _actions(self, found: Sequence[Action]) -> None:
        for action in found:
            assert action.title
            assert action.edits or action.command
            self._edits(action.edits)
        for ask in self.asks:
            _json([to_proto.action(ask, each) for each in found])
            _json([to_proto.action_command(ask, each) for each in found])

    def _completions(self, found: Completions, offset: int) -> None:
        for item in found.items:
            assert item.label
            self._edits([item.edit, *item.more_edits])
            assert item.edit.span.touches(offset), (item, offset)
            assert _line_breaks(item.edit.span.of(self.document.source)) == 0, item
        for item in found.items[:: 1 + len(found.items) // _MOST_ITEMS]:
            resolved = self.made.resolve(item)
            assert resolved.label == item.label
            for ask in self.asks:
                _json(to_proto.completion(ask, resolved, None))
        for ask in self.asks[:: len(self.asks) - 1]:
            _json(to_proto.completions(ask, found))

    def _rename(self, offset: int) -> None:
        span = self.made.renamable(offset)
        if span is not None:
            self._span(span)
            assert span.touches(offset), (span, offset)
        for name in ("other", "é \U0001f6a9\n'\"", ""):
            with suppress(ValueError):
                self._edits(self.made.rename(offset, name))

    def _selection(self, found: SelectionRange, offset: int) -> None:
        self._spans(found.spans)
        for inner, outer in pairwise(found.spans):
            assert outer.holds(inner), found
        assert all(span.touches(offset) for span in found.spans), (found, offset)
        _json([to_proto.selection(ask, found) for ask in self.asks])

    def _signature(self, found: Signature | None) -> None:
        if found is None:
            return
        length = len(found.label.encode("utf-16-le", "surrogatepass")) // 2
        assert all(0 <= start <= end <= length for start, end, _ in found.parameters), found
        _json([to_proto.signature(ask, found) for ask in self.asks])

    def _symbols(self, found: Sequence[Symbol], within: Span) -> None:
        for symbol in found:
            self._span(symbol.span)
            assert symbol.name
            assert symbol.span.holds(symbol.selection), symbol
            assert within.holds(symbol.span), (symbol, within)
            self._symbols(symbol.children, self.whole)

    def _locations(self, found: Iterable[Location]) -> None:
        for place in found:
            document = self.document if place.uri is None else self.workspace.document(place.uri)
            assert document is not None, place
            check_span(document, place.span)
            _json([to_proto.location(ask, place) for ask in self.asks])

    def _edits(self, edits: Sequence[Edit]) -> None:
        """Edits start and end between characters, do not overlap, and mean the same to every client."""
        for document, own in self._by_document(edits):
            ordered = sorted(own, key=lambda edit: edit.span)
            for edit in ordered:
                check_span(document, edit.span)
            for one, two in pairwise(ordered):
                assert one.span.end <= two.span.start, (one, two)
            applied(document.source, ordered)

    def _by_document(self, edits: Sequence[Edit]) -> Iterator[tuple[Document, list[Edit]]]:
        for uri in {edit.uri for edit in edits}:
            document = self.document if uri is None else self.workspace.document(uri)
            assert document is not None, uri
            yield document, [edit for edit in edits if edit.uri == uri]

    def _spans(self, spans: Iterable[Span]) -> None:
        for span in spans:
            self._span(span)

    def _span(self, span: Span) -> None:
        check_span(self.document, span)


def check_span(document: Document, span: Span) -> None:
    """The span lies in the document, does not run backwards, and both ends are positions that an editor can name."""
    assert 0 <= span.start <= span.end <= len(document.source), span
    for offset in span:
        assert document.offset(document.position(offset, Encoding.UTF16), Encoding.UTF16) == offset, (
            span,
            document.source[max(0, offset - 20) : offset],
            document.source[offset : offset + 20],
        )


def place(document: Document, offset: int) -> int:
    """The position that an editor can name next to an offset, which may be inside a character."""
    return document.offset(document.position(offset, Encoding.UTF16), Encoding.UTF16)


def _hints(made: Analysis, span: Span) -> Iterator[Span]:
    for hint in made.inlay_hints(span):
        assert hint.label
        yield Span.at(hint.offset)


def _line_breaks(source: bytes) -> int:
    return source.count(b"\n") + source.count(b"\r")


def _json(shown: object) -> None:
    """Whatever is sent must be JSON."""
    json.dumps(shown, allow_nan=False)
