"""The apps that a document's calls go to, found when they are asked for."""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from waypost.apis import Api, Operation
from waypost.apis.by_address import CalledApp
from waypost.clients.shape import Shape
from waypost.routes.serving.as_api import ServedApi, operations_of
from waypost.routes.serving.compose import ServedRoute
from waypost.routes.serving.project import BoundTo, ProjectServing, ServingProjects
from waypost.routes.serving.queries import ServedApp, looks_like_serving
from waypost.routes.syntax import Block, Blocks
from waypost.text import AppliedEdit, Document, Span
from waypost.workspace import Workspace
from waypost.workspace.files import is_file
from waypost.workspace.uris import path_of, uri_of

# What makes a client of an app, in a test or in what gives it to tests.
_MAKES_CLIENT: Final = re.compile(
    rb"TestClient|test_client|ASGITransport|WSGITransport|APIClient|aiohttp_client|django\.test|litestar\.testing"
    rb"|asgi_client|TestApp|django_db|APITestCase"
)
# A test that is given a client, and one that imports it.
_ASKS_FOR_CLIENT: Final = re.compile(rb"def[ \t]+\w+\([^)]*client", re.IGNORECASE)
_IMPORTS_CLIENT: Final = re.compile(rb"\bimport\b(?:[^\n(]*|[ \t]*\([^)]*)\bclient\b")
_TEST: Final = re.compile(rb"\bdef[ \t]+test")
_SIGNS: Final = {"makes": _MAKES_CLIENT, "is given": _ASKS_FOR_CLIENT, "imports": _IMPORTS_CLIENT, "tests": _TEST}
CONFTEST: Final = "conftest.py"


class HandlerPlace(NamedTuple):
    """Where what answers a request is defined: its name, the file as it is called from the project, the place."""

    name: str
    file: str
    line: int
    uri: str
    span: Span


class OwnRoute(NamedTuple):
    """A route that a document answers: the places of the name of its handler and of what declares it."""

    name: Span
    declared: Span | None
    # Verb and path, for each verb.
    operations: frozenset[str]
    app: ServedApp

    def touches(self, offset: int) -> bool:
        return self.name.touches(offset) or (self.declared is not None and self.declared.touches(offset))


class DocumentApps:
    """The apps as one document sees them. Two are equal if what was asked of one has the same answers in the other."""

    def __init__(self, document: Document, workspace: Workspace, blocks: Blocks) -> None:
        self._document = document
        self._workspace = workspace
        self._blocks = blocks
        self._asked: dict[Hashable, Any] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DocumentApps) and all(self._answer(key) == was for key, was in other._asked.items())

    __hash__ = None  # type: ignore[assignment]  # its answers come when they are asked for

    @cached_property
    def _serving(self) -> ProjectServing:
        return self._workspace.services.of(ServingProjects).of(self._workspace, self._document.uri)

    def around(self, offset: int) -> "AppsAround":
        """The apps as they are for calls around a place, in a text where something else stands at that place."""
        return AppsAround(self._document, self._workspace, self._blocks, offset)

    def named(self, name: str) -> CalledApp | None:
        found: ServedApi | None = self._answer(("named", name))
        return CalledApp(found.api, root=found.root) if found is not None else None

    def called_at(self, span: Span) -> CalledApp | None:
        found = self._bound(span)
        return CalledApp(found.served.api, found.before, found.root, found.shape.client) if found is not None else None

    def _bound(self, span: Span) -> BoundTo | None:
        return self._called.get((span.start, span.end))

    @property
    def shapes(self) -> Mapping[tuple[int, int], Shape]:
        """What the calls of test clients take, by their places."""
        return {span: each.shape for span, each in self._found.items()}

    def handlers(self, api: Api, operation: Operation) -> Sequence[HandlerPlace]:
        """What answers an operation of an app; of several apps, all that may."""
        served = self._serving.served(api) if self._asked else None
        routes = served.routes.get((operation.verb, operation.path), ()) if served is not None else ()
        return [each for each in map(self._place_of, routes) if each is not None]

    def _place_of(self, route: ServedRoute) -> HandlerPlace | None:
        spot = self._serving.place(route)
        if spot is None:
            return None
        line = self._serving.lines(spot.file).line_at(spot.name.start) + 1
        name = route.handler.name if route.handler is not None else ""
        return HandlerPlace(name, spot.file, line, self._serving.world.uri(spot.file), spot.name)

    @cached_property
    def own_routes(self) -> Sequence[OwnRoute]:
        """The routes of apps that the document answers, or declares."""
        if not looks_like_serving(self._document.source) or not self._name:
            return ()
        return list(self._own())

    def _own(self) -> Iterator[OwnRoute]:
        for app in self._serving.apps(self._workspace):
            for route in app.composed.routes:
                spot = self._serving.place(route) if not route.is_own else None
                if spot is None or spot.file != self._name:
                    continue
                place = route.declared
                declared = self._serving.span(place) if place and place.block.file == self._name else None
                yield OwnRoute(spot.name, declared, frozenset(operations_of(route)), app)

    @property
    def reads(self) -> frozenset[str]:
        """The other files that the answers so far were read from, by their URIs."""
        if not any(self._asked.values()):
            return frozenset()
        return frozenset(self._serving.world.uri(file) for file in self._serving.files if file != self._name)

    @cached_property
    def _name(self) -> str:
        return self._serving.world.name_of(self._document.uri)

    @cached_property
    def _called(self) -> Mapping[tuple[int, int], BoundTo]:
        if self._found:
            self._answer("called")
        return self._found

    @cached_property
    def _found(self) -> Mapping[tuple[int, int], BoundTo]:
        if not self.may_be_called or not self._name:
            return {}
        return self._serving.called_in(self._name, self._workspace)

    @cached_property
    def may_be_called(self) -> bool:
        return may_be_called(self._blocks, self._document.uri, self._workspace)

    def _answer(self, key: Hashable) -> Any:
        if key not in self._asked:
            if isinstance(key, tuple):
                self._asked[key] = self._serving.named(key[1], self._workspace)
            else:
                # Where they are changes with each edit; in which order they come does not.
                self._asked[key] = [each for _, each in sorted(self._found.items())]
        return self._asked[key]


