"""Routes written another way: f-strings as templates, colons as braces, URLs as routes, queries as parameters."""

import json
import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import unquote_plus

from waypost.clients.shape import Fills
from waypost.results import Edit, Fix
from waypost.routes.edit import arguments as edits
from waypost.routes.model.site import Site
from waypost.routes.model.values import Hole, Text, name_of
from waypost.routes.sites.request import base_of
from waypost.text import Span

_IDENTIFIER: Final = re.compile(r"[^\W\d]\w*\Z")
# Values that are known to span segments keep their slashes.
_SPANNING: Final = re.compile(r"full|path|ref\b|slug")


def template_fixes(site: Site, source: bytes) -> Sequence[Fix]:
    """An f-string as a template with arguments. Each expression is evaluated once, in the same order as before."""
    literal = site.route.span
    if literal is None or site.shape is None or site.fills is not Fills.TEMPLATE or site.arguments.span is None:
        return ()
    quoted = re.match(rb"([fF][rR]?|[rR][fF])(\"\"\"|'''|\"|')", source[literal.start : literal.start + 5])
    holes = [hole for hole in site.route.holes if hole.form == "f" and hole.span and literal.holds(hole.span)]
    if quoted is None or len(holes) != len(site.route.holes) or any(hole.spec for hole in holes):
        return ()
    named = _named(holes, site)
    if named is None or site.values.open or not _order_is_kept(site, literal):
        return ()
    added = edits.add_arguments(site, source, [(name, expression) for name, expression in dict(named.values()).items()])
    if added is None:
        return ()
    return (
        Fix("Use a template with arguments", (Edit(literal, _rewritten(site.route, named, source, literal)), added)),
    )


def _named(holes: list[Hole], site: Site) -> dict[int, tuple[str, str]] | None:
    """A name for each interpolation, by its start; equal expressions share one if they are plain names."""
    named: dict[int, tuple[str, str]] = {}
    by_name: dict[str, str] = {entry.key: "" for entry in site.values.entries}
    for hole in holes:
        name, expression = name_of(hole), hole.expression
        if not _IDENTIFIER.match(name) or "…" in expression:
            return None
        base, count = name, 2
        while name in by_name and not (by_name[name] == expression and expression.isidentifier()):
            name, count = f"{base}_{count}", count + 1
        by_name[name] = expression
        assert hole.span is not None
        named[hole.span.start] = (name, expression)
    return named


def _order_is_kept(site: Site, literal: Span) -> bool:
    """Arguments before the new one would be evaluated first; only those without side effects may be."""
    others = [entry for entry in site.arguments.positional if entry.value_span and entry.value_span.start > literal.end]
    keywords = site.arguments.keywords.entries
    return not any("(" in getattr(entry.value, "expression", "") for entry in (*others, *keywords))


def _rewritten(route: Text, named: dict[int, tuple[str, str]], source: bytes, literal: Span) -> str:
    """The literal without the `f`, and with a placeholder for each interpolation."""
    written = literal.of(source)
    at = literal.start
    out: list[bytes] = []
    for part in route.parts:
        if part.span is None or not literal.holds(part.span):
            continue
        if isinstance(part, Hole):
            name, expression = named[part.span.start]
            plus = "+" if _SPANNING.search(expression) else ""
            out += [source[at : part.span.start], f"{{{plus}{name}}}".encode()]
            at = part.span.end
        elif not part.verbatim and part.text in ("{", "}"):
            out += [source[at : part.span.start], part.text.encode()]
            at = part.span.end
    out.append(source[at : literal.end])
    text = b"".join(out)
    prefix = re.match(rb"[a-zA-Z]*", written)
    letters = prefix[0] if prefix else b""
    kept = letters.replace(b"f", b"").replace(b"F", b"")
    return (kept + text[len(letters) :]).decode("utf-8", "replace")


def colon_edits(site: Site, source: bytes) -> Sequence[Edit]:
    """`/:owner` as `/{owner}`, wherever a segment starts with a colon and a name."""
    found: list[Edit] = []
    for match in re.finditer(r"(?<=/):([A-Za-z_]\w*)(?=/|\?|\Z)", site.template.marked):
        span = site.template.where(*match.span())
        if span is not None and span.of(source).decode("utf-8", "replace") == match[0]:
            found.append(Edit(span, f"{{{match[1]}}}"))
    return found


def relative_edit(site: Site) -> Edit | None:
    """An absolute URL on the client's own base address, without that address."""
    base = base_of(site).rstrip("/")
    marked = site.template.marked
    if not base or not marked.startswith(base) or marked[len(base) : len(base) + 1] != "/":
        return None
    span = site.template.where(0, len(base))
    return Edit(span, "") if span is not None and site.literal.holds(span) else None


def split_query(site: Site, source: bytes) -> Sequence[Edit]:
    """`/x?a=1&b=2` with its query as parameters of the call."""
    marked = site.template.marked
    at = marked.find("?")
    literal = site.route.span
    if (
        at < 0
        or literal is None
        or site.template.known is None
        or site.shape is None
        or "#" in marked
        or "{" in marked[at:]
        or "{" in marked[:at].rpartition("}")[2]  # `{?state}` is a query that its arguments fill
    ):
        return ()
    pairs = [pair.partition("=") for pair in marked[at + 1 :].split("&") if pair]
    names = [unquote_plus(name) for name, _, _ in pairs]
    span = site.template.where(at, len(marked))
    if (
        span is None
        or not names
        or len(set(names)) < len(names)
        or span.of(source).decode("utf-8", "replace") != marked[at:]
    ):
        return ()
    values = [
        (name, json.dumps(unquote_plus(value), ensure_ascii=False))
        for name, (_, _, value) in zip(names, pairs, strict=True)
    ]
    added = _query_argument(site, source, values)
    if added is None:
        return ()
    template = f"{{?{','.join(names)}}}" if site.fills is Fills.TEMPLATE and not _sends_rest(site) else ""
    return (Edit(span, template), added)


def _sends_rest(site: Site) -> bool:
    """Whether parameters without a placeholder go into the query."""
    return site.shape is not None and site.shape.verb_in_url and site.verb in ("GET", "HEAD")


def _query_argument(site: Site, source: bytes, values: list[tuple[str, str]]) -> Edit | None:
    assert site.shape is not None
    if site.fills is Fills.TEMPLATE:
        return edits.add_arguments(site, source, values)
    if site.shape.query is None:
        return None
    return edits.add_keys(site, source, site.shape.query, values)
