"""What only the spell checker knows does not delay an answer, and is shown once it is known."""

import asyncio
import threading

from tests.support.editor import editor
from tests.support.typos import TYPOS
from waypost.lsp.deferred import DeferredWork


async def test_a_bad_correction_is_reported_when_the_checker_has_answered(tmp_path) -> None:
    async with editor("visual_studio_code", tmp_path, settings={"typosPath": str(TYPOS)}) as user:
        user.open("typos.toml", '[default.extend-words]\nfoo = "teh"\n')
        await user.diagnostics_until("typos.toml", ["bad-correction"])
        user.change("typos.toml", '[default.extend-words]\nfoo = "the"\n')
        await user.diagnostics_until("typos.toml", [])


async def test_all_of_it_is_done_in_one_thread_one_after_the_other() -> None:
    begun: asyncio.Queue[asyncio.Task[None]] = asyncio.Queue()
    may_end = threading.Event()
    threads: list[threading.Thread] = []

    def note() -> None:
        may_end.wait(60)
        threads.append(threading.current_thread())

    later = DeferredWork(lambda work: begun.put_nowait(asyncio.create_task(work)), lambda: None, pause=0)
    work = []
    for _ in range(2):
        later(note)
        work.append(await begun.get())
        await asyncio.sleep(0)  # it is handed to the threads
    may_end.set()
    await asyncio.gather(*work)
    assert len(threads) == 2
    assert len({*threads, threading.main_thread()}) == 2
