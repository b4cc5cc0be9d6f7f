"""Completion of a call's arguments: the names that its operation accepts, and their allowed values."""

from collections.abc import Iterable, Iterator

from waypost.apis import GITHUB, Apis, Parameter, ParameterPlace
from waypost.apis.editions import VERSION_HEADER, VERSIONS
from waypost.apis.operation_text import detail_of, show
from waypost.results import Completion, CompletionKind, Edit
from waypost.routes.complete.name import Name
from waypost.routes.complete.nested import nested_keys, nested_values
from waypost.routes.complete.probe import WORD, ProbedArgument
from waypost.routes.complete.usual import FORMATS, HEADERS, MEDIA_TYPE, OPTIONS, PREVIEWS
from waypost.routes.model.site import Site
from waypost.routes.model.values import Row, options_of
from waypost.routes.sites.api_binding import bound_site
from waypost.routes.sites.part_origins import given_by_client
from waypost.routes.sites.site_operation import BoundSite, place_of_rest
from waypost.text import Span


def names_at(site: Site, spot: ProbedArgument, apis: Apis) -> list[Name]:
    """The names that may replace the word, in the order in which they are offered."""
    builds = site.record.builds
    if _is_header(site, spot):
        return _headers(bound_site(site, apis, guess=True), spot)
    if builds and spot.path == ("mediaType",):
        return [Name(each) for each in MEDIA_TYPE]
    known = bound_site(site, apis, guess=True)
    if spot.path or isinstance(getattr(site, spot.table), Row):
        found = nested_keys(known, spot.path) if known is not None and _is_in_body(site, spot) else []
        return [each for each in found if each.text not in spot.beside]
    given, anyway = _given(site, spot, known), given_by_client(site)
    found = [each for each in _names(site, spot, known, builds=builds) if each.text not in given]
    order = {each.text: at for at, each in reversed([*enumerate(found)])}
    named = {each.text: each for each in reversed(found)}.values()
    return sorted(named, key=lambda each: (each.text in anyway, not each.required, order[each.text]))


def _is_header(site: Site, spot: ProbedArgument) -> bool:
    return spot.table == "headers" or (site.record.builds and spot.path[:1] == ("headers",))


def _is_in_body(site: Site, spot: ProbedArgument) -> bool:
    built = spot.table == "values" and site.record.builds and place_of_rest(site) is ParameterPlace.BODY
    return spot.table in ("json", "data") or built


def _headers(known: BoundSite | None, spot: ProbedArgument) -> list[Name]:
    """The headers of the operation, required ones first, then those that any request may have."""
    operation = known.operation if known is not None else None
    listed = [each for each in operation.parameters if each.place is ParameterPlace.HEADER] if operation else []
    own = [Name(each.name, detail_of(each), each.required, each.deprecated, _data(known, each)) for each in listed]
    taken = {each.text.lower() for each in own} | {each.lower() for each in spot.beside}
    usual = [Name(each) for each in HEADERS if each not in taken and (_is_github(known) or each != VERSION_HEADER)]
    return [*sorted((each for each in own if each.text not in spot.beside), key=lambda each: not each.required), *usual]


def _is_github(known: BoundSite | None) -> bool:
    return known is not None and (known.spot.edition is not None or known.spot.base == GITHUB)


def _names(site: Site, spot: ProbedArgument, known: BoundSite | None, *, builds: bool) -> Iterator[Name]:
    if spot.table == "values":
        yield from _placeholders(site, known)
    places = _places(site, spot, builds=builds)
    operation = known.operation if known is not None else None
    for each in operation.parameters if operation is not None else ():
        if each.place in places:
            yield Name(each.name, detail_of(each), each.required, each.deprecated, _data(known, each))
    if builds and spot.table == "values":
        yield from (Name(name, detail) for name, detail in OPTIONS.items())


def _places(site: Site, spot: ProbedArgument, *, builds: bool) -> tuple[ParameterPlace, ...]:
    match spot.table:
        case "query":
            return (ParameterPlace.QUERY,)
        case "json" | "data":
            return (ParameterPlace.BODY,)
        case "values" if builds:
            return (ParameterPlace.QUERY,) if site.verb in ("GET", "HEAD") else (ParameterPlace.BODY,)
    return ()


def _placeholders(site: Site, known: BoundSite | None) -> Iterator[Name]:
    """The placeholders of the route under their own names, with the documentation of their parameters."""
    for expression in site.parsed.expressions:
        for variable in expression.variables:
            parameter = known.parameter_of(variable.name) if known is not None else None
            detail = detail_of(parameter) if parameter is not None else "in the route"
            data = _data(known, parameter) if parameter is not None else None
            yield Name(variable.name, detail, not expression.in_query, data=data)


def _data(known: BoundSite | None, parameter: Parameter) -> dict[str, object] | None:
    if known is None or known.operation is None:
        return None
    return {"api": known.spot.api.base, "route": known.operation.route, "parameter": parameter.name}


def _given(site: Site, spot: ProbedArgument, known: BoundSite | None) -> set[str]:
    tables = [getattr(site, spot.table)]
    names = {entry.key for table in tables for option in options_of(table) for entry in getattr(option, "entries", ())}
    if known is not None and spot.table == "query":
        names |= {sent.name for sent in known.sent if sent.place is ParameterPlace.QUERY}
    return names - {WORD}


def values_at(site: Site, spot: ProbedArgument, apis: Apis) -> list[Name]:
    """The values that may replace the word."""
    if _is_header(site, spot):
        return _header_values(bound_site(site, apis, guess=True), spot.path[-1].lower()) if spot.path else []
    if spot.path[:1] == ("mediaType",):
        listed = {"format": FORMATS, "previews": PREVIEWS}.get(spot.path[-1], ())
        return [Name(each) for each in listed]
    known = bound_site(site, apis, guess=True)
    if known is None or not spot.path:
        return []
    parameter = known.parameter_of(spot.path[-1]) if len(spot.path) == 1 else None
    nested = nested_values(known, spot.path) if _is_in_body(site, spot) and parameter is None else []
    return [*(_listed(known, parameter) if parameter is not None else ()), *nested]


def _listed(known: BoundSite, parameter: Parameter) -> list[Name]:
    """The values of a parameter: those that are listed, its default, its examples."""
    row = known.spot.api.schemas[parameter.schema].row
    found = {show(each): "default" if each == parameter.default else "" for each in parameter.enum}
    if isinstance(parameter.default, str):
        found.setdefault(parameter.default, "default")
    for each in row.get("examples", ()):
        if isinstance(each, str):
            found.setdefault(each, "example")
    return [Name(text, detail) for text, detail in found.items()]


def _header_values(known: BoundSite | None, name: str) -> list[Name]:
    operation = known.operation if known is not None else None
    own = (each for each in operation.parameters if each.place is ParameterPlace.HEADER) if operation else iter(())
    parameter = next((each for each in own if each.name.lower() == name), None)
    listed = _listed(known, parameter) if known is not None and parameter is not None else []
    if name == VERSION_HEADER:
        return [Name(each) for each in VERSIONS] if _is_github(known) else listed
    return listed or [Name(each) for each in HEADERS.get(name, ())]


def items(names: Iterable[Name], span: Span, before: str, after: str, kind: CompletionKind) -> Iterator[Completion]:
    """An item for each name, with the text before and after it."""
    for rank, name in enumerate(names):
        yield Completion(
            name.text,
            Edit(span, f"{before}{name.text}{after}"),
            kind,
            name.detail,
            filter_text=f"{before}{name.text}" if before else None,
            sort=f"{rank:03}",
            deprecated=name.deprecated,
            data=name.data,
        )
