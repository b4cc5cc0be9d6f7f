"""Built-in functions about attributes, types and functions."""

from collections.abc import Callable, Hashable
from collections.abc import Sequence as AnySequence
from typing import Any

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.places import Place
from waypost.routes.domain.values import (
    CHANGED,
    FALSE,
    MISSING,
    NO_ARGUMENTS,
    NONE,
    SHARED,
    TRUE,
    AbstractMachine,
    Arguments,
    Class,
    Constant,
    Entry,
    External,
    Function,
    HeapObject,
    Mapping,
    Module,
    Object,
    Sequence,
    SuperObject,
    Unknown,
    Value,
    choice,
    derived,
    nameless,
    text_of,
    unknown,
)
from waypost.routes.library.containers import append
from waypost.routes.library.registry import Answer, Call, models


@models("builtins.getattr", "object, name, default=")
def get_attribute(call: Call, object: Value, name: Value, default: Value | None) -> Answer:  # noqa: A002 - its name
    m = call.machine
    literals = [each.literal() for each in name.options()]
    if not all(isinstance(each, str) for each in literals):
        if isinstance(object, Object | External | Unknown | SuperObject):
            return Unknown("attribute_of", name.name, (object, name))
        return None
    found = m.either(tuple(name.cases()), lambda each: object.attribute(m, str(each.literal()), call.place))
    if default is not None and (_is_unseen(found) or found.literal() is None):
        return choice((found, default.flagged(SHARED | CHANGED)))
    return found


def _is_unseen(attribute: Value) -> bool:
    """Whether an attribute may be lacking: it is one of an object that is not seen."""
    return isinstance(attribute, Unknown | External)


@models("builtins.setattr object.__setattr__ builtins.object.__setattr__")
def set_attribute(call: Call) -> Answer:
    given = [entry.value for entry in call.arguments.positional]
    if call.receiver is not None:
        given = [call.receiver, *given]
    if call.arguments.open and given:
        given[0].escape(call.machine)
    if len(given) != 3:  # noqa: PLR2004 - the object, the name and the value
        return None
    of, name, value = given
    literal = name.literal()
    if isinstance(of, Object | Class | Module | Function):
        if isinstance(literal, str):
            if isinstance(of, Object) and call.dotted.startswith(("object", "builtins.object")):
                of.write(call.machine, literal, Entry(value))
            else:
                of.set_attribute(call.machine, literal, Entry(value))
        elif isinstance(of, Object):
            of.escape(call.machine)
    return NONE


@models("builtins.delattr", "object, name")
def delete_attribute(call: Call, object: Value, name: Value) -> Answer:  # noqa: A002 - its name
    literal = name.literal()
    if isinstance(literal, str):
        object.delete_attribute(call.machine, literal)
    else:
        object.escape(call.machine)
    return NONE


@models("builtins.hasattr", "object, name")
def has_attribute(call: Call, object: Value, name: Value) -> Answer:  # noqa: A002 - its name
    literal = name.literal()
    if isinstance(object, Object) and object.in_program and not object.shared and isinstance(literal, str):
        entry = object.table.get(literal) or object.found(literal)
        if entry is not None and not entry.maybe:
            return TRUE
        if entry is None and not object.type and object.found("__getattr__") is None:
            return FALSE
    return None


@models("builtins.isinstance", "object, type")
def is_instance(call: Call, object: Value, type: Value) -> Answer:  # noqa: A002 - its names
    found = object.instance_of(call.machine, type)
    return None if found is None else TRUE if found else FALSE


@models("builtins.issubclass", "type, of")
def is_subclass(call: Call, type: Value, of: Value) -> Answer:  # noqa: A002 - its name
    if isinstance(type, Class) and isinstance(of, Class):
        return TRUE if of in type.order() else FALSE
    return None


@models("builtins.callable", "object")
def is_callable(call: Call, object: Value) -> Answer:  # noqa: A002 - its name
    if isinstance(object, Function | Class):
        return TRUE
    return FALSE if object.literal() is not MISSING and not object.flags else None


@models("builtins.type", "object, bases=, dict=")
def type_of(call: Call, object: Value, bases: Value | None, dict: Value | None) -> Answer:  # noqa: A002 - its names
    return object.of if isinstance(object, Object) else None


@models("builtins.object", "")
def make_object(call: Call) -> Answer:
    """A sentinel: it is told from all others."""
    return Object(External(call.dotted))


@models("builtins.bool", "x=")
def as_bool(call: Call, x: Value | None) -> Answer:
    truth = x.truth() if x is not None else False
    return None if truth is None else TRUE if truth else FALSE


@models("builtins.globals", "")
def global_names(call: Call) -> Answer:
    module = call.machine.module_at(call.place)
    return Globals(module) if module is not None else None


