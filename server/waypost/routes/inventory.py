"""Every request that the code can make, small enough to keep for a whole workspace."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from waypost.apis import GITHUB, ParameterPlace, shape_of
from waypost.apis.shape import VALUES, split_url
from waypost.cache import hash_of, stamp_of
from waypost.cancel import Cancelled, checkpoint
from waypost.clients.shape import Fills
from waypost.faults import fault_of, lost
from waypost.results import FunctionName
from waypost.routes.calls.user import shapes_of
from waypost.routes.check.catalogue import is_deprecated, is_unknown_route, is_wrong_verb, wrong_verb
from waypost.routes.check.verbs import verb_faults
from waypost.routes.listed import FileCalls, ListedCall, ListedProblem
from waypost.routes.model.site import Site, ways_of
from waypost.routes.sites.api_binding import bound_site
from waypost.routes.sites.default_addresses import shown_default
from waypost.routes.sites.file_sites import Routes, is_made_specific
from waypost.routes.sites.missing_parameters import is_judged, marked, missing_from, unfilled
from waypost.routes.sites.part_origins import value_of
from waypost.routes.sites.placeholders import brace_faults, placeholders
from waypost.routes.sites.prefilter import may_hold_routes
from waypost.routes.sites.request import request_of
from waypost.routes.sites.sent_names import names_in_query, only_sent, sent_names, with_query, without_added
from waypost.routes.sites.site_operation import BoundSite, address_of, sent_by
from waypost.shown.names import path_and_query
from waypost.shown.secrets import masked_text
from waypost.text import Document, Span
from waypost.workspace import Workspace, uri_of
from waypost.workspace.files import read_file

_LONE_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
# A larger source is generated, and nobody looks for its routes.
_LARGEST = 20_000_000


def calls_of(routes: Routes) -> tuple[ListedCall, ...]:
    """The calls of a document, in the order of the text, each once."""
    return _calls(routes) if _may_have_calls(routes) else ()


def _may_have_calls(routes: Routes) -> bool:
    """A look at the text of a file; then at what it calls in others."""
    return bool(routes.shapes.own) or may_hold_routes(routes.document.source) or routes.calls_senders


def _calls(routes: Routes) -> tuple[ListedCall, ...]:
    found = list(routes.results(_in_block))
    calls = [each for each in found if isinstance(each, ListedCall)]
    if len(calls) < len(found):
        calls = [_call_of(site, routes) for site in routes.requests()]
    return tuple(dict.fromkeys(_in_place(call, routes) for call in calls))


class _Helped(NamedTuple):
    """Stands for the calls of a block with helpers, whose URLs may be parts of others anywhere in the document."""

    def spans(self) -> Iterator[Span]:
        return iter(())

    def shifted(self, _: int) -> "_Helped":
        return self


def _in_block(routes: Routes, index: int) -> Iterable[ListedCall | _Helped]:
    sites = routes.requests_in(index)
    return (_Helped(),) if sites is None else [_call_of(site, routes) for site in sites]


# The function that a call is in, which is named where its block is.
_SOME_WRAPPER = FunctionName("", "")


def _in_place(call: ListedCall, routes: Routes) -> ListedCall:
    """A call with what depends on where its block is: its line, and the function, whose class may have another name."""
    within, lines = routes.function_at(call.span.start), routes.document.lines
    line = lines.line_at(call.span.start)
    return call._replace(
        line=line,
        column=call.span.start - lines.start(line),
        within=within,
        wrapper=FunctionName(routes.document.uri, within) if within and call.wrapper is not None else None,
    )


def call_of(site: Site, routes: Routes) -> ListedCall:
    return _in_place(_call_of(site, routes), routes)


def _call_of(site: Site, routes: Routes) -> ListedCall:
    """The same, wherever it is: its line, and the names of its function and of its wrapper, are still missing."""
    known = bound_site(site, routes.apis, guess=True)
    operation = known.operation if known is not None else None
    query = names_in_query(site)
    return ListedCall(
        site.verb,
        only_sent(_address(site), query),
        key_of(site, known),
        span_of(site),
        0,
        0,
        operation.route if operation is not None else "",
        operation.id if operation is not None else "",
        known.spot.base if known is not None else "",
        default=shown_default(site),
        guessed=known is not None and known.guessed,
        edition=known.spot.edition.name if known is not None and known.spot.edition is not None else "",
        unknown=_is_marked(is_unknown_route, known, site, routes),
        deprecated=_is_marked(is_deprecated, known, site, routes),
        likely=site.likely,
        beside=site.beside,
        call=site.span,
        vague=site.unknown,
        wrapper=_SOME_WRAPPER if is_made_specific(site) else None,
        via=site.via,
        known=tuple(_given(site, query)),
        missing=tuple(_missing(site, known)),
        sends=tuple(each.text for each in with_query(sent_names(site), query)),
        faults=tuple(_faults(site, known)),
    )


def _is_marked(is_so: Callable[[BoundSite], bool], known: BoundSite | None, site: Site, routes: Routes) -> bool:
    """Whether a rule reports this of a request, and of all others that its call may send to an API."""
    if known is None or not site.is_judged or not is_so(known):
        return False
    sites = routes.in_block(routes.blocks.at(site.span.start)).sites if site.alternative else ()
    others = (bound_site(each, routes.apis) for each in ways_of(site, sites))
    return all(each is None or is_so(each) for each in others)


def _faults(site: Site, known: BoundSite | None) -> Iterator[ListedProblem]:
    """What is wrong with its braces and its verb: for anything else the request would be made here."""
    yield from (ListedProblem("invalid-template", fault.message) for _, fault in brace_faults(site))
    yield from (ListedProblem("unknown-verb", message) for message in verb_faults(site))
    if known is not None and site.is_judged and not known.guessed and is_wrong_verb(known):
        yield ListedProblem("wrong-verb", wrong_verb(known))


def _address(site: Site) -> str:
    """The URL as it is written, but for a sign that only looks like an escape, as a client sends it: `50%25`."""
    url = _written_address(site)
    if _LONE_PERCENT.search(url) is None:
        return url
    request = request_of(site)
    return _LONE_PERCENT.sub("%25", url) if request is not None and "%25" in request.url else url


def _written_address(site: Site) -> str:
    """The URL as it is written, after the base address that the client was given; a template as it is filled."""
    path = site.shown.lstrip("/")
    if site.fills is Fills.TEMPLATE:
        return _filled_address(site)
    if site.client is None or split_url(site.shown)[0]:
        return site.shown
    request = request_of(site)
    before = path_and_query(request.masked().url)[0] if request is not None else ""
    end, _ = path_and_query(path)
    if before.startswith(("http://", "https://", "{")) and before.endswith(f"/{end}"):
        return before.removesuffix(end) + path
    # The client has resolved or encoded the path.
    return before + path[len(end) :] if before.startswith(("http://", "https://")) else site.shown


def _filled_address(site: Site) -> str:
    """The URL that is made of a template; the address that a builder has by itself stands above, with its API's."""
    request, base = request_of(marked(site)), address_of(site) or ""
    own = GITHUB if site.record.builds or site.shape is None else site.shape.base_url
    is_own = base in (own, "") if site.record.builds else site.client is None
    if request is None or request.error or site.unknown:
        return site.shown if is_own or not site.shown.startswith("/") else masked_text(base.rstrip("/") + site.shown)
    url = without_added(request.masked().url, site)
    return url.removeprefix(own) if is_own and not split_url(site.template.marked)[0] else url


