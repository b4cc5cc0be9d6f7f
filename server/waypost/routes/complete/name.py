"""A name or a value that completion offers."""

from typing import NamedTuple


class Name(NamedTuple):
    """A name that can be given, and what is known about it."""

    text: str
    detail: str = ""
    required: bool = False
    deprecated: bool = False
    # What `resolve` needs to find the parameter again.
    data: dict[str, object] | None = None
