"""Code lenses above each call: how often its route is called elsewhere, and a command that copies its request."""

from collections import Counter

from waypost.results import Lens
from waypost.routes.actions import COPY_COMMAND
from waypost.routes.inventory import call_of
from waypost.routes.navigate.routes import elsewhere
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.request import request_of


def lenses_of(routes: Routes) -> list[Lens]:
    """The lenses of every call whose route is known."""
    sites = {site.span: site for site in routes.sites() if not site.unknown}
    calls = {span: call_of(site, routes) for span, site in sites.items()}
    here = Counter(call.key for call in calls.values())
    lenses: list[Lens] = []
    for span, site in sites.items():
        others = here[calls[span].key] - 1 + len(elsewhere(routes, calls[span].key))
        if others:
            lenses.append(Lens(span, f"{others} other call{'s' if others > 1 else ''}"))
        if request_of(site) is not None:
            argument = {"uri": routes.document.uri, "offset": calls[span].span.start, "format": "curl"}
            lenses.append(Lens(span, "copy as curl", COPY_COMMAND, (argument,)))
    return lenses
