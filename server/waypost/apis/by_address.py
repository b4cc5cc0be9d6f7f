"""Which API a url belongs to, with several of them side by side."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from waypost.apis.api import Api
from waypost.apis.load import ApiLibrary, Stamps, github
from waypost.apis.shape import split_url
from waypost.workspace import Workspace

_GITHUB = "https://api.github.com"
# Release assets are sent to a host of their own; GitHub Enterprise keeps everything beneath a path.
_UPLOADS = re.compile(r"https://uploads\.github\.com|https?://[^/]+/api/uploads(?=/|$)")
_ENTERPRISE = re.compile(r"https?://[^/{]*[^/]*/api/v3(?=/|$)|https://api\.[\w-]+\.ghe\.com(?=/|$)")


class AddressedPath(NamedTuple):
    """A url as an API sees it: the path from its base."""

    api: Api
    path: str
    # The address that the path is beneath.
    base: str
    # Of another version than the catalogue is of: what is not in it may be there.
    enterprise: bool = False


class ApiDocument(NamedTuple):
    """A document that the settings name, and the folder that its references stay in."""

    path: Path
    folder: Path
    # Not so outside of what somebody opened. Its address stays its own all the same: another API is not meant.
    may_be_read: bool = True


@dataclass(frozen=True)
class Apis:
    """The APIs of one folder: those its settings name, and GitHub's."""

    documents: Mapping[str, ApiDocument]
    # What changes when one of the documents does, as of when this was made.
    stamps: tuple[Stamps, ...] = ()
    library: ApiLibrary = field(default_factory=ApiLibrary, compare=False, repr=False)

    @classmethod
    def of(cls, workspace: Workspace, uri: str) -> "Apis":
        """The APIs that hold where a document is."""
        documents = documents_of(workspace, uri)
        library = workspace.services.of(ApiLibrary)
        return cls(documents, tuple(library.stamps(each.path) for each in documents.values()), library)

    def at(self, url: str) -> AddressedPath | None:
        """The API that answers at an absolute url, the one with the longest base first."""
        origin, path = split_url(url)
        whole = origin + path
        for base in sorted(self.documents, key=len, reverse=True):
            rest = _beneath(whole, base)
            if rest is not None:
                api = self.api(base)
                return AddressedPath(api, rest, base) if api is not None else None
        return self._at_server(whole) or self._at_github(whole)

    def api(self, base: str) -> Api | None:
        """The API of the document that is named for a base url; None where it cannot be read."""
        document = self.documents[base]
        loaded = self.library.load(document.path, document.folder) if document.may_be_read else None
        return loaded.api if loaded is not None else None

    def all(self) -> Sequence[tuple[str, Api]]:
        """Every API with its base url, GitHub's last."""
        found = [(base, self.api(base)) for base in self.documents]
        named = [(base, api) for base, api in found if api is not None]
        return named if _GITHUB in self.documents else [*named, (_GITHUB, github())]

    def _at_server(self, url: str) -> AddressedPath | None:
        """The API that names the address among its servers, or among those of one operation."""
        for base in self.documents:
            api = self.api(base)
            for address in api.addresses if api is not None else ():
                found = address.match(url)
                if api is not None and found is not None:
                    return AddressedPath(api, url[found.end() :], found[0])
        return None

    def _at_github(self, url: str) -> AddressedPath | None:
        api = github()
        rest = _beneath(url, _GITHUB)
        if rest is not None:
            return AddressedPath(api, rest, _GITHUB)
        uploads = _UPLOADS.match(url)
        if uploads:
            return AddressedPath(api, url[uploads.end() :], uploads[0])
        enterprise = _ENTERPRISE.match(url)
        return AddressedPath(api, url[enterprise.end() :], enterprise[0], enterprise=True) if enterprise else None


def documents_of(workspace: Workspace, uri: str) -> dict[str, ApiDocument]:
    """The OpenAPI documents of the folder that holds a document, by base url without a slash at its end."""
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
    """The URL's path from `base`, or None where it is not beneath it."""
    if not url.startswith(base):
        return None
    rest = url[len(base) :]
    return rest if not rest or rest[0] in "/?#{" else None
