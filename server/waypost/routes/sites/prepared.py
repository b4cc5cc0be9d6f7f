"""A request object gets the defaults of the session that prepares it: `session.prepare_request(request)`."""

from dataclasses import replace

from waypost.clients import CLIENTS
from waypost.routes.model.site import Site


def as_prepared(site: Site, preparer: str) -> Site:
    """A site as one of the client that prepares its request."""
    record = next((each for each in CLIENTS if preparer in each.preparers), None)
    if record is None or site.shape is None:
        return site
    return replace(site, shape=replace(site.shape, client=record.name, base=record.constructor.base))
