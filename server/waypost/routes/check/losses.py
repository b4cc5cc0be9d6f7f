"""What a client silently drops or rejects: the query of a URL, the path of a base address, a value."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import parse_qsl

from waypost.clients.call import Loss
from waypost.results import Edit, Fix
from waypost.routes.check.finding import Fixes, SiteFinding, nothing
from waypost.routes.edit.rewrite import split_query
from waypost.routes.model.site import Site
from waypost.routes.model.stand_ins import is_known
from waypost.routes.model.values import Constant, KeyedValues
from waypost.routes.sites.request import Request, may_lose, request_of


def check(site: Site) -> Iterator[SiteFinding]:
    if site.record.builds or not site.record.releases or not site.sure or not may_lose(site):
        return
    request = request_of(site)
    if request is None:
        return
    for release, each in _by_release(site, request):
        for loss in each.lost:
            if loss.kind == "query":
                yield from _query(site, loss, release)
            elif loss.kind in ("path", "URL"):
                yield from _path(site, loss)
            elif loss.kind == "value":
                yield from _value(site, loss)
    if request.refused and _all_known(site) and not request.others:
        yield from _refused(site, request)


def _by_release(site: Site, request: Request) -> Iterator[tuple[str, Request]]:
    """What each possible release sends, and names for the releases if they differ."""
    since = ".".join(map(str, site.behaviours[0].since))
    yield f" by {site.record.package} {since} and later" if request.others else "", request
    yield from ((f" by {release}", other) for release, other in request.others)


def _query(site: Site, loss: Loss, release: str) -> Iterator[SiteFinding]:
    """The query in the URL; another rule reports a name that is given in both places."""
    marked = site.template.marked
    at = marked.find("?")
    given = site.query.by_key if isinstance(site.query, KeyedValues) else {}
    names = {name for name, _ in parse_qsl(loss.what, keep_blank_values=True)}
    span = site.template.where(at, len(marked)) if at >= 0 and site.template.known is not None else None
    if span is None or marked[at + 1 :].partition("#")[0] != loss.what or names <= given.keys():
        return
    whose = "`params`" if site.query is not None else "The client's `params`"
    message = f"{whose} replaces the query in the URL: `?{loss.what}` is not sent{release}"
    yield SiteFinding("lost-query", span, message, fixes=_moved(site))


def _value(site: Site, loss: Loss) -> Iterator[SiteFinding]:
    """A `None` that is written in the call: one in a variable may be meant to leave the name out."""
    for table in (site.query, site.data):
        entry = table.by_key.get(loss.what) if isinstance(table, KeyedValues) else None
        if entry is None or not isinstance(entry.value, Constant) or entry.value.span is None or entry.maybe:
            continue
        if site.span.holds(entry.value.span) and entry.value.span == entry.value_span:
            message = f"`{loss.what}` is not sent: {site.client_name} leaves out a value that is `None`"
            yield SiteFinding("lost-value", entry.value.span, message)


def _moved(site: Site) -> Fixes:
    def fixes(source: bytes) -> Sequence[Fix]:
        edits = split_query(site, source)
        return (Fix("Move the query into `params`", tuple(edits), preferred=True),) if edits else ()

    return fixes


def _path(site: Site, loss: Loss) -> Iterator[SiteFinding]:
    """The path of the base address, or the path that becomes part of its query."""
    marked = site.template.marked
    span = site.template.where(0, len(marked))
    if span is None or site.template.known is None:
        return
    if loss.kind == "URL" or not marked.startswith("/"):
        message = f"The base address has a query, so `{loss.what}` is sent as part of that instead of the path"
        yield SiteFinding("lost-base-path", span, message)
        return
    message = f"The leading slash drops the path of the base address: `{loss.what}` is not sent"
    slash = site.template.where(0, 1)
    fix = Fix("Remove the slash", (Edit(slash, ""),), preferred=True) if slash is not None else None
    yield SiteFinding("lost-base-path", span, message, fixes=(lambda _: (fix,)) if fix else nothing)


def _all_known(site: Site) -> bool:
    arguments = site.arguments
    values = [entry.value for entry in (*arguments.positional, *arguments.keywords.entries)]
    return not arguments.open and not arguments.keywords.open and all(map(is_known, values))


def _refused(site: Site, request: Request) -> Iterator[SiteFinding]:
    # A part missing from the URL may be elsewhere; an argument is written right here.
    if re.search(r"\bURL\b|base_url", request.error):
        return
    message = f"{site.client_name} raises an exception instead of sending: {request.error}"
    yield SiteFinding("refused-argument", site.callee_span, message)
