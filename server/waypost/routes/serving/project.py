"""What the apps of a project serve, kept between answers: one table a project, renewed where files change."""

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from threading import RLock
from typing import Final, NamedTuple

from waypost.apis import Api
from waypost.clients.shape import Shape
from waypost.routes.domain.places import Place
from waypost.routes.program.sources import ABOVE, BlocksOf, Files, FunctionOf, StartOf
from waypost.routes.program.table import Table
from waypost.routes.serving.answering import Handler
from waypost.routes.serving.as_api import ServedApi, as_api
from waypost.routes.serving.compose import ServedRoute
from waypost.routes.serving.queries import (
    BoundCall,
    BoundCalls,
    RunOfServing,
    Served,
    ServedApp,
    ServingFiles,
    is_named,
)
from waypost.routes.syntax import Blocks
from waypost.text import LineIndex, Span
from waypost.workspace import Workspace, uri_of
from waypost.workspace.files import DiskStamp, disk_stamp
from waypost.workspace.uris import path_of
from waypost.workspace.walk import indexed_names

_MOST_APIS: Final = 256
_SUFFIX: Final = ".py"
_CLASS: Final = re.compile(rb"class\s+(\w+)")


class Spot(NamedTuple):
    """A place in a file: what is there, and its name in it."""

    file: str
    span: Span
    name: Span


class BoundTo(NamedTuple):
    """What a call of a client of an app goes to, what it takes, and the path that the client puts before its own."""

    served: ServedApi
    shape: Shape
    before: str
    # The path where the app pretends to be.
    root: str = ""


class ServingWorld:
    """The files of a project, with the text that editors have of them."""

    def __init__(self, root: Path, *, is_whole: bool) -> None:
        self.root = root
        # Of a folder that nobody has opened, the files beside the document.
        self.is_whole = is_whole
        self.workspace = Workspace()
        self.stamps: dict[str, DiskStamp | None] = {}

    def files(self) -> frozenset[str]:
        names: Iterable[str] = indexed_names(self.root) if self.is_whole else map(str, self.root.glob(f"*{_SUFFIX}"))
        found = {Path(name).relative_to(self.root).as_posix() for name in names if name.endswith(_SUFFIX)}
        return frozenset(found.union(filter(None, map(self.name_of, self.workspace.open))))

    def own_name(self) -> str:
        return self.root.name

    def blocks(self, file: str) -> Blocks:
        path = self.root / file
        self.stamps[file] = disk_stamp(str(path))
        if file.startswith(ABOVE):
            # A program's apps are below its root.
            return Blocks.of(b"")
        return Blocks.of(self.workspace.read(path) or b"")

    def described(self, _: str) -> Mapping[str, Collection[str]]:
        """What settings say about calls makes no routes."""
        return {}

    def calls(self, _: str) -> frozenset[str]:
        return frozenset()

    def name_of(self, uri: str) -> str:
        """The path of a document below the root; empty if it is elsewhere, or no source."""
        path = path_of(uri)
        if path is None or path.suffix != _SUFFIX or not path.is_relative_to(self.root):
            return ""
        return path.relative_to(self.root).as_posix()

    def uri(self, file: str) -> str:
        return uri_of(self.root / file)


