"""The grammar of URL templates."""

from collections.abc import Iterator, Sequence

from waypost.results import Edit, Fix
from waypost.routes.check.finding import Fixes, SiteFinding
from waypost.routes.model.site import Site
from waypost.routes.sites.placeholders import brace_faults
from waypost.text import Span


def check(site: Site) -> Iterator[SiteFinding]:
    if site.record.builds:
        return
    for written, fault in brace_faults(site):
        span = site.template.where(*fault.span)
        if span is None:
            continue
        if is_doubled(written):
            message = f"Doubled braces are sent as they are; write `{written[1:-1]}`"
            yield SiteFinding("doubled-braces", span, message, fixes=brace_fixes(span, written))
        else:
            yield SiteFinding("invalid-template", span, fault.message, fixes=brace_fixes(span, written))


def is_doubled(written: str) -> bool:
    return written.startswith("{{") and written.endswith("}}")


def brace_fixes(span: Span, written: str) -> Fixes:
    """What fixes the braces of a faulty part, as the route has them.

    Where a name ends, or which brace is one too many, is a guess: such a fix is offered, and never applied by itself.
    """

    def fixes(source: bytes) -> Sequence[Fix]:
        doubling = 2 if _is_formatted(span.of(source), written) else 1
        if is_doubled(written):
            ends = (Span(span.start, span.start + doubling), Span(span.end - doubling, span.end))
            return (Fix("Write single braces", tuple(Edit(end, "") for end in ends), preferred=True),)
        if written.startswith("{") and not written.endswith("}"):
            return (Fix("Add `}`", (Edit(Span.at(span.end), "}" * doubling),)),)
        return (Fix(f"Remove `{written}`", (Edit(span, ""),)),) if set(written) == {"}"} else ()

    return fixes


def _is_formatted(source: bytes, written: str) -> bool:
    """Whether the text is that of an f-string, where a brace is written twice."""
    return sum(map(source.count, b"{}")) > sum(map(written.count, "{}"))
