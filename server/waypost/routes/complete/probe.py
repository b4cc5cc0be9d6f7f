"""Asks the analysis what a half-typed call would mean: replaces the text at the cursor and reads the call again.

So completion knows every client, wrapper and default that the analysis knows, without a grammar of unfinished code.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from waypost.routes.complete.scan import SourceCursor, closed_behind, leaves_open, scan
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValues, Row, Text, Value, options_of
from waypost.routes.serving.apps import AppsAround, DocumentApps
from waypost.routes.sites.file_sites import Routes, updated
from waypost.text import AppliedEdit, Document, Span

WORD = "waypost_probe"
_DEEPEST = 8
# What may go on with a route behind the cursor, and with a brace that is open there.
_REST_OF_ROUTE: Final = re.compile(rb"(?:[\w./~%+@=&?\x80-\xff-]|:(?=\w)|\{[^{}\s]*\})*")
_REST_OF_LINE: Final = re.compile(rb"[^\r\n]*")
_REST_OF_BRACES: Final = re.compile(rb"[^{}\s]*\}|")
# What a line goes on with if its string was to end before that.
_GOES_ON: Final = re.compile(rb"[ \t]*(?:\Z|[)\]},])|[ \t]+#")


class Closing(NamedTuple):
    """What ends a string that is still open, and its call; both empty if its line goes on with what may be its own."""

    quote: str = ""
    # Empty as well if something else closes it, or if there are more arguments.
    bracket: str = ""


@dataclass(frozen=True)
class Probe:
    """A cursor in one version of a document."""

    routes: Routes
    offset: int
    cursor: SourceCursor
    # Where the statement around the cursor starts and ends.
    start: int
    end: int
    # If its string is open in the document, and is not here: what is to be written there with its end.
    closing: Closing | None = None

    @classmethod
    def at(cls, routes: Routes, offset: int) -> "Probe":
        blocks = routes.blocks
        index = blocks.at(offset) if len(blocks) else 0
        start, end = (blocks.starts[index], blocks.starts[index + 1]) if len(blocks) else (0, 0)
        cursor = scan(routes.document.source[start:end], offset - start)
        return cls(routes, offset, cursor, start, end)

    def closed(self) -> "Probe":
        """The same cursor in a text where its string is closed, and each bracket around that nothing else closes.

        What an open string does to the tree around it is anything: everything is asked about the text that is meant.
        One that ends where the next one on its line begins, so that the last one there has no end, is open as well.
        """
        literal = self.cursor.literal
        content = self.content()
        if literal is None or content is None or b"\n" in content.of(self.source):
            return self
        line_end = self._line_end
        if literal.closed and not leaves_open(self.source[content.end + len(literal.quote) : line_end]):
            return self
        end, goes_on = self._meant_end(content.start)
        if literal.closed and (not goes_on or leaves_open(self.source[end:line_end])):
            return self
        behind = closed_behind(self.source[self.start : self.end], end - self.start)
        missing = self.cursor.closers[: max(0, len(self.cursor.open) - behind)]
        rest = self.source[end:line_end]
        is_followed = rest.lstrip()[:1] == b","
        text = literal.quote + (rest + missing if is_followed else missing + rest)
        probe = Probe.at(self._with(end, line_end, text, is_open=True), self.offset)
        if not goes_on:
            return replace(probe, closing=Closing())
        bracket = b"" if is_followed else missing[:1]
        return replace(probe, closing=Closing(literal.quote.decode(), bracket.decode()))

    @property
    def _line_end(self) -> int:
        found = _REST_OF_LINE.match(self.source, self.offset)
        return found.end() if found is not None else self.offset

    def _meant_end(self, content: int) -> tuple[int, bool]:
        """Where an open string was to end, and whether that is certain: code follows on its line, or nothing."""
        before, line_end = self.source[content : self.offset], self._line_end
        end = self.offset
        for rest in (_REST_OF_BRACES,) * (before.rfind(b"{") > before.rfind(b"}")) + (_REST_OF_ROUTE,):
            found = rest.match(self.source, end, line_end)
            end = found.end() if found is not None else end
        is_certain = _GOES_ON.match(self.source[end:line_end]) is not None
        return (end, True) if is_certain else (line_end, False)

    @property
    def source(self) -> bytes:
        return self.routes.document.source

    @cached_property
    def apps(self) -> AppsAround:
        """The apps that calls around the cursor go to, whatever is typed there."""
        return DocumentApps(self.routes.document, self.routes.workspace, self.routes.blocks).around(self.offset)

    def content(self) -> Span | None:
        """The content of the string that the cursor is in."""
        literal = self.cursor.literal
        return Span(self.start + literal.content, self.start + literal.end) if literal else None

    def sites(self, span: Span, text: str) -> list[Site]:
        """The routes around `span` once `text` replaces it; if there are none, also with every bracket closed."""
        found = self._sites(span.start, span.end, text.encode())
        if found:
            return found
        literal = self.cursor.literal
        quote = literal.quote if literal is not None and span.end == self.start + literal.end else b""
        closed = text.encode() + (quote if quote and not text.endswith(quote.decode()) else b"") + self.cursor.closers
        return self._sites(span.start, self.end, closed + b"\n")

    def _with(self, start: int, end: int, text: bytes, *, is_open: bool = False) -> Routes:
        """The routes of the document with another text at a place; what asks the workspace sees that if it is open."""
        source = b"".join((self.source[:start], text, self.source[end:]))
        old, workspace = self.routes.document, self.routes.workspace
        document = Document(old.uri, source, old.version, old.language)
        edit = AppliedEdit(start, end, start + len(text))
        if is_open:
            workspace = replace(workspace, open={**workspace.open, old.uri: document})
        return updated(self.routes, document, [edit], workspace, self.routes.shapes)

    def _sites(self, start: int, end: int, text: bytes) -> list[Site]:
        probed = self._with(start, end, text)
        probed.apps = self.apps.edited(AppliedEdit(start, end, start + len(text)))
        inside = Span(start, start + len(text))
        return [site for site in probed.sites_in(Span.at(start)) if site.span.meets(inside) and _mentions(site)]


def _mentions(site: Site) -> bool:
    """Whether the probe's word has become part of the route or of what it sends."""
    return WORD in site.template.marked or spot_of(site) is not None


class ProbedArgument(NamedTuple):
    """Where in a call the probe's word was found: the table, and the path of names to it."""

    table: str
    path: tuple[str, ...]
    is_value: bool
    # The other keys of the same object.
    beside: tuple[str, ...] = ()


def spot_of(site: Site) -> ProbedArgument | None:
    """Where the word is in what a call sends."""
    for name in ("values", "query", "json", "data", "headers"):
        for option in options_of(getattr(site, name) or KeyedValues()):
            found = _find(option, (), _DEEPEST)
            if found is not None:
                return ProbedArgument(name, *found)
    return None


_Found = tuple[tuple[str, ...], bool, tuple[str, ...]]


def _find(value: Value, path: tuple[str, ...], depth: int) -> _Found | None:
    if isinstance(value, Text) and value.known == WORD:
        return path, True, ()
    if isinstance(value, Row) and depth:
        return next((found for item in value.items if (found := _find(item, path, depth - 1))), None)
    if isinstance(value, KeyedValues) and depth:
        if WORD in value.by_key:
            return path, False, tuple(key for key in value.by_key if key != WORD)
        inner = (_find(entry.value, (*path, entry.key), depth - 1) for entry in value.entries)
        return next((found for found in inner if found), None)
    return None
