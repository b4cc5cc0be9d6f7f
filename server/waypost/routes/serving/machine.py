"""A machine that knows how web frameworks declare routes: apps and routers are objects, and keep what is declared."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from waypost.apis.shape import split_url
from waypost.clients.shape import VERBS, Shape
from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.heap import Guarded, moment
from waypost.routes.domain.places import Block, Place
from waypost.routes.domain.values import (
    GENERATED,
    NONE,
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
    Scope,
    Value,
    choice,
    nameless,
    text_of,
    unknown,
)
from waypost.routes.domain.values import Sequence as Items
from waypost.routes.ir.lower import lower_expression
from waypost.routes.program.runs import AskedProgram
from waypost.routes.run.binding import FIXTURES
from waypost.routes.run.frames import Frame
from waypost.routes.run.machine import Machine
from waypost.routes.run.program import Footprint, Program
from waypost.routes.serving.texts import texts_of
from waypost.routes.syntax.tree import parse
from waypost.servers import (
    FRAMEWORKS,
    HARMLESS,
    Answers,
    Declares,
    Framework,
    Holder,
    Includes,
    Meaning,
    Mounts,
    Tests,
    Wraps,
)

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
# What a client of an app is given: an address, and the path where the app pretends to be.
_BASE: Final = "base_url"
_ROOT: Final = "root_path"
# The types of which an annotation's parameters are needed.
_KEPT_TYPES: Final = frozenset((
    "list", "List", "Sequence", "set", "Set", "frozenset", "FrozenSet", "tuple", "Tuple", "Iterable",
    "dict", "Dict", "Mapping", "MutableMapping", "Literal",
))  # fmt: skip
_NOTE: Final = "annotation"
_IMPORTS: Final = "importlib.import_module"
# The first part of the keys of what is declared on an object, in order; and of those to whom it was given.
DECLARED: Final = "served: declared"
GIVEN: Final = "served: given"
# The key under which an object has that its routes were gone through, one by one, by what may change them.
LOOKED: Final = ("served", "looked")
_ITERATES: Final = "__iter__"


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
def _client_attributes() -> dict[str, str]:
    return {name: client for framework in FRAMEWORKS for name, client in framework.client_attributes.items()}


@cache
def _implicit() -> dict[str, Framework]:
    """The functions that give the app on which functions of their package declare."""
    return {name: framework for framework in FRAMEWORKS for name in framework.gives_implicit}


@cache
def packages() -> frozenset[str]:
    return frozenset(module for framework in FRAMEWORKS for module in framework.modules)


class Fixture(NamedTuple):
    """A function whose result tests are given, and what it is made with, one after the other."""

    function: Function
    params: Value | None
    # Tests are run after it without asking for it.
    is_for_all: bool = False


class CallOfApp(NamedTuple):
    """A call of a client that is made of an app."""

    # One of these: which, is not known if there are several.
    apps: tuple[Object, ...]
    shape: Shape
    # The path that the client puts before each of its own, and the one where the app pretends to be.
    before: str = ""
    root: str = ""


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
    given = value.table.get(OF)
    for at in (found.meaning.app, found.meaning.or_app):
        given = given or (built(value).at(*at) if at is not None else None)
    options = [apps_behind(each, deep + 1) for each in given.value.options()] if given is not None else []
    return tuple(dict.fromkeys(app for apps in options for app in apps)) if all(options) else ()


def root_path(of: Object) -> str | None:
    """Where an app pretends to be, by its own argument or by that of a client or its transport. `None` if unknown."""
    found = meant(of)
    meaning = found.meaning if found is not None else None
    given = None
    if isinstance(meaning, Holder) and meaning.root:
        given = of.table.get(_ROOT) or built(of).at(*meaning.root)
    if isinstance(meaning, Tests):
        given = built(of).at(None, _ROOT)
        for at in (meaning.app, meaning.or_app) if given is None else ():
            inner = built(of).at(*at) if at is not None else None
            if inner is not None and isinstance(inner.value, Object):
                return root_path(inner.value)
    texts = texts_of(given.value) if given is not None and given.value.literal() is not None else [("", True)]
    return texts[0][0].rstrip("/") if len(texts) == 1 and texts[0][1] else None


def path_before(client: Object) -> str | None:
    """The path that a client puts before each of its own: that of its base URL. `None` if nobody knows it."""
    given = built(client)
    base = given.at(None, _BASE)
    if given.more is not None:
        return None
    text = base.value.literal() if base is not None else ""
    return split_url(text)[1].rstrip("/") if isinstance(text, str) else None


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
        found = meant(made)
        if found is not None and isinstance(found.meaning, Answers):
            m.answers.append(made)
            return given.value
        if self.of_holder is None:
            # A handler by itself, which is put into a list, or is a method of a controller.
            return made
        m.declare(self.of_holder, made)
        return given.value


class Override(NamedTuple):
    """Something that an app is told to use in the place of what handlers need; nothing known stands for anything."""

    app: Object
    needed: Value | None
    instead: Value

    def is_for(self, what: Value) -> bool:
        """Whether it may be used in the place of this."""
        if isinstance(self.needed, Function):
            return isinstance(what, Function) and what.code.block == self.needed.code.block
        return not isinstance(self.needed, Class | External | Object) or self.needed.key() == what.key()


class Overrides(Mapping):
    """The table of an app that says what is used instead: whatever was put there, a call may have met."""

    __slots__ = ("app",)

    def __init__(self, app: Object) -> None:
        super().__init__()
        self.app = app

    def set_item(self, m: AbstractMachine, key: Value, entry: Entry) -> None:
        assert isinstance(m, ServingMachine)
        m.overrides += [Override(self.app, each, entry.value) for each in key.options()]
        super().set_some(m, entry.value)

    def set_some(self, m: AbstractMachine, value: Value) -> None:
        assert isinstance(m, ServingMachine)
        m.overrides.append(Override(self.app, None, value))
        super().set_some(m, value)


class ServingProgram(AskedProgram):
    """A program whose frameworks are never its own: their records say what they do."""

    def module(self, dotted: str) -> Module | None:
        return None if dotted.partition(".")[0] in packages() else super().module(dotted)


class ServingMachine(Machine):
    """One run of what declares routes."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.heap: Guarded = Guarded()
        # The apps, in the order in which they are made.
        self.apps: list[Object] = []
        # What stands under a decorator, by where that is written.
        self.under: dict[Place, Value] = {}
        # The calls of clients that are made of apps.
        self.called: dict[Place, list[CallOfApp]] = {}
        # The functions whose results tests are given, by their files, classes and names, and these.
        self.fixtures: dict[tuple[str, str, str], Fixture] = {}
        self.given: dict[tuple[str, str, str], Value] = {}
        # Those that are being made.
        self._giving: set[tuple[str, str, str]] = set()
        # The apps that packages have themselves, and those that settings name, by their frameworks.
        self.implicit: dict[str, Object] = {}
        self.roots: dict[str, list[Object]] = {}
        # What says that it answers routes of some names.
        self.answers: list[Object] = []
        # What apps are told to use instead of what handlers need.
        self.overrides: list[Override] = []
        # Whether all that a call has ever done is to declare a route on an app or a router, by its place.
        self.declares_only: dict[Place, bool] = {}
        # While an annotation is read, types keep their parameters.
        self._is_noting = False
        # Up to how many operations it may work.
        self.most = 0

    def rest(self) -> None:
        super().rest()
        self._is_noting = False
        self._giving.clear()

    def may_do(self, operations: int) -> None:
        self.most = self.done + operations

    @property
    def is_spent(self) -> bool:
        """Whether there was too much to do: then not all is known."""
        return self.done >= self.most

    def isolated(self, do: Callable[[], None], size: int, limit: int | None = None) -> Footprint:
        own = limit if limit is not None else BOUNDS.per_root + int(size * BOUNDS.per_byte)
        return super().isolated(do, size, max(0, min(own, self.most - self.done)))

    def run_module(self, module: Module) -> None:
        if not self.is_spent:
            super().run_module(module)

    def make_generic(self, made: Object) -> None:
        if not self.is_spent:
            super().make_generic(made)
            return
        made.table[REST] = Entry(nameless(), maybe=True)

    def enter(self, function: Function, arguments: Arguments, place: Place | None) -> Value:
        self._note_declaring(place or self.place, declares_only=False)
        return super().enter(function, arguments, place)

    def _note_declaring(self, place: Place | None, *, declares_only: bool) -> None:
        if place is not None:
            self.declares_only[place] = declares_only and self.declares_only.get(place, True)

    def library(self, callee: External, arguments: Arguments, place: Place | None) -> Value:
        self._note_declaring(place or self.place, declares_only=_declares_only(callee))
        self._note(callee, place or self.place)
        if callee.dotted in FIXTURES:
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

    def typed(self, of: External, key: Value) -> Value | None:
        """What is written beside a type stays with it; in an annotation, so do the parameters of types."""
        if of.name != "Annotated" and not (self._is_noting and of.name in _KEPT_TYPES):
            return None
        items = key.known_items() if isinstance(key, Items) and key.kind == "tuple" else None
        dotted = "typing.Annotated" if of.name == "Annotated" else of.dotted
        return Object(External(dotted), Arguments(tuple(map(Entry, items if items is not None else (key,)))))

    def noted(self, scope: Scope, text: str) -> Value:
        """What an annotation is, by the names that are known where it is written."""
        found: list[Value] = []

        def run() -> None:
            root = parse(text.encode())
            statement = root.named_children[0] if root.named_child_count == 1 else None
            node = statement.named_children[0] if statement is not None and statement.named_child_count == 1 else None
            if node is None or root.has_error:
                return
            frame = Frame(Scope(scope.module, scope), None, self.heap.mark(), self.level)
            self.run(lower_expression(node, Block(scope.module.file, _NOTE)), frame)
            found.extend(frame.stack[-1:])

        self._is_noting = True
        self.isolated(run, len(text))
        self._is_noting = False
        return found[0].settled(self) if found else nameless()

    def knows(self, name: str) -> bool:
        owner, _, last = name.rpartition(".")
        found = meant_by(owner) if last == _ITERATES else None
        return (found is not None and isinstance(found.meaning, Holder)) or super().knows(name)

    def _imported_by_name(self, name: Value) -> Value:
        """The module that a text names."""
        found = [self.program.module(text) if is_known else None for text, is_known in texts_of(name)]
        return choice([each if each is not None else unknown("module") for each in found])

    def opaque(self, callee: Value, arguments: Arguments, place: Place | None) -> Value:
        self._note_declaring(place or self.place, declares_only=False)
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
            params, for_all = given.at(None, "params"), given.at(None, "autouse")
            known = name.value.literal() if name is not None else None
            is_for_all = for_all is not None and for_all.value.literal() is not False
            fixture = Fixture(made, params.value if params is not None else None, is_for_all)
            name_of = known if isinstance(known, str) else made.code.name
            self.fixtures[made.code.block.file, _class_of(made), name_of] = fixture
            return made
        found = (
            meant_by(decorator.dotted) if isinstance(decorator, External) and decorator.receiver is not None else None
        )
        if found is not None and isinstance(found.meaning, Wraps):
            return decorator.call(self, Arguments((Entry(made),)), place)
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
        if last == _ITERATES and isinstance(receiver, Object) and self.knows(callee.dotted):
            receiver.write(self, LOOKED, Entry(External("routes")))
            return unknown("routes")
        if last == "__init__" and isinstance(receiver, Object):
            return self._started(receiver, meant_by(owner), arguments, place)
        if (framework := _implicit().get(callee.dotted)) is not None:
            return self._implicit_of(framework)
        found = meant_by(callee.dotted)
        if found is None:
            return receiver if self._is_quiet(callee) else None
        return self._made(found, callee, arguments, place)

    def _started(
        self, made: Object, found: MeantCall | None, arguments: Arguments, place: Place | None
    ) -> Value | None:
        """An object of a class below one of the framework, once that has initialised it."""
        if found is None:
            return None
        made.write(self, BUILT, Entry(Object(External(found.dotted), arguments)))
        self.place_of(made, place or self.place)
        return self._hold(made, found.meaning, place) if isinstance(found.meaning, Holder) else made

    def _made(self, found: MeantCall, callee: External, arguments: Arguments, place: Place | None) -> Value:
        """What a call that means something makes."""
        receiver = callee.receiver
        if (
            receiver is None
            and callee.dotted.rpartition(".")[0] in found.framework.modules
            and found.framework.implicit
        ):
            receiver = self._implicit_of(found.framework)
        made = Object(External(found.dotted), arguments)
        self.place_of(made, place or self.place)
        if isinstance(found.meaning, Holder):
            return self._hold(made, found.meaning, place)
        if isinstance(found.meaning, Includes):
            return self._included(found, receiver, arguments, place)
        if isinstance(found.meaning, Declares | Wraps | Answers) and _waits(found.meaning, arguments):
            waiting = Declaring(made.cls, arguments, receiver if isinstance(receiver, Object) else None)  # type: ignore[arg-type]  # made of an external
            waiting.table.update(made.table)
            return waiting
        if isinstance(found.meaning, Mounts) and found.meaning.in_list:
            return Items([made])
        if isinstance(found.meaning, Answers):
            self.answers.append(made)
        elif isinstance(found.meaning, Tests) and receiver is not None:
            made.write(self, OF, Entry(receiver))
        elif isinstance(receiver, Object):
            self.declare(receiver, made)
        what = found.meaning.what if isinstance(found.meaning, Wraps) and receiver is not None else None
        wrapping = arguments.at(*what) if what is not None else None
        # What a decorator without arguments has put there is still what it was.
        return wrapping.value if wrapping is not None else made

    def _implicit_of(self, framework: Framework) -> Object:
        if framework.name not in self.implicit:
            meaning = framework.meanings[framework.implicit]
            assert isinstance(meaning, Holder)
            made = Object(External(framework.implicit))
            self.implicit[framework.name] = made
            self.apps.append(made)
        return self.implicit[framework.name]

    def _included(self, found: MeantCall, receiver: Value | None, arguments: Arguments, place: Place | None) -> Value:
        """What a function of a module adds to an app, below a path."""
        how = found.meaning
        given = arguments.at(*how.what) if isinstance(how, Includes) else None
        if given is None or not isinstance(receiver, Object) or not isinstance(how, Includes):
            return NONE
        for what in given.value.options():
            function, name = self._including(what, how.function, place or self.place), what.literal()
            if function is not None:
                path = arguments.at(*how.path) if how.path is not None else None
                named = {how.path.keyword or "": path} if how.path is not None and path is not None else {}
                inner = Object(External(found.framework.includes), Arguments(keywords=named))
                self.declare(receiver, inner)
                function.call(self, Arguments((Entry(inner),)), place)
            elif not isinstance(name, str) or not f"{name}.".startswith(HARMLESS):
                receiver.write(self, (GIVEN, what.name), Entry(External(what.name)))
        return NONE

    def _including(self, what: Value, function: str, place: Place | None) -> Value | None:
        """The function of the program that is meant by itself, by its module, or by a name of either."""
        name = what.literal()
        if not isinstance(name, str):
            is_itself = isinstance(what, Function)
            return what if is_itself else self.global_of(what, function) if isinstance(what, Module) else None
        dotted = self._absolute(name, place.block.file if place is not None else self.root)
        module = self.program.module(dotted)
        if module is not None:
            return self.global_of(module, function)
        inside, _, last = dotted.rpartition(".")
        around = self.program.module(inside) if inside else None
        return self.global_of(around, last) if around is not None else None

    def _absolute(self, name: str, file: str) -> str:
        """The name of a module that is written with dots before it, as seen from a file."""
        ups = len(name) - len(name.lstrip("."))
        here = self.program.module_of(file) if ups and isinstance(self.program, AskedProgram) else None
        if here is None:
            return name
        package = here.dotted.split(".")
        kept = package[: len(package) - ups + here.is_package]
        return ".".join((*kept, *filter(None, [name[ups:]])))

    def outside_attribute(self, of: Object, dotted: str, name: str) -> Value:
        found = meant_by(dotted)
        if found is not None and isinstance(found.meaning, Declares):
            # More may be declared by it: `@activate.mapping.delete`.
            of.write(self, LOOKED, Entry(External(name)))
        if found is not None and isinstance(found.meaning, Tests) and name in found.meaning.apps:
            apps = apps_behind(of)
            return choice(list(apps)) if apps else super().outside_attribute(of, dotted, name)
        client = _client_attributes().get(f"{dotted}.{name}")
        return Object(External(client)) if client is not None else super().outside_attribute(of, dotted, name)

    def _is_quiet(self, callee: External) -> bool:
        """Whether a method of an app or a router changes no routes."""
        found = meant(callee.receiver) if callee.receiver is not None else None
        return found is not None and callee.name in found.framework.quiet

    def _hold(self, made: Object, holder: Holder, place: Place | None) -> Object:
        self.place_of(made, place or self.place)
        for name in holder.itself:
            made.write(self, name, Entry(made))
        for own in holder.own:
            given = built(made).at(None, own.argument)
            made.write(self, own.argument, given if given is not None else Entry(text_of(own.path)))
        for name, client in holder.clients.items():
            its = Object(External(client))
            its.write(self, OF, Entry(made))
            made.write(self, name, Entry(its))
        if holder.overrides:
            made.write(self, holder.overrides, Entry(Overrides(made)))
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
        found = meant(receiver) if receiver is not None and place is not None else None
        if receiver is None or place is None or found is None or not isinstance(found.meaning, Tests):
            return
        if callee.name.upper() not in VERBS and callee.name not in {"request", *found.meaning.more}:
            return
        shape = found.meaning.shape
        apps = apps_behind(receiver) if shape is not None else ()
        if found.meaning.of_root:
            apps = tuple(self.roots.get(found.framework.name, ()))
            shape = shape if apps else None
        client = receiver if apps and isinstance(receiver, Object) else None
        before = path_before(client) if client is not None else None
        root = root_path(client) if client is not None else None
        for app in apps:
            self.overrides += _overrides_given(app)
        if shape is not None and before is not None and root is not None:
            # Summaries of the functions around know nothing of it: with other clients, each call of them runs them.
            self.direct.update(block for block, times in self.active.items() if times)
            self.called.setdefault(place, []).append(CallOfApp(apps, shape, before, root))

    def root_of(self, module: Module, framework: Framework) -> Object | None:
        """The app that a module is by the name of its list of routes."""
        routes = self.global_of(module, framework.root[1])
        if routes is None:
            return None
        made = Object(External(framework.root_type), Arguments((Entry(routes),)))
        found = meant(made)
        assert found is not None
        assert isinstance(found.meaning, Holder)
        self.roots.setdefault(framework.name, []).append(made)
        return self._hold(made, found.meaning, None)

    def run_test(self, function: Function, conftests: Iterable[str], then: Callable[[], None]) -> None:
        """Run a function as tests are run, which are given what functions of the same names make; undo what it writes.

        `then` is done while what it has written is there.
        """

        def run() -> None:
            self.root = function.code.block.file
            files = [self.root, *conftests]
            for key, fixture in self.fixtures.items():
                if fixture.is_for_all and key[0] in files and key[1] in ("", _class_of(function)):
                    self._what_is_given(fixture, key, files)
            self._executed(function, self._variables(function, files), None)
            then()
            self.heap.undo(0)

        self.isolated(run, function.code.size)

    def _variables(self, function: Function, files: Sequence[str]) -> dict[str, Value]:
        found = self.from_outside(function)
        for name in found:
            key = self._fixture_for(function, name, files)
            if key is None:
                found[name] = self._given_by_plugin(name) or found[name]
            elif key not in self._giving:
                found[name] = self._what_is_given(self.fixtures[key], key, files)
        return found

    def _fixture_for(self, function: Function, name: str, files: Sequence[str]) -> tuple[str, str, str] | None:
        """The fixture that a function is given: that of its own class, otherwise that of the nearest file."""
        own = _class_of(function)
        keys = [(file, owner, name) for file in files for owner in dict.fromkeys((own, ""))]
        found = (key for key in keys if key in self.fixtures and self.fixtures[key].function is not function)
        return next(found, None)

    def _given_by_plugin(self, name: str) -> Value | None:
        """A client of the app that a setting names, which tests may ask for."""
        clients = [each.given.get(name) for each in FRAMEWORKS if each.name in self.roots]
        return next((Object(External(client)) for client in clients if client is not None), None)

    def _what_is_given(self, fixture: Fixture, key: tuple[str, str, str], files: Sequence[str]) -> Value:
        """What tests are given that ask for a fixture: what it returns or yields."""
        if key not in self.given:
            self._giving.add(key)
            variables = self._variables(fixture.function, files)
            self._giving.discard(key)
            if fixture.params is not None and "request" in variables:
                request = Object(External("pytest.FixtureRequest"))
                each = fixture.params.iterate(self)
                request.table["param"] = Entry(choice(each.known) if each.known else each.any)
                variables["request"] = request
            found = self._executed(fixture.function, variables, None)
            items = found.items.known if isinstance(found, Items) and found.kind in GENERATED else ()
            self.given[key] = items[0] if items else found
        return self.given[key]

    def run_factory(self, function: Function) -> None:
        """Call a function as the body of its module might, with arguments of which nothing is known."""

        def run() -> None:
            self.root = function.code.block.file
            self._executed(function, self.from_outside(function), None)

        self.isolated(run, function.code.size)

    def declare(self, on: Object, what: Object) -> None:
        on.write(self, (DECLARED, moment(), self.root), Entry(what))

    def _handed_over(self, dotted: str, receiver: Value | None, arguments: Arguments) -> None:
        """What is not seen may declare more on what it is given."""
        if dotted.startswith(HARMLESS):
            return
        for value in arguments.values():
            if isinstance(value, Overrides):
                value.set_some(self, nameless())
            for each in _holders_in(value):
                each.write(self, (GIVEN, dotted), Entry(External(dotted)))
        found = meant(receiver) if receiver is not None else None
        if found is not None and isinstance(receiver, Object) and isinstance(found.meaning, Holder):
            receiver.write(self, (GIVEN, dotted), Entry(External(dotted)))


