"""Which of several APIs a URL belongs to."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from waypost.apis.api import Api
from waypost.apis.load import ApiLibrary, Stamps, github
from waypost.apis.shape import split_url
from waypost.workspace import Workspace

GITHUB = "https://api.github.com"
# How sources write it: a client of GitHub that they import, a host, a token.
_GITHUB_NAMES = (b"github", b"GitHub", b"GITHUB", b"ghapi", b"octokit", b"waypost")
# Release assets are sent to a separate host; GitHub Enterprise keeps everything below a path. Other APIs have such
# paths, too: it is GitHub's if the host is named after it, or if a client of GitHub sends the request.
_UPLOADS = "https://uploads.github.com"
_NAMED = r"https?://(?:[^/]*[.-])?(?:github|ghe|ghes)(?:[.-][^/]*)?"
_ENTERPRISE = re.compile(rf"{_NAMED}/api/(?:v3|uploads)(?=/|$)|https://api\.[\w-]+\.ghe\.com(?=/|$)")
_ANY_HOST = re.compile(r"https?://[^/]+/api/(?:v3|uploads)(?=/|$)")


class AddressedPath(NamedTuple):
    """A URL as an API sees it: the path from its base."""

    api: Api
    path: str
    # The address that the path is below.
    base: str
    # Whether it is of another version than the catalogue, so that it may have more operations.
    enterprise: bool = False


class ApiDocument(NamedTuple):
    """A document named in the settings, and the folder that its references must not leave."""

    path: Path
    folder: Path
    # False outside the opened folders. The address still belongs to this API and no other.
    may_be_read: bool = True


@dataclass(frozen=True)
class Apis:
    """The APIs of one folder: those named in its settings, and GitHub's."""

    documents: Mapping[str, ApiDocument]
    # Changes when one of the documents does; as of the creation of this object.
    stamps: tuple[Stamps, ...] = ()
    library: ApiLibrary = field(default_factory=ApiLibrary, compare=False, repr=False)
    # Whether a path alone may be taken for GitHub's: the source is about GitHub.
    about_github: bool = False

    @classmethod
    def of(cls, workspace: Workspace, uri: str) -> "Apis":
        """The APIs that apply where a document is."""
        documents = documents_of(workspace, uri)
        library = workspace.services.of(ApiLibrary)
        return cls(documents, tuple(library.stamps(each.path) for each in documents.values()), library)

    def at(self, url: str, *, by_github: bool = False) -> AddressedPath | None:
        """The API that answers at an absolute URL; the one with the longest base wins.

        With `by_github`, a client of GitHub sends the request.
        """
        origin, path = split_url(url)
        whole = origin + path
        for base in sorted(self.documents, key=len, reverse=True):
            rest = _beneath(whole, base)
            if rest is not None:
                api = self.api(base)
                return AddressedPath(api, rest, base) if api is not None else None
        return self._at_server(whole) or _at_github(whole, by_github=by_github)

    def api(self, base: str) -> Api | None:
        """The API of the document that is configured for a base URL; None if it cannot be read."""
        document = self.documents[base]
        loaded = self.library.load(document.path, document.folder) if document.may_be_read else None
        return loaded.api if loaded is not None else None

    def for_source(self, source: bytes) -> "Apis":
        """The same for one source: what it names may be meant where it gives a path without an address."""
        return replace(self, about_github=any(name in source for name in _GITHUB_NAMES))

    def likely(self) -> tuple[str, Api] | None:
        """The API that is meant where only a path is known, with its base URL; None where nothing suggests one."""
        if len(self.documents) == 1:
            return self.all()[0]
        return self.all()[-1] if self.about_github else None

    def all(self) -> Sequence[tuple[str, Api]]:
        """Every API with its base URL, GitHub's last."""
        found = [(base, self.api(base)) for base in self.documents]
        named = [(base, api) for base, api in found if api is not None]
        return named if GITHUB in self.documents else [*named, (GITHUB, github())]

    def _at_server(self, url: str) -> AddressedPath | None:
        """The API that lists the address among its servers, or among those of one operation."""
        for base in self.documents:
            api = self.api(base)
            for address in api.addresses if api is not None else ():
                found = address.match(url)
                if api is not None and found is not None:
                    return AddressedPath(api, url[found.end() :], found[0])
        return None


def _at_github(url: str, *, by_github: bool) -> AddressedPath | None:
    api = github()
    for base in (GITHUB, _UPLOADS):
        rest = _beneath(url, base)
        if rest is not None:
            return AddressedPath(api, rest, base)
    enterprise = (_ANY_HOST if by_github else _ENTERPRISE).match(url) or _ENTERPRISE.match(url)
    return AddressedPath(api, url[enterprise.end() :], enterprise[0], enterprise=True) if enterprise else None


def documents_of(workspace: Workspace, uri: str) -> dict[str, ApiDocument]:
    """The OpenAPI documents of the folder that contains a document, by base URL without a trailing slash."""
    folder = workspace.project_of(uri)
    named = workspace.settings_of(uri).apis
    root = folder.path if folder else Path()
    return {
        _normal(base): ApiDocument(root / path, root, workspace.may_read(root / path, uri))
        for base, path in named.items()
    }


def _normal(base: str) -> str:
    origin, path = split_url(base)
    return (origin + path).rstrip("/")


def _beneath(url: str, base: str) -> str | None:
    """The URL's path from `base`, or None if it is not below it."""
    if not url.startswith(base):
        return None
    rest = url[len(base) :]
    return rest if not rest or rest[0] in "/?#{" else None
