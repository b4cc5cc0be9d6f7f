"""What analysis returns: plain data with byte spans. The hosts convert it for editors and terminals."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol, Self

from waypost.text import Span


class Movable(Protocol):
    """A result that stays valid when the text that it is about moves as a whole."""

    def spans(self) -> Iterator[Span]:
        """Every place that it refers to."""

    def shifted(self, delta: int) -> Self:
        """The same result after its text has moved."""


class Severity(StrEnum):
    """How serious a finding is; settings and output use these names."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


class Tag(StrEnum):
    """How an editor may show a finding: faded or struck through."""

    UNNECESSARY = "unnecessary"
    DEPRECATED = "deprecated"


class Edit(NamedTuple):
    """Replace `span` by `text`, in the document that was asked about or in another one."""

    span: Span
    text: str
    uri: str | None = None
    # The same text as a snippet, with what its user may want to type instead, for editors that apply one.
    snippet: str | None = None

    def shifted(self, delta: int) -> "Edit":
        return self._replace(span=self.span.shift(delta))


class Location(NamedTuple):
    """A place in a document; a `uri` of None means the document that was asked about."""

    span: Span
    uri: str | None = None

    def shifted(self, delta: int) -> "Location":
        return self._replace(span=self.span.shift(delta))


class Related(NamedTuple):
    """Another place that a finding is about."""

    location: Location
    message: str

    def shifted(self, delta: int) -> "Related":
        return self._replace(location=self.location.shifted(delta))


class Fix(NamedTuple):
    """A change that fixes a finding. A preferred one is safe to apply without looking, and together with all others."""

    title: str
    edits: tuple[Edit, ...]
    preferred: bool = False
    # What it creates that may exist only once. Two fixes that create the same go together if they share the edit.
    makes: frozenset[str] = frozenset()

    def shifted(self, delta: int) -> "Fix":
        return self._replace(edits=tuple(edit.shifted(delta) for edit in self.edits))


class Diagnostic(NamedTuple):
    """One mistake: its rule, its place and its message."""

    rule: str
    severity: Severity
    span: Span
    message: str
    related: tuple[Related, ...] = ()
    # Not always a tuple: fixes may be computed when they are first requested.
    fixes: Sequence[Fix] = ()
    tags: tuple[Tag, ...] = ()

    def spans(self) -> Iterator[Span]:
        yield self.span
        yield from (edit.span for fix in self.fixes for edit in fix.edits)
        yield from (each.location.span for each in self.related)

    def shifted(self, delta: int) -> "Diagnostic":
        related = tuple(each.shifted(delta) for each in self.related)
        fixes = tuple(fix.shifted(delta) for fix in self.fixes)
        return self._replace(span=self.span.shift(delta), related=related, fixes=fixes)


class Hover(NamedTuple):
    """What to show about `span`, in Markdown; `waypost.markup` converts it to plain text for clients that need that."""

    span: Span
    markdown: str


class CompletionKind(StrEnum):
    """The kind of a completion item, for its icon."""

    KEY = "key"
    TABLE = "table"
    VALUE = "value"
    ENUM = "enum"
    TYPE = "type"
    WORD = "word"
    SNIPPET = "snippet"
    METHOD = "method"
    ROUTE = "route"
    PARAMETER = "parameter"
    FILE = "file"


class Completion(NamedTuple):
    """One item. `edit.text` is inserted; `snippet`, if there is one, is for clients that support placeholders."""

    label: str
    edit: Edit
    kind: CompletionKind
    detail: str = ""
    markdown: str = ""
    snippet: str | None = None
    filter_text: str | None = None
    sort: str | None = None
    more_edits: tuple[Edit, ...] = ()
    preselect: bool = False
    deprecated: bool = False
    # What `resolve` needs to add the documentation later, as plain JSON.
    data: Mapping[str, object] | None = None


class Completions(NamedTuple):
    """The items that fit; `incomplete` asks the client to request them again as the user types on."""

    items: Sequence[Completion] = ()
    incomplete: bool = False


class InlayHint(NamedTuple):
    """Text shown at `offset` that is not in the document."""

    offset: int
    label: str
    tooltip: str = ""
    pad_left: bool = True


class ActionKind(StrEnum):
    """The kind of an action; the values are the protocol's."""

    QUICK_FIX = "quickfix"
    REWRITE = "refactor.rewrite"
    FIX_ALL = "source.fixAll.waypost"
    SOURCE = "source"


class Action(NamedTuple):
    """Something that can be done here: edits, or a named command with plain JSON arguments."""

    title: str
    kind: ActionKind
    edits: tuple[Edit, ...] = ()
    preferred: bool = False
    diagnostic: Diagnostic | None = None
    command: str | None = None
    arguments: tuple[object, ...] = ()


class SymbolKind(StrEnum):
    """The kind of a symbol, for its icon."""

    TABLE = "table"
    KEY = "key"
    STRING = "string"
    ARRAY = "array"
    BOOLEAN = "boolean"
    ROUTE = "route"
    TYPE = "type"


class FunctionName(NamedTuple):
    """A function of the workspace: its file, and its name there, preceded by its class."""

    uri: str
    name: str


class HierarchyItem(NamedTuple):
    """A function, a file or a request in a call hierarchy; `function` finds it again."""

    name: str
    detail: str
    uri: str
    span: Span
    selection: Span
    function: FunctionName


class HierarchyCalls(NamedTuple):
    """A caller or callee, and the places of the calls in one file."""

    item: HierarchyItem
    uri: str
    places: tuple[Span, ...]


class Symbol(NamedTuple):
    """An entry of the outline."""

    name: str
    kind: SymbolKind
    span: Span
    selection: Span
    detail: str = ""
    children: tuple["Symbol", ...] = ()

    def spans(self) -> Iterator[Span]:
        yield from (self.span, self.selection)
        yield from (span for child in self.children for span in child.spans())

    def shifted(self, delta: int) -> "Symbol":
        children = tuple(child.shifted(delta) for child in self.children)
        return self._replace(span=self.span.shift(delta), selection=self.selection.shift(delta), children=children)


class Fold(NamedTuple):
    """A range that can be folded; `kind` is the protocol's (`comment`, `region`) or empty."""

    span: Span
    kind: str = ""


class Link(NamedTuple):
    """A range that opens `target`."""

    span: Span
    target: str
    tooltip: str = ""


class Token(NamedTuple):
    """A range with one of the protocol's semantic token types."""

    span: Span
    type: str
    modifiers: tuple[str, ...] = ()

    def spans(self) -> Iterator[Span]:
        yield self.span

    def shifted(self, delta: int) -> "Token":
        return self._replace(span=self.span.shift(delta))


class Lens(NamedTuple):
    """A line of text above `span`, which may be clickable."""

    span: Span
    title: str
    command: str = ""
    arguments: tuple[object, ...] = ()


class Signature(NamedTuple):
    """The parameters of a call while it is typed; `parameters` are the parts of `label` to highlight, in characters."""

    label: str
    parameters: tuple[tuple[int, int, str], ...]
    active: int | None = None
    markdown: str = ""


class SelectionRange(NamedTuple):
    """Spans around a cursor, the narrowest first."""

    spans: tuple[Span, ...] = ()
