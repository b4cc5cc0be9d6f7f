"""Which questions are answered on the loop, and which on the other thread."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from waypost import cancel
from waypost.lsp import scheduler
from waypost.lsp.scheduler import Scheduler
from waypost.lsp.session import DocumentSnapshot, Session
from waypost.lsp.worker import Worker
from waypost.text import TextChange

URI = "file:///w/typos.toml"


class Requests:
    """A scheduler, a session with one open document, and answers that show on which thread they were made."""

    def __init__(self, text: str = "") -> None:
        self.session = Session()
        self.scheduler = Scheduler(self.session, Worker("test"))
        self.session.open(URI, text, 1, "toml")

    @property
    def snapshot(self) -> DocumentSnapshot:
        found = self.session.snapshot(URI)
        assert found
        return found

    def change(self, text: str) -> None:
        self.session.change(URI, [TextChange(text)], 2)

    async def ask(self, answer: Callable[[], object] | None = None, name: str = "ask") -> object:
        """The answer, which names the thread that made it."""
        snapshot = self.snapshot
        given = self.scheduler.answer(snapshot, name, answer or (lambda: _thread_after(snapshot)))
        return await given if isinstance(given, asyncio.Task) else given


def _thread_after(snapshot: DocumentSnapshot) -> str:
    assert snapshot.analysis
    return threading.current_thread().name


IN_WORKER, ON_THE_LOOP = "test", "MainThread"


async def quick(text: str = "") -> Requests:
    """A scheduler for which the request is known to be quick, in a text that is not analysed yet and in one that is."""
    requests = Requests(text)
    for _ in range(2):
        assert await requests.ask() == IN_WORKER
    return requests


@pytest.fixture(autouse=True)
def patient(monkeypatch) -> None:
    """What is quick on an idle machine may not be quick here."""
    monkeypatch.setattr(scheduler, "_QUICK_SECONDS", 60)
    monkeypatch.setattr(scheduler, "_LONG_SECONDS", 60)


async def test_the_first_answer_is_made_in_the_worker_and_a_quick_one_then_at_once() -> None:
    requests = await quick()
    assert await requests.ask() == ON_THE_LOOP


async def test_an_answer_that_was_slow_is_made_in_the_worker(monkeypatch) -> None:
    requests = await quick()
    monkeypatch.setattr(scheduler, "_QUICK_SECONDS", 0)
    assert await requests.ask() == ON_THE_LOOP
    assert await requests.ask() == IN_WORKER


async def test_other_questions_to_the_same_document_have_their_own_pace() -> None:
    requests = await quick()
    assert await requests.ask(name="another") == IN_WORKER


async def test_nothing_is_answered_before_what_came_first() -> None:
    requests = await quick()
    held = threading.Event()
    first = asyncio.ensure_future(requests.ask(held.wait, "first"))
    await asyncio.sleep(0)
    second = asyncio.ensure_future(requests.ask())
    await asyncio.sleep(0)
    held.set()
    await first
    assert await second == IN_WORKER
    assert await requests.ask() == ON_THE_LOOP


async def test_work_that_was_cancelled_is_waited_for_all_the_same() -> None:
    """The thread may be in the middle of an analysis that nobody wants any more."""
    requests = await quick()
    started, held = threading.Event(), threading.Event()

    def hold() -> None:
        started.set()
        held.wait()

    first = asyncio.ensure_future(requests.ask(hold, "first"))
    await asyncio.to_thread(started.wait)
    first.cancel()
    await asyncio.sleep(0)
    second = asyncio.ensure_future(requests.ask())
    await asyncio.sleep(0)
    held.set()
    assert await second == IN_WORKER
    assert await requests.ask() == ON_THE_LOOP


async def test_what_takes_long_all_the_same_ends_at_its_next_checkpoint_and_goes_on_beside(monkeypatch) -> None:
    requests = await quick()
    monkeypatch.setattr(scheduler, "_LONG_SECONDS", 0)
    went_on = []

    def long() -> None:
        cancel.checkpoint()
        went_on.append(threading.current_thread().name)

    await requests.ask(long)
    assert went_on == [IN_WORKER]


async def test_an_edit_of_a_big_document_is_followed_off_the_loop() -> None:
    requests = await quick("#" * scheduler._SMALL_BYTES)
    assert await requests.ask() == ON_THE_LOOP
    requests.change("#" * scheduler._SMALL_BYTES + "#")
    assert await requests.ask() == IN_WORKER
    assert await requests.ask() == ON_THE_LOOP


async def test_an_edit_of_a_small_document_is_followed_at_once() -> None:
    requests = await quick("#")
    requests.change("##")
    assert await requests.ask() == ON_THE_LOOP


async def test_a_fault_is_raised_where_it_is_asked_and_logged_once(caplog) -> None:
    requests = await quick()
    with pytest.raises(ZeroDivisionError):
        await requests.ask(lambda: 1 // 0)
    assert [each.getMessage() for each in caplog.records] == [f"ask failed for {URI}"]
    assert await requests.ask() == ON_THE_LOOP


async def test_a_fault_off_the_loop_is_logged_once_too(caplog) -> None:
    requests = Requests()
    with pytest.raises(ZeroDivisionError):
        await requests.ask(lambda: 1 // 0)
    assert [each.getMessage() for each in caplog.records] == [f"ask failed for {URI}"]
