"""The checks of routes: one small module per family of rules, each of which looks at one site."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from waypost.apis import Apis
from waypost.cancel import checkpoint
from waypost.results import Diagnostic, Severity
from waypost.routes.check import braces, builder, losses, safety, signatures, values, verbs
from waypost.routes.check.catalogue import check_catalogue
from waypost.routes.check.finding import SiteFinding
from waypost.routes.check.tokens import tokens_in_headers
from waypost.routes.model.site import Site
from waypost.routes.sites.client_imports import imports_client
from waypost.routes.sites.file_sites import Routes
from waypost.rules import RULES
from waypost.shown.secrets import masked_text
from waypost.text import Span

if TYPE_CHECKING:
    from tree_sitter import Node

_CHECKERS: Final[Sequence[Callable[[Site], Iterator[SiteFinding]]]] = (
    braces.check,
    verbs.check,
    safety.check,
    losses.check,
    signatures.check,
)

# The statuses by which an app refuses what it does not serve, or does not take.
_REFUSED: Final = re.compile(
    rb"\b4[0-5]\d\b|HTTP_4\d\d|\b(?:NOT_FOUND|METHOD_NOT_ALLOWED|UNPROCESSABLE_\w+|BAD_REQUEST)\b"
    rb"|\b(?:NotFound|MethodNotAllowed)\w*"
)
_RAISES: Final = re.compile(rb"\b(?:assertRaises\w*|raises)\(")


def diagnostics_of(routes: Routes) -> list[Diagnostic]:
    """The findings about the routes of a document."""
    source = routes.document.source
    if not routes.shapes.own and not imports_client(source) and not routes.apps.may_be_called:
        return []
    found = list(routes.results(_in_block))
    reported = {(each.rule, each.span) for each in found}
    in_text = [*tokens_in_headers(routes.blocks, routes.document.source), *signatures.refused_keywords(routes)]
    return found + [each for each in in_text if (each.rule, each.span) not in reported]


def _in_block(routes: Routes, index: int) -> Iterable[Diagnostic]:
    sites: Sequence[Site] = routes.in_block(index).sites
    if _RAISES.search(routes.blocks[index].text) is not None:
        sites = [site for site in sites if not _is_meant_to_fail(routes, site)]
    if _REFUSED.search(routes.blocks[index].text) is not None:
        sites = [site for site in sites if not _is_meant_to_be_refused(routes, site)]
    return _of_sites(sites, routes.document.source, routes.blocks.span(index), routes.apis)


def _is_meant_to_fail(routes: Routes, site: Site) -> bool:
    """Whether a test expects an exception: `with pytest.raises(ValueError):`."""
    node: Node | None = routes.blocks.node_at(site.span.start)
    while node is not None:
        if node.type == "with_statement" and _RAISES.search(node.named_children[0].text or b"") is not None:
            return True
        node = node.parent
    return False


def _is_meant_to_be_refused(routes: Routes, site: Site) -> bool:
    """Whether a test of an app of the workspace expects that to refuse a request: `assert r.status_code == 404`."""
    if routes.apps.called_at(site.span) is None:
        return False
    node: Node | None = routes.blocks.node_at(site.span.start)
    while node is not None and node.type != "function_definition":
        node = node.parent
    around = node.parent if node is not None and node.parent is not None else node
    node = around if around is not None and around.type == "decorated_definition" else node
    return node is not None and _REFUSED.search(node.text or b"") is not None


def _of_sites(sites: Sequence[Site], source: bytes, block: Span, apis: Apis) -> list[Diagnostic]:
    """The findings about one block's sites: a text from elsewhere is wrong in the call that uses it."""
    found: dict[tuple[str, Span, str], Diagnostic] = {}
    for site in sites:
        checkpoint()
        for diagnostic in _of_site(site, sites, source, apis):
            placed = _placed(_masked(diagnostic, site), site, block)
            if placed is not None:
                found.setdefault((placed.rule, placed.span, placed.message), placed)
    return list(found.values())


def _of_site(site: Site, sites: Sequence[Site], source: bytes, apis: Apis) -> Iterator[Diagnostic]:
    for finding in findings_of(site, apis):
        if not _has_another_way(finding, site, sites):
            yield _diagnostic(finding, source, known=_is_known(site))
    if not site.alternative:
        yield from check_catalogue(site, apis, source)


def _placed(found: Diagnostic, site: Site, block: Span) -> Diagnostic | None:
    """A finding where its text is, or at the URL of the call; None if another call is reported for the same."""
    if block.holds(found.span):
        return found
    if site.span.holds(site.literal):
        return found._replace(span=site.literal)
    place = site.shape.url if site.shape is not None and not site.through else None
    given = site.arguments.at(*place) if place is not None else None
    span = given.value_span if given is not None and given.value_span is not None else site.callee_span
    return found._replace(span=span) if place is not None and site.span.holds(span) else None


def findings_of(site: Site, apis: Apis) -> Iterator[SiteFinding]:
    if site.bare or site.unknown or site.likely:
        return
    yield from builder.check(site, apis)
    yield from values.check(site, apis)
    for checker in _CHECKERS:
        yield from checker(site)


def _has_another_way(finding: SiteFinding, site: Site, sites: Sequence[Site]) -> bool:
    """Whether the same text also has a correct path: one where a branch fills it, for example."""
    if not site.alternative:
        return False
    if finding.rule == "unused-parameter":
        return True
    for other in sites:
        if (
            other.span == site.span
            and other is not site
            and any(
                (part.span is not None and part.span.start <= finding.span.start and finding.span.end <= part.span.end)
                or (part.span is not None and finding.span.holds(part.span))
                for part in other.template.parts
            )
        ):
            return True
    return False


def _is_known(site: Site) -> bool:
    return site.template.known is not None and not site.alternative and not site.through


def _masked(found: Diagnostic, site: Site) -> Diagnostic:
    """A finding without the secrets of its request: reports of it are read by more people than the source."""

    def own(text: str) -> str:
        return masked_text(str(site.secrets.masked(text)))

    related = tuple(each._replace(message=own(each.message)) for each in found.related)
    fixes = tuple(each._replace(title=own(each.title)) for each in found.fixes)
    return found._replace(message=own(found.message), related=related, fixes=fixes)


def _diagnostic(finding: SiteFinding, source: bytes, *, known: bool) -> Diagnostic:
    severity = finding.severity or RULES[finding.rule].severity
    if finding.rule == "missing-parameter" and finding.severity is None and not known:
        severity = Severity.WARNING
    fixes = tuple(fix._replace(edits=tuple(dict.fromkeys(fix.edits))) for fix in finding.fixes(source))
    message = finding.message.removesuffix(".")  # An error of the builder is a sentence, a finding is not.
    return Diagnostic(finding.rule, severity, finding.span, message, finding.related, fixes, finding.tags)
