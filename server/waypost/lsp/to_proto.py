"""Results in protocol form, as plain JSON: a list of a thousand items costs no more than its dictionaries."""

from collections.abc import Iterable, Sequence
from typing import Any

from waypost import markup
from waypost.lsp.session import DocumentSnapshot
from waypost.markup import noun
from waypost.results import (
    Action,
    Completion,
    CompletionKind,
    Completions,
    Diagnostic,
    Edit,
    Fold,
    Hover,
    InlayHint,
    Lens,
    Link,
    Location,
    SelectionRange,
    Severity,
    Signature,
    Symbol,
    SymbolKind,
    Tag,
    Token,
)
from waypost.rules import rule_url
from waypost.text import Document, Encoding, Span

Json = dict[str, Any]

SOURCE = "waypost"
# The command through which clients without code action literals apply edits.
APPLY_EDIT = "waypost.applyEdit"
SEVERITIES = {Severity.ERROR: 1, Severity.WARNING: 2, Severity.INFORMATION: 3, Severity.HINT: 4}
_TAGS = {Tag.UNNECESSARY: 1, Tag.DEPRECATED: 2}
_ITEM_KINDS = {
    CompletionKind.KEY: 10,  # Property
    CompletionKind.TABLE: 9,  # Module
    CompletionKind.VALUE: 12,  # Value
    CompletionKind.ENUM: 20,  # EnumMember
    CompletionKind.TYPE: 7,  # Class
    CompletionKind.WORD: 1,  # Text
    CompletionKind.SNIPPET: 15,  # Snippet
    CompletionKind.METHOD: 14,  # Keyword
    CompletionKind.ROUTE: 18,  # Reference
    CompletionKind.PARAMETER: 6,  # Variable
    CompletionKind.FILE: 17,  # File
}
_SYMBOL_KINDS = {
    SymbolKind.TABLE: 19,  # Object
    SymbolKind.KEY: 7,  # Property
    SymbolKind.STRING: 15,  # String
    SymbolKind.ARRAY: 18,  # Array
    SymbolKind.BOOLEAN: 17,  # Boolean
    SymbolKind.ROUTE: 11,  # Interface
    SymbolKind.TYPE: 5,  # Class
}
TOKEN_TYPES = ["method", "parameter", "operator", "property", "string", "regexp", "enumMember", "type", "keyword"]
TOKEN_MODIFIERS = ["deprecated", "readonly", "defaultLibrary"]


def range_(snapshot: DocumentSnapshot, span: Span) -> Json:
    return range_in(snapshot.document, snapshot.encoding, span)


def place(snapshot: DocumentSnapshot, offset: int) -> Json:
    """An offset as an empty range."""
    return range_in(snapshot.document, snapshot.encoding, Span.at(offset))


def range_in(document: Document, encoding: Encoding, span: Span) -> Json:
    """A span of any document."""
    start = document.position(span.start, encoding)
    end = start if span.start == span.end else document.position(span.end, encoding)
    return {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }


def location(snapshot: DocumentSnapshot, place: Location) -> Json | None:
    """A location; None if the other document can no longer be read."""
    if place.uri is None:
        return {"uri": snapshot.document.uri, "range": range_(snapshot, place.span)}
    document = snapshot.workspace.document(place.uri)
    return None if document is None else {"uri": place.uri, "range": range_in(document, snapshot.encoding, place.span)}


def symbol_in(document: Document, encoding: Encoding, symbol: Symbol, container: str) -> Json:
    """An entry in the workspace symbol list."""
    place = {"uri": document.uri, "range": range_in(document, encoding, symbol.selection)}
    kind = _SYMBOL_KINDS[symbol.kind]
    return {"name": symbol.name, "kind": kind, "containerName": container, "location": place}


def locations(snapshot: DocumentSnapshot, places: Iterable[Location]) -> list[Json]:
    return [found for place in places if (found := location(snapshot, place)) is not None]


def diagnostic(snapshot: DocumentSnapshot, found: Diagnostic) -> Json:
    shown: Json = {
        "range": range_(snapshot, found.span),
        "severity": SEVERITIES[found.severity],
        "code": found.rule,
        "source": SOURCE,
        "message": found.message,
    }
    if snapshot.support.code_descriptions:
        shown["codeDescription"] = {"href": rule_url(found.rule)}
    if found.tags and snapshot.support.diagnostic_tags:
        shown["tags"] = [_TAGS[tag] for tag in found.tags]
    if found.related and snapshot.support.related_information:
        shown["relatedInformation"] = [
            {"location": place, "message": related.message}
            for related in found.related
            if (place := location(snapshot, related.location)) is not None
        ]
    return shown


def diagnostics(snapshot: DocumentSnapshot, found: Iterable[Diagnostic]) -> list[Json]:
    return [diagnostic(snapshot, each) for each in found]


