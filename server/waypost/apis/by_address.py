"""Which of several APIs a URL belongs to."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple, Protocol

from waypost.apis.api import Api
from waypost.apis.editions import BY_NAME, EDITIONS, FIRST_VERSION, GithubEdition, of_version
from waypost.apis.load import ApiLibrary, Stamps, github
from waypost.apis.shape import split_url
from waypost.text import Span
from waypost.workspace import Workspace
from waypost.workspace.setting_kinds import ApiSetting

GITHUB = "https://api.github.com"
# What says that a source is about it: a host, or a client of GitHub that it imports.
_HOSTS = (b"api.github.com", b".ghe.com")
_CLIENTS = rb"[ \t]+(?:[\w.]+[ \t]*,[ \t]*)*(?:github\w*|gidgethub|ghapi|aiogithubapi|octokit\w*|waypost)\b"
# A search that starts with a literal word is ten times as fast as one that starts with an alternation.
_IMPORTS = [re.compile(word + _CLIENTS) for word in (b"import", b"from")]
# Release assets are sent to a separate host; GitHub Enterprise keeps everything below a path. Other APIs have such
# paths, too: it is GitHub's if the host is named after it, or if a client of GitHub sends the request.
_UPLOADS = "https://uploads.github.com"
_NAMED = r"https?://(?:[^/]*[.-])?(?:github|ghe|ghes)(?:[.-][^/]*)?"
_SERVER = re.compile(rf"{_NAMED}/api/(?:v3|uploads)(?=/|$)")
_CLOUD = re.compile(r"https://api\.[\w-]+\.ghe\.com(?=/|$)")
_ANY_HOST = re.compile(r"https?://[^/]+/api/(?:v3|uploads)(?=/|$)")


class AddressedPath(NamedTuple):
    """A URL as an API sees it: the path from its base."""

    api: Api
    path: str
    # The address that the path is below.
    base: str
    # Whether it is of another version than the catalogue, so that it may have more operations.
    enterprise: bool = False
    # The edition of GitHub's API.
    edition: GithubEdition | None = None

    def in_version(self, version: str) -> "AddressedPath":
        """The same path in another version of GitHub's API; an unknown version may differ."""
        if self.edition is None or version == self.edition.version:
            return self
        edition = of_version(self.edition, version)
        if edition is None:
            return self._replace(enterprise=True)
        return self._replace(api=github(edition.name), edition=edition)


class CalledApp(NamedTuple):
    """The API of an app that is called, and the path that its client puts before each of its own."""

    api: Api
    before: str = ""
    # Where the app pretends to be: paths may begin with that, or not.
    root: str = ""
    # The client whose calls are meant: what such a call does inside may look like one of another client.
    client: str = ""

    def path(self, path: str) -> str:
        """A path as the app sees it."""
        rest = _beneath(path, self.root) if self.root else None
        return rest or path


class Apps(Protocol):
    """The apps of a program: APIs whose descriptions are read from its sources."""

    def named(self, name: str) -> CalledApp | None:
        """The API of an app by its module and name; None if there is no such app."""

    def called_at(self, span: Span) -> "CalledApp | None":
        """The app to which a call of a test client goes, by the place of the call."""


class ApiDocument(NamedTuple):
    """A document named in the settings, and the folder that its references must not leave; GitHub's edition; an app."""

    path: Path
    folder: Path
    # False outside the opened folders. The address still belongs to this API and no other.
    may_be_read: bool = True
    edition: str = ""
    # Globs of the dotted names of the clients that call it.
    clients: tuple[str, ...] = ()
    # The module and the name of an app of the program.
    app: str = ""


