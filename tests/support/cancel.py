"""Work that is cancelled in the middle."""

from contextlib import AbstractContextManager
from itertools import count

from waypost.cancel import cancelled_by


def cancelled_after(most: int) -> AbstractContextManager[None]:
    """While this is active, the work is cancelled at the first checkpoint after so many."""
    reached = count()
    return cancelled_by(lambda: next(reached) >= most)
