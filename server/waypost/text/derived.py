"""Values derived from an immutable object and stored with it: computed on first use, dropped with the object."""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class Deriving:
    """An immutable object from which other values are derived."""

    @cached_property
    def _derived(self) -> dict[Hashable, Any]:
        return {}

    def derived(self, of: Callable[Concatenate[Self, P], T], *given: P.args, **_: P.kwargs) -> T:
        """The result of a pure function of this object and other arguments, computed once."""
        key, known = (of, *given), self._derived
        try:
            return known[key]  # type: ignore[no-any-return]
        except KeyError:
            result = known[key] = of(self, *given)  # type: ignore[call-arg]
            return result
