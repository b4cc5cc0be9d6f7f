"""Functions that something else calls: threads, executors, `map`, and lambdas."""

from functools import partial

from tests.support.routes import check_routes

check = partial(
    check_routes,
    before="""\
import asyncio, functools, requests

def fetch(path, more=""):
    return requests.get("https://x.example" + path + more)  #> ...

class Client:
    def fetch(self, path):
        return requests.delete("https://x.example" + path)  #> ...

""",
)


def test_what_calls_a_function_that_it_is_given() -> None:
    check("""\
async def go(loop, pool, client: Client):
    await asyncio.to_thread(fetch, "/a")  #> GET https://x.example/a
    await asyncio.to_thread(fetch, "/a", more="b")  #> GET https://x.example/ab
    await asyncio.to_thread(requests.post, "https://x.example/a")  #> POST https://x.example/a
    await asyncio.to_thread(client.fetch, "/a")  #> DELETE https://x.example/a
    await loop.run_in_executor(None, fetch, "/a")  #> ~GET https://x.example/a
    pool.submit(fetch, "/a")  #> ~GET https://x.example/a
    list(pool.map(fetch, ["/a", "/b"]))  #> ~GET https://x.example/a | ~GET https://x.example/b
    list(map(fetch, ["/a", "/b"], ["c", "d"]))  #> GET https://x.example/ac | GET https://x.example/bd
    pool.starmap(fetch, [("/a", "c")])  #> ~GET https://x.example/ac
    threading.Thread(target=fetch, args=("/a",)).start()  #> ~GET https://x.example/a
    pool.submit(functools.partial(fetch, "/a"), more="b")  #> ~GET https://x.example/ab
    pool.submit(lambda: requests.get("https://x.example/a"))  #> ~GET https://x.example/a
    later = lambda: fetch("/a")  #> GET https://x.example/a
    each(lambda id: fetch(f"/a/{id}"))  #> ~GET https://x.example/a/{id}
""")


def test_what_calls_nothing() -> None:
    """Something unknown, no function, another place, a list that goes on, an unknown method, no arguments."""
    check("""\
async def go(loop, pool, more):
    pool.submit(other, "/a")
    pool.submit("/a")
    loop.run_in_executor(fetch, "/a")  #> ~GET https://x.example/a
    list(pool.map(fetch, more))
    pool.insert(fetch, "/a")  #> ~GET https://x.example/a
    pool.map()
""")


def test_a_call_that_is_half_typed() -> None:
    check("""\
async def go(pool):
    pool.submit(fetch, "/a
""")
