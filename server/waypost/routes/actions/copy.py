"""The request at a cursor as text: a command for a shell, a block of an .http file, a call of a Python client.

It runs as it is once its blanks are filled: values that are not known, and masked secrets.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from waypost.core.body import body_fault
from waypost.core.preview import Preview
from waypost.core.types import EndpointOptions
from waypost.render import as_curl, as_http, as_httpie, as_httpx_code, as_requests_code
from waypost.routes.actions import blanks
from waypost.routes.actions.certain import certain, left_out
from waypost.routes.model.site import Site
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.missing_parameters import marked
from waypost.routes.sites.near import site_near
from waypost.routes.sites.request import Request, request_of
from waypost.text import Span

# How each format writes a request to run, and its blanks.
FORMATS: Final[Mapping[str, tuple[Callable[..., str], blanks.Writer]]] = {
    "curl": (as_curl, blanks.for_shell),
    "httpie": (as_httpie, blanks.for_shell),
    "http": (as_http, blanks.for_http),
    "httpx": (as_httpx_code, blanks.for_python),
    "requests": (as_requests_code, blanks.for_python),
}

# Every client names itself, and servers reject requests without a name: the command may name itself, too.
_OWN_HEADERS_REMOVED: Final = re.compile(r" \\\n  (?:--header )?(?:accept|user-agent):(?=\s|\Z)")

# An address with a target that is not its path: no tool sends both as one URL.
_ODD_TARGET: Final = re.compile(r"https?://[\w.:\[\]-]+ ")
# The name of a value that is not known.
_NAME: Final = re.compile(r"\{([^{}]*)\}")


def copied(routes: Routes, offset: int, form: str) -> str | None:
    """The request around an offset, with blanks for what is unknown or secret; None if there is none."""
    site = copied_form(site_near(routes, offset), routes)
    writers = FORMATS.get(form)
    sent = request_of(certain(marked(site)), blanks.NamingPreview) if site is not None else None
    if site is None or writers is None or sent is None or _ODD_TARGET.match(sent.url):
        return None
    write, fill = writers
    request = blanks.with_blanks(sent)
    shown, more = blanks.without_more(blanks.with_pairs_left_out(_addressed(request)))
    options = options_of(shown)
    if sent.octets is not None and request.body == sent.body:
        # Nothing in it is a secret.
        options["body"] = sent.octets
    text = write(options, show_secrets=True)
    text = text if site.record.builds else _OWN_HEADERS_REMOVED.sub("", text)
    return fill(blanks.in_json(text) if _is_json(shown) else text, blanks.Remarks(left_out(site), more))


def copied_form(site: Site | None, routes: Routes) -> Site | None:
    """The first form of a call that is known to go anywhere."""
    forms = routes.forms_of(site) if site is not None else ()
    return next((form for form in forms if _goes_anywhere(request_of(form))), None)


def _goes_anywhere(request: Request | None) -> bool:
    """Whether anything is known of the address or the path."""
    address = request.url.rpartition("://")[2].partition("?")[0] if request is not None else ""
    return re.search(r"\w", _NAME.sub("", address)) is not None


def _addressed(request: Request) -> Request:
    """The request with a blank for the address, if nothing is known of it."""
    is_path = not re.match(r"https?:|\{", request.url)
    address = f"{blanks.blank('base_url')}{'' if request.url.startswith('/') else '/'}"
    return replace(request, url=f"{address}{request.url}") if is_path else request


def _is_json(request: Request) -> bool:
    content_type = request.headers.get("content-type", "")
    return request.has_body and (request.kind == "json" or "json" in content_type)


def request_at(routes: Routes, offset: int, preview: type[Preview] = Preview) -> tuple[Site, Request, Span] | None:
    """The request at an offset, its site, and the span of its call. A missing parameter is marked: `{name?}`."""
    site = copied_form(site_near(routes, offset), routes)
    request = request_of(marked(site), preview) if site is not None else None
    return (site, request, site.span) if site is not None and request is not None else None


def open_values(request: Request) -> list[str]:
    """The names that stand for unknown values, without the secrets that may stand in for them."""
    request = request.masked()
    texts = [request.url, *request.headers.values(), *_texts(request.body)]
    return list(dict.fromkeys(name for text in texts for name in _NAME.findall(text)))


def hidden_parts(request: Request) -> list[str]:
    """The parts of a request that are masked when it is shown: some headers, the URL, the body."""
    shown = request.masked()
    headers = zip(shown.headers.items(), request.headers.items(), strict=True)
    parts = [name for (name, value), real in headers if (name, value) != real]
    parts += ["URL"] if shown.url != request.url else []
    parts += ["body"] if shown.body != request.body else []
    return parts


def _texts(value: Any) -> Iterator[str]:
    """The texts of a body that are only a name."""
    if isinstance(value, str) and _NAME.fullmatch(value):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for item in value.values() for text in _texts(item))
    elif isinstance(value, list):
        yield from (text for item in value for text in _texts(item))


def options_of(request: Request) -> EndpointOptions:
    """A request as the builder returns one."""
    options: EndpointOptions = {
        "method": request.verb.lower(),
        "url": request.url,
        "headers": dict(request.headers),
    }
    if request.has_body:
        plain = request.body is None or isinstance(request.body, str | int | float | dict | list)
        options["body"] = request.body if plain else json.dumps(request.body, default=str)
    content_type = options["headers"].get("content-type", "")
    is_other = isinstance(request.body, dict | list) and body_fault(request.body, content_type) is not None
    if is_other or (request.kind == "json" and isinstance(request.body, str)):
        options["body"] = json.dumps(request.body)  # as its client sends it, whatever type the call says it has
    return options
