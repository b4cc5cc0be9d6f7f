"""What an operation needs beside the path and a call surely does not send."""

from waypost.apis import Operation, Parameter, ParameterPlace
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValues
from waypost.routes.sites.part_origins import defaults_are_open, defaults_of, value_of
from waypost.routes.sites.placeholders import placeholders
from waypost.routes.sites.site_operation import OPTIONS, Known, is_built

# Arguments of clients that are a body too.
_BODIES = frozenset(("content", "files", "body", "data", "json", "input"))


def unfilled(site: Site) -> list[str]:
    """The placeholders that surely have no value."""
    if site.values.open or (is_built(site) and defaults_are_open(site.client)):
        return []
    needed = (each.name for each in placeholders(site) if each.needed and value_of(site, each.name)[0] is None)
    return list(dict.fromkeys(needed))


def missing_from(known: Known, operation: Operation) -> list[Parameter]:
    """The required parameters of the query and the body that nothing gives; none where something may."""
    if not known.site.sure or not _is_whole(known.site):
        return []
    given = _given(known)
    needed = [
        each
        for each in operation.parameters
        if each.required and each.place in (ParameterPlace.QUERY, ParameterPlace.BODY)
    ]
    missing = [each for each in needed if each.name not in given and each.place not in operation.unread]
    if all(each.place is ParameterPlace.BODY for each in missing) and _has_raw_body(known.site):
        return []
    return missing


def _given(known: Known) -> set[str]:
    given = {sent.name.removesuffix("[]") for sent in known.sent}
    if is_built(known.site):
        # The builder's own options cannot be sent under their names: that is another rule's to say.
        given |= OPTIONS | {entry.key for entry in defaults_of(known.site.client)}
    return given


def _is_whole(site: Site) -> bool:
    """Whether everything that the call sends is known by name."""
    tables = (site.values, site.arguments.keywords, *(each for each in (site.query, site.json, site.data) if each))
    if is_built(site) and defaults_are_open(site.client):
        return False
    return not site.arguments.open and all(isinstance(each, KeyedValues) and not each.open for each in tables)


def _has_raw_body(site: Site) -> bool:
    """Whether the body is given as one value."""
    if is_built(site):
        return "data" in site.values.by_key
    tabled = site.json if site.json is not None else site.data
    return tabled is None and any(name in site.arguments.keywords.by_key for name in _BODIES)
