"""The address that generated clients keep in an object of settings: `self.configuration.host`."""

from typing import TYPE_CHECKING, Final

from waypost.routes.model.values import Function, Instance, Value, address_in, options_of

if TYPE_CHECKING:
    from waypost.routes.evaluate.interface import ModuleNames

_SETTINGS: Final = ("configuration", "config")
_HOSTS: Final = ("host", "_base_path", "base_url")
_NOWHERE: Final = ("http://localhost", "https://localhost")


def likely_base(callee: Value) -> str:
    """The one address that the object of a method has in its settings unless it is given others; or nothing."""
    receiver = callee.receiver if isinstance(callee, Function) else None
    settings = (each for name in _SETTINGS for each in _attribute(receiver, name))
    return next(filter(None, (_host_in(each) for each in settings if isinstance(each, Instance))), "")


def _host_in(settings: Instance) -> str:
    for name in _HOSTS:
        found = {address_in(each) for each in _attribute(settings, name)} - {""}
        if found:
            address = found.pop().rstrip("/")
            return "" if found or address.startswith(_NOWHERE) else address
    return ""


def _attribute(owner: Value | None, name: str) -> tuple[Value, ...]:
    """The possible values of an attribute."""
    if not isinstance(owner, Instance):
        return ()
    module: ModuleNames = owner.of.module
    value = module.attribute(owner.of, name, owner)
    return options_of(value) if value is not None else ()
