"""Asks the analysis what a half-typed call would mean: replaces the text at the cursor and reads the call again.

So completion knows every client, wrapper and default that the analysis knows, without a grammar of unfinished code.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from waypost.routes.complete.scan import SourceCursor, scan
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValues, Row, Text, Value, options_of
from waypost.routes.serving.apps import DocumentApps, apps_of
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.incremental import updated
from waypost.text import AppliedEdit, Document, Span

WORD = "waypost_probe"
_DEEPEST = 8


@dataclass(frozen=True)
class Probe:
    """A cursor in one version of a document."""

    routes: Routes
    offset: int
    cursor: SourceCursor
    # Where the statement around the cursor starts and ends.
    start: int
    end: int

    @classmethod
    def at(cls, routes: Routes, offset: int) -> "Probe":
        blocks = routes.blocks
        index = blocks.at(offset) if len(blocks) else 0
        start, end = (blocks.starts[index], blocks.starts[index + 1]) if len(blocks) else (0, 0)
        cursor = scan(routes.document.source[start:end], offset - start)
        return cls(routes, offset, cursor, start, end)

    @property
    def source(self) -> bytes:
        return self.routes.document.source

    @cached_property
    def apps(self) -> DocumentApps:
        """The apps that calls around the cursor go to, whatever is typed there."""
        return apps_of(self.routes.document, self.routes.workspace).around(self.offset)

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

    def _sites(self, start: int, end: int, text: bytes) -> list[Site]:
        source = b"".join((self.source[:start], text, self.source[end:]))
        old = self.routes.document
        document = Document(old.uri, source, old.version, old.language)
        edit = AppliedEdit(start, end, start + len(text))
        probed = updated(self.routes, document, [edit], self.routes.workspace)
        probed.apps = self.apps
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
