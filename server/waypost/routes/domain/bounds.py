"""Every bound of the interpreter, in one table. Where one is met, the answer is "unknown", never something else."""

import re
from typing import Final, NamedTuple


class Bounds(NamedTuple):
    # The alternatives of one value.
    options: int = 6
    # The joins of which a path keeps the arms that it may have taken; older ones are forgotten. The paths to a value:
    # of more, what all have in common.
    joins: int = 3
    paths: int = 3
    # The parts of one text.
    parts: int = 48
    # The characters of a text that is put together.
    characters: int = 20_000
    # The items of a list that is put together; of those after them, no order is known.
    items: int = 500
    # The parts of a value that waits for a caller.
    size: int = 60
    # What is in a value, counted again wherever it is.
    weight: int = 2_000
    # The items of a loop that are gone through one by one; of a comprehension.
    unrolled: int = 8
    # The items of a list that are perhaps there: each doubles what the list may be.
    optional_items: int = 2
    # Arms of a branch after which others no longer know that the conditions before them did not hold.
    arms: int = 24
    # Loops in loops that are gone through so.
    unrolled_levels: int = 2
    # Calls inside calls.
    calls: int = 12
    # Blocks inside blocks and calls, together: each takes some frames of Python's own stack.
    nesting: int = 90
    # What a call can see of what it is given: more is not looked up among summaries.
    key: int = 160
    # Summaries of a function that are made although hardly any is used again.
    tries: int = 12
    # How often a function may be entered again while it runs.
    again: int = 1
    # What a root may do: operations for each byte of its text, and for what it calls.
    per_byte: float = 1.0
    per_root: int = 300
    # What the body of a module may do besides: operations for each node of its tree that is in no function.
    per_node: int = 3
    # What each call in a root's own body may do, however much those before it have done.
    per_call: int = 12
    # What all roots of a file may do: for each byte of it, and more. Those that come later still run their own bodies.
    file_per_byte: float = 0.2
    per_file: int = 3_000
    # The same while it is run for what it may do to what others can reach: a little is enough.
    per_effect: int = 100
    # The functions that may change what one name is: of more, none is run.
    changers: int = 8
    effect_per_byte: float = 0.25
    # What all functions together may do while they are run for their effects: for each byte of their modules, and more.
    effects_per_byte: float = 1.0
    effects: int = 20_000
    # How much text a project may have whose files are looked through for what is set from outside, which takes some
    # seconds for a megabyte. In larger ones, nothing is said about what they serve.
    serving_text: int = 8_000_000
    # What the run of all files that declare routes may do together; and that of a file whose calls are bound to apps:
    # for each byte, and more. Of what takes more, nothing is said.
    serving: int = 200_000
    bound: int = 20_000
    bound_per_byte: float = 1.0
    # Texts that one event is listed with.
    texts: int = 8
    # The conditions that an event keeps.
    guards: int = 3
    # Values inside values that an event keeps a copy of; that are made a plain object of Python.
    deep: int = 20
    copied: int = 5
    # Classes below a class whose methods stand in for an abstract one.
    subclasses: int = 4
    # Classes of those who make objects of classes, in turn, of whose makers anything is asked.
    makers: int = 3
    # Classes that inherit a method for each of which it is run.
    roots: int = 12
    # Rounds in which what functions do to what others can reach is joined with what is there.
    rounds: int = 5


BOUNDS: Final = Bounds()
_NUMBER: Final = re.compile(r"\d+")


def is_wide(field: str) -> bool:
    """Whether a field of a template, as `{:>1000000000}`, is wider than a text that is put together."""
    return any(len(each) > _DIGITS or int(each) > BOUNDS.characters for each in _NUMBER.findall(field))


_DIGITS: Final = len(str(BOUNDS.characters))
