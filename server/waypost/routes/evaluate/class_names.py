"""The class of an object, and its name: `self.__class__.__name__`."""

from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.model.values import Class, Instance, Text, TextPiece, Value
from waypost.routes.source.names import heirs_of
from waypost.text import Span


def class_of(flow: Evaluation, owner: Instance) -> Class | None:
    """The class of an object; None for one that may belong to an heir of the class whose code is being run."""
    if not owner.made and owner.of == flow.holder_of_code:
        flow.module.note(heirs_of(owner.of.name))
        return None
    return owner.of


def class_attribute(owner: Class, name: str, span: Span | None) -> Value | None:
    """What every class has."""
    return Text((TextPiece(owner.name, span, verbatim=False),)) if name in {"__name__", "__qualname__"} else None
