"""What follows from an immutable thing and is kept with it: worked out when it is asked for, gone when that goes."""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class Deriving:
    """Something immutable from which more follows than it knows itself."""

    @cached_property
    def _derived(self) -> dict[Hashable, Any]:
        return {}

    def derived(self, of: Callable[Concatenate[Self, P], T], *given: P.args, **_: P.kwargs) -> T:
        """What a pure function gives for this thing and what else it is given, worked out once."""
        asked = (of, *given)
        if asked not in self._derived:
            self._derived[asked] = of(self, *given)  # type: ignore[call-arg]
        return self._derived[asked]  # type: ignore[no-any-return]
