"""One mistake, before it has its severity; its fixes are computed only if it is reported."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from waypost.results import Fix, Location, Related, Severity, Tag
from waypost.text import Span

Fixes: TypeAlias = Callable[[bytes], Sequence[Fix]]


def nothing(_: bytes) -> Sequence[Fix]:
    return ()


@dataclass(frozen=True)
class SiteFinding:
    """What is wrong, where, and according to which rule."""

    rule: str
    span: Span
    message: str
    related: tuple[Related, ...] = ()
    fixes: Fixes = nothing
    tags: tuple[Tag, ...] = ()
    severity: Severity | None = None


def related(span: Span | None, message: str) -> tuple[Related, ...]:
    return (Related(Location(span), message),) if span is not None else ()