class ProjectServing:
    """The apps of one project, as of a state of the workspace."""

    def __init__(self, root: Path, *, is_whole: bool) -> None:
        self.world = ServingWorld(root, is_whole=is_whole)
        self.table = Table(self.world)
        self._apis: dict[tuple[ServedApp, ...], ServedApi] = {}
        self._lock = RLock()

    def apps(self, workspace: Workspace) -> tuple[ServedApp, ...]:
        with self._lock:
            self._renew(workspace)
            return self.table.ask(Served())

    @property
    def is_whole(self) -> bool:
        """Otherwise there is too much code to look through, and nothing is said about what it serves."""
        with self._lock:
            return self.table.ask(RunOfServing()).is_whole

    def named(self, name: str, workspace: Workspace) -> ServedApi | None:
        """The API of an app by its module and name: `users.main:app`."""
        with self._lock:
            found = (app for app in self.apps(workspace) if is_named(app, name))
            app = next(found, None)
            return self._api((app,)) if app is not None else None

    def called_in(self, file: str, workspace: Workspace) -> Mapping[tuple[int, int], BoundTo]:
        """The apps to which the calls in a file go, by the bytes of the calls."""
        with self._lock:
            self._renew(workspace)
            found = self.table.ask(BoundCalls(file))
            return {span: self._bound(each) for span, each in found.items()}

    def _bound(self, call: BoundCall) -> BoundTo:
        served = self._api(call.apps)
        return BoundTo(served, call.shape, call.before, served.root or call.root)

    def served(self, api: Api) -> ServedApi | None:
        """What is known of an API, if it is that of an app."""
        return next((each for each in self._apis.values() if each.api is api), None)

    @property
    def files(self) -> frozenset[str]:
        """The files from which anything was read, and those of fixtures."""
        found: tuple[str, ...] = self.table.ask(ServingFiles())
        fixtures = (each for each in self.world.stamps if each.rpartition("/")[2] == "conftest.py")
        return frozenset((*found, *fixtures))

    def _api(self, apps: tuple[ServedApp, ...]) -> ServedApi:
        found = self._apis.get(apps)
        if found is None:
            if len(self._apis) >= _MOST_APIS:
                self._apis.clear()
            found = self._apis[apps] = as_api(apps)
        return found

    def spot(self, handler: Handler) -> Spot | None:
        """Where a handler is defined."""
        with self._lock:
            if handler.block is None:
                return self._class_at(handler.place) if handler.place is not None else None
            start = self.table.ask(StartOf(handler.block))
            function = self.table.ask(FunctionOf(handler.block))
            node = function.node if function is not None else None
            if node is None:
                return None
            name = node.child_by_field_name("name") or node
            at = start + name.start_byte - node.start_byte
            span = Span(start, start + node.end_byte - node.start_byte)
            return Spot(handler.block.file, span, Span(at, at + name.end_byte - name.start_byte))

    def _class_at(self, place: Place) -> Spot:
        span = self.span(place)
        text = self._text(place.block.file)
        found = _CLASS.match(text, span.start)
        return Spot(place.block.file, span, Span(*found.span(1)) if found else span)

    def span(self, place: Place) -> Span:
        with self._lock:
            start = self.table.ask(StartOf(place.block))
            return Span(start + place.start, start + place.end)

    def lines(self, file: str) -> LineIndex:
        return LineIndex.of(self._text(file))

    def place(self, route: ServedRoute) -> Spot | None:
        """Where what answers a route is defined, otherwise where the route is declared."""
        found = self.spot(route.handler) if route.handler is not None else None
        if found is not None or route.declared is None:
            return found
        span = self.span(route.declared)
        return Spot(route.declared.block.file, span, span)

    def _text(self, file: str) -> bytes:
        with self._lock:
            return b"".join(block.text for block in self.table.ask(BlocksOf(file)))

    def _renew(self, workspace: Workspace) -> None:
        """See what has changed since the last answer."""
        before = self.world.workspace
        if workspace is before:
            return
        self.world.workspace = workspace
        changed = {
            uri for uri in {*before.open, *workspace.open} if before.open.get(uri) is not workspace.open.get(uri)
        }
        names = set(filter(None, map(self.world.name_of, changed)))
        if before.moment != workspace.moment:
            names |= {name for name, was in self.world.stamps.items() if disk_stamp(str(self.world.root / name)) != was}
            self.table.renew([Files()])
        elif before.open.keys() != workspace.open.keys():
            self.table.renew([Files()])
        self.table.renew(map(BlocksOf, names))


class ServingProjects:
    """A service: the apps of every project."""

    def __init__(self) -> None:
        self._known: dict[Path, ProjectServing] = {}
        self._lock = RLock()

    def of(self, workspace: Workspace, uri: str) -> ProjectServing:
        project, path = workspace.project_of(uri), path_of(uri)
        root = project.path if project is not None else path.parent if path is not None else Path("/")
        with self._lock:
            if root not in self._known:
                self._known[root] = ProjectServing(root, is_whole=project is not None)
            return self._known[root]