def _declares_only(callee: External) -> bool:
    """Whether a call puts what it is given into an app or a router, and does nothing else with it."""
    on = meant(callee.receiver) if callee.receiver is not None else None
    found = meant_by(callee.dotted)
    if on is None or found is None or not isinstance(on.meaning, Holder):
        return False
    return isinstance(found.meaning, Declares) or (isinstance(found.meaning, Mounts) and not found.meaning.in_list)


def _waits(how: Declares | Wraps | Answers, arguments: Arguments) -> bool:
    """Whether a call that declares something is a decorator: nothing says what answers."""
    if isinstance(how, Declares) and how.name is not None:
        return False
    at = how.what if isinstance(how, Wraps) else how.handler
    return at is None or arguments.at(*at) is None


def _class_of(function: Function) -> str:
    """The names of the classes that a function is written in."""
    return function.code.block.name.rpartition(".")[0]


def _is_fixture(decorator: Object | External) -> bool:
    """`@pytest.fixture`, with arguments or without."""
    return (decorator.type if isinstance(decorator, Object) else decorator.dotted) in FIXTURES


def _overrides_given(app: Object) -> Iterable[Override]:
    """What an app has instead of its own table of what is used instead, once another one was put there."""
    found = meant(app)
    name = found.meaning.overrides if found is not None and isinstance(found.meaning, Holder) else ""
    entry = app.table.get(name) if name else None
    if entry is None or isinstance(entry.value, Overrides):
        return []
    instead = entry.value.held() if isinstance(entry.value, Mapping) else [entry.value]
    return [Override(app, None, each) for each in instead]


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
