"""Dangerous values: raw in a path, credentials for another host, tokens in the source."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from waypost.clients.shape import Fills
from waypost.core import mistakes
from waypost.core.host import host_of
from waypost.core.problems import CREDENTIALS
from waypost.results import Fix
from waypost.routes.check.finding import SiteFinding, related
from waypost.routes.check.tokens import MESSAGE, tokens_in
from waypost.routes.edit import rewrite
from waypost.routes.edit.environment import environment_fix
from waypost.routes.model.site import Site
from waypost.routes.model.values import MARK, Constant, KeyedValue, KeyedValues, Text, TextPiece, Value, name_of
from waypost.routes.sites.request import base_of
from waypost.text import Span

_CREDENTIAL_ARGUMENTS: Final = ("auth", "oauth_token", "jwt")
# Other hosts of an API besides its main one.


def check(site: Site) -> Iterator[SiteFinding]:
    yield from _secrets(site)
    if not site.sure:
        return
    yield from _raw(site)
    if not site.record.is_builder:
        yield from _foreign(site)


def _raw(site: Site) -> Iterator[SiteFinding]:
    """Interpolations in the path, for clients that expand templates."""
    if site.fills is not Fills.TEMPLATE or site.through or site.shape is None or site.shape.helper:
        return
    path_end = min(
        (at for at in (site.template.marked.find("?"), site.template.marked.find("{?")) if at >= 0), default=-1
    )
    for at, hole in site.holes():
        inside = at > 0 and (path_end < 0 or at < path_end)
        if hole.form != "f" or hole.spec or hole.span is None or not inside or "/" not in site.template.marked[:at]:
            continue
        name = name_of(hole)
        yield SiteFinding(
            "raw-interpolation",
            hole.span,
            f"`{name}` is not percent-encoded here; a template with `{{{name}}}` would encode it",
            fixes=lambda source: rewrite.template_fixes(site, source),
        )


def _foreign(site: Site) -> Iterator[SiteFinding]:
    host = _host(site.template)
    base = base_of(site)
    home = host_of(base)
    mistake = mistakes.sent_elsewhere("The client's credentials", home[0], host[0]) if host and home else None
    if mistake is None or host is None:
        return
    credential = _credential(site)
    if credential is not None:
        yield SiteFinding(
            mistake.rule,
            host[1],
            mistake.message,
            related(credential.key_span or credential.value_span, "the credentials"),
        )


def _host(template: Text) -> tuple[str, Span] | None:
    found = host_of(template.marked)
    if found is None or not found[0] or MARK.search(found[0]) or "{" in found[0]:
        return None
    span = template.where(*found[1])
    return (found[0], span) if span is not None else None


def _credential(site: Site) -> KeyedValue | None:
    """The credentials that the client's constructor sends with every request."""
    if site.client is None:
        return None
    for name in _CREDENTIAL_ARGUMENTS:
        entry = site.client.built.at(None, name)
        if entry is not None and not (isinstance(entry.value, Constant) and entry.value.value is None):
            return entry
    headers = site.client.built.at(None, "headers")
    if headers is None or not isinstance(headers.value, KeyedValues):
        return None
    return next((entry for entry in headers.value.entries if entry.key.lower() in CREDENTIALS), None)


def _secrets(site: Site) -> Iterator[SiteFinding]:
    own = site.values.by_key.get("headers") if site.record.is_builder else None
    values: list[Value | None] = [site.template, site.query, own.value if own else site.headers]
    for name, text in (named for value in values for named in _texts(value)):
        for part in text.parts:
            for found, key in tokens_in(part.text, name) if isinstance(part, TextPiece) else ():
                span = Text((part,)).where(*found)
                if span is not None:
                    yield SiteFinding("secret-in-route", span, MESSAGE, fixes=partial(_from_environment, span, key))


def _from_environment(span: Span, name: str, source: bytes) -> Sequence[Fix]:
    return tuple(environment_fix(source, span, name))


def _texts(value: Value | None) -> Iterator[tuple[str, Text]]:
    """The texts that are sent, each with its name if it has one."""
    if isinstance(value, Text):
        yield "", value
    elif isinstance(value, KeyedValues):
        for entry in value.entries:
            if isinstance(entry.value, Text):
                yield entry.key, entry.value
