"""Which jobs run while another one is at a checkpoint."""

import asyncio
import sys
from collections.abc import Callable

import pytest

from waypost.cancel import Cancelled, checkpoint, let_others_pass
from waypost.lsp.session import Priority
from waypost.lsp.worker import Worker, shorten_switch_interval

BIG = Priority("big", is_awaited=False, size=1_000)


async def order(priority: Priority | None, *others: Priority | None, pause: Callable[[], None] = checkpoint) -> str:
    """The numbers of the jobs in the order in which they ended; a job waits for the others at its checkpoints."""
    worker, ended = Worker("test"), list[str]()
    is_queued = asyncio.Event()
    loop = asyncio.get_running_loop()

    def first() -> None:
        queued = asyncio.run_coroutine_threadsafe(is_queued.wait(), loop)
        queued.result(20)
        for _ in range(3):
            pause()
        ended.append("0")

    jobs = [asyncio.ensure_future(worker.run(first, priority=priority))]
    for number, other in enumerate(others, 1):
        jobs.append(
            asyncio.ensure_future(worker.run(lambda n=str(number): (checkpoint(), ended.append(n)), priority=other))
        )
    await asyncio.sleep(0)
    is_queued.set()
    await asyncio.gather(*jobs)
    assert worker.is_idle
    return "".join(ended)


async def test_a_question_passes_what_nobody_waits_for() -> None:
    assert await order(BIG, Priority("other", is_awaited=True, size=9_999)) == "10"


async def test_what_is_about_a_smaller_document_passes() -> None:
    assert await order(BIG, Priority("small", is_awaited=False, size=10)) == "10"


@pytest.mark.parametrize(
    "other",
    [
        Priority("other", is_awaited=False, size=1_000),
        Priority("other", is_awaited=False, size=9_999),
        Priority("big", is_awaited=True, size=1),
        None,
    ],
)
async def test_other_jobs_wait(other: Priority | None) -> None:
    assert await order(BIG, other) == "01"


async def test_nothing_passes_a_question_about_a_smaller_document() -> None:
    asked = Priority("small", is_awaited=True, size=10)
    assert (
        await order(asked, Priority("big", is_awaited=True, size=11), Priority("tiny", is_awaited=False, size=1))
        == "012"
    )


async def test_nothing_passes_a_job_that_may_be_about_every_document() -> None:
    assert await order(None, Priority("small", is_awaited=True, size=1)) == "01"


async def test_jobs_about_one_document_keep_their_order() -> None:
    """Also if the first one is not urgent, but the second one would be."""
    waiting = Priority("other", is_awaited=False, size=2_000)
    assert (
        await order(BIG, waiting, waiting._replace(is_awaited=True), Priority("small", is_awaited=True, size=1))
        == "3012"
    )


async def test_others_pass_in_the_middle_of_what_has_to_be_finished() -> None:
    assert await order(BIG, Priority("small", is_awaited=True, size=1), pause=let_others_pass) == "10"


async def test_a_job_that_is_not_needed_any_more_ends_after_others_have_passed() -> None:
    worker, ended = Worker("test"), list[str]()

    def first() -> None:
        while True:
            checkpoint()

    unwanted = asyncio.Event()
    job = asyncio.ensure_future(worker.run(first, priority=BIG, ends_when=unwanted.is_set))
    await worker.run(lambda: ended.append("passed"), priority=Priority("small", is_awaited=True, size=1))
    unwanted.set()
    with pytest.raises(Cancelled):
        await job
    assert ended == ["passed"]


async def test_a_mistake_in_what_passes_is_its_own() -> None:
    worker = Worker("test")
    release = asyncio.Event()

    def first() -> str:
        while not release.is_set():
            checkpoint()
        return "done"

    job = asyncio.ensure_future(worker.run(first, priority=BIG))
    with pytest.raises(ZeroDivisionError):
        await worker.run(lambda: 1 / 0, priority=Priority("small", is_awaited=True, size=1))
    release.set()
    assert await job == "done"


async def test_a_pause_is_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("waypost.lsp.worker._PAUSE_SECONDS", 0.01)
    loop, seen = asyncio.get_running_loop(), asyncio.Queue[str]()

    def note(what: str) -> None:
        loop.call_soon_threadsafe(seen.put_nowait, what)

    worker = Worker("test", lambda: note("pause"))
    for _ in range(2):
        await worker.run(lambda: note("work"))
        while await seen.get() != "work":  # the thread may have waited for it
            pass
        assert await seen.get() == "pause"
    await asyncio.sleep(0.1)
    assert seen.empty()


def test_the_loop_gets_the_interpreter_soon() -> None:
    """Five milliseconds, several times for each message, are what a user notices."""
    before = sys.getswitchinterval()
    try:
        shorten_switch_interval()
        assert sys.getswitchinterval() <= before / 5
    finally:
        sys.setswitchinterval(before)