def more_findings(snapshot: DocumentSnapshot, count: int, span: Span) -> Json:
    """Represents the findings that are not sent, at the first of them."""
    shown = f"{count:,} more {noun(count, 'finding is', 'findings are')} not shown here; `waypost check` lists them all"
    return {"range": range_(snapshot, span), "severity": 3, "source": SOURCE, "message": shown}


def not_read(snapshot: DocumentSnapshot, why: str) -> Json:
    """Represents the findings of a document that is not checked, at its first line."""
    line = Span(0, snapshot.document.line_end(0))
    return {"range": range_(snapshot, line), "severity": 2, "source": SOURCE, "message": f"This file is {why}"}


def text_edit(snapshot: DocumentSnapshot, edit: Edit) -> Json:
    return {"range": range_(snapshot, edit.span), "newText": edit.text}


def workspace_edit(snapshot: DocumentSnapshot, edits: Sequence[Edit]) -> Json:
    """Edits by document, with versions if the client can check them."""
    by_document: dict[str, list[Json]] = {}
    versions: dict[str, int | None] = {}
    # The stops of several snippets would be taken for each other.
    has_stops = snapshot.support.snippet_edits and sum(edit.snippet is not None for edit in edits) == 1
    for edit in edits:
        document = snapshot.document if edit.uri is None else snapshot.workspace.document(edit.uri)
        if document is not None:
            uri = edit.uri or document.uri
            versions[uri] = document.version
            place = range_in(document, snapshot.encoding, edit.span)
            written: Json = {"newText": edit.text}
            if edit.snippet is not None and has_stops:
                written = {"snippet": {"kind": "snippet", "value": edit.snippet}}
            by_document.setdefault(uri, []).append({"range": place, **written})
    if not snapshot.support.document_changes:
        return {"changes": by_document}
    return {
        "documentChanges": [
            {"textDocument": {"uri": uri, "version": versions[uri]}, "edits": changes}
            for uri, changes in by_document.items()
        ]
    }


def markup_content(markdown: str, *, as_markdown: bool) -> Json:
    if as_markdown:
        return {"kind": "markdown", "value": markdown}
    return {"kind": "plaintext", "value": markup.plain(markdown)}


def item_documentation(snapshot: DocumentSnapshot, markdown: str) -> Json | str:
    """A client that lists no formats takes plain text."""
    return {"kind": "markdown", "value": markdown} if snapshot.support.completion_markdown else markup.plain(markdown)


def hover(snapshot: DocumentSnapshot, found: Hover) -> Json:
    contents = markup_content(found.markdown, as_markdown=snapshot.support.hover_markdown)
    return {"contents": contents, "range": range_(snapshot, found.span)}


def completions(snapshot: DocumentSnapshot, found: Completions) -> Json:
    """The list. What its items share, usually the range they replace, is computed and sent once."""
    spans = {item.edit.span for item in found.items}
    shown: Json = {"isIncomplete": found.incomplete}
    if len(spans) == 1 and snapshot.support.shared_ranges:
        shown["itemDefaults"] = {"editRange": range_(snapshot, spans.pop())}
    ranges = {span: range_(snapshot, span) for span in spans}
    shown["items"] = [completion(snapshot, item, ranges.get(item.edit.span)) for item in found.items]
    return shown


def completion(snapshot: DocumentSnapshot, item: Completion, replaced: Json | None) -> Json:
    """One item; `replaced` is the range it replaces, None if the list gives it for all."""
    with_snippet = item.snippet is not None and snapshot.support.snippets
    new_text = item.snippet if with_snippet else item.edit.text
    shown: Json = {"label": item.label, "kind": _ITEM_KINDS[item.kind]}
    if replaced is not None:
        shown["textEdit"] = {"range": replaced, "newText": new_text}
    elif new_text != item.label:
        shown["textEditText"] = new_text
    if with_snippet:
        shown["insertTextFormat"] = 2
    return shown | _particulars(snapshot, item)


def _particulars(snapshot: DocumentSnapshot, item: Completion) -> Json:
    """The optional parts of an item, if it has them."""
    shown: Json = {}
    if item.detail:
        shown["detail"] = item.detail
    if item.markdown:
        shown["documentation"] = item_documentation(snapshot, item.markdown)
    if item.filter_text not in (None, item.label):  # some clients ignore where an item begins if it has one
        shown["filterText"] = item.filter_text
    if item.sort is not None:
        shown["sortText"] = item.sort
    if item.more_edits:
        shown["additionalTextEdits"] = [text_edit(snapshot, edit) for edit in item.more_edits]
    if item.preselect:
        shown["preselect"] = True
    if item.deprecated:
        shown["deprecated"] = True
    if item.data is not None:
        shown["data"] = {"uri": snapshot.document.uri, **item.data}
    return shown


