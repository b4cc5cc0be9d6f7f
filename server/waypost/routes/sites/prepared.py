"""A request object gets the defaults of the session that prepares it: `session.prepare_request(request)`."""

from dataclasses import replace

from waypost.clients import CLIENTS
from waypost.routes.evaluate.interface import Call
from waypost.routes.model.site import Site
from waypost.routes.model.values import Arguments, KeyedValues, Method, Thing
from waypost.routes.sites.set_headers import is_of


def with_session(site: Site, call: Call) -> Site:
    """A site whose request the session of a call prepares, as a call of that session."""
    session, method = (call.callee.receiver, call.callee.name) if isinstance(call.callee, Method) else (None, "")
    request = call.arguments.at(0, "request")
    if request is None or not isinstance(session, Thing) or not isinstance(request.value, Thing):
        return site
    if site.shape is None or not is_of(site, request.value):
        return site
    return as_prepared(replace(site, client=session), f"{session.type}.{method}")


def as_prepared(site: Site, preparer: str) -> Site:
    """A site as one of the client that prepares its request."""
    record = next((each for each in CLIENTS if preparer in each.preparers), None)
    if record is None or site.shape is None:
        return site
    return replace(site, shape=replace(site.shape, client=record.name, base=record.constructor.base))


def with_some_session(site: Site, source: bytes) -> Site:
    """A site whose request may get the defaults of a session elsewhere in the file."""
    for preparer in site.record.preparers if site.client is None and site.callee.endswith("Request") else ():
        owner, _, method = preparer.rpartition(".")
        if f".{method}(".encode() in source:
            return replace(site, client=Thing(owner, Arguments(keywords=KeyedValues(open=True))))
    return site