class Globals(Value):
    """The names of a module as a dict: they are read and written through it."""

    __slots__ = ("of",)
    name = "globals()"

    def __init__(self, of: Module) -> None:
        self.of = of

    def key(self) -> Hashable:
        return ("globals", self.of.key())

    def item(self, m: AbstractMachine, key: Value, place: Place | None = None) -> Value:
        literal = key.literal()
        return self.of.attribute(m, literal, place) if isinstance(literal, str) else super().item(m, key, place)

    def set_item(self, m: AbstractMachine, key: Value, entry: Entry) -> None:
        literal = key.literal()
        if isinstance(literal, str):
            self.of.set_attribute(m, literal, entry)
        else:
            for name, value in list(self.of.table.items()):
                self.of.set_attribute(m, name, Entry(value.flagged(CHANGED)))

    def attribute(self, m: AbstractMachine, name: str, place: Place | None = None) -> Value:
        return External(f"globals.{name}", self)


@models("globals.get globals.setdefault", "key, default=")
def get_global(call: Call, key: Value, default: Value | None) -> Answer:
    found = call.of.item(call.machine, key, call.place)
    if default is None or not isinstance(found, Unknown):
        return found
    if call.last == "setdefault":
        call.of.set_item(call.machine, key, Entry(choice((found, default))))
    return choice((found, default))


@models("globals.update")
def update_globals(call: Call) -> Answer:
    given = Mapping()
    for entry in call.arguments.positional:
        given.update(call.machine, entry.value)
    for name, entry in call.arguments.keywords.items():
        given.set_item(call.machine, text_of(name), entry)
    for name, entry in given.entries():
        call.of.set_item(call.machine, text_of(name) if isinstance(name, str) else nameless("key"), entry)
    if given.open or call.arguments.open:
        call.of.set_item(call.machine, nameless("key"), Entry(nameless()))
    return NONE


@models("builtins.vars object.__dict__ builtins.locals", "object=")
def variables(call: Call, object: Value | None) -> Answer:  # noqa: A002 - its name
    of = object if object is not None else call.receiver
    return Globals(of) if isinstance(of, Module) else Variables(of) if isinstance(of, HeapObject) else None


class Variables(Mapping):
    """The attributes of an object, as `vars` gives them: they are written through it."""

    __slots__ = ("of",)
    is_view = True

    def __init__(self, of: HeapObject) -> None:
        super().__init__(of.table)
        self.of = of
        self.shared = of.shared


@models("functools.partial functools.partialmethod")
def partial(call: Call) -> Answer:
    given = call.arguments
    if not given.positional:
        return None
    function, rest = given.positional[0].value, given.without(1)
    options = function.options()
    if not all(isinstance(each, Function) for each in options):
        return Partial(function, rest)
    return choice([each.with_arguments(rest) for each in options if isinstance(each, Function)])


class Partial(Value):
    """A callable that is not seen, with some of its arguments already given."""

    __slots__ = ("function", "given", "place")
    name = "partial()"

    def __init__(self, function: Value, given: Arguments, place: Place | None = None) -> None:
        self.function = function
        self.given = given
        # Where it is written what is called, if not where that happens.
        self.place = place

    def truth(self) -> bool | None:
        return True

    def call(self, m: AbstractMachine, arguments: Arguments, place: Place | None = None) -> Value:
        return self.function.call(m, arguments.behind(self.given), self.place or place)


@models("contextlib.ExitStack contextlib.AsyncExitStack", "")
def exit_stack(call: Call) -> Answer:
    made = Object(External("contextlib.ExitStack"))
    made.write(call.machine, "callbacks", Entry(Sequence()))
    return made


@models("contextlib.ExitStack.__init__", "")
def start_exit_stack(call: Call) -> Answer:
    """One of a class of the program that inherits from it."""
    if isinstance(call.receiver, Object):
        call.receiver.write(call.machine, "callbacks", Entry(Sequence()))
    return NONE


def _to_be_left(call: Call) -> Sequence | None:
    """What an exit stack leaves when it is left itself, as far as nothing else may be in it."""
    entry = call.receiver.read("callbacks") if isinstance(call.receiver, Object) else None
    return entry.value if entry is not None and isinstance(entry.value, Sequence) else None


@models("contextlib.ExitStack.enter_context contextlib.ExitStack.enter_async_context", "cm")
def enter_context(call: Call, cm: Value) -> Answer:
    push(call, cm)
    return call.machine.entered_as(cm)


@models("contextlib.ExitStack.push contextlib.ExitStack.push_async_exit", "exit")
def push(call: Call, exit: Value) -> Answer:  # noqa: A002 - its name
    if (waiting := _to_be_left(call)) is not None:
        append(call._replace(receiver=waiting), exit)
    return exit