def action(snapshot: DocumentSnapshot, found: Action) -> Json:
    shown: Json = {"title": found.title, "kind": found.kind.value}
    if found.diagnostic is not None:
        shown["diagnostics"] = [diagnostic(snapshot, found.diagnostic)]
    if found.preferred and snapshot.support.preferred_actions:
        shown["isPreferred"] = True
    if found.edits:
        shown["edit"] = workspace_edit(snapshot, found.edits)
    if found.command is not None:
        shown["command"] = {"title": found.title, "command": found.command, "arguments": list(found.arguments)}
    return shown


def action_command(snapshot: DocumentSnapshot, found: Action) -> Json:
    """The same for a client that supports only commands: edits are sent through one of ours."""
    if found.command is not None:
        return {"title": found.title, "command": found.command, "arguments": list(found.arguments)}
    return {"title": found.title, "command": APPLY_EDIT, "arguments": [workspace_edit(snapshot, found.edits)]}


def inlay_hint(snapshot: DocumentSnapshot, hint: InlayHint) -> Json:
    shown: Json = {
        "position": place(snapshot, hint.offset)["start"],
        "label": hint.label,
        "paddingLeft": hint.pad_left,
    }
    if hint.tooltip:
        shown["tooltip"] = hint.tooltip
    return shown


def symbols(snapshot: DocumentSnapshot, found: Sequence[Symbol]) -> list[Json]:
    if snapshot.support.symbol_tree:
        return [_symbol(snapshot, symbol) for symbol in found]
    return [flat for symbol in found for flat in _flat_symbols(snapshot, symbol, "")]


def _symbol(snapshot: DocumentSnapshot, symbol: Symbol) -> Json:
    shown: Json = {
        "name": symbol.name,
        "kind": _SYMBOL_KINDS[symbol.kind],
        "range": range_(snapshot, symbol.span),
        "selectionRange": range_(snapshot, symbol.selection),
    }
    if symbol.detail:
        shown["detail"] = symbol.detail
    if symbol.children:
        shown["children"] = [_symbol(snapshot, child) for child in symbol.children]
    return shown


def _flat_symbols(snapshot: DocumentSnapshot, symbol: Symbol, container: str) -> list[Json]:
    place = {"uri": snapshot.document.uri, "range": range_(snapshot, symbol.span)}
    own: Json = {"name": symbol.name, "kind": _SYMBOL_KINDS[symbol.kind], "location": place}
    if container:
        own["containerName"] = container
    inner = [flat for child in symbol.children for flat in _flat_symbols(snapshot, child, symbol.name)]
    return [own, *inner]


def fold(snapshot: DocumentSnapshot, found: Fold) -> Json:
    covered = range_(snapshot, found.span)
    shown: Json = {"startLine": covered["start"]["line"], "endLine": covered["end"]["line"]}
    return shown | {"kind": found.kind} if found.kind else shown


def link(snapshot: DocumentSnapshot, found: Link) -> Json:
    shown: Json = {"range": range_(snapshot, found.span), "target": found.target}
    return shown | {"tooltip": found.tooltip} if found.tooltip and snapshot.support.link_tooltips else shown


def lens(snapshot: DocumentSnapshot, found: Lens) -> Json:
    command = {"title": found.title, "command": found.command, "arguments": list(found.arguments)}
    return {"range": range_(snapshot, found.span), "command": command}


def selection(snapshot: DocumentSnapshot, found: SelectionRange) -> Json | None:
    shown: Json | None = None
    for span in reversed(found.spans):
        shown = {"range": range_(snapshot, span)} | ({"parent": shown} if shown else {})
    return shown


def signature(snapshot: DocumentSnapshot, found: Signature) -> Json:
    shown: Json = {
        "label": found.label,
        "parameters": [
            {"label": [start, end]}
            | ({"documentation": markup_content(doc, as_markdown=snapshot.support.signature_markdown)} if doc else {})
            for start, end, doc in found.parameters
        ],
    }
    if found.markdown:
        shown["documentation"] = markup_content(found.markdown, as_markdown=snapshot.support.signature_markdown)
    return {"signatures": [shown], "activeSignature": 0, "activeParameter": found.active}


def tokens(snapshot: DocumentSnapshot, found: Iterable[Token]) -> Json:
    """Tokens as deltas of line, start and length; one that spans lines is left out: the protocol has none."""
    data: list[int] = []
    line = start = 0
    for token in sorted(found, key=lambda each: each.span):
        covered = range_(snapshot, token.span)
        first, last = covered["start"], covered["end"]
        if first["line"] != last["line"] or token.type not in TOKEN_TYPES:
            continue
        if first["line"] != line:
            start = 0
        modifiers = sum(1 << TOKEN_MODIFIERS.index(each) for each in token.modifiers if each in TOKEN_MODIFIERS)
        length = last["character"] - first["character"]
        data += [first["line"] - line, first["character"] - start, length, TOKEN_TYPES.index(token.type), modifiers]
        line, start = first["line"], first["character"]
    return {"data": data}
