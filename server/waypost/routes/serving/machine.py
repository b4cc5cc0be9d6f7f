"""A machine that knows how web frameworks declare routes: apps and routers are objects, and keep what is declared."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from waypost.clients.shape import VERBS, Shape
from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.heap import moment
from waypost.routes.domain.places import Place
from waypost.routes.domain.values import (
    REST,
    AbstractMachine,
    Arguments,
    Class,
    Entry,
    External,
    Function,
    Mapping,
    Module,
    Object,
    Value,
    choice,
    text_of,
    unknown,
)
from waypost.routes.domain.values import Sequence as Items
from waypost.routes.program.runs import AskedProgram
from waypost.routes.run.binding import root_arguments
from waypost.routes.run.machine import Machine
from waypost.routes.run.program import Footprint, Program
from waypost.routes.serving.texts import texts_of
from waypost.servers import FRAMEWORKS, HARMLESS, Declares, Framework, Holder, Meaning, Tests

# The keys under which an object has what its constructor was given, where it was made, and what has it in its hands.
BUILT: Final = ("served", "built")
MADE: Final = ("served", "made")
# The keys of what answers a route, and of the app that a client is made by.
HANDLER: Final = ("served", "handler")
OF: Final = ("served", "of")
# A client of a transport of an app, at most.
_DEEPEST: Final = 4
# The method that makes a function of a class, which answers as that does.
_AS_VIEW: Final = "as_view"
_PARAM: Final = "pytest.param"
_IMPORTS: Final = "importlib.import_module"
# Decorators of functions whose results tests are given by name.
_FIXTURES: Final = ("pytest.fixture", "pytest_asyncio.fixture", "pytest.yield_fixture")
# The first part of the keys of what is declared on an object, in order; and of those to whom it was given.
DECLARED: Final = "served: declared"
GIVEN: Final = "served: given"


class MeantCall(NamedTuple):
    """What a dotted name means, and to which framework."""

    dotted: str
    meaning: Meaning
    framework: Framework


@cache
def _meanings() -> dict[str, MeantCall]:
    found = {
        dotted: MeantCall(dotted, meaning, framework)
        for framework in FRAMEWORKS
        for dotted, meaning in framework.meanings.items()
    }
    for framework in FRAMEWORKS:
        found |= {alias: found[name] for alias, name in framework.aliases.items() if name in found}
    return found


@cache
def _aliases() -> dict[str, str]:
    return {alias: name for framework in FRAMEWORKS for alias, name in framework.aliases.items()}


@cache
def _client_fixtures() -> dict[str, str]:
    return {name: client for framework in FRAMEWORKS for name, client in framework.fixtures.items()}


@cache
def packages() -> frozenset[str]:
    return frozenset(module for framework in FRAMEWORKS for module in framework.modules)


class Fixture(NamedTuple):
    """A function whose result tests are given, and what it is made with, one after the other."""

    function: Function
    params: Value | None


class CallOfApp(NamedTuple):
    """A call of a client that is made of an app."""

    # One of these: which, is not known if there are several.
    apps: tuple[Object, ...]
    shape: Shape


def meant_by(dotted: str) -> MeantCall | None:
    """What a call of a dotted name means, a method of a type under any of its names too."""
    owner, _, last = dotted.rpartition(".")
    return _meanings().get(dotted) or _meanings().get(f"{_aliases().get(owner, owner)}.{last}")


def declares(dotted: str) -> bool:
    """Whether a call of a function declares a route, and sends nothing: `aiohttp.web.get("/users", users)`."""
    found = meant_by(dotted)
    return found is not None and isinstance(found.meaning, Declares)


def meant(value: Value) -> MeantCall | None:
    """What an object is for a framework: of a type, or what a call that declares something has made."""
    return meant_by(value.type) if isinstance(value, Object) and value.type else None


def built(of: Object) -> Arguments:
    """What the constructor of its framework was given."""
    found = of.table.get(BUILT)
    return found.value.built if found is not None and isinstance(found.value, Object) else of.built


def apps_behind(value: Value, deep: int = 0) -> tuple[Object, ...]:
    """The apps to one of which the requests of a client go; none if there may be others."""
    found = meant(value)
    if found is None or not isinstance(value, Object) or deep > _DEEPEST:
        return ()
    if isinstance(found.meaning, Holder):
        return (value,) if found.meaning.is_app else ()
    if not isinstance(found.meaning, Tests):
        return ()
    given = built(value).at(*found.meaning.app) if found.meaning.app is not None else value.table.get(OF)
    options = [apps_behind(each, deep + 1) for each in given.value.options()] if given is not None else []
    return tuple(dict.fromkeys(app for apps in options for app in apps)) if all(options) else ()


class Declaring(Object):
    """What a call such as `app.get("/users")` gives: a decorator that declares what it is given."""

    __slots__ = ("of_holder",)

    def __init__(self, declared: External, arguments: Arguments, of_holder: Object | None) -> None:
        super().__init__(declared, arguments)
        self.of_holder = of_holder

    def call(self, m: AbstractMachine, arguments: Arguments, place: Place | None = None) -> Value:
        given = arguments.at(0, None)
        if given is None:
            return super().call(m, arguments, place)
        made = Object(External(self.type), self.built)
        assert isinstance(m, ServingMachine)
        m.place_of(made, self.table.get(MADE))
        made.write(m, HANDLER, Entry(m.original(given.value, place)))
        if self.of_holder is None:
            # A handler by itself, which is put into a list, or is a method of a controller.
            return made
        m.declare(self.of_holder, made)
        return given.value


class ServingProgram(AskedProgram):
    """A program whose frameworks are never its own: their records say what they do."""

    def module(self, dotted: str) -> Module | None:
        return None if dotted.partition(".")[0] in packages() else super().module(dotted)


class ServingMachine(Machine):
    """One run of what declares routes."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        # The apps, in the order in which they are made.
        self.apps: list[Object] = []
        # What stands under a decorator, by where that is written.
        self.under: dict[Place, Value] = {}
        # The calls of clients that are made of apps.
        self.called: dict[Place, list[CallOfApp]] = {}
        # The functions whose results tests are given, by their files and names, and these.
        self.fixtures: dict[tuple[str, str], Fixture] = {}
        self.given: dict[tuple[str, str], Value] = {}
        # Up to how many operations it may work.
        self.most = 0

    def may_do(self, operations: int) -> None:
        self.most = self.done + operations

    @property
    def is_spent(self) -> bool:
        """Whether there was too much to do: then not all is known."""
        return self.done >= self.most

    def apart(self, do: Callable[[], None], size: int, limit: int | None = None) -> Footprint:
        own = limit if limit is not None else BOUNDS.per_root + int(size * BOUNDS.per_byte)
        return super().apart(do, size, max(0, min(own, self.most - self.done)))

    def run_module(self, module: Module) -> None:
        if not self.is_spent:
            super().run_module(module)

    def make_generic(self, made: Object) -> None:
        if not self.is_spent:
            super().make_generic(made)
            return
        assert isinstance(made.cls, Class)
        self.footprints[made.cls] = Footprint()
        made.table[REST] = Entry(unknown("value"), maybe=True)

    def library(self, callee: External, arguments: Arguments, place: Place | None) -> Value:
        self._note(callee, place or self.place)
        if callee.dotted in _FIXTURES:
            return Object(callee, arguments)
        if callee.name == _AS_VIEW and isinstance(callee.receiver, Class):
            return callee.receiver
        if callee.dotted == _PARAM and arguments.positional:
            return arguments.positional[0].value
        if callee.dotted == _IMPORTS and arguments.positional:
            return self._imported_by_name(arguments.positional[0].value)
        found = self._served(callee, arguments, place)
        if found is not None:
            return found
        self._handed_over(callee.dotted, callee.receiver, arguments)
        return super().library(callee, arguments, place)

    def _imported_by_name(self, name: Value) -> Value:
        """The module that a text names."""
        found = [self.program.module(text) if is_known else None for text, is_known in texts_of(name)]
        return choice([each if each is not None else unknown("module") for each in found])

    def opaque(self, callee: Value, arguments: Arguments, place: Place | None) -> Value:
        client = _client_fixtures().get(callee.name)
        if client is not None and arguments.positional:
            return Object(External(client), arguments)
        self._handed_over(callee.name, None, arguments)
        return super().opaque(callee, arguments, place)

    def record(
        self,
        callee: str,
        receiver: Value | None,
        arguments: Arguments,
        place: Place | None,
        called: Value | None = None,
    ) -> None:
        """Nobody asks for requests here."""

    def _decorated(self, made: Value, decorator: Value, place: Place | None, defined: Value) -> Value:
        if place is not None:
            self.under.setdefault(place, defined)
        if isinstance(made, Function) and isinstance(decorator, Object | External) and _is_fixture(decorator):
            given = decorator.built if isinstance(decorator, Object) else Arguments()
            name = given.at(None, "name")
            params = given.at(0, "params")
            known = name.value.literal() if name is not None else None
            fixture = Fixture(made, params.value if params is not None else None)
            self.fixtures[made.code.block.file, known if isinstance(known, str) else made.code.name] = fixture
            return made
        return super()._decorated(made, decorator, place, defined)

    def foreign(self, of: Class, dotted: str) -> Value:
        return External(dotted, of) if dotted.endswith(f".{_AS_VIEW}") else super().foreign(of, dotted)

    def original(self, handler: Value, place: Place | None) -> Value:
        """What is written where a decorator has put something else in its place."""
        return self.under.get(place, handler) if place is not None else handler

    def _served(self, callee: External, arguments: Arguments, place: Place | None) -> Value | None:
        """What a call of a framework gives; nothing if it declares nothing."""
        owner, _, last = callee.dotted.rpartition(".")
        receiver = callee.receiver
        if last == "__init__" and isinstance(receiver, Object):
            return self._started(receiver, meant_by(owner), arguments, place)
        found = meant_by(callee.dotted)
        if found is None:
            return receiver if self._is_quiet(callee) else None
        return self._made(found, callee, arguments, place)

    def _started(
        self, made: Object, found: MeantCall | None, arguments: Arguments, place: Place | None
    ) -> Value | None:
        """An object of a class below one of the framework, once that has initialised it."""
        if found is None or not isinstance(found.meaning, Holder | Tests):
            return None
        made.write(self, BUILT, Entry(Object(External(found.dotted), arguments)))
        return self._hold(made, found.meaning, place) if isinstance(found.meaning, Holder) else made

    def _made(self, found: MeantCall, callee: External, arguments: Arguments, place: Place | None) -> Value:
        """What a call that means something makes."""
        receiver = callee.receiver
        made = Object(External(found.dotted), arguments)
        self.place_of(made, place or self.place)
        if isinstance(found.meaning, Holder):
            return self._hold(made, found.meaning, place)
        if isinstance(found.meaning, Tests):
            if receiver is not None:
                made.write(self, OF, Entry(receiver))
            return made
        if isinstance(found.meaning, Declares) and _waits(found.meaning, arguments):
            waiting = Declaring(made.cls, arguments, receiver if isinstance(receiver, Object) else None)  # type: ignore[arg-type]  # made of an external
            waiting.table.update(made.table)
            return waiting
        if isinstance(receiver, Object):
            self.declare(receiver, made)
        return made

    def _is_quiet(self, callee: External) -> bool:
        """Whether a method of an app or a router changes no routes."""
        found = meant(callee.receiver) if callee.receiver is not None else None
        return found is not None and callee.name in found.framework.quiet

    def _hold(self, made: Object, holder: Holder, place: Place | None) -> Object:
        self.place_of(made, place or self.place)
        for name in holder.itself:
            made.write(self, name, Entry(made))
        for name, path in holder.own.items():
            given = built(made).at(None, name)
            made.write(self, name, given if given is not None else Entry(text_of(path)))
        if holder.is_app:
            self.apps.append(made)
        return made

    def place_of(self, made: Object, place: Place | Entry | None) -> None:
        """Note where something was made."""
        if isinstance(place, Entry):
            made.write(self, MADE, place)
        elif place is not None and MADE not in made.table:
            made.write(self, MADE, Entry(External("place"), place=place))

    def _note(self, callee: External, place: Place | None) -> None:
        """A call of a client that is made of an app."""
        receiver = callee.receiver
        if receiver is None or place is None or (callee.name.upper() not in VERBS and callee.name != "request"):
            return
        found = meant(receiver)
        shape = found.meaning.shape if found is not None and isinstance(found.meaning, Tests) else None
        apps = apps_behind(receiver) if shape is not None else ()
        if apps and shape is not None:
            self.called.setdefault(place, []).append(CallOfApp(apps, shape))

    def run_test(self, function: Function, conftests: Iterable[str], then: Callable[[], None]) -> None:
        """Run a function as tests are run, which are given what functions of the same names make; undo what it writes.

        `then` is done while what it has written is there.
        """

        def run() -> None:
            self.root = function.code.block.file
            self._executed(function, self._variables(function, [function.code.block.file, *conftests], 0), None)
            then()
            self.heap.undo(0)

        self.apart(run, function.code.size)

    def _variables(self, function: Function, files: Sequence[str], deep: int) -> dict[str, Value]:
        found = root_arguments(self, function)
        for name in found:
            for file in files:
                fixture = self.fixtures.get((file, name))
                if fixture is not None and fixture.function is not function and deep < _DEEPEST:
                    found[name] = self._what_is_given(fixture, (file, name), files, deep)
                    break
        return found

    def _what_is_given(self, fixture: Fixture, key: tuple[str, str], files: Sequence[str], deep: int) -> Value:
        """What tests are given that ask for a fixture: what it returns or yields."""
        if key not in self.given:
            variables = self._variables(fixture.function, files, deep + 1)
            if fixture.params is not None and "request" in variables:
                request = Object(External("pytest.FixtureRequest"))
                each = fixture.params.each(self)
                request.table["param"] = Entry(choice(each.known) if each.known else each.any)
                variables["request"] = request
            found = self._executed(fixture.function, variables, None)
            items = found.items.known if isinstance(found, Items) and found.kind == "generator" else ()
            self.given[key] = items[0] if items else found
        return self.given[key]

    def run_factory(self, function: Function) -> None:
        """Call a function as the body of its module might, with arguments of which nothing is known."""

        def run() -> None:
            self.root = function.code.block.file
            self._executed(function, root_arguments(self, function), None)

        self.apart(run, function.code.size)

    def declare(self, on: Object, what: Object) -> None:
        on.write(self, (DECLARED, moment(), self.root), Entry(what))

    def _handed_over(self, dotted: str, receiver: Value | None, arguments: Arguments) -> None:
        """What is not seen may declare more on what it is given."""
        if dotted.startswith(HARMLESS):
            return
        for value in arguments.values():
            for each in _holders_in(value):
                each.write(self, (GIVEN, dotted), Entry(External(dotted)))
        found = meant(receiver) if receiver is not None else None
        if found is not None and isinstance(receiver, Object) and isinstance(found.meaning, Holder):
            receiver.write(self, (GIVEN, dotted), Entry(External(dotted)))


def _waits(declares: Declares, arguments: Arguments) -> bool:
    """Whether a call that declares a route is a decorator: nothing says what answers."""
    return declares.handler is None or arguments.at(*declares.handler) is None


def _is_fixture(decorator: Object | External) -> bool:
    """`@pytest.fixture`, with arguments or without."""
    return (decorator.type if isinstance(decorator, Object) else decorator.dotted) in _FIXTURES


def _holders_in(value: Value) -> Iterable[Object]:
    """The apps and routers in what something is given."""
    for option in value.options() if not value.symbolic else ():
        if isinstance(option, Object):
            found = meant(option)
            if found is not None and isinstance(found.meaning, Holder):
                yield option
        for inner in option.held() if isinstance(option, Mapping | Items) else ():
            if isinstance(inner, Object) and (found := meant(inner)) and isinstance(found.meaning, Holder):
                yield inner
