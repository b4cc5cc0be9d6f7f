"""The rules that compare a request with its API: its path, its verb, and the values it is given.

They report nothing that is not certain: for other hosts, for a base URL or a part of the path that is known only at
run time, for GraphQL, for another version of the API.
"""

from collections.abc import Iterator
from typing import Final

from waypost.apis import Apis, Operation, ParameterPlace
from waypost.apis.shape import split_url
from waypost.clients.shape import VERBS
from waypost.core import mistakes
from waypost.results import Diagnostic, Edit, Fix, Severity, Tag
from waypost.routes.check.allowed import listed
from waypost.routes.check.operation import check_operation
from waypost.routes.check.path import nearest_paths, successor_of, verb_fixes
from waypost.routes.model.site import Site
from waypost.routes.sites.api_binding import bound_site
from waypost.routes.sites.missing_parameters import is_judged
from waypost.routes.sites.site_operation import BoundSite, address_of
from waypost.rules import RULES
from waypost.text import Span

# Another rule reports words that are not verbs.
_VERBS_WITH_A_PLACE = frozenset(VERBS) - {"OPTIONS", "HEAD"}

# How what a value in a path is not is called.
_A: Final = {"integer": "an integer", "number": "a number", "uuid": "a UUID"}


def check_catalogue(site: Site, apis: Apis, source: bytes) -> Iterator[Diagnostic]:
    """What the API's description says about one route."""
    known = bound_site(site, apis) if site.is_judged else None
    if known is None or _is_graphql(known):
        return
    if not known.fit.operations:
        if is_unknown_route(known):
            yield _toned(_unknown_route(known), known)
    elif known.operation is None:
        if is_wrong_verb(known):
            span, fixes = verb_fixes(known, source)
            yield _toned(_finding("wrong-verb", span, wrong_verb(known), tuple(fixes)), known)
    else:
        if is_deprecated(known):
            yield _toned(_deprecated(known, known.operation), known)
        if is_judged(known):
            for found in check_operation(known, known.operation, source):
                yield _toned(found, known)


def is_unknown_route(known: BoundSite) -> bool:
    """Whether the API certainly has no such path; an address that is only likely is another if no path is similar."""
    is_other = known.guessed or known.spot.enterprise or _is_graphql(known) or not _is_whole(known.spot.path)
    if is_other or known.fit.operations or known.fit.possible:
        return False
    return not known.likely or bool(nearest_paths(known))


def is_deprecated(known: BoundSite) -> bool:
    return not known.guessed and known.operation is not None and known.operation.deprecated


def _is_graphql(known: BoundSite) -> bool:
    return known.spot.path.split("?")[0].rstrip("/").endswith("graphql")


def _is_whole(path: str) -> bool:
    """Whether every brace of a path is closed; another rule reports unclosed ones."""
    return path.count("{") == path.count("}")


def _toned(found: Diagnostic, known: BoundSite) -> Diagnostic:
    """The finding, as a hint if the request may go to a server of another version."""
    return found if known.base_is_sure else found._replace(severity=Severity.HINT)


def _unknown_route(known: BoundSite) -> Diagnostic:
    offers = nearest_paths(known)
    offered = mistakes.did_you_mean(offers[0].shown if offers else "")
    wrong = known.spot.api.mistyped(known.shape) if known.spot.api.is_app else None
    why = f" (`{wrong.name}` is {_A[wrong.format or wrong.type]})" if wrong is not None else ""
    message = f"{_name(known)} has no route `{known.site.shown}`{why}{offered}"
    return _finding("unknown-route", _path_span(known), message, tuple(each.fix for each in offers if each.fix))


def is_wrong_verb(known: BoundSite) -> bool:
    """Whether the API has the path, but certainly not with this verb, or any other with which it may be made."""
    is_other = bool(known.fit.operations) and known.operation is None and known.site.verb in _VERBS_WITH_A_PLACE
    return is_other and known.fit.sure and known.fit.whole and known.site.other_verbs.isdisjoint(known.fit.verbs)


def wrong_verb(known: BoundSite) -> str:
    site = known.site
    return f"{_name(known)} has no {site.verb} `{site.shown}`, only {listed(known.fit.verbs, 'and')}"


def _deprecated(known: BoundSite, operation: Operation) -> Diagnostic:
    until = f" and will be removed on {operation.removed}" if operation.removed else ""
    successor = successor_of(known, operation)
    instead = f"; use `{successor.route}` instead" if successor else ""
    message = f"`{operation.route}` is deprecated{until}{instead}"
    span = _path_span(known)
    fix: tuple[Fix, ...] = ()
    if successor is not None and _is_plain(known) and _has_values(known, successor):
        fix = (Fix(f"Change to `{successor.path}`", (Edit(span, successor.path),)),)
    return _finding("deprecated-route", span, message, fix, (Tag.DEPRECATED,))


def _has_values(known: BoundSite, successor: Operation) -> bool:
    """Whether the call has the values of another operation's placeholders."""
    needed = {each.name for each in successor.parameters if each.place is ParameterPlace.PATH}
    return needed <= {*known.site.parsed.names, *known.site.values.by_key}


def _is_plain(known: BoundSite) -> bool:
    """Whether the whole path, and nothing more, is written in one piece."""
    return known.site.template.known == known.spot.path and known.site.literal.length == len(known.site.route.marked)


def _finding(
    rule: str, span: Span, message: str, fixes: tuple[Fix, ...] = (), tags: tuple[Tag, ...] = ()
) -> Diagnostic:
    return Diagnostic(rule, RULES[rule].severity, span, message, fixes=fixes, tags=tags)


def _name(known: BoundSite) -> str:
    return known.spot.api.name or split_url(known.site.template.marked)[0] or address_of(known.site) or "the API"


def _path_span(known: BoundSite) -> Span:
    """The URL without the verb."""
    return known.site.template.where(0, len(known.site.template.marked)) or known.site.literal
