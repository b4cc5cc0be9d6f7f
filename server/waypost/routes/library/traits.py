"""Traits, the declared attributes of traitlets: a default, a method that makes one, or what a configuration says."""

from typing import Final

from waypost.routes.domain.places import Place
from waypost.routes.domain.values import (
    CHANGED,
    NO_ARGUMENTS,
    REST,
    AbstractMachine,
    Arguments,
    Class,
    Entry,
    External,
    Function,
    Mapping,
    Object,
    Value,
    nameless,
    unknown,
)
from waypost.routes.library.registry import Answer, Call, models

# Under this name, a function has the name of the trait whose default it makes: no attribute is called so.
_DEFAULT_OF: Final = "default of"
_PLAIN: Final = "Unicode Bool Int Integer Float Enum Any Union Instance Callable List Set"


class Trait(Object):
    """What describes an attribute in a class; an object gets its value."""

    __slots__ = ("given",)

    def __init__(self, of: External, given: Value | None) -> None:
        super().__init__(of)
        self.given = given

    def bound(self, m: AbstractMachine, to: Value, owner: Class) -> Value:
        """The default of an object's class, or what a configuration says."""
        name = next((name for each in owner.order() for name, own in each.table.items() if own.value is self), "")
        if isinstance(to, Class) or not isinstance(name, str):
            return self
        maker = _maker(owner, name)
        value = maker.with_receiver(to).call(m, NO_ARGUMENTS) if maker is not None else self.given
        # One that depends on what is not known is called by its name: a configuration says it as well.
        made = value if value is not None and len(value.options()) == 1 else unknown(name)
        return made.flagged(CHANGED)


def _maker(of: Class, name: str) -> Function | None:
    """The method that makes the default of a trait."""
    for each in of.order():
        for own in each.table.values():
            of_trait = own.value.written.get(_DEFAULT_OF) if isinstance(own.value, Function) else None
            if of_trait is not None and of_trait.value.literal() == name:
                assert isinstance(own.value, Function)
                return own.value
    return None


@models(" ".join(f"traitlets.{name}" for name in _PLAIN.split()))
def trait(call: Call) -> Answer:
    given = call.arguments.at(0, "default_value")
    has_text = given is not None and isinstance(given.value.literal(), str | int | float)
    return Trait(External(call.dotted), given.value if given is not None and has_text else None)


@models("traitlets.Dict")
def mapping_trait(call: Call) -> Answer:
    """A dict, which holds what a configuration says."""
    held = Mapping()
    held.write(call.machine, REST, Entry(nameless("item")))
    return Trait(External(call.dotted), held)


class _Marks(Object):
    """What `default("name")` gives: it says of a method that it makes the default of a trait."""

    __slots__ = ()

    def call(self, m: AbstractMachine, arguments: Arguments, place: Place | None = None) -> Value:
        given = arguments.at(0, None)
        if given is None or not isinstance(given.value, Function):
            return super().call(m, arguments, place)
        name = self.built.at(0, "name")
        if name is not None:
            given.value.set_attribute(m, _DEFAULT_OF, name)
        return given.value


@models("traitlets.default", "name")
def default_of(call: Call, name: Value) -> Answer:
    return _Marks(External(call.dotted), call.arguments)


__all__ = ["Trait"]
