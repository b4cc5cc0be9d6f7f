"""Hints at the ends of lines with calls: the requests that will be sent."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple
from urllib.parse import unquote_plus

from waypost.results import InlayHint
from waypost.routes.model.site import Site
from waypost.routes.model.stand_ins import words
from waypost.routes.model.values import Either, Hole, KeyedValue, KeyedValues, Unknown
from waypost.routes.sites.default_addresses import shown_default
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.missing_parameters import marked
from waypost.routes.sites.request import Request, request_of
from waypost.shown.names import path_and_query
from waypost.text import Span

# An editor shows no more of a hint.
_WIDEST: Final = 43
# How a URL begins that is sent somewhere: anything else is words, on their way to become a route.
_ADDRESSED: Final = re.compile(r"[A-Za-z][\w+.-]*:|[/{]")
# An address that is not known.
_ADDRESS: Final = re.compile(r"\{[^{}]*\}")
_BASED: Final = re.compile(r"\A\{[^{}]*\}(?=/)")
_NOT_SENT: Final = "not sent"
_BRACE: Final = re.compile(r"%7([BbDd])")


def hints_in(routes: Routes, span: Span, level: str) -> list[InlayHint]:
    """One hint for each line in a span on which a call ends; several requests share it."""
    if level == "off":
        return []
    calls: dict[int, list[Site]] = {}
    for site in routes.sites_in(span):
        if span.start <= site.span.end <= span.end:
            calls.setdefault(routes.document.line_end(site.span.end), []).append(site)
    source = routes.document.source
    hints = (_hint(offset, _forms_of(sites), source, whole=level == "all") for offset, sites in calls.items())
    return [hint for hint in hints if hint is not None]


def _forms_of(sites: Sequence[Site]) -> Iterator[Site]:
    """The forms of each call with another path each: those that have a text of the line, if any has."""
    forms: dict[Span, list[Site]] = {}
    for site in sites:
        forms.setdefault(site.span, []).append(site)
    for every in forms.values():
        ways = [site for site in every if not site.beside] or every
        known = [site for site in ways if not site.unknown]
        own = [site for site in known if _is_here(site, site.literal)]
        # What is only likely is not what a call is for that sends something else as well, of which nothing is known.
        is_beside = len(known) < len(ways) and all(site.likely for site in known)
        paths = {(site.base, path_and_query(site.shown)[0]): site for site in reversed(own or known)}
        yield from reversed(paths.values()) if own or not is_beside else ()


class _Hinted(NamedTuple):
    """A call with the request that is hinted, and what of it the line does not say: the verb, and the URL."""

    site: Site
    request: Request
    verb: str
    url: str
    # Only likely: it may be another request, or is sent to another address.
    is_likely: bool

    @classmethod
    def of(cls, site: Site, source: bytes, *, whole: bool) -> "_Hinted | None":
        request = request_of(marked(site))
        if request is None or not _ADDRESSED.match(request.url):
            return None
        request = request.masked()
        if whole:
            return cls(site, request, request.verb, request.url, site.likely)
        verb = "" if _says_verb(site, source) else request.verb
        return cls(site, request, verb, _without_query_of_line(site, request, source), site.likely)

    def by_default(self) -> "_Hinted":
        """The same with the address that it is sent to unless another one is given, if there is one."""
        address = shown_default(self.site)
        if not address or not _BASED.match(self.url) or self.request.error:
            return self
        # A client puts one slash between the two; a text is what its parts are.
        is_text = isinstance(next(iter(self.site.template.parts), None), Hole)
        address = address if is_text else address.removesuffix("/")
        request = replace(self.request, url=_BASED.sub(lambda _: address, self.request.url))
        return self._replace(request=request, url=_BASED.sub(lambda _: address, self.url), is_likely=True)

    @property
    def is_new(self) -> bool:
        """Whether the line does not show all of it: a URL in one literal, and the verb."""
        url = _ADDRESS.sub("", self.url, count=1) if self.url.startswith("{") else self.url
        shown = _BASED.sub("", self.site.shown) if _BASED.match(self.url) else self.site.shown
        is_here = all(_is_here(self.site, part.span) for part in self.site.template.parts)
        return not is_here or bool(self.verb or self.request.error) or url.lstrip("/") != shown.lstrip("/")

    @property
    def label(self) -> str:
        return _NOT_SENT if self.request.error else f"{self.verb} {_readable(self.url)}".lstrip()


def _hint(offset: int, sites: Iterable[Site], source: bytes, *, whole: bool) -> InlayHint | None:
    hinted = [each for site in sites if (each := _Hinted.of(site, source, whole=whole)) is not None]
    by_default = _added([each.by_default() for each in hinted], whole=whole)
    added = by_default if _is_short(by_default) else _added(hinted, whole=whole) or by_default
    if not added:
        return None
    label = _lead(added) + _label(added, _WIDEST - len(_lead(added)))
    for more in _more(added[0].request) if whole else ():
        label += more if len(label) + len(more) <= _WIDEST else ""
    return InlayHint(offset, label, tooltip=_tooltip([each.request for each in added], whole=whole))


def _added(hinted: Iterable[_Hinted], *, whole: bool) -> list[_Hinted]:
    return [each for each in hinted if whole or each.is_new]


def _lead(added: Iterable[_Hinted]) -> str:
    return "→ likely " if all(each.is_likely for each in added) else "→ "


def _is_short(added: Sequence[_Hinted]) -> bool:
    """Whether an editor shows all of a hint as it is: nothing new is left out for an address that is only likely."""
    return len(_lead(added)) + len(_joined(added)) <= _WIDEST


def _is_here(site: Site, span: Span | None) -> bool:
    """Whether something is written in a call, and is not the call."""
    return span is not None and site.span.holds(span) and span != site.span


def _says_verb(site: Site, source: bytes) -> bool:
    """Whether a call names its verb: `client.get_json(…)`, `request("post", …)`, `HTTPMethod.POST`."""
    name, verb = site.callee.rpartition(".")[2], re.escape(site.verb)
    if re.search(rf"(?<![a-zA-Z]){verb.lower()}|{verb.capitalize()}|{verb}", name):
        return True
    return re.search(rf"\b{verb}\b|[\"']{verb.lower()}[\"']", _text(site, source)) is not None


def _without_query_of_line(site: Site, request: Request, source: bytes) -> str:
    """The URL of a request without what the call itself gives for the query, by name and value."""
    path, query = path_and_query(request.url)
    entries = site.query.entries if isinstance(site.query, KeyedValues) else ()
    call = _text(site, source)
    said = {each.key for each in entries if _says(call, each)}
    own = path_and_query(site.shown)[1]
    if not said or not query.startswith("?") or own[1:] not in query:  # httpx puts its params in the place of a query
        return request.url
    kept = [each for each in query[1:].split("&") if unquote_plus(each.partition("=")[0]) not in said]
    return f"{path}?{'&'.join(kept)}" if kept else path


def _says(call: str, entry: KeyedValue) -> bool:
    """Whether the text of a call has a key with its value, wherever the run has found the two."""
    is_named = re.search(rf"[\"']{re.escape(entry.key)}[\"']|\b{re.escape(entry.key)}\s*=", call) is not None
    return is_named and (isinstance(entry.value, Unknown | Either) or words(entry.value, entry.key) in call)


def _text(site: Site, source: bytes) -> str:
    return site.span.of(source).decode("utf-8", "replace")


def _label(added: Sequence[_Hinted], room: int) -> str:
    """The requests side by side, or the first one and how many more there are."""
    lines = list(dict.fromkeys(each.label for each in added))
    if len(joined := _joined(added)) <= room:
        return joined
    more = f" +{len(lines) - 1}" if len(lines) > 1 else ""
    room -= len(more)
    forms = _shorter(f"{added[0].verb} ".lstrip(), _readable(added[0].url))
    shown = (form for form in ([_NOT_SENT] if added[0].request.error else forms) if len(form) <= room)
    return next(shown, _cut(lines[0], room)) + more


def _joined(added: Iterable[_Hinted]) -> str:
    return " | ".join(dict.fromkeys(each.label for each in added))


def _shorter(lead: str, url: str) -> Iterator[str]:
    """A request with less and less of what the line most likely says: the middle of its path, its host, its query."""
    yield f"{lead}{url}"
    path, query = path_and_query(url)
    scheme, sign, address = path.rpartition("://")
    host, *segments = re.split(r"/(?!\Z)", address)
    ends = ["/".join(segments[at:]) for at in range(1, len(segments))]
    for shown in dict.fromkeys([query, *_shorter_queries(query)]):
        if shown != query:
            yield f"{lead}{path}{shown}"
        yield from (f"{lead}{scheme}{sign}{host}/…/{end}{shown}" for end in ends)
        yield from (f"{lead}…/{end}{shown}" for end in ends or segments[-1:])


def _shorter_queries(query: str) -> Iterator[str]:
    """A query without its middle, then the names in it, and then only that there is one."""
    pairs = query.split("&")
    if len(pairs) > 2:  # noqa: PLR2004 - one between the others
        yield f"{pairs[0]}&…&{pairs[-1]}"
    names = [name for each in pairs if (name := each.partition("=")[0]) not in ("", "?")]
    for kept in range(len(names), 0, -1):
        yield "&".join([*names[:kept], *(["…"] if kept < len(names) else [])])
    if query:
        yield "?…"


def _cut(text: str, room: int) -> str:
    """Without its middle: the verb and the host at the start, and the end of the path, say most."""
    head = room // 3
    return f"{text[:head]}…{text[len(text) - (room - head - 1) :]}"


def _readable(url: str) -> str:
    return _BRACE.sub(lambda found: "{" if found[1] in "Bb" else "}", url.removeprefix("https://"))


def _more(request: Request) -> Iterator[str]:
    for name, value in request.headers.items():
        yield f" · {name}: {value}"
    if request.has_body:
        yield f" · {request.body!r}"


def _tooltip(requests: list[Request], *, whole: bool) -> str:
    """The whole requests: nothing is cut here."""
    errors = [request.error for request in requests if request.error]
    if errors:
        return errors[0]
    return "\n".join(request.line + ("".join(_more(request)) if whole else "") for request in requests)
