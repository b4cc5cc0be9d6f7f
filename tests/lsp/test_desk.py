"""Which questions are answered on the loop, and which on the other thread."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from waypost import cancel
from waypost.lsp import desk as desks
from waypost.lsp.desk import Desk
from waypost.lsp.session import Question, Session
from waypost.lsp.worker import Worker
from waypost.text import TextChange

URI = "file:///w/typos.toml"


class Office:
    """A desk, a session with one open document, and answers that show on which thread they were made."""

    def __init__(self, text: str = "") -> None:
        self.session = Session()
        self.desk = Desk(self.session, Worker("test"))
        self.session.open(URI, text, 1, "toml")

    @property
    def question(self) -> Question:
        found = self.session.question(URI)
        assert found
        return found

    def change(self, text: str) -> None:
        self.session.change(URI, [TextChange(text)], 2)

    async def ask(self, answer: Callable[[], object] | None = None, name: str = "ask") -> object:
        """The answer, which names the thread that made it."""
        question = self.question
        given = self.desk.answer(question, name, answer or (lambda: _thread_after(question)))
        return await given if isinstance(given, asyncio.Task) else given


def _thread_after(question: Question) -> str:
    assert question.analysis
    return threading.current_thread().name


BESIDE, ON_THE_LOOP = "test", "MainThread"


async def quick(text: str = "") -> Office:
    """A desk at which the question is known to be quick, for a text that is not analysed yet and for one that is."""
    office = Office(text)
    for _ in range(2):
        assert await office.ask() == BESIDE
    return office


@pytest.fixture(autouse=True)
def patient(monkeypatch) -> None:
    """What is quick on an idle machine may not be quick here."""
    monkeypatch.setattr(desks, "_QUICK_SECONDS", 60)
    monkeypatch.setattr(desks, "_LONG_SECONDS", 60)


async def test_the_first_answer_is_made_beside_the_loop_and_a_quick_one_then_at_once() -> None:
    office = await quick()
    assert await office.ask() == ON_THE_LOOP


async def test_an_answer_that_was_slow_is_made_beside_the_loop(monkeypatch) -> None:
    office = await quick()
    monkeypatch.setattr(desks, "_QUICK_SECONDS", 0)
    assert await office.ask() == ON_THE_LOOP
    assert await office.ask() == BESIDE


async def test_other_questions_to_the_same_document_have_their_own_pace() -> None:
    office = await quick()
    assert await office.ask(name="another") == BESIDE


async def test_nothing_is_answered_before_what_came_first() -> None:
    office = await quick()
    held = threading.Event()
    first = asyncio.ensure_future(office.ask(held.wait, "first"))
    await asyncio.sleep(0)
    second = asyncio.ensure_future(office.ask())
    await asyncio.sleep(0)
    held.set()
    await first
    assert await second == BESIDE
    assert await office.ask() == ON_THE_LOOP


async def test_work_that_was_cancelled_is_waited_for_all_the_same() -> None:
    """The thread may be in the middle of an analysis that nobody wants any more."""
    office = await quick()
    started, held = threading.Event(), threading.Event()

    def hold() -> None:
        started.set()
        held.wait()

    first = asyncio.ensure_future(office.ask(hold, "first"))
    await asyncio.to_thread(started.wait)
    first.cancel()
    await asyncio.sleep(0)
    second = asyncio.ensure_future(office.ask())
    await asyncio.sleep(0)
    held.set()
    assert await second == BESIDE
    assert await office.ask() == ON_THE_LOOP


async def test_what_takes_long_all_the_same_ends_at_its_next_checkpoint_and_goes_on_beside(monkeypatch) -> None:
    office = await quick()
    monkeypatch.setattr(desks, "_LONG_SECONDS", 0)
    went_on = []

    def long() -> None:
        cancel.checkpoint()
        went_on.append(threading.current_thread().name)

    await office.ask(long)
    assert went_on == [BESIDE]


async def test_an_edit_of_a_big_document_is_followed_beside_the_loop() -> None:
    office = await quick("#" * desks._SMALL_BYTES)
    assert await office.ask() == ON_THE_LOOP
    office.change("#" * desks._SMALL_BYTES + "#")
    assert await office.ask() == BESIDE
    assert await office.ask() == ON_THE_LOOP


async def test_an_edit_of_a_small_document_is_followed_at_once() -> None:
    office = await quick("#")
    office.change("##")
    assert await office.ask() == ON_THE_LOOP


async def test_a_fault_is_raised_where_it_is_asked_and_logged_once(caplog) -> None:
    office = await quick()
    with pytest.raises(ZeroDivisionError):
        await office.ask(lambda: 1 // 0)
    assert [each.getMessage() for each in caplog.records] == [f"ask failed for {URI}"]
    assert await office.ask() == ON_THE_LOOP


async def test_a_fault_beside_the_loop_is_logged_once_too(caplog) -> None:
    office = Office()
    with pytest.raises(ZeroDivisionError):
        await office.ask(lambda: 1 // 0)
    assert [each.getMessage() for each in caplog.records] == [f"ask failed for {URI}"]
