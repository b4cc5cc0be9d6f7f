"""Values derived from an immutable object are computed once, and freed with it."""

import gc
import weakref

from waypost.text import Document
from waypost.workspace import Services


def test_it_is_worked_out_once_for_what_it_is_asked() -> None:
    asked = []

    def size(document: Document, times: int = 1) -> int:
        asked.append(times)
        return len(document.source) * times

    document = Document("u", b"abc")
    assert [document.derived(size), document.derived(size), document.derived(size, 2)] == [3, 3, 6]
    assert asked == [1, 2]
    assert Document("u", b"abcd").derived(size) == 4


def test_it_goes_with_the_thing() -> None:
    class Big:
        pass

    document = Document("u", b"")
    gone = weakref.ref(document.derived(lambda _: Big()))
    assert gone() is not None
    del document
    gc.collect()
    assert gone() is None


def test_services_keep_what_a_pure_function_gives_and_not_too_much_of_it() -> None:
    asked = []

    def length(text: bytes) -> int | None:
        asked.append(text)
        return len(text) or None

    services = Services()
    assert [services.cached(length, each) for each in (b"", b"a", b"", b"a")] == [None, 1, None, 1]
    assert asked == [b"", b"a"]
    for number in range(64):
        services.cached(length, b"%d" % number)
    services.cached(length, b"a")
    assert asked[-1] == b"a"
    assert Services().cached(length, b"a") == 1
