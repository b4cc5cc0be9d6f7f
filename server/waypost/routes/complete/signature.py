"""Signature help for a call: the operation's parameters, with the one under the cursor marked."""

import re

from waypost.apis import Operation, Parameter, ParameterPlace
from waypost.apis.operation_text import describe_parameter, show
from waypost.markup import escape
from waypost.results import Signature
from waypost.routes.complete.probe import WORD, Probe
from waypost.routes.listed import title_of
from waypost.routes.model.site import Site
from waypost.routes.sites.api_binding import bound_site
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.site_operation import BoundSite
from waypost.text import Span

_MOST = 40
_NAMED = re.compile(rb"(?:\b(\w+)\s*=|[\"']([\w-]+)[\"']\s*:)")


def signature_at(routes: Routes, offset: int) -> Signature | None:
    """The signature of the innermost call around `offset`, if it accepts a route."""
    probe = Probe.at(routes, offset)
    call = next((each.at for each in reversed(probe.cursor.open) if each.kind == b"("), None)
    if call is None or probe.cursor.comment:
        return None
    site = _site(probe, probe.start + call)
    if site is None or site.literal.touches(offset):
        return None
    known = bound_site(site, routes.apis, guess=True)
    names = _names(site, known)
    if not names:
        return None
    before = routes.document.source[probe.start + call : offset]
    return _signature(site, known, names, _current(before))


def _site(probe: Probe, opening: int) -> Site | None:
    """The site whose argument list opens there: in the source as it is, or with a half-typed call completed."""
    sites = [*probe.routes.sites_in(Span.at(opening))]
    found = next((site for site in sites if site.arguments.span and site.arguments.span.start == opening), None)
    if found is not None or probe.cursor.literal is not None:
        return found
    probed = probe.sites(Span.at(probe.offset), _filler(probe))
    return next((site for site in probed if site.arguments.span and site.arguments.span.start == opening), None)


def _filler(probe: Probe) -> str:
    """The text that completes the last thing typed."""
    before = probe.source[probe.start : probe.offset].rstrip()
    if before[-1:] in (b"=", b":"):
        return f'"{WORD}"'
    return f'"{WORD}": 0' if probe.cursor.open[-1].kind == b"{" else f"{WORD}=0"


def _names(site: Site, known: BoundSite | None) -> dict[str, Parameter | None]:
    """The call's parameters by the names that it uses, those of the route first."""
    names: dict[str, Parameter | None] = {}
    for name in site.parsed.names:
        names[name] = known.parameter_of(name) if known is not None else None
    operation = known.operation if known is not None else None
    for each in sorted(_beside_path(operation), key=lambda each: not each.required):
        names.setdefault(each.name, each)
    return dict(list(names.items())[:_MOST])


def _beside_path(operation: Operation | None) -> list[Parameter]:
    return (
        [each for each in operation.parameters if each.place is not ParameterPlace.PATH]
        if operation is not None
        else []
    )


def _current(before: bytes) -> str:
    found = _NAMED.search(before.rpartition(b",")[2])
    return (found[1] or found[2] or b"").decode() if found is not None else ""


def _signature(site: Site, known: BoundSite | None, names: dict[str, Parameter | None], current: str) -> Signature:
    operation = known.operation if known is not None else None
    label = f"{operation.route if operation is not None else title_of(site.verb, site.shown)}("
    parts: list[tuple[int, int, str]] = []
    for name, parameter in names.items():
        shown = _shown(name, parameter)
        label += ", " if parts else ""
        parts.append((len(label), len(label) + len(shown), describe_parameter(parameter) if parameter else ""))
        label += shown
    active = list(names).index(current) if current in names else None
    return Signature(f"{label})", tuple(parts), active, escape(operation.title) if operation is not None else "")


def _shown(name: str, parameter: Parameter | None) -> str:
    if parameter is None:
        return name
    shown = f"{name}: {parameter.type}" if parameter.type else name
    if parameter.default is not None:
        return f"{shown} = {show(parameter.default)}"
    return shown if parameter.required else f"{shown}?"