@models("contextlib.ExitStack.callback contextlib.ExitStack.push_async_callback")
def push_callback(call: Call) -> Answer:
    if call.arguments.positional:
        push(call, Partial(call.arguments.positional[0].value, call.arguments.without(1), call.place))
    return call.arguments.positional[0].value if call.arguments.positional else None


@models("contextlib.ExitStack.__exit__ contextlib.ExitStack.close contextlib.ExitStack.aclose")
def leave_stack(call: Call) -> Answer:
    waiting = _to_be_left(call)
    for each in reversed(waiting.items.known if waiting is not None else ()):
        if isinstance(each, Partial):
            each.call(call.machine, NO_ARGUMENTS, call.place)
        else:
            call.machine.leave(each)
    if waiting is not None:
        waiting.set_items(call.machine, ())
    return FALSE


@models("functools.wraps functools.update_wrapper")
def wraps(call: Call) -> Answer:
    return External("functools.same")


@models("functools.same typing.cast asyncio.gather_one contextlib.nullcontext")
def same(call: Call) -> Answer:
    positional = call.arguments.positional
    return positional[-1 if call.last == "cast" else 0].value if positional else None


@models("contextlib.closing contextlib.aclosing", "thing")
def closing(call: Call, thing: Value) -> Answer:
    """Entering it gives the thing, which is asked nothing then."""
    enters = isinstance(thing, Object) and thing.in_program and (thing.found("__enter__") or thing.found("__aenter__"))
    return None if enters else thing


@models("asyncio.to_thread")
def in_thread(call: Call) -> Answer:
    if not call.arguments.positional:
        return None
    return call.arguments.positional[0].value.call(call.machine, call.arguments.without(1), call.place)


@models("asyncio.run asyncio.wait_for asyncio.ensure_future asyncio.create_task asyncio.shield")
def awaited(call: Call) -> Answer:
    return call.arguments.positional[0].value if call.arguments.positional else None


@models("asyncio.gather")
def gathered(call: Call) -> Answer:
    return Sequence([entry.value for entry in call.arguments.positional], call.arguments.rest)


@models("os.getenv os.environ.get", "key, default=")
def environment(call: Call, key: Value, default: Value | None) -> Answer:
    literal = key.literal()
    found = derived("item", literal if isinstance(literal, str) else key.name, key)
    if default is None or default.literal() is None:
        return found
    return choice((found, default.flagged(SHARED | CHANGED)))


@models("builtins.super")
def super_of(call: Call) -> Answer:
    return unknown("super")


@models("builtins.print", None)
def nothing(call: Call) -> Answer:
    return NONE


@models("property.setter property.getter property.deleter", "function")
def accessor(call: Call, function: Value) -> Answer:
    return function


@models("builtins.object.__new__")
def new_object(call: Call) -> Answer:
    given = [entry.value for entry in call.arguments.positional]
    of = given[0] if given else call.receiver
    return Object(of) if isinstance(of, Class) else None


@models("builtins.type.__new__ abc.ABCMeta.__new__")
def new_class(call: Call) -> Answer:
    """What a metaclass leaves to `type`: the class, with what is in its body by now."""
    metaclass, body = call.arguments.at(0, None), call.arguments.at(3, None)
    made = metaclass.value.in_making if metaclass is not None and isinstance(metaclass.value, Class) else None
    if made is None or body is None or not isinstance(body.value, Mapping):
        return made
    for name, entry in body.value.entries():
        made.write(call.machine, name, entry)
    return made


@models("collections.namedtuple", "typename, field_names, rename=, defaults=, module=")
def named_tuple(  # noqa: PLR0917 - a parameter each
    call: Call,
    typename: Value,
    field_names: Value,
    rename: Value | None,
    defaults: Value | None,
    module: Value | None,
) -> Answer:
    written = field_names.literal()
    names = written.replace(",", " ").split() if isinstance(written, str) else _texts(call, field_names)
    given = defaults.iterate(call.machine).known if defaults is not None and defaults.literal() is not None else ()
    if names is None or given is None or rename is not None:
        return None
    return _class_of_tuples(call, typename, names, given)


@models("typing.NamedTuple", "typename, fields=")
def typed_tuple(call: Call, typename: Value, fields: Value | None) -> Answer:
    pairs = fields.iterate(call.machine).known if fields is not None else None
    names = [each.item(call.machine, Constant(0)).literal() for each in pairs or ()]
    return _class_of_tuples(call, typename, names) if pairs is not None else None


def _texts(call: Call, items: Value) -> list[str] | None:
    known = items.iterate(call.machine).known
    return [each.literal() for each in known] if known is not None else None


