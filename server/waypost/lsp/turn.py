"""Which of two jobs about documents comes first."""

from typing import NamedTuple


class Turn(NamedTuple):
    """Whose turn it is: a question that somebody waits for is more urgent, and so is one about a smaller document."""

    about: object
    is_awaited: bool
    size: int

    def passes(self, other: "Turn") -> bool:
        return (not self.is_awaited, self.size) < (not other.is_awaited, other.size)
