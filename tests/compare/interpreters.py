"""What is stated of sources: from texts to requests."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import unquote

from tests.support.whole import Sources
from waypost.routes.model.site import Site
from waypost.routes.program.table import Table
from waypost.routes.sites.from_events import SitesOf
from waypost.routes.sites.request import request_of

# A placeholder; its name may be an expression with braces of its own.
_BLANK: Final = r"\{(?:[^{}]|\{[^{}]*\})*\}"


class Listed(NamedTuple):
    """One form of a request, as it is stated for the lines of a call."""

    file: str
    first: int
    last: int
    verb: str
    # The URL template, with unknown parts by their names; its query only if that is part of the text.
    url: str
    likely: bool = False
    # The URL with its query and the headers that a hover shows; None if that is not told.
    shown: str | None = None
    headers: tuple[tuple[str, str], ...] | None = None
    # The function that holds what is called in the end, if the call leads there.
    inside: str = ""

    @property
    def route(self) -> str:
        return f"{'likely ' if self.likely else ''}{self.verb or '?'} {self.shown or self.url}"

    @property
    def tells(self) -> bool:
        """Whether something of the path is known."""
        path = re.sub(r"\A(?:https?|\{[^{}]*\})://[^/]*", "", self.url)
        return bool(re.search(r"\w", re.sub(_BLANK, "", path))) or not re.search(_BLANK, self.url)

    @property
    def form(self) -> tuple[str, str]:
        """The verb and the URL without the names of its unknown parts."""
        return self.verb, re.sub(rf"(?:{_BLANK})+", "{}", self.url)

    def at(self, file: str, line: int) -> bool:
        return self.file == file and self.first <= line <= self.last


class Told(NamedTuple):
    """Everything that is stated at some call, and what is listed of it: each request where it is specific."""

    stated: Sequence[Listed]
    listed: Sequence[Listed]
    # Files that were lost: a bug, or too much work.
    faults: Sequence[str] = ()


def stated(texts: Mapping[str, str | bytes], files: Collection[str] = ()) -> Told:
    """The sites of texts by the names of their files, or of some of them."""
    world = Sources({file: text.encode() if isinstance(text, str) else text for file, text in texts.items()})
    table, found, faults = Table(world), list[Listed](), list[str]()
    for file in files or texts:
        text = world.texts[file]
        try:
            found += filter(None, (_of_site(site, file, text) for site in table.ask(SitesOf(file))))
        except Exception as error:  # noqa: BLE001 - a bug costs one file
            faults.append(f"{file}: {type(error).__name__}: {error}")
    return Told(found, found, faults)


def _of_site(site: Site, file: str, text: bytes) -> Listed | None:
    request = request_of(site)
    if request is None or request.error:
        return None
    first, last = (text.count(b"\n", 0, offset) + 1 for offset in (site.span.start, site.span.end))
    headers = tuple(request.headers.items())
    url = site.shown if re.match(rf"https?://|{_BLANK}", site.shown) else site.base + site.shown
    inside = site.via[-1].name.rpartition(".")[2] if site.via else ""
    return Listed(file, first, last, site.verb, url, site.likely, request.url, headers, inside)


def pattern_of(template: str) -> re.Pattern[str]:
    """What a template may be: its unknown parts are anything, and an unknown query may be none."""
    text = unquote(template)
    bare = re.sub(rf"[?&]{_BLANK}\Z", "", text)
    parts = (
        ".*".join(re.sub(r"\A\\[?&]|\A&", "[?&]", re.escape(known)) for known in re.split(_BLANK, each))
        for each in re.split(rf"[?&](?:[^?&={{}}]*=)?{_BLANK}(?=&|\Z)", bare)
    )
    return re.compile("(?:[?&].*)?".join(parts) + ("/*" if bare == text else "/*(?:[?&].*)?"), re.DOTALL)
