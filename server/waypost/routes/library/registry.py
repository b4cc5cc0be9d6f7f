"""The registry of models: what a function of a package, or a method of a built-in value, does.

A model is a function with one decorator, `@models("urllib.parse.urljoin", "base, url, allow_fragments=True")`. It
is given the call and a value for each parameter, `None` for one that is not given; it answers with a value, or with
`None` if the result is not known. A call with an argument that the model does not take makes the result unknown.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from waypost.clients import CLIENTS
from waypost.routes.domain.places import Place
from waypost.routes.domain.values import AbstractMachine, Arguments, Mapping, Sequence, Value, as_text


class Call(NamedTuple):
    """A call of something that has a model."""

    machine: AbstractMachine
    dotted: str
    # What a method is called on.
    receiver: Value | None
    arguments: Arguments
    place: Place | None

    @property
    def of(self) -> Value:
        """The receiver of a method."""
        assert self.receiver is not None
        return self.receiver

    @property
    def last(self) -> str:
        return self.dotted.rpartition(".")[2]


Answer: TypeAlias = Value | None


class Model(NamedTuple):
    run: Callable[..., Answer]
    # The names of the parameters, and whether each has a default; `None` if it takes the arguments as they are.
    parameters: tuple[tuple[str, bool], ...] | None


_MODELS: Final[dict[str, Model]] = {}


def models(names: str, parameters: str | None = None) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Register a model for dotted names, with its parameters as they are written in Python.

    Without parameters, the model takes only the call, whatever its arguments are.
    """
    read = None
    if parameters is not None:
        read = tuple(
            (name.strip(), bool(has_default))
            for name, has_default, _ in (each.partition("=") for each in parameters.split(",") if each.strip())
        )

    def register(run: Callable[..., Answer]) -> Callable[..., Answer]:
        for name in names.split():
            assert name not in _MODELS, name
            _MODELS[name] = Model(run, read)
        return run

    return register


# Modules that have what another one has, under the same names.
_LIKE: Final = {module: client.like for client in CLIENTS if client.like for module in client.modules}


def _modelled_as(dotted: str) -> str:
    package, _, name = dotted.partition(".")
    return f"{_LIKE[package]}.{name}" if package in _LIKE else dotted


def has_model(dotted: str) -> bool:
    return _modelled_as(dotted) in _MODELS


def modelled() -> list[str]:
    """Every name that has a model."""
    return sorted(_MODELS)


# What methods of built-in values are called on.
_RECEIVERS: Final = {
    "dict": Mapping,
    "list": Sequence,
    "set": Sequence,
    "tuple": Sequence,
    "str": Value,
    "property": Value,
}


def answer(call: Call) -> Answer:
    """What a call of something that has a model gives; `None` if that is not known."""
    call = call._replace(dotted=_modelled_as(call.dotted))
    model = _MODELS[call.dotted]
    kind = _RECEIVERS.get(call.dotted.partition(".")[0])
    if kind is not None and not isinstance(call.receiver, kind):
        return None
    if kind is Value:
        call = call._replace(arguments=_as_texts(call.arguments))
    if model.parameters is None:
        return model.run(call)
    given = _given(model.parameters, call.arguments)
    return model.run(call, **given) if given is not None else None


def _as_texts(arguments: Arguments) -> Arguments:
    """Bytes that are given to a method of a text: that stands for bytes, too."""
    given = [entry._replace(value=as_text(entry.value)) for entry in arguments.positional]
    return arguments._replace(positional=tuple(given))


def _given(parameters: tuple[tuple[str, bool], ...], arguments: Arguments) -> dict[str, Any] | None:
    """A value, or nothing, for each parameter; nothing at all if the call does not fit."""
    names = [name for name, _ in parameters]
    if arguments.open or len(arguments.positional) > len(names) or not arguments.keywords.keys() <= set(names):
        return None
    given: dict[str, Any] = dict.fromkeys(names)
    given |= {name: entry.value for name, entry in zip(names, arguments.positional, strict=False)}
    given |= {name: entry.value for name, entry in arguments.keywords.items()}
    if any(given[name] is None and not has_default for name, has_default in parameters):
        return None
    return given
