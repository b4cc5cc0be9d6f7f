"""Programs whose client raises instead of sending anything. `@BASE@` and `@HOST@` are the address of a server."""

from tests.routes.real.cases import Case


def _aiohttp(call: str, session: str = "aiohttp.ClientSession()") -> Case:
    head = 'import asyncio\nimport aiohttp\nBASE = "@BASE@"\n'
    body = f"async def main():\n    async with {session} as session:\n        await session.{call}\n"
    return Case("aiohttp", f"{head}\n\n{body}\n\nasyncio.run(main())\n")


def _tornado(call: str) -> Case:
    head = 'import asyncio\nfrom tornado.httpclient import AsyncHTTPClient\nBASE = "@BASE@"\n'
    return Case(
        "tornado", f"{head}\n\nasync def main():\n    await AsyncHTTPClient().{call}\n\n\nasyncio.run(main())\n"
    )


def _urllib3(call: str) -> Case:
    return Case("urllib3", f'import urllib3\nBASE = "@BASE@"\npool = urllib3.PoolManager()\npool.{call}\n')


def _standard(call: str) -> Case:
    head = 'import http.client\nconnection = http.client.HTTPConnection("@HOST@")\n'
    return Case("http.client", f"{head}connection.{call}\nconnection.getresponse()\n")


def _httpx(call: str) -> Case:
    return Case("httpx", f'import httpx\nBASE = "@BASE@"\nhttpx.{call}\n')


# The mistake is told.
TOLD = (
    _aiohttp('request("GE T", BASE)'),
    _aiohttp('get(BASE, headers=[(1, "a")])'),
    _aiohttp('get(BASE, cookies={"a b": "1"})'),
    _aiohttp('get(BASE, params=[(1, "a")])'),
    _aiohttp('get(BASE, params={"least": float("nan")})'),
    _aiohttp('get(BASE, params={"most": float("inf")})'),
    _aiohttp('get(BASE, auth=("ann", "word"))'),
    _aiohttp('get("http://127.0.0.1\\\\v1/a")'),
    _aiohttp('post(BASE, data=[(1, "a")])'),
    _aiohttp('post(BASE, data={"a": "\\ud800"})'),
    _urllib3('request("GET", "ftp://127.0.0.1/x")'),
    _urllib3('request("GET", BASE, fields={"a": "\\ud800"})'),
    _urllib3('request("POST", BASE, fields={"a": 1.5})'),
    _urllib3('request("POST", BASE, fields={"a": None})'),
    _urllib3('request("POST", BASE, fields=[(1, "a")])'),
    _urllib3('request("POST", BASE, fields={"file": ("a.csv",)})'),
    _urllib3('request("POST", BASE, fields={"file": ("a.csv", "text", "text/csv", {})})'),
    _tornado('fetch(BASE, headers={"a": 1})'),
    _tornado('fetch(BASE, headers={"a": "\\u20ac"})'),
    _tornado('fetch(BASE, headers={"a": "b\\nc"})'),
    _tornado('fetch(BASE, auth_username="ann", auth_password="word", auth_mode="digest")'),
    _tornado('fetch(BASE, auth_username="ann", auth_password=1)'),
    _standard('request("G\\nET", "/x")'),
    _standard('request("GET", "/x", headers={"a": None})'),
    _standard('request("GET", "/x", headers={"a:": "1"})'),
    _standard('request("GET", "/x", headers={"a": "1\\n2"})'),
    _httpx('get(BASE, cookies={"a": 1})'),
    _httpx('post(BASE, files={"a": ("a.csv",)})'),
)
# Nothing is said, but no request is shown as known either.
NOT_TOLD = (
    _aiohttp('get("mailto:ann@a.example")', "aiohttp.ClientSession(BASE)"),
    _aiohttp('get("https:/x")', "aiohttp.ClientSession(BASE)"),
    _aiohttp('post(BASE, data={"file": b"1", "number": 1})'),
    _urllib3('request("POST", BASE, json={"a": 1}, body=b"x")'),
    _urllib3('request("POST", BASE, fields={1: "a"})'),
    _tornado('fetch("http://ann@@HOST@/")'),
    _tornado('fetch(BASE, headers={"a": b"\\xff"})'),
    _httpx('Client(base_url=BASE).get("::a")'),
    _httpx('Client(base_url=BASE).get("////x")'),
    _httpx('Client(base_url=None).get("/x")'),
)
