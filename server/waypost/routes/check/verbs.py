"""Verbs, and the white space around URLs."""

import re
from collections.abc import Iterator
from typing import Final

from waypost.clients.shape import VERBS, At, Fills, Slash
from waypost.core import mistakes
from waypost.core.route import verb_message
from waypost.results import Edit, Fix, Severity
from waypost.routes.check.finding import Fixes, SiteFinding
from waypost.routes.model.site import WITH_VERB, Site
from waypost.text import Span

_LONG: Final = 5


def check(site: Site) -> Iterator[SiteFinding]:
    if site.record.is_builder or not site.sure:
        return
    yield from _unknown_verb(site)
    yield from _verb_in_url(site)
    yield from _spaces(site)
    yield from _slash(site)


def verb_faults(site: Site) -> Iterator[str]:
    """What is wrong with the verb alone, one message each. The builder itself finds that only as it makes a request."""
    if not site.record.is_builder:
        yield from (each.message for each in (*_unknown_verb(site), *_verb_in_url(site)) if site.sure)
    elif site.verb and site.verb not in VERBS:
        yield verb_message(site.verb)


def _unknown_verb(site: Site) -> Iterator[SiteFinding]:
    shape = site.shape
    if shape is None or not isinstance(shape.verb, At) or not site.verb_written or site.verb_span is None:
        return
    if site.verb in VERBS:
        if shape.slash is Slash.REQUIRED and site.verb_written != site.verb:
            message = f"{shape.client} accepts only uppercase verbs"
            yield SiteFinding("unknown-verb", site.verb_span, message, fixes=replace_verb(site.verb_span, site.verb))
        return
    near = nearest_verb(site.verb)
    if near:
        message = mistakes.unknown_verb(site.verb_written, near)
        yield SiteFinding("unknown-verb", site.verb_span, message, fixes=replace_verb(site.verb_span, near))


def nearest_verb(verb: str) -> str:
    """A verb that differs from this word by one typing error, or two if it is long."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    most = 1 if len(verb) < _LONG else 2
    found = process.extractOne(verb, VERBS, scorer=OSA.distance, score_cutoff=most) if len(verb) > 2 else None  # noqa: PLR2004
    return found[0] if found else ""


def replace_verb(span: Span, text: str) -> Fixes:
    return lambda _: (Fix(f"Write `{text}`", (Edit(span, text),), preferred=True),)


def _verb_in_url(site: Site) -> Iterator[SiteFinding]:
    """`gh.getitem("GET /user")`: the verb becomes part of the path."""
    found = WITH_VERB.match(site.template.marked)
    if found is None or (site.shape is not None and site.shape.verb_in_url):
        return
    span = site.template.where(found.start(1), found.end())
    if span is None or site.template.marked[found.end() : found.end() + 1] not in "/h":
        return
    yield SiteFinding(
        "unknown-verb",
        span,
        f"{mistakes.verb_in_path(found[1])}: {site.client_name} accepts no verb here",
        fixes=lambda _: (Fix("Remove the verb", (Edit(span, ""),), preferred=True),),
    )


def _spaces(site: Site) -> Iterator[SiteFinding]:
    marked = site.template.marked
    for found in re.finditer(r"\A[ \t]+(?=.)|(?<=.)[ \t]+\Z", marked):
        span = site.template.where(*found.span())
        if span is not None and site.template.known is not None and site.fills in (Fills.NOTHING, Fills.TEMPLATE):
            yield SiteFinding(
                "route-spacing",
                span,
                f"The space {'after' if found.start() else 'before'} the URL is sent as part of it",
                fixes=_removed(span),
            )


def _removed(span: Span) -> Fixes:
    return lambda _: (Fix("Remove the space", (Edit(span, ""),), preferred=True),)


def _slash(site: Site) -> Iterator[SiteFinding]:
    if site.shape is None or site.shape.slash is not Slash.REQUIRED:
        return
    marked = site.template.marked
    if re.match(r"[A-Za-z{][\w.{}-]*(?:/|\Z)", marked) and not marked.startswith(("http:", "https:")):
        span = site.template.where(0, 1)
        if span is not None:
            at = Span.at(span.start)
            yield SiteFinding(
                "route-spacing",
                site.template.where(0, len(marked)) or span,
                f"{site.client_name} drops the path of the API from a URL without a leading slash",
                fixes=lambda _: (Fix("Add the slash", (Edit(at, "/"),), preferred=True),),
                severity=Severity.WARNING,
            )
