"""The routes of an app, composed of what its object and those that are put into it have."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from waypost.clients.shape import At
from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.places import Place
from waypost.routes.domain.values import (
    Arguments,
    Class,
    Entry,
    External,
    Function,
    Module,
    Object,
    Value,
)
from waypost.routes.domain.values import Sequence as Items
from waypost.routes.serving.answering import (
    Answered,
    Handler,
    argument,
    has_nameless_answers,
    parameter_of,
    verbs_of,
    views_of,
    ways_by_name,
    ways_of,
)
from waypost.routes.serving.machine import (
    DECLARED,
    GIVEN,
    HANDLER,
    LOOKED,
    MADE,
    MeantCall,
    built,
    meant,
    meant_by,
    root_path,
)
from waypost.routes.serving.signatures import HandlerSignature, SignatureReader
from waypost.routes.serving.texts import UNKNOWN_PART, texts_of
from waypost.servers import Declares, Holder, Mounts, Own, PathParameter, ViewSets, Wraps

ANYTHING: Final = "{+rest}"
_UNKNOWN: Final = re.compile(f"{UNKNOWN_PART}(?:.*{UNKNOWN_PART})?")
# A parameter whose name is not known.
_UNKNOWN_NAME: Final = re.compile(f"([{{<])[^{{}}<>]*{UNKNOWN_PART}[^{{}}<>]*([}}>])")
# Routers in routers.
_DEEPEST: Final = 12


class ServedRoute(NamedTuple):
    """One path, the verbs that it is served for, and what answers."""

    # Without any, all are.
    verbs: tuple[str, ...]
    path: str
    parameters: tuple[PathParameter, ...]
    handler: Handler | None
    # The call, or the decorator, that declares it.
    declared: Place | None
    # Whether all of its path is known.
    is_whole: bool = True
    # The framework's own: its description, its pages of documentation.
    is_own: bool = False
    # What its handler takes of a request, if the framework reads that from its signature.
    signature: HandlerSignature | None = None


@dataclass(frozen=True)
class Composed:
    """What is known of an app's routes."""

    framework: str
    made: Place | None
    routes: tuple[ServedRoute, ...]
    # Templates of paths below which nobody knows what is served, each with the reason.
    unread: tuple[tuple[str, str], ...] = ()
    # The first route that fits answers; otherwise the one that fits best.
    by_order: bool = True
    # The path where it pretends to be: those of requests may begin with that, or not.
    root: str = ""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """It is looked up for every call of a client, and may have a thousand routes."""
        return hash((self.framework, self.made, self.routes, self.unread, self.by_order, self.root))


class _Path(NamedTuple):
    """The beginning of a path, as a template."""

    template: str = ""
    parameters: tuple[PathParameter, ...] = ()
    is_whole: bool = True
    # Nothing may follow it.
    ends: bool = True

    def then(self, text: str, of: MeantCall) -> "_Path":
        own = of.meaning.pattern if isinstance(of.meaning, Declares) else None
        pattern = (own or of.framework.pattern)(_UNKNOWN_NAME.sub(r"\1value\2", text))
        own_slash = "/" if of.framework.begins and self.template.endswith("/") else ""
        template = self.template + pattern.template.removeprefix(own_slash)
        between = of.framework.between
        if between and self.template:
            template = f"{self.template.rstrip(between)}{between}{pattern.template.removeprefix(between)}"
        if of.framework.normalizes:
            template = f"{self.template.rstrip('/')}/{pattern.template.strip('/')}".rstrip("/")
        return _Path(
            template,
            self.parameters + pattern.parameters,
            self.is_whole and UNKNOWN_PART not in text and not pattern.is_open,
            pattern.ends,
        )

    def ending(self, text: str) -> "_Path":
        return self._replace(template=self.template + text)

    @property
    def shown(self) -> str:
        """With one part for all between the first and the last that are not known."""
        return _UNKNOWN.sub("{+path}", self.template or "/")

    @property
    def below(self) -> str:
        return f"{self.shown.rstrip('/')}/{ANYTHING}"


