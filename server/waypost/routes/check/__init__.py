"""The checks of routes: one small module per family of rules, each of which looks at one site."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

from waypost.apis import Apis
from waypost.cancel import checkpoint
from waypost.results import Diagnostic, Severity
from waypost.routes.check import braces, builder, losses, safety, signatures, values, verbs
from waypost.routes.check.catalogue import check_catalogue
from waypost.routes.check.finding import SiteFinding, related
from waypost.routes.check.tokens import tokens_in_headers
from waypost.routes.model.site import Site, ways_of
from waypost.routes.model.values import TextPiece
from waypost.routes.sites.api_binding import bound_site
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.imports import imports_client
from waypost.routes.sites.prefilter import may_hold_routes
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

# What checks one of the sites of a block.
_Check: TypeAlias = Callable[[Site, Sequence[Site], bytes], Iterator[Diagnostic]]
# What is wrong with a route itself, whatever is sent with it.
_OF_ROUTES: Final = ("unknown-route", "deprecated-route")
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
        return _of_wrapped(routes) if routes.apis.documents and may_hold_routes(source) else []
    # What calls say by themselves is found once, and what APIs say of them whenever these have changed.
    both = [*routes.results(_by_apis), *routes.results(_by_requests, by_requests=True)]
    found = list({(each.rule, each.span, each.message): each for each in both}.values())
    reported = {(each.rule, each.span) for each in found}
    in_text = [*tokens_in_headers(routes.blocks, routes.document.source), *signatures.refused_keywords(routes)]
    return found + [each for each in in_text if (each.rule, each.span) not in reported]


def _of_wrapped(routes: Routes) -> list[Diagnostic]:
    """What a bound API says of calls in a file that imports no client, but perhaps a wrapper of one."""
    found = routes.results(_by_apis)
    return list({(each.rule, each.span, each.message): each for each in found}.values())


def _by_requests(routes: Routes, index: int) -> Iterable[Diagnostic]:
    return _of_sites(_checked(routes, index), routes, index, _of_request)


def _by_apis(routes: Routes, index: int) -> Iterable[Diagnostic]:
    return _of_sites(_checked(routes, index), routes, index, partial(_of_api, apis=routes.apis))


def _checked(routes: Routes, index: int) -> Sequence[Site]:
    """The sites of a block whose mistakes are none on purpose."""
    sites: Sequence[Site] = routes.in_block(index).sites
    if _RAISES.search(routes.blocks[index].text) is not None:
        sites = [site for site in sites if not _is_meant_to_fail(routes, site)]
    if _REFUSED.search(routes.blocks[index].text) is not None:
        sites = [site for site in sites if not _is_meant_to_be_refused(routes, site)]
    return sites


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


def _of_sites(sites: Sequence[Site], routes: Routes, index: int, check: _Check) -> list[Diagnostic]:
    """The findings about one block's sites: a text from elsewhere is wrong in the call that uses it."""
    found: dict[tuple[str, Span, str], Diagnostic] = {}
    block = routes.blocks.span(index)
    for site in sites:
        checkpoint()
        for diagnostic in check(site, sites, routes.document.source):
            placed = _placed(_masked(diagnostic, site), site, block)
            if placed is not None:
                found.setdefault((placed.rule, placed.span, placed.message), placed)
    return list(found.values())


def _of_request(site: Site, sites: Sequence[Site], source: bytes) -> Iterator[Diagnostic]:
    """What is wrong with a request, whatever it is for."""
    if _may_be_checked(site):
        findings = (finding for checker in _CHECKERS for finding in checker(site))
        yield from _diagnostics(findings, site, sites, source)


def _of_api(site: Site, sites: Sequence[Site], source: bytes, apis: Apis) -> Iterator[Diagnostic]:
    """What the API to which a request goes has to say, and what takes its names from there."""
    if _may_be_checked(site):
        yield from _diagnostics(chain(builder.check(site, apis), values.check(site, apis)), site, sites, source)
    if not site.alternative:
        yield from check_catalogue(site, apis, source)
    elif not site.bare:
        yield from _of_every_way(site, sites, apis, source)


def _of_every_way(site: Site, sites: Sequence[Site], apis: Apis, source: bytes) -> Iterator[Diagnostic]:
    """What is wrong with one of several requests that a call may send, if it is with all that go to a known API."""
    own = [found for found in check_catalogue(site, apis, source) if found.rule in _OF_ROUTES]
    if own:
        ways = [each for each in ways_of(site, sites) if bound_site(each, apis) is not None]
        rules = [{found.rule for found in check_catalogue(each, apis, source)} for each in ways]
        yield from (found for found in own if all(found.rule in each for each in rules))


def _may_be_checked(site: Site) -> bool:
    return not (site.bare or site.unknown or site.likely)


def _diagnostics(
    findings: Iterable[SiteFinding], site: Site, sites: Sequence[Site], source: bytes
) -> Iterator[Diagnostic]:
    for finding in findings:
        if not _has_another_way(finding, site, sites):
            yield _diagnostic(finding, source, known=_is_known(site))


def _placed(found: Diagnostic, site: Site, block: Span) -> Diagnostic | None:
    """A finding about a whole URL in the call: at its text there, or at what gives the call one from elsewhere.

    One about a part of it, or about anything else, is where that is written, if this is near; None if a function on the
    way gives it.
    """
    is_of_url = found.rule in _OF_ROUTES or found.span == site.literal
    if site.span.holds(found.span) and found.span != site.span:
        return found
    if block.holds(found.span) and not is_of_url:
        return found
    if site.through and not is_of_url:
        return None
    span = _span_of_url(site)
    written = [part.span for part in site.template.parts if isinstance(part, TextPiece) and part.span is not None]
    there = () if site.span.holds(site.literal) else related(written[-1] if written else None, "written here")
    return found._replace(span=span, related=(*found.related, *there))


def _span_of_url(site: Site) -> Span:
    """Where a call has its URL: as far as that is written there, or else the argument, or what is called."""
    if site.span.holds(site.literal) and site.literal != site.span:
        return site.literal
    place = site.shape.url if site.shape is not None and not site.through else None
    given = site.arguments.at(*place) if place is not None else None
    span = given.value_span if given is not None and given.value_span is not None else site.callee_span
    return span if site.span.holds(span) else site.callee_span


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
