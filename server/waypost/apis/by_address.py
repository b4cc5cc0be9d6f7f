"""Which API a url belongs to, with several of them side by side."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from waypost.apis.api import Api
from waypost.apis.load import Stamp, github, load_document, stamp_of
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


@dataclass(frozen=True)
class Apis:
    """The APIs of one folder: those its settings name, and GitHub's."""

    documents: Mapping[str, Path]
    # What changes when one of the documents does, as of when this was made.
    stamps: tuple[Stamp | None, ...] = ()

    @classmethod
    def of(cls, workspace: Workspace, uri: str) -> "Apis":
        """The APIs that hold where a document is."""
        documents = documents_of(workspace, uri)
        return cls(documents, tuple(map(stamp_of, documents.values())))

    def at(self, url: str) -> AddressedPath | None:
        """The API that answers at an absolute url, the one with the longest base first."""
        origin, path = split_url(url)
        whole = origin + path
        for base in sorted(self.documents, key=len, reverse=True):
            rest = _beneath(whole, base)
            if rest is not None:
                loaded = load_document(self.documents[base])
                return AddressedPath(loaded.api, rest, base) if loaded else None
        return self._github(whole)

    def all(self) -> Sequence[tuple[str, Api]]:
        """Every API with its base url, GitHub's last."""
        loaded = [(base, load_document(path)) for base, path in self.documents.items()]
        named = [(base, each.api) for base, each in loaded if each is not None]
        return named if _GITHUB in self.documents else [*named, (_GITHUB, github())]

    @staticmethod
    def _github(url: str) -> AddressedPath | None:
        rest = _beneath(url, _GITHUB)
        if rest is not None:
            return AddressedPath(github(), rest, _GITHUB)
        uploads = _UPLOADS.match(url)
        if uploads:
            return AddressedPath(github(), url[uploads.end() :], uploads[0])
        enterprise = _ENTERPRISE.match(url)
        return AddressedPath(github(), url[enterprise.end() :], enterprise[0], enterprise=True) if enterprise else None


def documents_of(workspace: Workspace, uri: str) -> dict[str, Path]:
    """The OpenAPI documents of the folder that holds a document, by base url without a slash at its end."""
    folder = workspace.project_of(uri)
    named = workspace.settings_of(uri).apis
    root = folder.path if folder else Path()
    return {_normal(base): root / path for base, path in named.items()}


def _normal(base: str) -> str:
    origin, path = split_url(base)
    return (origin + path).rstrip("/")


def _beneath(url: str, base: str) -> str | None:
    """The url's path from `base`, or None where it is not beneath it."""
    if not url.startswith(base):
        return None
    rest = url[len(base) :]
    return rest if not rest or rest[0] in "/?#{" else None