class _Composer:
    """What was found so far, on the way through an app."""

    def __init__(self, reader: SignatureReader, may_answer: Callable[[Value], bool]) -> None:
        self.reader = reader
        self.may_answer = may_answer
        # What is needed before any handler is called, besides what that needs itself.
        self.needed: list[Value] = []
        # How many of the routers around were given to something that may change what their handlers need.
        self.changed = 0
        self.routes: list[ServedRoute] = []
        self.unread: list[tuple[str, str]] = []
        # What is being gone through: a router in itself has no end, nor has a list of routes.
        self.within: list[Object] = []
        self.lists: list[Value] = []

    def holder(self, of: Object, before: _Path, *, own_prefix: bool = True) -> None:
        """All that an app or a router has."""
        found = meant(of)
        assert found is not None
        if of in self.within or len(self.within) >= _DEEPEST:
            self.unread.append((before.below, "a router that is in itself"))
            return
        holder = found.meaning
        assert isinstance(holder, Holder)
        self.within.append(of)
        given = built(of)
        before_needs = self._needing(found, given)
        is_changed = LOOKED in of.table or any(isinstance(key, tuple) and key[0] == GIVEN for key in of.table)
        self.changed += is_changed
        for path in self._paths(before, argument(given, holder.prefix) if own_prefix else None, found):
            self._list(argument(given, holder.routes), path, "a list of routes")
            for each in given.positional if holder.is_group else ():
                self.one(each.value, path)
            self.unread += ((path.below, why) for why in self._opened(of, found, holder, given))
            self._wrapped(argument(given, holder.wraps), path)
            for key, entry in list(of.table.items()):
                if isinstance(key, tuple) and key[0] == DECLARED:
                    self.one(entry.value, path)
                elif isinstance(key, tuple) and key[0] == GIVEN:
                    self.unread.append((path.below, f"{key[1]} is given it"))
            self._own(holder, given, path)
        self.within.pop()
        self.changed -= is_changed
        del self.needed[before_needs:]

    def _opened(self, of: Object, found: MeantCall, holder: Holder, given: Arguments) -> Iterator[str]:
        """Why nobody knows what an app or a router serves, if there is a reason that is about all of it."""
        if _is_opened(holder.opened_by, given):
            yield "a part of its paths"
        if given.open and (holder.prefix or holder.routes):
            yield "arguments that are not known"
        root = root_path(of)
        if root is None or (root and len(self.within) > 1):
            yield "what may stand before all paths"
        if found.framework.names_routes and has_nameless_answers(self.reader.machine):
            yield "a view that no route is named for"

    def _wrapped(self, wrapping: Value | None, path: _Path) -> None:
        """What sees requests first: it may answer, or change, those of paths at which it looks."""
        for option in wrapping.options() if wrapping is not None and wrapping.literal() is not None else ():
            if isinstance(option, Items):
                for each in option.held():
                    self._wrapped(each, path)
                continue
            found = meant(option)
            if isinstance(option, Object) and found is not None and isinstance(found.meaning, Wraps):
                entry: Entry | None = option.table.get(HANDLER)
                self._wrapped(entry.value if entry is not None else argument(built(option), found.meaning.what), path)
            elif self.may_answer(option):
                self.unread.append((path.below, f"{option.name} may answer itself"))

    def _own(self, holder: Holder, given: Arguments, path: _Path) -> None:
        """What an app serves without being told to."""
        for own in holder.own:
            for text in _own_paths(own, given):
                below = f"{path.shown.rstrip('/')}{text}"
                self.routes.append(ServedRoute(("GET", "HEAD"), below, (), None, None, is_own=True))

    def _list(self, listed: Value | None, path: _Path, what: str) -> None:
        """The routes of a list."""
        if listed is None or listed.literal() is None:
            return
        for option in listed.options():
            if option in self.lists:
                self.unread.append((path.below, f"{what} that is in itself"))
                continue
            self.lists.append(option)
            items = option.items if isinstance(option, Items) else None
            for each in items.known if items is not None else ():
                self.one(each, path)
            if items is None or items.rest is not None:
                rest = items.rest if items is not None else None
                for each in rest.options() if rest is not None else ():
                    self.one(each, path)
                if items is None or rest is None or any(meant(each) is None for each in rest.options()):
                    self.unread.append((path.below, what))
            self.lists.pop()

    def one(self, value: Value, path: _Path) -> None:
        """What is in a list of routes, or was declared."""
        if isinstance(value, Items) and value.kind == "tuple":
            value = self._pair(value) or value
        found = meant(value)
        if isinstance(value, Class):
            self.controller(value, path)
        elif found is None or not isinstance(value, Object):
            self.unread.append((path.below, value.name))
        elif isinstance(found.meaning, Declares):
            self.route(value, found, found.meaning, path)
        elif isinstance(found.meaning, Mounts):
            self.mount(value, found, path)
        elif isinstance(found.meaning, Wraps):
            self._wrapped(value, path)
        else:
            self.holder(value, path)

    def _pair(self, written: Items) -> Object | None:
        """The route that a tuple in a list of routes is, if the framework has such."""
        found = meant(self.within[-1]) if self.within else None
        items = written.known_items()
        if found is None or not found.framework.pair or items is None:
            return None
        return Object(External(found.framework.pair), Arguments(tuple(map(Entry, items))))

    def controller(self, of: Class, before: _Path) -> None:
        """The methods of a class that are routes, below the path that the class has."""
        found = meant_by(of.external or "")
        if found is None or not isinstance(found.meaning, Holder) or not found.meaning.by_methods:
            self.unread.append((before.below, of.label))
            return
        entry = of.find(found.meaning.class_prefix)
        how = found.framework.signatures
        kept, open_before = len(self.needed), self.changed
        if how is not None and how.needs is not None and (needed := of.find(how.needs.keyword or "")) is not None:
            self.needed.append(needed.value)
        self.changed += how is not None and any(of.find(name) is not None for name in how.opened_by)
        for path in self._paths(before, entry.value if entry is not None else None, found):
            methods = {name: each for owner in reversed(of.order()) for name, each in owner.table.items()}
            for each in methods.values():
                declared = meant(each.value)
                if declared is not None and isinstance(declared.meaning, Declares):
                    self.one(each.value, path)
        del self.needed[kept:]
        self.changed = open_before

    def route(self, declared: Object, found: MeantCall, how: Declares, before: _Path) -> None:
        if how.is_socket:
            return
        given = built(declared)
        verbs = verbs_of(found, how.verbs, given)
        ways = list(ways_of(declared, how, given))
        if how.name is not None:
            ways = list(ways_by_name(self.reader.machine, argument(given, how.name)))
        mounted = self._mounted(how, given)
        for path in self._paths(before, argument(given, how.path), found):
            if mounted:
                for each, meaning in mounted:
                    self.mount(each, meaning, path)
            elif how.views is not None:
                self._views(declared, found, how.views, argument(given, how.handler), path)
            elif _has_unknown_path(how, given):
                self.unread.append((path.below, "a path that is not known"))
            else:
                if not path.ends or (how.may_mount and not ways):
                    self.unread.append((path.below, "what answers is not known in full"))
                self._answered(declared, found, verbs, ways or [Answered()], path)

    def _answered(
        self, declared: Object, found: MeantCall, verbs: tuple[str, ...] | None, ways: Sequence[Answered], path: _Path
    ) -> None:
        how = found.meaning
        for way in ways:
            by_signature = isinstance(how, Declares) and how.by_signature
            served = ServedRoute(
                way.verbs if way.verbs and verbs is None else verbs or (),
                path.shown,
                path.parameters,
                way.handler,
                _place(declared),
                path.is_whole,
                signature=self._signature(way.function, found, built(declared), path) if by_signature else None,
            )
            self.routes.append(served)
        if not path.is_whole:
            self.unread.append((path.shown, "a path that is not known"))

    def _views(self, declared: Object, found: MeantCall, how: ViewSets, of: Value | None, path: _Path) -> None:
        """The routes of a set of views: those of the list, of each thing in it, and the others of its methods."""
        router = self.within[-1]
        slash = argument(built(router), how.slash)
        end = "/" if slash is None or slash.literal() is True else "" if slash.literal() is False else None
        views = views_of(how, of) if isinstance(of, Class) and end is not None else None
        if views is None or end is None or not isinstance(of, Class):
            handler = Handler(of.label, None, of.place) if isinstance(of, Class) else None
            self._serve(Answered(handler), path, _place(declared))
            self.unread.append((path.below, "a set of views that is not known in full"))
            return
        below = path.then(f"/(?P<{parameter_of(how, of)}>[^/]+)", found)
        for each in views:
            where = below if each.is_of_one else path
            where = where.then(f"/{each.ending}", found) if each.ending else where
            self._serve(each.way, where.ending(end), _place(declared))
            if router.type in how.with_formats:
                self._serve(each.way, where.ending(".{format}"), _place(declared), is_own=True)

    def _serve(self, way: Answered, path: _Path, place: Place | None, *, is_own: bool = False) -> None:
        served = ServedRoute(way.verbs, path.shown, path.parameters, way.handler, place, path.is_whole, is_own)
        self.routes.append(served)

    def _mounted(self, how: Declares, given: Arguments) -> list[tuple[Object, MeantCall]]:
        """What takes the place of what answers, and has routes of its own."""
        answers = argument(given, how.handler) if how.may_mount else None
        found = [(each, meant(each)) for each in answers.options()] if answers is not None else []
        return [
            (each, inner)
            for each, inner in found
            if isinstance(each, Object) and inner is not None and isinstance(inner.meaning, Mounts)
        ]

    def _routes_in(self, what: Value, of: MeantCall) -> Value:
        """The list of routes in what is mounted by the name of a module, as a module, or with a name beside it."""
        name, machine = of.framework.root[1], self.reader.machine
        if not name:
            return what
        if isinstance(what, Items) and what.kind == "tuple" and (known := what.known_items()):
            return self._routes_in(known[0], of)
        text = what.literal()
        module = machine.program.module(text) if isinstance(text, str) else what
        found = machine.global_of(module, name) if isinstance(module, Module) else None
        return found if found is not None else what

    def _signature(
        self, handler: Function | None, of: MeantCall, given: Arguments, path: _Path
    ) -> HandlerSignature | None:
        how = of.framework.signatures
        if handler is None or how is None or not path.is_whole or self.changed or _is_opened(how.opened_by, given):
            return None
        if any(_is_opened(how.opened_by, built(each)) for each in self.within):
            return None
        own = argument(given, how.needs)
        needed = [*self.needed, *([own] if own is not None else [])]
        return self.reader.read(handler, how, (each.name for each in path.parameters), needed, self.within)

    def _needing(self, of: MeantCall, given: Arguments) -> int:
        """From now on, what is needed before anything of this app, router or mount is; how much was needed before."""
        before = len(self.needed)
        value = argument(given, of.framework.signatures.needs) if of.framework.signatures is not None else None
        self.needed += [value] if value is not None else []
        return before

    def mount(self, mounted: Object, found: MeantCall, before: _Path) -> None:
        how = found.meaning
        assert isinstance(how, Mounts)
        given = built(mounted)
        before_needs = self._needing(found, given)
        what = argument(given, how.what)
        other = argument(given, how.or_what)
        for path in self._paths(before, argument(given, how.path), found, is_mount=how.is_app):
            if other is not None:
                self._list(other, path, "a list of routes")
            if what is None:
                if other is None:
                    self.unread.append((path.below, "what is mounted"))
                continue
            for option in self._routes_in(what, found).options():
                inner = meant(option)
                if inner is not None and isinstance(inner.meaning, Holder) and isinstance(option, Object):
                    self.holder(option, path, own_prefix=not (how.replaces and argument(given, how.path)))
                elif isinstance(option, Items):
                    self._list(option, path, "a list of routes")
                elif inner is not None or (isinstance(option, Class) and not how.is_app):
                    self.one(option, path)
                else:
                    self.unread.append((path.below, option.name))
        del self.needed[before_needs:]

    def _paths(self, before: _Path, value: Value | None, of: MeantCall, *, is_mount: bool = False) -> list[_Path]:
        """A path with each text that a value may be after it."""
        if value is None or value.literal() is None:
            return [before]
        found = []
        items = [each for option in value.options() if isinstance(option, Items) for each in option.items.known]
        texts = [text for each in items or [value] for text in texts_of(each)]
        for text, is_known in texts[: BOUNDS.options]:
            after = before.then(text.rstrip("/") if is_mount else text, of)
            found.append(after if is_known else after._replace(is_whole=False))
        return found


