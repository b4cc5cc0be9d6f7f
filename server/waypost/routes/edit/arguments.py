"""Changes to calls: arguments added and removed in the style of the call."""

import re
from collections.abc import Callable, Iterable
from keyword import iskeyword

from waypost.clients.shape import At
from waypost.results import Edit
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValue, KeyedValues
from waypost.routes.syntax.names_in_reach import is_value_in_reach
from waypost.text import Span

_IDENTIFIER = re.compile(r"[^\W\d]\w*\Z")
# Editors indent further lines of a snippet once more.
_NOT_IN_A_SNIPPET = re.compile(r"[\n$\\]")


def add_arguments(site: Site, source: bytes, values: list[tuple[str, str]]) -> Edit | None:  # noqa: PLR0911 - one answer for each kind of call
    """Give the call values for its placeholders: as keys of its dict, as keywords, or in a new dict."""
    shape = site.shape
    if shape is None or site.arguments.span is None:
        return None
    given = site.arguments.at(*shape.variables) if shape.variables is not None else None
    if given is not None:
        display = given.value.span if isinstance(given.value, KeyedValues) else None
        return _into_display(display, source, values) if display and site.span.holds(display) else None
    if shape.keywords and all(_IDENTIFIER.match(name) and name not in shape.taken for name, _ in values):
        return _into_list(site.arguments.span, source, ", ".join(f"{name}={value}" for name, value in values))
    if shape.variables is None:
        return None
    display_text = "{" + ", ".join(f'"{name}": {value}' for name, value in values) + "}"
    if shape.variables.position is not None and shape.variables.position == len(site.arguments.positional):
        return _behind_positional(site, display_text)
    if shape.variables.keyword:
        return _into_list(site.arguments.span, source, f"{shape.variables.keyword}={display_text}")
    return None


def add_keys(site: Site, source: bytes, place: At, values: list[tuple[str, str]]) -> Edit | None:
    """Put keys into the dict of an argument, or add that argument."""
    given = site.arguments.at(*place)
    if given is not None:
        display = given.value.span if isinstance(given.value, KeyedValues) else None
        return _into_display(display, source, values) if display and site.span.holds(display) else None
    if place.keyword is None or site.arguments.span is None:
        return None
    display_text = "{" + ", ".join(f'"{name}": {value}' for name, value in values) + "}"
    return _into_list(site.arguments.span, source, f"{place.keyword}={display_text}")


def _into_display(display: Span, source: bytes, values: list[tuple[str, str]]) -> Edit:
    return _into_list(display, source, ", ".join(f'"{name}": {value}' for name, value in values))


def _into_list(span: Span, source: bytes, added: str) -> Edit:
    """Insert before the closing bracket, with the commas and the layout of the list."""
    closing = span.end - 1 if source[span.end - 1 : span.end] in (b")", b"}", b"]") else span.end
    inner = source[span.start + 1 : closing]
    kept = inner.rstrip()
    at = span.start + 1 + len(kept)
    if not kept:
        return Edit(Span.at(at), added)
    line = re.search(rb"\n([ \t]*)\S[^\n]*\Z", kept)
    trailing = kept.endswith(b",")
    if b"\n" in inner[len(kept) :] and line is not None:
        indent = line[1].decode()
        return Edit(Span.at(at), f"{'' if trailing else ','}\n{indent}{added}{',' if trailing else ''}")
    return Edit(Span.at(at), f" {added}" if trailing else f", {added}")


def _behind_positional(site: Site, added: str) -> Edit | None:
    last = site.arguments.positional[-1].value_span if site.arguments.positional else None
    if last is None:
        return None
    return Edit(Span.at(last.end), f", {added}")


def with_stops(make: Callable[[list[tuple[str, str]]], Edit | None], names: Iterable[str]) -> Edit | None:
    """The edit that gives a call a variable for each name; an editor may stop at each, to have its value typed."""
    variables = [(name, variable_for(name)) for name in names]
    added = make(variables)
    if added is None or _NOT_IN_A_SNIPPET.search(added.text):
        return added
    stops = make([(name, f"${{{at}:{variable}}}") for at, (name, variable) in enumerate(variables, 1)])
    return added._replace(snippet=stops.text) if stops is not None else added


def variable_for(name: str) -> str:
    """A variable of that name: only the user knows the value."""
    plain = re.sub(r"\W", "_", name)
    return f"{plain}_" if iskeyword(plain) or not _IDENTIFIER.match(plain) else plain


def title_of_added(title: str, names: Iterable[str], source: bytes, offset: int) -> str:
    """The title of a fix that adds variables: those that do not exist there are said in it."""
    left = [f"`{name}`" for name in map(variable_for, names) if not is_value_in_reach(name, source, offset)]
    return f"{title} (define {', '.join(left)})" if left else title


def remove_entry(entry: KeyedValue, source: bytes) -> Edit | None:
    """Remove one argument or key, with its comma."""
    span = entry.span
    if span is None:
        return None
    behind = re.match(rb"\s*,[ \t]*", source[span.end : span.end + 200])
    before = re.search(rb",\s*\Z", source[max(0, span.start - 200) : span.start])
    if before is not None:
        return Edit(Span(span.start - len(before[0]), span.end), "")
    return Edit(Span(span.start, span.end + (len(behind[0]) if behind else 0)), "")
