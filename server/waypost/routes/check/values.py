"""Mismatches between values and placeholders: missing, empty, unused, given twice."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from waypost.apis import Apis
from waypost.clients.shape import Fills
from waypost.core import mistakes
from waypost.results import Edit, Fix, Severity, Tag
from waypost.routes.check.finding import Fixes, SiteFinding, related
from waypost.routes.edit import arguments as edits
from waypost.routes.model.site import Site
from waypost.routes.model.values import Constant, KeyedValues, Text
from waypost.routes.sites.api_binding import bound_site
from waypost.routes.sites.placeholders import Placeholder, placeholders, where
from waypost.routes.sites.site_operation import written_name
from waypost.routes.syntax.names_in_reach import is_in_reach
from waypost.text import Span

_IDENTIFIER: Final = re.compile(r"[^\W\d]\w*\Z")
_QUERY_NAME: Final = re.compile(r"[?&]([^=&#?]+)=")


def check(site: Site, apis: Apis) -> Iterator[SiteFinding]:
    if site.record.is_builder:
        return
    if site.sure or site.fills is Fills.FORMAT:
        yield from missing(site, apis)
    yield from _empty(site)
    yield from unused(site)
    yield from _twice(site)


# Missing -------------------------------------------------------------------------------------------------------------


def missing(site: Site, apis: Apis) -> Iterator[SiteFinding]:
    """Placeholders without a value, and fields that a call of `format` does not fill."""
    for hole_at, hole in site.holes():
        if hole.missing and hole.form == "format":
            span = site.template.where(hole_at, hole_at + 1) or site.literal
            error = "IndexError" if hole.expression.isdecimal() else "KeyError"
            message = mistakes.no_value(hole.expression, so=f"`format` raises `{error}`")
            yield SiteFinding("missing-parameter", span, message, severity=Severity.ERROR)
    if site.fills is Fills.NOTHING:
        yield from _left_in(site)
    elif not site.values.open and (site.values.entries or not site.record.builds or site.record.is_builder):
        for placeholder in placeholders(site):
            if placeholder.needed and _has_no_value(site, placeholder):
                yield _missing(site, placeholder, apis)


def _left_in(site: Site) -> Iterator[SiteFinding]:
    """Braces that a client sends as they are."""
    for placeholder in placeholders(site):
        message = mistakes.no_value(placeholder.name, so=f"{site.client_name} sends `{{{placeholder.name}}}` as it is")
        span = where(site, placeholder)
        entry = site.query.by_key.get(placeholder.name) if isinstance(site.query, KeyedValues) else None
        if entry is not None:
            message += "; `params` only fills the query"
        yield SiteFinding(
            "missing-parameter",
            span,
            message,
            related(entry.key_span if entry else None, "given here as part of the query"),
            fixes=_make_f_string(site),
        )


def _make_f_string(site: Site) -> Fixes:
    def fixes(source: bytes) -> Sequence[Fix]:
        literal = site.route.span
        if literal is None or not re.match(rb"[rR]?[\"']", source[literal.start : literal.start + 2]):
            return ()
        names = [placeholder.name for placeholder in placeholders(site)]
        braces = len(re.findall(rb"[{}]", literal.of(source)))
        if braces != 2 * len(names) or not all(_IDENTIFIER.match(name.replace(".", "_")) for name in names):
            return ()
        if not all(is_in_reach(name.partition(".")[0], source, literal.start) for name in names):
            return ()  # it would be a `NameError`
        return (Fix("Change to an f-string", (Edit(Span.at(literal.start), "f"),)),)

    return fixes


def _has_no_value(site: Site, placeholder: Placeholder) -> bool:
    if site.fills is Fills.FORMAT and placeholder.name.isdecimal():
        return not site.numbered.open and int(placeholder.name) >= len(site.numbered.items)
    entry = site.values.by_key.get(placeholder.name)
    is_none = entry is not None and isinstance(entry.value, Constant) and entry.value.value is None
    # `str.format` writes None as any other value.
    return entry is None or (is_none and site.fills is not Fills.FORMAT)


def _missing(site: Site, placeholder: Placeholder, apis: Apis) -> SiteFinding:
    name = placeholder.name
    near = _nearest(name, site)
    if site.fills is Fills.TEMPLATE:
        message = mistakes.no_value(name, near)
    else:
        message = mistakes.no_value(name, near, so="its braces are sent, or `format` raises `KeyError`")
    return SiteFinding(
        "missing-parameter",
        where(site, placeholder),
        message,
        related(site.values.span, "the values are given here"),
        fixes=lambda source: missing_fixes(site, source, name, _lacking(site), apis),
    )


def _nearest(name: str, site: Site) -> str:
    """A value that no placeholder uses and that has almost the same name."""
    taken = {placeholder.name for placeholder in placeholders(site)}
    return mistakes.similar(name, [entry.key for entry in site.values.entries if entry.key not in taken])


def missing_fixes(site: Site, source: bytes, name: str, lacking: Iterable[str], apis: Apis) -> Sequence[Fix]:
    """Every way to give a placeholder its value; `lacking` are all placeholders without one."""
    fixes = [*_renamed(site, source, name, apis), *_added(site, source, f"Add `{name}`", [name])]
    names = list(dict.fromkeys(lacking))
    return [*fixes, *_added(site, source, "Add all missing parameters", names)] if len(names) > 1 else fixes


def _lacking(site: Site) -> Iterator[str]:
    return (each.name for each in placeholders(site) if each.needed and _has_no_value(site, each))


def _renamed(site: Site, source: bytes, name: str, apis: Apis) -> Iterator[Fix]:
    """Give the placeholder the name of the value, or the other way round: in a path both give the same request.

    A name that the API has is right, and stays.
    """
    near = _nearest(name, site)
    if not near:
        return
    known = bound_site(site, apis, guess=True)
    names = {each.name for each in known.operation.parameters} if known is not None and known.operation else set()
    for each in placeholders(site) if name not in names else ():
        span = site.template.where(each.name_start, each.name_end)
        if each.name == name and span is not None and _IDENTIFIER.match(near):
            preferred = each.needed and (near in names or not names)
            yield Fix(f"Rename the placeholder to `{near}`", (Edit(span, near),), preferred=preferred)
    key = site.values.by_key[near].key_span
    written = written_name(key, near, source) if key is not None and site.span.holds(key) else None
    if written is not None and _IDENTIFIER.match(name) and near not in names:
        yield Fix(f"Rename the argument to `{name}`", (Edit(written, name),), preferred=name in names)


def _added(site: Site, source: bytes, title: str, names: Sequence[str]) -> Iterator[Fix]:
    """The names that the values should have: those that do not exist there are said in the title."""
    added = edits.with_stops(partial(edits.add_arguments, site, source), names)
    if added is not None:
        yield Fix(edits.title_of_added(title, names, source, added.span.start), (added,))


# Empty, unused, twice ------------------------------------------------------------------------------------------------


def _empty(site: Site) -> Iterator[SiteFinding]:
    for placeholder in placeholders(site):
        entry = site.value(placeholder.name)
        if entry is None or not isinstance(entry.value, Text) or entry.value.known is None or not placeholder.needed:
            continue
        span = entry.value_span or where(site, placeholder)
        mistake = mistakes.in_placeholder(placeholder.name, entry.value.known)
        if mistake is not None:
            yield SiteFinding(mistake.rule, span, mistake.message, related(where(site, placeholder), "the placeholder"))
        elif entry.value.known in (".", "..") and not site.record.is_builder:
            yield SiteFinding(
                "unsafe-path",
                span,
                f"`{entry.value.known}` fills a whole path segment, so servers read another path",
                severity=Severity.WARNING,
            )


def unused(site: Site) -> Iterator[SiteFinding]:
    """Values that no placeholder uses, in a dict written in this call."""
    shape = site.shape
    if site.fills is not Fills.TEMPLATE or shape is None or shape.verb_in_url or site.template.known is None:
        return
    names = {placeholder.name for placeholder in placeholders(site)}
    given = site.arguments.at(*shape.variables) if shape.variables is not None else None
    table = given.value if given is not None and isinstance(given.value, KeyedValues) else None
    if table is None or table.span is None or not site.span.holds(table.span) or site.parsed.faults:
        return
    for entry in table.entries:
        if entry.key not in names and entry.key_span is not None and table.span.holds(entry.key_span):
            yield SiteFinding(
                "unused-parameter",
                entry.key_span,
                mistakes.not_sent(entry.key, f"no placeholder has this name, and {site.client_name} drops the rest"),
                related(site.literal, "the route"),
                fixes=_unused_fixes(site, entry.key),
                tags=(Tag.UNNECESSARY,),
            )


def _unused_fixes(site: Site, name: str) -> Fixes:
    def fixes(source: bytes) -> Sequence[Fix]:
        entry = site.values.by_key[name]
        found: list[Fix] = []
        removed = edits.remove_entry(entry, source)
        if removed is not None:
            found.append(Fix(f"Remove `{name}`", (removed,)))
        end = site.template.where(len(site.template.marked), len(site.template.marked))
        if end is not None and _IDENTIFIER.match(name) and "?" not in site.template.marked:
            found.append(Fix(f"Send `{name}` in the query", (Edit(Span.at(end.end), f"{{?{name}}}"),)))
        return found

    return fixes


def _twice(site: Site) -> Iterator[SiteFinding]:
    if not isinstance(site.query, KeyedValues) or site.fills is not Fills.NOTHING or not site.sure:
        return
    written = ((found[1], site.template.where(*found.span(1))) for found in _QUERY_NAME.finditer(site.template.marked))
    in_url = {name: span for name, span in written if span is not None}
    given = [(entry.key, None) for entry in site.query.entries if entry.key in in_url and not entry.maybe]
    for name, mistake, _ in mistakes.sent_twice([*((name, None) for name in in_url), *given]):
        span = site.query.by_key[name].key_span or in_url[name]
        yield SiteFinding(mistake.rule, span, mistake.message, related(in_url[name], "in the URL"))