def composed(app: Object, reader: SignatureReader, may_answer: Callable[[Value], bool]) -> Composed:
    """The routes of an app; something tells of what sees all requests whether it may answer itself."""
    composer = _Composer(reader, may_answer)
    found = meant(app)
    assert found is not None
    composer.holder(app, _Path(found.framework.begins))
    routes = tuple(dict.fromkeys(composer.routes))
    unread = tuple(dict.fromkeys(composer.unread))
    return Composed(found.framework.name, _place(app), routes, unread, found.framework.by_order, root_path(app) or "")


def _place(of: Object) -> Place | None:
    entry: Entry | None = of.table.get(MADE)
    return entry.place if entry is not None else None


def _is_opened(names: Iterable[str], given: Arguments) -> bool:
    """Whether there are arguments that change paths in ways that are not read."""
    return any(argument(given, At(None, name)) is not None for name in names)


def _has_unknown_path(how: Declares, given: Arguments) -> bool:
    is_missing = argument(given, how.path) is None
    return _is_opened(how.opened_by, given) or (is_missing and (given.open or how.may_be_named))


def _own_paths(own: Own, given: Arguments) -> Iterator[str]:
    """The paths that something serves without being told to."""
    named = given.at(None, own.argument)
    folder = given.at(None, own.folder)
    if (own.needs_folder and folder is None) or (folder is not None and folder.value.literal() is None):
        return
    texts = [(own.path, True)]
    if named is not None:
        texts = texts_of(named.value)
    elif folder is not None:
        texts = [(f"/{text.rstrip('/').rpartition('/')[2]}", is_known) for text, is_known in texts_of(folder.value)]
    for text, _ in texts:
        if text.startswith("/"):
            below = f"{text.rstrip('/')}/{{+filename}}" if own.has_files else text
            yield below.replace(UNKNOWN_PART, "{path}")


def bound_names(modules: Sequence[Module], apps: Sequence[Object]) -> dict[int, tuple[str, str]]:
    """The file and the name under which a module has each app, by the app's identity: where it is made, if possible."""
    wanted = {id(app): app for app in apps}
    found: dict[int, tuple[str, str]] = {}
    for module in modules:
        for name, value in list(module.table.items()):
            app = wanted.get(id(value))
            if app is None or not isinstance(name, str):
                continue
            place = _place(app)
            if id(app) not in found or (place is not None and place.block.file == module.file != found[id(app)][0]):
                found[id(app)] = (module.file, name)
    return found
