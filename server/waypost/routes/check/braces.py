"""The grammar of url templates."""

from collections.abc import Iterator, Sequence

from waypost.clients.shape import Fills
from waypost.results import Edit, Fix
from waypost.routes.check.finding import Fixes, SiteFinding
from waypost.routes.model.site import Site
from waypost.text import Span


def check(site: Site) -> Iterator[SiteFinding]:
    if site.fills is not Fills.TEMPLATE or site.record.builds:
        return
    for fault in site.parsed.faults:
        written = site.template.marked[slice(*fault.span)]
        span = site.template.where(*fault.span)
        if span is None or not ("{" in written or "}" in written):
            continue
        if written.startswith("{{") and written.endswith("}}"):
            message = f"Doubled braces are sent as they are; write `{written[1:-1]}`"
            yield SiteFinding("doubled-braces", span, message, fixes=_undouble(span))
        else:
            yield SiteFinding("invalid-template", span, fault.message)


def _undouble(span: Span) -> Fixes:
    def fixes(source: bytes) -> Sequence[Fix]:
        written = span.of(source)
        if not (written.startswith(b"{{") and written.endswith(b"}}")):
            return ()
        edits = (Edit(Span(span.start, span.start + 1), ""), Edit(Span(span.end - 1, span.end), ""))
        return (Fix("Write single braces", edits, preferred=True),)

    return fixes
