"""The mistakes in the braces of a URL template."""

from collections.abc import Iterator

from waypost.clients.shape import Fills
from waypost.core.template import TemplateFault
from waypost.routes.model.site import Site


def brace_faults(site: Site) -> Iterator[tuple[str, TemplateFault]]:
    """Each with the faulty part as it is written; none if the client fills no templates."""
    if site.record.builds or site.fills is Fills.TEMPLATE:
        for fault in site.parsed.faults:
            written = site.template.marked[slice(*fault.span)]
            if "{" in written or "}" in written:
                yield written, fault
