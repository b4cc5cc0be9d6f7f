"""Functions that something else calls: threads, executors, `map`, and lambdas."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found

SOURCE = """\
import asyncio, functools, requests

def fetch(path, more=""):
    return requests.get("https://x.example" + path + more)

class Client:
    def fetch(self, path):
        return requests.delete("https://x.example" + path)

async def go(loop, pool, client: Client, more):
    %s
"""
CALLS = {
    "to_thread": ('await asyncio.to_thread(fetch, "/a")', ["GET /a"]),
    "to_thread with keywords": ('await asyncio.to_thread(fetch, "/a", more="b")', ["GET /ab"]),
    "a client's function": ('await asyncio.to_thread(requests.post, "https://x.example/a")', ["POST /a"]),
    "a method": ('await asyncio.to_thread(client.fetch, "/a")', ["DELETE /a"]),
    "an executor of a loop": ('await loop.run_in_executor(None, fetch, "/a")', ["GET /a"]),
    "an executor": ('pool.submit(fetch, "/a")', ["GET /a"]),
    "each of a list": ('list(pool.map(fetch, ["/a", "/b"]))', ["GET /a", "GET /b"]),
    "each of two lists": ('list(map(fetch, ["/a", "/b"], ["c", "d"]))', ["GET /ac", "GET /bd"]),
    "each of a list of tuples": ('pool.starmap(fetch, [("/a", "c")])', ["GET /ac"]),
    "a thread": ('threading.Thread(target=fetch, args=("/a",)).start()', ["GET /a"]),
    "a partial": ('pool.submit(functools.partial(fetch, "/a"), more="b")', ["GET /ab"]),
    "lambdas": ('pool.submit(lambda: requests.get("https://x.example/a"))', ["GET /a"]),
    "a lambda that calls another function": ('later = lambda: fetch("/a")', ["GET /a"]),
    "a lambda with a parameter": ('each(lambda id: fetch(f"/a/{id}"))', ["GET /a/{id}"]),
    # Nothing is called with these.
    "something unknown": ('pool.submit(other, "/a")', []),
    "no function": ('pool.submit("/a")', []),
    "another place": ('loop.run_in_executor(fetch, "/a")', []),
    "a list that goes on": ("list(pool.map(fetch, more))", []),
    "an unknown method": ('pool.insert(fetch, "/a")', []),
    "no arguments": ("pool.map()", []),
    "half-typed": ('pool.submit(fetch, "/a', []),
}  # fmt: skip


@pytest.mark.parametrize("change", ["", "CRLF, after an astral character"])
@pytest.mark.parametrize("case", CALLS)
def test_what_calls_a_function_that_it_is_given(case: str, change: str, tmp_path: Path) -> None:
    call, routes = CALLS[case]
    source = SOURCE % call
    if change:
        source = f"# \U0001f600\n{source}".replace("\n", "\r\n")
    listed = found(tmp_path, {"x.py": source}, "x.py")
    wrappers = ("{path}{more}", "{path}")
    own = (route.replace("https://x.example", "") for route in listed)
    assert sorted(route for route in own if not route.endswith(wrappers)) == routes
