"""Processes that look at many files side by side, and never outlive the one that started them."""

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor


def processes(most: int | None = None, *, afresh: bool = False) -> ProcessPoolExecutor:
    """As many processes as there are processors, `most` at most.

    Copies of this one where the system makes them, which is quickest; started afresh they have none of its locks,
    connections and threads.
    """
    count = min(most or 60, os.cpu_count() or 1)
    method = "fork" if hasattr(os, "fork") and not afresh else "spawn"
    return ProcessPoolExecutor(count, multiprocessing.get_context(method), _end_with_parent)


def _end_with_parent() -> None:
    """Left to itself, an idle process of a pool would wait for ever after its parent was killed."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
