"""What the catalogue adds to a hover: the operation, or the parameter under the cursor."""

from waypost.apis import Apis
from waypost.apis.operation_text import describe, describe_parameter
from waypost.markup import escape
from waypost.routes.model.site import Site
from waypost.routes.sites.known_api import known_of
from waypost.routes.sites.site_operation import Known


def explain_operation(site: Site, apis: Apis) -> str:
    """The operation of a route in Markdown; nothing if it has none."""
    known = known_of(site, apis, guess=True)
    if known is None or known.operation is None:
        return ""
    return describe(known.operation) + _source(known)


def explain_parameter(site: Site, apis: Apis, name: str) -> str:
    """The operation's parameter that a name of the call means, in Markdown."""
    known = known_of(site, apis, guess=True)
    parameter = known.parameter_of(name) if known is not None else None
    return describe_parameter(parameter) if parameter is not None else ""


def _source(known: Known) -> str:
    """The catalogue that this comes from."""
    name = known.spot.api.name or known.spot.api.base
    return f" · {escape(name)}" + (" (guessed from the path)" if known.guessed else "")
