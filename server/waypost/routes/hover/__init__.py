"""Hover for a route: the request as it will be sent, and where each of its parts comes from."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from waypost.clients.shape import Fills
from waypost.markup import block, code, escape
from waypost.results import Hover
from waypost.routes.hover.operation import explain_operation, explain_parameter, known_operation
from waypost.routes.hover.request_table import request_table
from waypost.routes.model.site import Site
from waypost.routes.model.values import Hole, Unknown, name_of
from waypost.routes.sites.default_addresses import shown_default
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.part_origins import arguments_of, parts_of, place_of, shown_value, value_of
from waypost.routes.sites.placeholders import Placeholder, placeholders
from waypost.routes.sites.request import Request, request_of
from waypost.shown.names import NAMELESS
from waypost.shown.secrets import masked_data

_LONGEST_BODY: Final = 1_500
# What is not known in a line.
_BLANK: Final = re.compile(r"\{[^{}]*\}")
# Other forms of a request that are listed, a line each.
_MOST_FORMS: Final = 5
# Those that send other headers or another body have a block each.
_MOST_BLOCKS: Final = 3


def hover_at(routes: Routes, offset: int) -> Hover | None:
    """For a route, or the name of what makes or sends it, the request; for a placeholder or an argument, its part."""
    site = routes.site_at(offset)
    found = _at_site(site, offset, routes) if site is not None else None
    if found is not None:
        return found
    sent = routes.sent_at(offset)
    return Hover(sent[1], "\n\n".join(_whole(sent[0], routes))) if sent is not None else None


def _at_site(site: Site, offset: int, routes: Routes) -> Hover | None:
    part = _placeholder_at(site, offset, routes) or _hole_at(site, offset) or _argument_at(site, offset, routes)
    if part is not None:
        return part
    if site.literal.touches(offset) or site.callee_span.touches(offset):
        span = site.literal if site.literal.touches(offset) else site.callee_span
        return Hover(span, "\n\n".join(_whole(site, routes)))
    return None


# A part --------------------------------------------------------------------------------------------------------------


def _placeholder_at(site: Site, offset: int, routes: Routes) -> Hover | None:
    if site.fills is Fills.NOTHING:
        return None
    for placeholder in placeholders(site):
        span = site.template.where(placeholder.start, placeholder.end)
        if span is not None and span.start <= offset < span.end:
            about = _about_placeholder(site, placeholder), explain_parameter(site, routes.apis, placeholder.name)
            return Hover(span, " · ".join(filter(None, about)))
    return None


def _about_placeholder(site: Site, placeholder: Placeholder) -> str:
    entry, origin = value_of(site, placeholder.name)
    place = place_of(placeholder)
    if entry is None:
        origin = "may be in an unpacked value" if site.values.open else "has no value"
        return f"{code(f'{{{placeholder.name}}}')} · {place} · {origin}"
    return f"{code(f'{{{placeholder.name}}}')} · {place} · {code(shown_value(site, entry.key, entry.value))} · {origin}"


def _hole_at(site: Site, offset: int) -> Hover | None:
    for hole in site.route.holes:
        if hole.span is not None and hole.span.start <= offset < hole.span.end and site.literal.holds(hole.span):
            return Hover(hole.span, _about_hole(hole))
    return None


def _about_hole(hole: Hole) -> str:
    how = {"f": "inserted as it is", "%": "inserted by `%`", "format": "inserted by `format`", "expand": "encoded"}
    return f"{code(name_of(hole))} · known at run time · {how.get(hole.form, 'appended')}"


def _argument_at(site: Site, offset: int, routes: Routes) -> Hover | None:
    for entry, place in arguments_of(site):
        span = entry.key_span
        if span is not None and span.touches(offset) and site.span.holds(span):
            shown = shown_value(site, entry.key, entry.value)
            about = (
                f"{code(masked_data(entry.key))} · {place} · {code(shown)}",
                explain_parameter(site, routes.apis, entry.key),
            )
            return Hover(span, " · ".join(filter(None, about)))
    return None


# The whole -----------------------------------------------------------------------------------------------------------


def _whole(site: Site, routes: Routes) -> Iterator[str]:
    every = [_ShownForm(each, _shown_request(each)) for each in routes.forms_of(site)]
    forms = [each for each in every if not each.site.beside] or every
    first = next((each for each in forms if _left_open(forms[0], each)), forms[0])
    forms = [first, *(each for each in forms if each is not first)]
    site, others = first.site, forms[1:]
    left_open = [_left_open(each, first) for each in others]
    others = [each for each, names in zip(others, left_open, strict=True) if not names]
    yield first.block
    for release, other in first.request.others if first.request is not None else ():
        yield f"With {release}:\n\n{_block(other.masked())}"
    yield from _other_forms(first, others)
    if len(forms) < len(every):
        yield _sent_beside([each for each in every if each.site.beside])
    if first.request is not None and first.request.assumes_base:
        yield "Base address: the client's default; another one may be set where it cannot be seen"
    if address := shown_default(site):
        yield f"Base address: {code(address)} unless another one is given"
    if names := dict.fromkeys(name for each in left_open for name in each):
        yield f"Likely: another {' or '.join(map(code, names))} may be given elsewhere"
    elif site.likely:
        yield f"Likely: {site.doubt}" if site.client_name else "Likely a request: its client is not known"
    yield from filter(None, (explain_operation(site, routes.apis, routes.apps), _table(forms, routes)))
    if site.client_name:
        yield _client(site)


class _ShownForm(NamedTuple):
    """One way in which a call may be made: its site, and what is sent, without secrets."""

    site: Site
    request: Request | None

    @property
    def line(self) -> str:
        return self.request.line if self.request is not None else f"{self.site.verb or 'URL'} {self.site.shown}"

    @property
    def block(self) -> str:
        return _block(self.request) if self.request is not None else code(self.line)

    def sends_as(self, other: "_ShownForm") -> bool:
        """Whether what follows the request line is that of another form."""
        one, its = self.request, other.request
        if one is None or its is None:
            return True
        return (dict(one.headers), one.has_body, one.body) == (dict(its.headers), its.has_body, its.body)


def _shown_request(site: Site) -> Request | None:
    request = request_of(site)
    return request.masked() if request is not None else None


def _other_forms(first: _ShownForm, others: Sequence[_ShownForm]) -> Iterator[str]:
    """A line for each form that differs in nothing else from the first; a block for each of the others."""
    alike = {each.line: each for each in others if each.sends_as(first) and each.line != first.line}
    apart = {each.block: each for each in others if not each.sends_as(first)}
    if alike:
        lines = (f"{_or(each, first)} {code(line)}" for line, each in [*alike.items()][:_MOST_FORMS])
        yield "  \n".join([*lines, *_more(len(alike) - _MOST_FORMS)])
    for block_of_it, each in [*apart.items()][:_MOST_BLOCKS]:
        yield f"{_or(each, first)}\n\n{block_of_it}"
    left = dict.fromkeys(each.line for each in [*apart.values()][_MOST_BLOCKS:])
    if left:
        more = (f"or {code(each)}, with other headers or another body" for each in [*left][:_MOST_FORMS])
        yield "  \n".join([*more, *_more(len(left) - _MOST_FORMS)])


def _or(form: _ShownForm, first: _ShownForm) -> str:
    """What is before a form: that it is only likely, if the first one is certain."""
    return "or likely" if form.site.likely and not first.site.likely else "or"


def _left_open(form: _ShownForm, first: _ShownForm) -> list[str]:
    """What is given where objects are made, if a form is the first one with nothing more than that left open."""
    known = {name_of(each) for each in first.site.template.holes}
    names = [name_of(each) for each in form.site.template.holes if name_of(each) not in known]
    given = [each.value for each in form.site.template.holes if name_of(each) in names]
    if not (first.site.doubt and first.site.client_name and form.sends_as(first)):
        return []
    if not all(isinstance(each, Unknown) and each.parameter for each in given):
        return []
    pattern = "(.+)".join(map(re.escape, _BLANK.split(form.line)))
    return names if re.fullmatch(pattern, first.line) else []


def _sent_beside(forms: Sequence[_ShownForm]) -> str:
    """What functions on the way send by themselves: a token, for instance."""
    lines = [*dict.fromkeys(each.line for each in forms)]
    shown = (f"perhaps also {code(each)}" for each in lines[:_MOST_FORMS])
    return "  \n".join([*shown, *_more(len(lines) - _MOST_FORMS)])


def _more(count: int) -> list[str]:
    return [f"and {count} more"] if count > 0 else []


def _client(site: Site) -> str:
    """The client, and the release of it that the project uses: `httpx 0.27 from uv.lock`."""
    name, package, release = site.client_name, site.record.package, site.release
    if release is None:
        return name
    own = "" if package == name else f"{package} "
    return f"{name} {'' if not own else '· '}{own}{escape(str(release))} from {escape(release.origin)}"


def _block(request: Request) -> str:
    unknown = [name for name, value in request.headers.items() if name.startswith("{") and not value]
    lines = [request.line, *(f"{name}: {value}" for name, value in request.headers.items() if name not in unknown)]
    if request.has_body:
        lines += ["", _body(request.body)]
    origins = dict.fromkeys("…" if name == f"{{{NAMELESS}}}" else name[1:-1] for name in unknown)
    further = "".join(f"\n\nHeaders from {code(name)}" for name in origins)
    error = f"\n\nNot sent: {escape(request.error)}" if request.error else ""
    return block("\n".join(lines), "http") + further + error


def _body(body: Any) -> str:
    shown = body if isinstance(body, str) else json.dumps(body, indent=2, ensure_ascii=False, default=str)
    return shown if len(shown) <= _LONGEST_BODY else shown[:_LONGEST_BODY] + " …"


def _table(forms: Sequence[_ShownForm], routes: Routes) -> str:
    """What is true of every form that is shown with what it sends."""
    first = forms[0]
    parts = parts_of(first.site)
    for other in (each for each in forms if not each.sends_as(first)):
        its = set(parts_of(other.site))
        parts = [part for part in parts if part in its]
    if first.request is not None and not first.request.error:
        parts = [part for part in parts if part.place != "header" or part.name in first.request.headers]
    return request_table(parts, first.request, known_operation(first.site, routes.apis))
