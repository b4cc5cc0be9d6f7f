"""What the parameters of a function are: in a call, and when nobody is known to call it."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from waypost.routes.domain.code import Parameter
from waypost.routes.domain.values import (
    ASKED,
    CHANGED,
    DEFAULT,
    REST,
    SHARED,
    AbstractMachine,
    Arguments,
    Class,
    Entry,
    External,
    Function,
    Mapping,
    Object,
    Scope,
    Sequence,
    Unknown,
    Value,
    choice,
    unknown,
    with_name,
)

# Decorators of functions whose results tests are given by name.
FIXTURES: Final = ("pytest.fixture", "pytest_asyncio.fixture", "pytest.yield_fixture")
# Under this name, such a function says that it is one: no attribute is called so.
FOR_TESTS: Final = "for tests"
# What a caller that is not seen may give in the place of a default.
_OPEN: Final = SHARED | CHANGED | DEFAULT


def bound_arguments(m: AbstractMachine, function: Function, arguments: Arguments) -> dict[str, Value]:
    """The variables of a call: each parameter with what it is given."""
    found: dict[str, Value] = {}
    given = list(arguments.positional)
    keywords = dict(arguments.keywords)
    for parameter in function.code.parameters:
        name = parameter.name
        if parameter.kind == "*":
            found[name] = Sequence([entry.value for entry in given], arguments.rest, "tuple")
            given = []
        elif parameter.kind == "**":
            mapping = Mapping(dict(keywords))
            if arguments.more is not None:
                mapping.table[REST] = Entry(arguments.more, maybe=True)
            found[name] = mapping
        elif parameter.kind != "keyword" and given:
            found[name] = _as_declared(m, function, parameter, given.pop(0).value)
        elif (entry := keywords.pop(name, None)) is not None:
            default = function.default(name)
            value = _as_declared(m, function, parameter, entry.value)
            found[name] = choice((value, default)) if entry.maybe and default is not None else value
        else:
            found[name] = _not_given(m, function, parameter, arguments)
        found[name] = with_name(found[name], name)
    return found


def _as_declared(m: AbstractMachine, function: Function, parameter: Parameter, value: Value) -> Value:
    """What is given, or, if nothing is known of that, the client that the parameter is declared as."""
    if not parameter.annotation or not isinstance(value, Unknown) or value.symbolic:
        return value
    declared = declared_object(m, function.scope, parameter.annotation)
    if not isinstance(declared, Object) or declared.in_program:
        return value
    return declared_items(declared) if parameter.many else declared


def _not_given(m: AbstractMachine, function: Function, parameter: Parameter, arguments: Arguments) -> Value:
    """A parameter that no argument is for, unless one of those that are not known is."""
    default = function.default(parameter.name)
    if default is None:
        if arguments.rest is not None and parameter.kind != "keyword":
            return arguments.rest if arguments.rest.literal() is None else unknown(parameter.name)
        return Unknown("parameter", parameter.name)
    if not arguments.open:
        return default
    perhaps = _as_declared(m, function, parameter, unknown(parameter.name)) if default.literal() is None else default
    return perhaps if isinstance(perhaps, Object) else default.as_default(parameter.name, _OPEN | ASKED)


def root_arguments(
    m: AbstractMachine, function: Function, receiver: Value | None = None, asked: Collection[str] = ()
) -> dict[str, Value]:
    """The variables of a function that is run as if it were called from outside.

    It is given what it must be, unless it asks itself whether it is.
    """
    found: dict[str, Value] = {}
    for index, parameter in enumerate(function.code.parameters):
        name = parameter.name
        owner = function.owner
        is_seen = function.made_by or not function.code.nested
        if index == 0 and owner is not None and function.kind != "static" and is_seen:
            of_class = function.kind == "class" or function.code.name in ("__new__", "__init_subclass__")
            own = receiver if receiver is not None else owner if of_class else owner.instance(m)
            found[name] = Sequence((own,), unknown(name), "tuple") if parameter.kind == "*" else own
        elif parameter.kind == "*":
            found[name] = Sequence((), unknown(name), "tuple")
        elif parameter.kind == "**":
            found[name] = Mapping({REST: Entry(unknown(name), maybe=True)})
        else:
            found[name] = _from_outside(m, function, parameter, asked)
    return found


def _from_outside(m: AbstractMachine, function: Function, parameter: Parameter, asked: Collection[str]) -> Value:
    """What a caller that is not seen gives: an object of the class that is declared, most often the default."""
    default = function.default(parameter.name)
    is_asked = parameter.name in asked
    perhaps_none = default is not None and default.literal() is None
    detail = replace(parameter, asked=is_asked or parameter.asked, perhaps_none=perhaps_none)
    given = Unknown("parameter", parameter.name, detail=detail)
    if default is None or default.literal() is None:
        declared = declared_object(m, function.scope, parameter.annotation)
        if declared is not None:
            return declared_items(declared) if parameter.many else declared
        return given
    if _is_sentinel(default):
        return choice((default, given))
    return default.as_default(parameter.name, _OPEN | ASKED if is_asked else _OPEN)


def _is_sentinel(default: Value) -> bool:
    """Whether it only says that nothing else was given: an object in which there is nothing."""
    if not isinstance(default, Object) or default.table:
        return False
    of = default.of
    if not isinstance(of, Class) or of.external:
        return of.key() == External("builtins.object").key()
    return all(name.startswith("__") for name, entry in of.table.items() if isinstance(entry.value, Function))


def declared_object(m: AbstractMachine, around: Scope, names: tuple[str, ...]) -> Value | None:
    """The object of a class that an annotation names."""
    for name in names:
        first, *rest = name.split(".")
        scope: Scope | None = around
        value: Value | None = None
        while scope is not None and value is None:
            value = scope.table.get(first)
            scope = scope.outer
        if value is None:
            continue
        value = value.settled(m)
        for attribute in rest:
            value = value.attribute(m, attribute)
        for meant in value.options():
            found = any_object(m, meant)
            if found is not None:
                return found
    return None


def declared_items(item: Value) -> Value:
    """What holds any number of some objects."""
    many = Sequence((), item)
    many.shared = True
    return many


def any_object(m: AbstractMachine, of: Value) -> Value | None:
    """The object that stands for all of a class, or of a client's."""
    if isinstance(of, Class):
        return of.instance(m) if not of.is_enum else None
    if isinstance(of, External) and m.is_client(of.dotted):
        made = Object(of)
        made.shared = made.generic = True
        return made
    if isinstance(of, Object) and of.type == "typing.TypeVar" and (bound := of.built.at(None, "bound")) is not None:
        return any_object(m, bound.value.settled(m))
    return None
