"""The checks of routes: one small module per family of rules, each of which looks at one site."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from waypost.apis import Apis
from waypost.cancel import checkpoint
from waypost.results import Diagnostic, Severity
from waypost.routes.check import braces, builder, losses, safety, values, verbs
from waypost.routes.check.catalogue import check_catalogue
from waypost.routes.check.finding import SiteFinding
from waypost.routes.check.tokens import tokens_in_headers
from waypost.routes.model.site import Site
from waypost.routes.sites.client_imports import imports_client
from waypost.routes.sites.file_sites import Routes
from waypost.rules import RULES
from waypost.text import Span

if TYPE_CHECKING:
    from tree_sitter import Node

_CHECKERS: Final[Sequence[Callable[[Site], Iterator[SiteFinding]]]] = (
    builder.check,
    braces.check,
    verbs.check,
    values.check,
    safety.check,
    losses.check,
)

_RAISES: Final = re.compile(rb"\b(?:assertRaises\w*|raises)\(")


def diagnostics_of(routes: Routes) -> list[Diagnostic]:
    """The findings about the routes of a document."""
    if not routes.shapes.own and not imports_client(routes.document.source):
        return []
    found = list(routes.results(_in_block))
    reported = {(each.rule, each.span) for each in found}
    in_headers = tokens_in_headers(routes.blocks)
    return found + [each for each in in_headers if (each.rule, each.span) not in reported]


def _in_block(routes: Routes, index: int) -> Iterable[Diagnostic]:
    sites: Sequence[Site] = routes.in_block(index).sites
    if _RAISES.search(routes.blocks[index].text) is not None:
        sites = [site for site in sites if not _is_meant_to_fail(routes, site)]
    return _of_sites(sites, routes.document.source, routes.blocks.span(index), routes.apis)


def _is_meant_to_fail(routes: Routes, site: Site) -> bool:
    """Whether a test expects an exception: `with pytest.raises(ValueError):`."""
    node: Node | None = routes.blocks.node_at(site.span.start)
    while node is not None:
        if node.type == "with_statement" and _RAISES.search(node.named_children[0].text or b"") is not None:
            return True
        node = node.parent
    return False


def _of_sites(sites: Sequence[Site], source: bytes, block: Span, apis: Apis) -> list[Diagnostic]:
    """The findings about one block's sites. What is outside the block belongs to another block or another file."""
    found: dict[tuple[str, Span, str], Diagnostic] = {}
    for site in sites:
        checkpoint()
        for finding in findings_of(site):
            if block.holds(finding.span) and not _has_another_way(finding, site, sites):
                diagnostic = _diagnostic(finding, source, known=_is_known(site))
                found.setdefault((finding.rule, finding.span, diagnostic.message), diagnostic)
        for diagnostic in () if site.alternative else check_catalogue(site, apis, source):
            if block.holds(diagnostic.span):
                found.setdefault((diagnostic.rule, diagnostic.span, diagnostic.message), diagnostic)
    return list(found.values())


def findings_of(site: Site) -> Iterator[SiteFinding]:
    if site.bare or site.unknown or site.likely:
        return
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


def _diagnostic(finding: SiteFinding, source: bytes, *, known: bool) -> Diagnostic:
    severity = finding.severity or RULES[finding.rule].severity
    if finding.rule == "missing-parameter" and finding.severity is None and not known:
        severity = Severity.WARNING
    fixes = tuple(fix._replace(edits=tuple(dict.fromkeys(fix.edits))) for fix in finding.fixes(source))
    message = finding.message.removesuffix(".")  # An error of the builder is a sentence, a finding is not.
    return Diagnostic(finding.rule, severity, finding.span, message, finding.related, fixes, finding.tags)
