"""Gives the functions of a loaded module the code of a changed source, without importing it again."""

import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import CodeType, FunctionType
from typing import Any, Final

# What `cache` makes of a function.
_KEPT: Final[Any] = type(cache(len))


def functions_of(paths: Iterable[str]) -> Mapping[str, Sequence[Any]]:
    """The loaded functions of each file, and what keeps the results of some."""
    found: dict[str, list[Any]] = defaultdict(list, {path: [] for path in paths})
    for each in gc.get_objects():
        function = each.__wrapped__ if isinstance(each, _KEPT) else each
        if isinstance(function, FunctionType) and function.__code__.co_filename in found:
            found[function.__code__.co_filename].append(each)
    return found


def swap(functions: Sequence[Any], path: str, source: str, changed: str) -> bool:
    """Whether it can be done: not if the change adds, removes or closes over other names or functions."""
    old, new = (list(_codes(compile(each, path, "exec", dont_inherit=True))) for each in (source, changed))
    if len(old) != len(new):
        return False
    other = dict(zip(old, new, strict=True))
    try:
        for function in functions:
            if isinstance(function, _KEPT):
                function.cache_clear()
            elif function.__code__ in other:
                function.__code__ = other[function.__code__]
    except ValueError:
        return False
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)
