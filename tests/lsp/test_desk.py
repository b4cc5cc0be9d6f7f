"""What is answered on the loop, and what beside it."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from waypost import cancel
from waypost.lsp import desk as desks
from waypost.lsp.desk import Desk, NotAtOnceError
from waypost.lsp.session import Question, Session
from waypost.lsp.worker import Worker
from waypost.text import TextChange

URI = "file:///w/typos.toml"


class Office:
    """A desk, a session with one open document, and answers that tell where they were made."""

    def __init__(self, text: str = "") -> None:
        self.desk = Desk(Worker("test"))
        self.session = Session()
        self.session.open(URI, text, 1, "toml")

    @property
    def question(self) -> Question:
        found = self.session.question(URI)
        assert found
        return found

    def change(self, text: str) -> None:
        self.session.change(URI, [TextChange(text)], 2)

    def at_once(self, answer: Callable[[], object] | None = None) -> object:
        question = self.question
        return self.desk.at_once(question, "ask", answer or (lambda: _thread_after(question)))

    async def beside(self) -> object:
        question = self.question
        return await self.desk.beside(question, "ask", lambda: _thread_after(question))


def _thread_after(question: Question) -> str:
    assert question.analysis
    return threading.current_thread().name


async def quick(text: str = "") -> Office:
    """Where the question is known to be quick: of a text that is not analysed yet, and of one that is."""
    office = Office(text)
    for _ in range(2):
        assert await office.beside() == "test"
    return office


@pytest.fixture(autouse=True)
def patient(monkeypatch) -> None:
    """What is quick on a machine at rest may not be here."""
    monkeypatch.setattr(desks, "_QUICK_SECONDS", 60)
    monkeypatch.setattr(desks, "_LONG_SECONDS", 60)


async def test_the_first_answer_is_made_beside_the_loop_and_a_quick_one_then_at_once() -> None:
    office = Office()
    with pytest.raises(NotAtOnceError):
        office.at_once()
    office = await quick()
    assert office.at_once() == "MainThread"


async def test_an_answer_that_was_slow_is_made_beside_the_loop(monkeypatch) -> None:
    office = await quick()
    monkeypatch.setattr(desks, "_QUICK_SECONDS", 0)
    assert office.at_once() == "MainThread"
    with pytest.raises(NotAtOnceError):
        office.at_once()


async def test_other_questions_to_the_same_document_have_their_own_pace() -> None:
    office = await quick()
    with pytest.raises(NotAtOnceError):
        office.desk.at_once(office.question, "another", lambda: None)


async def test_nothing_is_answered_before_what_came_first() -> None:
    office = await quick()
    held = threading.Event()
    first = asyncio.ensure_future(office.desk.beside(office.question, "first", held.wait))
    await asyncio.sleep(0)
    with pytest.raises(NotAtOnceError):
        office.at_once()
    held.set()
    await first
    assert office.at_once() == "MainThread"


async def test_work_that_was_cancelled_is_waited_for_all_the_same() -> None:
    """The thread may be in the midst of an analysis that nobody wants any more."""
    office = await quick()
    held = threading.Event()
    first = asyncio.ensure_future(office.desk.beside(office.question, "first", held.wait))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    with pytest.raises(NotAtOnceError):
        office.at_once()
    held.set()
    await office.beside()
    assert office.at_once() == "MainThread"


async def test_what_takes_long_all_the_same_ends_at_its_next_checkpoint(monkeypatch) -> None:
    office = await quick()
    monkeypatch.setattr(desks, "_LONG_SECONDS", 0)
    went_on = []

    def long() -> None:
        cancel.checkpoint()
        went_on.append(1)

    with pytest.raises(NotAtOnceError):
        office.at_once(long)
    assert not went_on
    monkeypatch.setattr(desks, "_LONG_SECONDS", 60)
    with pytest.raises(NotAtOnceError):  # it is not known to be quick any more
        office.at_once(long)


async def test_an_edit_of_a_big_document_is_followed_beside_the_loop() -> None:
    office = await quick("#" * desks._SMALL_BYTES)
    assert office.at_once() == "MainThread"
    office.change("#" * desks._SMALL_BYTES + "#")
    with pytest.raises(NotAtOnceError):
        office.at_once()
    await office.beside()
    assert office.at_once() == "MainThread"


async def test_an_edit_of_a_small_document_is_followed_at_once() -> None:
    office = await quick("#")
    office.change("##")
    assert office.at_once() == "MainThread"


async def test_a_fault_is_raised_where_it_is_asked() -> None:
    office = await quick()
    with pytest.raises(ZeroDivisionError):
        office.at_once(lambda: 1 // 0)
    assert office.at_once() == "MainThread"
