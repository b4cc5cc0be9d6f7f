"""A class and what it inherits from, in the order in which Python looks at them."""

from collections.abc import Iterator, Sequence
from typing import Final

from waypost.routes.model.values import Class, Value

# A class with more of them is not a client.
MOST_ANCESTORS: Final = 50


def with_ancestors(owner: Class) -> Iterator[Value]:
    """A class and its ancestors, each once, as far as they are asked for."""
    each, others, seen = owner, list[Value](), list[Class]()
    while each not in seen and len(seen) < MOST_ANCESTORS:
        seen.append(each)
        yield each
        bases: list[Value] = each.module.bases(each)
        classes = [base for base in bases if isinstance(base, Class)]
        if len(classes) > 1:
            yield from each.module.above_several(each)
            break
        others = [*(base for base in bases if not isinstance(base, Class)), *others]
        if not classes:
            break
        each = classes[0]
    yield from others


def in_order(owner: Class) -> Iterator[Value]:
    """The ancestors of a class with several bases."""
    seen: list[Value] = [owner]
    waiting: list[Value] = list(reversed(owner.module.bases(owner)))
    while waiting and len(seen) < MOST_ANCESTORS:
        each = waiting.pop()
        if each in seen or _comes_later(each, waiting):
            continue
        seen.append(each)
        yield each
        if isinstance(each, Class):
            waiting.extend(reversed(each.module.bases(each)))


def _comes_later(base: Value, waiting: Sequence[Value]) -> bool:
    """Whether one of the other classes inherits from this one, and therefore comes before it."""
    if not waiting or not isinstance(base, Class):
        return False
    above, seen = [each for each in waiting if isinstance(each, Class) and each is not base], [base]
    while above and len(seen) < MOST_ANCESTORS:
        each = above.pop()
        bases = each.module.bases(each) if each not in seen else []
        if base in bases:
            return True
        seen.append(each)
        above.extend(one for one in bases if isinstance(one, Class))
    return False
