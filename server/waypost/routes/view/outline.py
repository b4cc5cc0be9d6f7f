"""The routes of a document for its outline, and the parts of each for semantic tokens."""

from collections.abc import Iterator

from waypost.clients.shape import Fills
from waypost.results import Symbol, SymbolKind, Token
from waypost.routes.listed import title_of
from waypost.routes.model.site import Site
from waypost.routes.sites.api_binding import bound_site
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.placeholders import placeholders
from waypost.text import Span


def symbols_of(routes: Routes) -> list[Symbol]:
    """One symbol for each call, with what it calls as the detail."""
    return list(routes.results(_symbols))


def tokens_of(routes: Routes, span: Span | None) -> list[Token]:
    """The verb, placeholders and operators inside route strings."""
    tokens = {token.span: token for token in routes.results(_tokens, span)}
    return [tokens[span] for span in sorted(tokens)]


def _symbols(routes: Routes, index: int) -> list[Symbol]:
    each_once: dict[tuple[Span, str, str], Site] = {}
    for site in routes.in_block(index).sites:
        each_once.setdefault((site.span, site.verb, site.shown), site)
    return [_symbol(site, routes) for site in each_once.values() if not site.unknown]


def _symbol(site: Site, routes: Routes) -> Symbol:
    known = bound_site(site, routes.apis, guess=True)
    operation = known.operation if known is not None else None
    selection = site.literal if site.span.holds(site.literal) else site.callee_span
    name = title_of(site.verb, site.shown)
    return Symbol(name, SymbolKind.ROUTE, site.span, selection, operation.title if operation is not None else "")


def _tokens(routes: Routes, index: int) -> Iterator[Token]:
    for site in routes.in_block(index).sites:
        yield from _tokens_of(site)


def _tokens_of(site: Site) -> Iterator[Token]:
    """Only parts that are written literally in a string of this document."""
    if site.verb_span is not None and site.literal.holds(site.verb_span):
        yield Token(site.verb_span, "method")
    for each in placeholders(site) if site.fills is not Fills.NOTHING else ():
        name = site.template.where(each.name_start, each.name_end)
        if name is not None and site.literal.holds(name):
            yield Token(name, "parameter")
    for expression in site.parsed.expressions if site.fills is Fills.TEMPLATE else ():
        operator = site.template.where(expression.span.start + 1, expression.span.start + 2)
        if expression.operator and operator is not None and site.literal.holds(operator):
            yield Token(operator, "operator")
