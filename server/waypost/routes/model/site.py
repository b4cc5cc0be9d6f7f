"""A route in the source: the call, or only a string, with everything that the analysis knows about it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from waypost.clients import Behaviour, Client, client_of
from waypost.clients.shape import VERBS, Fills, Shape
from waypost.core.template import Template
from waypost.results import FunctionName
from waypost.routes.model.values import (
    MARK,
    Arguments,
    Hole,
    KeyedValue,
    KeyedValues,
    Row,
    Text,
    TextPiece,
    Thing,
    Value,
    secret_pieces,
    secrets_in,
)
from waypost.shown.secrets import Secrets, masked_text
from waypost.text import Span
from waypost.workspace.releases import ReleaseRange

WITH_VERB: Final = re.compile(rf"\s*({'|'.join(VERBS)})([ \t]+)(?=/|https?://|[\ue000-\uf8ff])")


@dataclass(frozen=True)
class Site:
    """One way in which a call may be made; a call with two possible URLs is two sites."""

    shape: Shape | None
    # The call, or the string if there is no call.
    span: Span
    callee_span: Span
    callee: str
    # The URL as it is given, without the verb.
    template: Text
    # The verb in upper case; empty if it is known only at run time, or for a helper without one.
    verb: str
    verb_span: Span | None = None
    verb_written: str = ""
    # The whole string, with the verb if it has one.
    route: Text = field(default_factory=lambda: Text(()))
    arguments: Arguments = field(default_factory=Arguments)
    # The values of placeholders, and whether there may be more.
    values: KeyedValues = field(default_factory=KeyedValues)
    numbered: Row = field(default_factory=Row)
    query: Value | None = None
    json: Value | None = None
    data: Value | None = None
    headers: Value | None = None
    # The object that the call is made on, if its type is known.
    client: Thing | None = None
    # Found through a function: findings must be placed in the caller.
    through: bool = False
    # A function on the way sends the same to this URL by itself: what is wrong with that is said there.
    repeats: bool = False
    # It is sent by such a function beside what the call is made for: a token, for instance.
    beside: bool = False
    # The functions that lead from the call to what makes the request, the outermost first.
    via: tuple[FunctionName, ...] = ()
    # What is called in the end where functions are on the way, by its own name.
    sender: str = ""
    # One of several ways in which the call may be made.
    alternative: bool = False
    # The other verbs with which it may be made, if a function decides that.
    other_verbs: frozenset[str] = frozenset()
    # The call is certainly one of a known client.
    sure: bool = False
    # Why something that is not seen may have changed the request; empty if nothing may.
    doubt: str = ""
    # That is only what its callers may give in place of a default of its URL.
    by_default: bool = False
    # The names of the calls in the same file that send it as it is: of a request that is an object first, and of
    # functions that lead here.
    sent_at: tuple[Span, ...] = ()
    # The releases of the client's package that the project uses, if they are known.
    release: ReleaseRange | None = None

    @cached_property
    def literal(self) -> Span:
        """Where the route is written: from its first known character to its last."""
        spans = [part.span for part in self.route.parts if part.span is not None]
        own = [span for span in spans if self.span.start <= span.start and span.end <= self.span.end]
        used = own or spans[:1]
        if not used:
            return self.span
        found = used[0]
        for span in used[1:]:
            found = found.cover(span)
        return found

    @cached_property
    def parsed(self) -> Template:
        """The parsed template of the marked form, in which each unknown part is one character."""
        return Template.parse(self.template.marked, colons=self.record.builds)

    @property
    def record(self) -> Client:
        """The record of the client that makes the call."""
        return client_of(self.shape)

    @property
    def behaviours(self) -> tuple[Behaviour, ...]:
        """What the releases in use send for the call, the newest first; if unknown, the newest of all."""
        release = self.release
        return self.record.behaviours(release.lowest, release.below) if release else self.record.releases[-1:]

    @property
    def likely(self) -> bool:
        """Whether it only looks like a request, or may be another: it is shown as likely.

        Rules report nothing of it; what an API says of a default address is a hint.
        """
        return self.shape is not None and (bool(self.doubt) or (not self.sure and not self.shape.client))

    @property
    def is_judged(self) -> bool:
        """Whether it is compared with its API: a call whose URL is known, and sent by no function on the way itself."""
        return not (self.bare or self.unknown or self.repeats) and (not self.likely or self.by_default)

    @property
    def fills(self) -> Fills:
        return self.shape.fills if self.shape is not None else Fills.UNKNOWN

    @property
    def client_name(self) -> str:
        return self.shape.client if self.shape is not None else ""

    @property
    def bare(self) -> bool:
        """A route in a string that is not the argument of a known call."""
        return self.shape is None

    @property
    def unknown(self) -> bool:
        """Whether the path is completely unknown: there is only a request."""
        if self.template.known is not None:
            return not self.template.known.strip() and not self._has_address
        path = re.sub(r"\Ahttps?://[^/\ue000-\uf8ff]*", "", self.template.marked)
        if self.template.marked.startswith("http") and "/" in path and len(MARK.findall(path)) > 1:
            return False
        return not re.search(r"\w", MARK.sub("", path))

    @property
    def _has_address(self) -> bool:
        """Whether the client was made for an address, so that a URL may be empty."""
        places, client = self.record.constructor[:2], self.client
        return client is not None and any(client.built.at(*place) is not None for place in places if place is not None)

    @cached_property
    def base(self) -> str:
        """The address that the object of the call was made for, as it is shown; empty if there is none."""
        given = self._given_base
        shown = given.shown() if given is not None else ""
        return masked_text(self.secrets.masked_url(shown))

    @cached_property
    def shown(self) -> str:
        """The template for inventories: unknown parts by their names, in braces, and no secrets."""
        return masked_text(self.secrets.masked_url(self.template.shown()))

    @cached_property
    def secrets(self) -> Secrets:
        """The secrets among its values, which are masked wherever they are sent."""
        known = list(secrets_in(self._sent()))
        return Secrets(known, list(self._url_pieces()) if known else ())

    def _url_pieces(self) -> Iterator[tuple[str, bool]]:
        """The known pieces of the URL, each with whether it is written by itself, and not where a secret is."""
        base, secrets = self._given_base, list(self.secret_spans())
        for part in (*(base.parts if base is not None else ()), *self.template.parts):
            if isinstance(part, TextPiece) and part.text:
                span = part.span
                yield part.text, span is not None and not part.secret and not any(map(span.meets, secrets))

    @property
    def _given_base(self) -> Text | None:
        place = (self.shape.base if self.shape is not None else None) or self.record.constructor.base
        given = self.client.built.at(*place) if self.client is not None and place is not None else None
        return given.value if given is not None and isinstance(given.value, Text) else None

    def secret_spans(self) -> Iterator[Span]:
        """Where they are written."""
        pieces = (piece for pieces in secret_pieces(self._sent()) for piece in pieces)
        return (piece.span for piece in pieces if piece.span is not None)

    def _sent(self) -> tuple[Value | None, ...]:
        arguments = (each.value for each in (*self.arguments.positional, *self.arguments.keywords.entries))
        sent = (self.route, self.template, self.values, self.numbered, self.query, self.json, self.data, self.headers)
        return (*sent, *arguments, self.client)

    @property
    def key(self) -> tuple[str, str]:
        return self.verb, self.shown

    def holes(self) -> Iterator[tuple[int, Hole]]:
        """The unknown parts and their places in the marked form."""
        at = 0
        for part in self.template.parts:
            if isinstance(part, TextPiece):
                at += len(part.text)
            else:
                yield at, part
                at += 1

    def value(self, name: str) -> KeyedValue | None:
        """The value of a placeholder, if the call gives it."""
        if name.isdecimal():
            index = int(name)
            if index < len(self.numbered.items):
                item = self.numbered.items[index]
                return KeyedValue(name, item, None, getattr(item, "span", None))
            return None
        return self.values.by_key.get(name)


def ways_of(site: Site, sites: Sequence[Site]) -> Sequence[Site]:
    """The requests of which the call of a site sends one."""
    return [each for each in sites if each.span == site.span] if site.alternative else (site,)


def looks_like_route(text: Text, *, sure: bool) -> bool:
    """Whether a text may be a URL: for a known client any text; otherwise one with a slash where URLs have one."""
    marked = text.marked
    if (not marked and not sure) or len(marked) > 2_000 or "\n" in marked.strip():  # noqa: PLR2004 - longer ones are data
        return False
    if sure:
        return True
    if re.search(r"[\s<>\"\\^`|]", MARK.sub("", marked)):
        return False
    return bool(re.match(r"/|https?://|[\ue000-\uf8ff]/|[\w{}.%\ue000-\uf8ff-]+(?:/|\Z)", marked))