@dataclass(frozen=True)
class Apis:
    """The APIs of one folder: those named in its settings, and GitHub's."""

    # By their addresses, or by the document if no address is named.
    documents: Mapping[str, ApiDocument]
    # Changes when one of the documents does; as of the creation of this object.
    stamps: tuple[Stamps, ...] = ()
    library: ApiLibrary = field(default_factory=ApiLibrary, compare=False, repr=False)
    # Whether a path alone may count as GitHub's: the source is about GitHub.
    about_github: bool = False
    # The current module, and what its imported names refer to: used if the settings name clients.
    module: str = ""
    imported: Mapping[str, str] = field(default_factory=dict)
    # What the program serves itself, which is found when it is asked for.
    apps: Apps | None = field(default=None, repr=False)

    @classmethod
    def of(cls, workspace: Workspace, uri: str) -> "Apis":
        """The APIs that apply to a document."""
        documents = documents_of(workspace, uri)
        library = workspace.services.of(ApiLibrary)
        return cls(documents, tuple(library.stamps(each.path) for each in documents.values()), library)

    @property
    def binds_clients(self) -> bool:
        """Whether the settings tie clients to a document."""
        return any(each.clients for each in self.documents.values())

    def at(self, url: str, *, by_github: bool = False) -> AddressedPath | None:
        """The API that answers at an absolute URL; the one with the longest base wins.

        With `by_github`, a client of GitHub sends the request.
        """
        origin, path = split_url(url)
        whole = origin + path
        for base in sorted(self.documents, key=len, reverse=True):
            rest = _beneath(whole, base)
            if rest is not None:
                return self._below(base, rest)
        return self._at_server(whole) or _at_github(whole, by_github=by_github)

    def bound_to(self, names: Sequence[str], path: str) -> AddressedPath | None:
        """The API that the settings tie a client of one of these names to."""
        for base, document in self.documents.items():
            if any(fnmatchcase(name, glob) for glob in document.clients for name in names):
                return self._below(base, path)
        return None

    def api(self, base: str) -> Api | None:
        """The API of the document that is configured for a base URL; None if it cannot be read."""
        document = self.documents[base]
        if document.edition:
            return github(document.edition)
        if document.app:
            named = self.apps.named(document.app) if self.apps is not None else None
            return named.api if named is not None else None
        loaded = self.library.load(document.path, document.folder) if document.may_be_read else None
        return loaded.api if loaded is not None else None

    def for_source(self, source: bytes) -> "Apis":
        """The same for one source: a path without an address may belong to any API that the source names."""
        about_github = any(host in source for host in _HOSTS) or any(each.search(source) for each in _IMPORTS)
        return replace(self, about_github=about_github)

    def likely(self) -> tuple[str, Api] | None:
        """The API that a bare path probably belongs to, with its base URL; None if nothing suggests one."""
        if len(self.documents) == 1:
            return self.all()[0]
        return self.all()[-1] if self.about_github else None

    def all(self) -> Sequence[tuple[str, Api]]:
        """Every API with its base URL, GitHub's last."""
        named = list(self._named())
        return named if any(base == GITHUB for base, _ in named) else [*named, (GITHUB, github())]

    def _named(self) -> Iterator[tuple[str, Api]]:
        for base in self.documents:
            api = self.api(base)
            if api is not None:
                yield (base if split_url(base)[0] else api.base), api

    def _below(self, base: str, path: str) -> AddressedPath | None:
        api = self.api(base)
        if api is None:
            return None
        origin, prefix = split_url(base)
        app = self.documents[base].app
        named = self.apps.named(app) if app and self.apps is not None else None
        if named is not None and origin and any(_beneath(each.path, prefix) for each in api.operations):
            # Where its own routes have the path of the address, the app is not mounted there.
            return AddressedPath(api, named.path(prefix + path), origin)
        path = named.path(path) if named is not None else path
        edition = BY_NAME.get(self.documents[base].edition)
        return AddressedPath(api, path, base if split_url(base)[0] else api.base, edition=edition)

    def _at_server(self, url: str) -> AddressedPath | None:
        """The API that lists the address among its servers, or among those of one operation."""
        for base, document in self.documents.items():
            api = self.api(base) if not document.edition else None
            for address in api.addresses if api is not None else ():
                found = address.match(url)
                if api is not None and found is not None:
                    return AddressedPath(api, url[found.end() :], found[0])
        return None


def _at_github(url: str, *, by_github: bool) -> AddressedPath | None:
    for base in (GITHUB, _UPLOADS):
        rest = _beneath(url, base)
        if rest is not None:
            return AddressedPath(github(), rest, base, edition=BY_NAME[FIRST_VERSION])
    server = _ANY_HOST if by_github else _SERVER
    for pattern, edition in ((_CLOUD, BY_NAME["ghec"]), (server, EDITIONS[-1])):
        found = pattern.match(url)
        if found is not None:
            path = url[found.end() :]
            return AddressedPath(github(edition.name), path, found[0], enterprise=True, edition=edition)
    return None


def addresses_of(base: str, api: Api) -> frozenset[str]:
    """The addresses that calls of an API have: that of the settings, and those of its servers."""
    return frozenset(each.rstrip("/") for each in (base, api.base, *(each.url for each in api.servers)))


def documents_of(workspace: Workspace, uri: str) -> dict[str, ApiDocument]:
    """The OpenAPI documents of the folder that contains a document, by base URL without a trailing slash."""
    folder = workspace.project_of(uri)
    root, settings = (folder.path, folder.settings) if folder is not None else (Path(), workspace.settings)
    return {_normal(key): _document(each, root, workspace, uri) for key, each in settings.apis.items()}


def referenced_files(workspace: Workspace, uri: str) -> list[str]:
    """The files that the OpenAPI documents of a document refer to, as far as they were needed."""
    library = workspace.services.of(ApiLibrary)
    return [str(file) for each in documents_of(workspace, uri).values() for file in library.referenced(each.path)]


def _document(api: ApiSetting, root: Path, workspace: Workspace, uri: str) -> ApiDocument:
    path = root / api.document
    may_be_read = bool(api.document) and workspace.may_read(path, uri)
    return ApiDocument(path, root, may_be_read, api.edition, api.clients, api.app)


def _normal(base: str) -> str:
    origin, path = split_url(base)
    return (origin + path).rstrip("/")


def _beneath(url: str, base: str) -> str | None:
    """The URL's path from `base`, or None if it is not below it."""
    if not url.startswith(base):
        return None
    rest = url[len(base) :]
    return rest if not rest or rest[0] in "/?#{" else None