def _class_of_tuples(call: Call, label: Value, names: list[Any], defaults: AnySequence[Value] = ()) -> Answer:
    """A class whose objects are tuples with names for their items, the last of which may be left out."""
    name, module = label.literal(), call.machine.module_at(call.place)
    are_texts = isinstance(name, str) and all(isinstance(each, str) for each in names)
    if module is None or not are_texts or len(defaults) > len(names):
        return None
    made = Class(name, (External("typing.NamedTuple"),), module, names)
    made.place = call.place
    for each, value in zip(names[len(names) - len(defaults) :], defaults, strict=True):
        made.write(call.machine, each, Entry(value))
    return made


@models("enum.auto", "")
def automatic(call: Call) -> Answer:
    return Object(External("enum.auto"))


@models("dataclasses.field attr.ib attr.field attrs.field")
def field(call: Call) -> Answer:
    """What describes a field, for who makes an object."""
    return Object(External(call.dotted), call.arguments)


@models("types.SimpleNamespace argparse.Namespace")
def namespace(call: Call) -> Answer:
    made = Object(External(call.dotted), call.arguments)
    for name, entry in call.arguments.keywords.items():
        made.write(call.machine, name, entry)
    return made


# Fields ---------------------------------------------------------------------------------------------------------------


@models("dataclasses.asdict attr.asdict attrs.asdict", "object")
def as_dict(call: Call, object: Value) -> Answer:  # noqa: A002 - its name
    return _plain(call.machine, object) if _fields(object) is not None else None


@models("fields._asdict", "")
def as_own_dict(call: Call) -> Answer:
    return _table(call.machine, call.of, lambda value: value)


@models("fields.model_dump", "mode=")
def dumped(call: Call, mode: Value | None) -> Answer:
    return _plain(call.machine, call.of)


@models("dataclasses.replace attr.evolve attrs.evolve")
def replaced(call: Call) -> Answer:
    given = call.arguments.positional
    made = _with(call.machine, given[0].value, call.arguments.without(1)) if given else None
    after = made.found("__post_init__") if isinstance(made, Object) and isinstance(made.cls, Class) else None
    if isinstance(made, Object) and isinstance(made.cls, Class) and after is not None:
        after.value.bound(call.machine, made, made.cls).call(call.machine, NO_ARGUMENTS, call.place)
    return made


@models("fields._replace")
def replaced_in_tuple(call: Call) -> Answer:
    return _with(call.machine, call.of, call.arguments)


@models("fields.model_copy", "update=, deep=")
def copied_model(call: Call, update: Value | None, deep: Value | None) -> Answer:
    if update is not None and (not isinstance(update, Mapping) or update.open):
        return None
    entries = update.entries() if update is not None else ()
    return _with(call.machine, call.of, Arguments((), {str(name): entry for name, entry in entries}))


@models("pydantic.BaseModel.construct pydantic.BaseModel.model_construct")
def constructed(call: Call) -> Answer:
    """An object of a model with what it is given, which nobody checks."""
    of = call.receiver
    names = of.all_fields() if isinstance(of, Class) else None
    if names is None or not isinstance(of, Class):
        return None
    made = Object(of)
    made.fill(call.machine, names, call.arguments._replace(positional=()))
    return made


def _fields(value: Value) -> list[str] | None:
    """The fields of an object; what is derived from a class may have more."""
    return value.of.all_fields() if isinstance(value, Object) and isinstance(value.of, Class) else None


def _table(m: AbstractMachine, of: Value, inner: Callable[[Value], Value]) -> Mapping:
    made = Mapping()
    for name in _fields(of) or ():
        made.write(m, name, Entry(inner(of.attribute(m, name))))
    return made


def _plain(m: AbstractMachine, value: Value, depth: int = 0) -> Value:
    """An object, and all that it holds, as dicts and lists."""
    if depth < BOUNDS.copied and _fields(value) is not None:
        return _table(m, value, lambda each: _plain(m, each, depth + 1))
    items = value.known_items() if isinstance(value, Sequence) and depth < BOUNDS.copied else None
    if items is not None and isinstance(value, Sequence):
        return Sequence([_plain(m, each, depth + 1) for each in items], kind=value.kind)
    return value


def _with(m: AbstractMachine, of: Value, arguments: Arguments) -> Value | None:
    """Another object of the same class, with other values in some of its fields."""
    names = _fields(of)
    if names is None or not isinstance(of, Object) or arguments.open or arguments.positional:
        return None
    made = Object(of.cls)
    for name in names:
        made.write(m, name, arguments.keywords.get(name) or Entry(of.attribute(m, name)))
    return made


__all__ = ["Partial", "Variables", "text_of"]