def span_of(site: Site) -> Span:
    """Where a call is shown: at its route, unless that is written elsewhere."""
    return site.literal if site.span.holds(site.literal) else site.callee_span


def calls_like(site: Site, routes: Routes) -> tuple[str, list[Span]]:
    """The key of a call's route, and the places of the document's calls of the same route."""
    key = key_of(site, bound_site(site, routes.apis, guess=True))
    alike = (each for each in routes.requests() if each.verb == site.verb and not each.unknown)
    spans = (span_of(each) for each in alike if key_of(each, bound_site(each, routes.apis, guess=True)) == key)
    return key, list(dict.fromkeys(spans))


def key_of(site: Site, known: BoundSite | None) -> str:
    """Equal for all calls of one route: of an operation, or of a path on a host."""
    operation = known.operation if known is not None else None
    if known is not None and operation is not None:
        return f"{site.verb} {known.spot.base} {operation.path}"
    origin, path = split_url(site.template.marked)
    shape = "/".join(_plain(segment) for segment in shape_of(path))
    return f"{site.verb} {origin or address_of(site) or ''} /{shape}"


def _plain(segment: str) -> str:
    for value in VALUES:
        segment = segment.replace(value, "{}")
    return segment


def _given(site: Site, query: tuple[str, ...] | None) -> Iterator[str]:
    """The parameters that the call, or its client, gives values for."""
    names = [each.name for each in placeholders(site) if value_of(site, each.name)[0] is not None]
    sent = (
        each for each in sent_by(site) if query is None or each.place is not ParameterPlace.QUERY or each.name in query
    )
    yield from dict.fromkeys([*names, *(each.name for each in sent), *(query or ())])


def _missing(site: Site, known: BoundSite | None) -> Iterator[str]:
    """The required parameters that it does not give, as far as is known."""
    yield from unfilled(site)
    operation = known.operation if known is not None else None
    is_open = known is None or known.guessed or site.alternative or not site.is_judged
    if operation is None or known is None or is_open or not is_judged(known):
        return
    meant = {parameter.name for _, parameter in known.in_path}
    yield from (each.name for each in missing_from(known, operation) if each.name not in meant)


def index_files(paths: Sequence[str | Path], workspace: Workspace) -> FileCalls:
    """The calls of files on disk; none for a file that cannot be read."""
    found = FileCalls({}, [], {}, {})
    for path in map(Path, paths):
        try:
            _add_calls(path, workspace, found)
        except Cancelled:
            raise
        except Exception as error:  # noqa: BLE001 - a bug costs one file
            found.calls[uri_of(path)] = ()
            found.faults.append(fault_of(path, error))
    return found


def lost_files(paths: Sequence[str | Path]) -> FileCalls:
    """The entries of files that crashed the process that read them."""
    return FileCalls({uri_of(Path(path)): () for path in paths}, [lost(path) for path in paths], {}, {})


def _add_calls(path: Path, workspace: Workspace, found: FileCalls) -> None:
    checkpoint()
    uri = uri_of(path)
    found.calls[uri] = ()
    stamp = stamp_of(str(path))
    source = read_file(path)
    if source is None:
        return
    if len(source) > _LARGEST:
        found.faults.append(f"{path}: not read for requests, because it is larger than {_LARGEST // 1_000_000} MB")
        return
    routes = Routes(Document(uri, source), workspace, shapes_of(workspace.settings_of(uri)))
    if _may_have_calls(routes):
        found.calls[uri] = _calls(routes)
    found.places[uri] = routes.places
    found.read[uri] = str(path), stamp, hash_of(source)