class AppsAround(DocumentApps):
    """Of a call around a place it is known where it begins, not where it ends."""

    def __init__(self, document: Document, workspace: Workspace, blocks: Blocks, offset: int) -> None:
        super().__init__(document, workspace, blocks)
        self._offset = offset
        self._edit = AppliedEdit(offset, offset, offset)

    def edited(self, edit: AppliedEdit) -> "AppsAround":
        """The same in the text that an edit around the place makes."""
        found = copy(self)
        found._edit = edit  # noqa: SLF001 - its own kind
        return found

    @property
    def shapes(self) -> Mapping[tuple[int, int], Shape]:
        edit = self._edit
        moved = {(_moved(start, edit), _moved(end, edit)): shape for (start, end), shape in super().shapes.items()}
        return {(start, end): shape for (start, end), shape in moved.items() if start is not None and end is not None}

    def _bound(self, span: Span) -> BoundTo | None:
        around = (
            each for (start, end), each in self._called.items() if start == span.start and start <= self._offset <= end
        )
        return next(around, None)


def _moved(offset: int, edit: AppliedEdit) -> int | None:
    """Where a place is after an edit; None if it is replaced."""
    if offset <= edit.start:
        return offset
    return offset + edit.new_end - edit.old_end if offset >= edit.old_end else None


def _is_given_client(uri: str, workspace: Workspace) -> bool:
    """Whether a file of fixtures around a document makes a client of an app."""
    path, project = path_of(uri), workspace.project_of(uri)
    root = project.path if project is not None else None
    for folder in path.parents if path is not None else ():
        source = workspace.read(folder / CONFTEST) if _exists(folder, workspace) else None
        if source is not None and _MAKES_CLIENT.search(source):
            return True
        if folder == root:
            break
    return False


def _exists(folder: Path, workspace: Workspace) -> bool:
    path = folder / CONFTEST
    return uri_of(path) in workspace.open or is_file(path)


def may_be_called(blocks: Blocks, uri: str, workspace: Workspace) -> bool:
    """Whether a client that is made of an app may be in a source, or given to it."""
    signs = frozenset[str]().union(*blocks.each(_signs))
    return _makes_client(signs) or ("is given" in signs and _is_given_client(uri, workspace))


def _signs(block: Block) -> frozenset[str]:
    return frozenset(name for name, sign in _SIGNS.items() if sign.search(block.text))


def _makes_client(signs: AbstractSet[str]) -> bool:
    """Whether a source makes a client of an app, or is a test that imports one."""
    return "makes" in signs or {"imports", "tests"} <= signs


def may_call_apps(path: str, source: bytes) -> bool:
    """Whether a file may call an app by a client that is made of it: a quick look."""
    if _MAKES_CLIENT.search(source) or (_IMPORTS_CLIENT.search(source) and _TEST.search(source)):
        return True
    asks = _ASKS_FOR_CLIENT.search(source) is not None
    return asks and any(is_file(folder / CONFTEST) for folder in Path(path).parents)
