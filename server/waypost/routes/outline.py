"""The routes of a document for its outline, and the parts of each for colouring."""

from collections.abc import Iterator

from waypost.results import Symbol, SymbolKind, Token
from waypost.routes.calls.shape import Fills
from waypost.routes.check.placeholders import placeholders
from waypost.routes.find import Routes
from waypost.routes.known import known_of
from waypost.routes.site import Site
from waypost.text import Span


def symbols_of(routes: Routes) -> list[Symbol]:
    """One symbol for each call, with what it calls as the detail."""
    return [_symbol(site, routes) for site in _each_once(routes) if not site.unknown]


def tokens_of(routes: Routes, span: Span | None) -> list[Token]:
    """The verb, placeholders and operators inside route strings."""
    sites = routes.sites() if span is None else routes.sites_in(span)
    tokens = {token.span: token for site in sites for token in _tokens(site)}
    return [tokens[span] for span in sorted(tokens)]


def _each_once(routes: Routes) -> Iterator[Site]:
    seen: set[tuple[Span, str, str]] = set()
    for site in routes.sites():
        key = (site.span, site.verb, site.shown)
        if key not in seen:
            seen.add(key)
            yield site


def _symbol(site: Site, routes: Routes) -> Symbol:
    known = known_of(site, routes.apis, guess=True)
    operation = known.operation if known is not None else None
    selection = site.literal if site.span.holds(site.literal) else site.callee_span
    name = f"{site.verb} {site.shown}".strip()
    return Symbol(name, SymbolKind.ROUTE, site.span, selection, operation.title if operation is not None else "")


def _tokens(site: Site) -> Iterator[Token]:
    """Only what stands in a string of this document as it is."""
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
