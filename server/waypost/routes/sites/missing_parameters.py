"""Parameters outside the path that an operation requires and a call certainly does not send."""

from dataclasses import replace

from waypost.apis import Operation, Parameter, ParameterPlace
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValue, KeyedValues, Row, Unknown
from waypost.routes.sites.part_origins import defaults_are_open, defaults_of, value_of
from waypost.routes.sites.placeholders import placeholders
from waypost.routes.sites.sent_body import BodyForm, sent_body
from waypost.routes.sites.sent_credentials import headers_of
from waypost.routes.sites.site_operation import OPTIONS, BoundSite


def is_judged(known: BoundSite) -> bool:
    """Whether it is certain which operation a request is of, and that its call sends all that is seen there."""
    return known.fit.sure and not known.site.through and len(known.candidates) == 1


def missing_from(known: BoundSite, operation: Operation, source: bytes | None = None) -> list[Parameter]:
    """The required parameters that nothing provides, each by its place; none if something may provide them.

    Headers are checked only if the source is given: code may set them elsewhere.
    """
    if not known.site.sure or not _is_whole(known.site):
        return []
    needed = [each for each in operation.parameters if each.required and each.place not in operation.unread]
    return [each for each in needed if _is_missing(known, operation, each, source)]


def _is_missing(known: BoundSite, operation: Operation, parameter: Parameter, source: bytes | None) -> bool:
    match parameter.place:
        case ParameterPlace.QUERY:
            return not _is_in_query(known, parameter)
        case ParameterPlace.BODY:
            return _is_not_in_body(known, operation, parameter)
        case ParameterPlace.HEADER if source is not None:
            headers = headers_of(known.site, source)
            return headers is not None and parameter.name.lower() not in headers
    return False


def _is_in_query(known: BoundSite, parameter: Parameter) -> bool:
    """Whether some name in the query gives the parameter, or a part of it, a value."""
    base = parameter.name.partition("[")[0]
    schema = known.spot.api.schemas[parameter.schema]
    keys = schema.keys if "object" in schema.types else {}
    names = [each.name for each in known.sent if each.place is ParameterPlace.QUERY]
    names += _of_builder(known, ParameterPlace.QUERY)
    return any(name == parameter.name or name.partition("[")[0] == base or name in keys for name in names)


def _is_not_in_body(known: BoundSite, operation: Operation, parameter: Parameter) -> bool:
    sent = sent_body(known.site)
    if sent is None:
        return operation.body_required and parameter.name not in _of_builder(known, ParameterPlace.BODY)
    if sent.form in (BodyForm.RAW, BodyForm.UNKNOWN) or not isinstance(sent.value, KeyedValues) or sent.value.open:
        return False
    names = {name for entry in sent.value.entries for name in (entry.key, entry.key.partition("[")[0])}
    return parameter.name not in names and parameter.name not in _of_builder(known, ParameterPlace.BODY)


def _of_builder(known: BoundSite, place: ParameterPlace) -> set[str]:
    """The names that a request builder is given, here or in its defaults, and its own options.

    Other rules report the names that are sent elsewhere.
    """
    if not known.site.record.builds:
        return set()
    in_query = known.site.verb in ("GET", "HEAD", "")
    defaults = {entry.key for entry in defaults_of(known.site.client)}
    own = {entry.key for entry in known.site.values.entries}
    return own | defaults | OPTIONS if in_query is (place is ParameterPlace.QUERY) else own


def _is_whole(site: Site) -> bool:
    """Whether the names of everything that the call sends are known."""
    # A body may be a list as well, which has no names; a list as the query has them as pairs.
    bodies = (each for each in (site.json, site.data) if each and not isinstance(each, Row))
    tables = (site.values, site.arguments.keywords, *([site.query] if site.query else ()), *bodies)
    if site.record.builds and defaults_are_open(site.client):
        return False
    return not site.arguments.open and all(isinstance(each, KeyedValues) and not each.open for each in tables)


def marked(site: Site) -> Site:
    """The site with a mark for each placeholder without a value, which is shown as `{name?}`."""
    marks = tuple(KeyedValue(name, Unknown(f"{name}?")) for name in unfilled(site))
    if not marks:
        return site
    arguments = replace(site.arguments, keywords=site.arguments.keywords.with_entries(marks))
    return replace(site, arguments=arguments, values=site.values.with_entries(marks))


def unfilled(site: Site) -> list[str]:
    """The placeholders that certainly have no value."""
    if site.values.open or (site.record.builds and defaults_are_open(site.client)):
        return []
    needed = (each.name for each in placeholders(site) if each.needed and value_of(site, each.name)[0] is None)
    return list(dict.fromkeys(needed))
