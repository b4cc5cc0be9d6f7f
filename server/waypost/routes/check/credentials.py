"""Whether a call that needs credentials sends any. There are many ways to, so only simple calls are reported."""

from collections.abc import Iterator
from typing import Final

from waypost.apis import Operation, ParameterPlace
from waypost.apis.model import SecurityScheme
from waypost.results import Severity
from waypost.routes.check.allowed import ValueFault
from waypost.routes.sites.sent_credentials import gives_credentials, headers_of
from waypost.routes.sites.site_operation import BoundSite

_IN_HEADER: Final = ("bearer", "basic", "digest", "oauth2", "openidconnect", "http")


def credential_faults(known: BoundSite, operation: Operation, source: bytes) -> Iterator[ValueFault]:
    """The credentials that an operation requires and a call certainly does not send."""
    if not operation.security or not all(operation.security) or gives_credentials(known.site):
        return
    headers = headers_of(known.site, source)
    schemes = known.spot.api.security
    if headers is None or any(name not in schemes for names in operation.security for name in names):
        return
    needed = [[schemes[name] for name in names] for names in operation.security]
    if any(all(_may_be_sent(each, known, headers) for each in schemes) for schemes in needed):
        return
    ways = list(dict.fromkeys(_named(each) for schemes in needed for each in schemes))
    message = f"`{operation.route}` requires credentials ({' or '.join(ways)}), and this call sends none"
    yield ValueFault(message, known.site.literal, "missing-credentials", Severity.HINT)


def _may_be_sent(scheme: SecurityScheme, known: BoundSite, headers: frozenset[str]) -> bool:
    if scheme.place == "query":
        return any(each.name == scheme.key for each in known.sent if each.place is ParameterPlace.QUERY)
    if scheme.place == "header":
        return scheme.key.lower() in headers
    if scheme.place == "cookie":
        return "cookie" in headers
    return scheme.type.lower() not in _IN_HEADER or "authorization" in headers


def _named(scheme: SecurityScheme) -> str:
    if scheme.place and scheme.key:
        return f"the {'query parameter' if scheme.place == 'query' else scheme.place} `{scheme.key}`"
    return "the header `Authorization`"
