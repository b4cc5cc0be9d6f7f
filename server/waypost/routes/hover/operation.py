"""What an API says about the request or the parameter in a hover."""

from collections.abc import Iterator

from waypost.apis import Apis, Operation
from waypost.apis.operation_text import facts_of
from waypost.markup import code, escape, link
from waypost.routes.model.site import Site
from waypost.routes.serving.apps import DocumentApps
from waypost.routes.sites.api_binding import bound_site
from waypost.routes.sites.site_operation import BoundSite


def known_operation(site: Site, apis: Apis) -> BoundSite | None:
    """A route that has an operation; None if it has none."""
    known = bound_site(site, apis, guess=True)
    return known if known is not None and known.operation is not None else None


def explain_operation(site: Site, apis: Apis, apps: DocumentApps) -> str:
    """The operation of a route in one line of Markdown, with its warnings; nothing if it has none."""
    known = known_operation(site, apis)
    if known is None or known.operation is None:
        return ""
    heading = " · ".join(filter(None, _heading(known, known.operation)))
    return "\n\n".join([heading, *_answered_by(known, known.operation, apps), *_warnings(known.operation)])


def _answered_by(known: BoundSite, operation: Operation, apps: DocumentApps) -> Iterator[str]:
    """The route and what answers it, if an app of the workspace does."""
    places = [escape(f"{each.file}:{each.line}") for each in apps.handlers(known.spot.api, operation)]
    if places:
        yield " · ".join([code(operation.route), *places])


def explain_parameter(site: Site, apis: Apis, name: str) -> str:
    """The operation's parameter that a name in the call means, as the rest of a line of Markdown."""
    known = bound_site(site, apis, guess=True)
    parameter = known.parameter_of(name) if known is not None else None
    if parameter is None:
        return ""
    need = "required" if parameter.required else "optional"
    own_name = code(parameter.name) if parameter.name != name else ""
    return " · ".join(
        filter(None, [own_name, need, facts_of(parameter), "⚠ deprecated" if parameter.deprecated else ""])
    )


def _heading(known: BoundSite, operation: Operation) -> Iterator[str]:
    yield f"**{escape(operation.title or operation.route)}**"
    yield code(operation.id)
    yield escape(known.spot.api.name or known.spot.api.base) + (" (guessed from the path)" if known.guessed else "")
    yield link("Documentation", operation.docs)


def _warnings(operation: Operation) -> Iterator[str]:
    if operation.deprecated:
        until = f" and works until {escape(operation.removed)}" if operation.removed else ""
        yield f"⚠ Deprecated{until}."
    if operation.media:
        yield f"The body is sent as it is: {code(operation.media)}."
