"""Generated programs: the same calls in many styles. `python -m tests.programs.styles COUNT SEED` judges as many.

A program is drawn from five independent choices: the client, what it sends, and how its address, its arguments and the
object that makes the call are written.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from tests.programs.collection import Program, run
from tests.programs.verdicts import Judged, Verdict, judged

_PATHS: Final = ("/users/7", "/a b/c", "/é", "/v1/items", "/search", "/x.json", "/files/a%20b", "/things/")
_QUERIES: Final = ("{'q': 'a b', 'page': 2}", "{'tag': 'é&='}", "{'limit': 10}", "{'a': '', 'b': '~'}")
_HEADERS: Final = ("{'X-A': '1'}", "{'Accept': 'text/csv', 'X-B': 'a b'}", "{'Authorization': 'Bearer t0'}")
_JSON: Final = ("{'a': 1, 'b': [True, None]}", "{'text': 'é'}", "[1, 2]", "{'n': {'m': 1.5}}")
_FORMS: Final = ("{'user': 'ann', 'word': 'a b&c'}", "{'x': '1'}")


class Pieces(NamedTuple):
    """A call in pieces: statements that come before it, and the words of the call."""

    before: tuple[str, ...]
    verb: str
    url: str
    arguments: str


class Style(NamedTuple):
    """How one client is written. `{verb}` and `{VERB}` stand for the verb, `{given}` for URL and arguments."""

    head: str
    function: str
    maker: str
    method: str
    is_async: bool = False
    json: str = "json"
    form: str = "data"
    query: str = "params"
    headers: str = "headers"
    # What is installed where it runs.
    collection: str = "styles"


CLIENTS: Final[Mapping[str, Style]] = {
    "httpx": Style("import httpx", "httpx.{verb}({given})", "httpx.Client()", "{verb}({given})"),
    "httpx, request": Style(
        "import httpx", "httpx.request('{VERB}', {given})", "httpx.Client()", "request('{VERB}', {given})"
    ),
    "requests": Style("import requests", "requests.{verb}({given})", "requests.Session()", "{verb}({given})"),
    "requests, request": Style(
        "import requests", "requests.request('{VERB}', {given})", "requests.Session()", "request('{VERB}', {given})"
    ),
    "urllib3": Style(
        "import urllib3",
        "urllib3.request('{VERB}', {given})",
        "urllib3.PoolManager()",
        "request('{VERB}', {given})",
        form="",
        query="fields",
    ),
    "aiohttp": Style("import aiohttp", "", "aiohttp.ClientSession()", "{verb}({given})", is_async=True),
    "niquests": Style(
        "import niquests",
        "niquests.{verb}({given})",
        "niquests.Session()",
        "{verb}({given})",
        collection="styles_niquests",
    ),
    "githubkit": Style(
        "from githubkit import GitHub",
        "",
        "GitHub('t0', base_url='http://api.test', http_cache=False, auto_retry=False)",
        "request('{VERB}', {given})",
    ),
    "PyGithub": Style(
        "from github import Auth, Github",
        "",
        "Github(auth=Auth.Token('t0'), base_url='http://api.test', retry=None).requester",
        "requestJsonAndCheck('{VERB}', {given})",
        json="input",
        form="",
        query="parameters",
    ),
    "gidgethub": Style(
        "from gidgethub.httpx import GitHubAPI",
        "",
        "GitHubAPI(http, 'me', oauth_token='t0', base_url='http://api.test')",
        "{getitem}({given})",
        json="data",
        form="",
        query="",
        headers="extra_headers",
    ),
    "urllib.request": Style(
        "from urllib.request import Request, urlopen",
        "urlopen(Request({given}, method='{VERB}'))",
        "",
        "",
        json="",
        form="",
        query="",
    ),
}

# Addresses -----------------------------------------------------------------------------------------------------------


def _literal(path: str) -> tuple[list[str], str]:
    return [], repr(f"http://api.test{path}")


def _constant(path: str) -> tuple[list[str], str]:
    return ["BASE = 'http://api.test'"], f"BASE + {path!r}"


def _f_string(path: str) -> tuple[list[str], str]:
    start, slash, last = path.rpartition("/")
    return [f"name = {last!r}", "HOST = 'api.test'"], f"f'http://{{HOST}}{start}{slash}{{name}}'"


def _percent(path: str) -> tuple[list[str], str]:
    return [f"path = {path!r}"], "'http://%s%s' % ('api.test', path)"


def _formatted(path: str) -> tuple[list[str], str]:
    return [f"template = '{{base}}{{path}}'\npath = {path!r}"], "template.format(base='http://api.test', path=path)"


def _joined(path: str) -> tuple[list[str], str]:
    return [f"parts = ['http://api.test', {path[1:]!r}]"], "'/'.join(parts)"


def _urljoin(path: str) -> tuple[list[str], str]:
    return ["from urllib.parse import urljoin"], f"urljoin('http://api.test/base/x', {path!r})"


def _made_by_function(path: str) -> tuple[list[str], str]:
    return ["def address(path, base='http://api.test'):\n    return f'{base}{path}'"], f"address({path!r})"


def _of_class(path: str) -> tuple[list[str], str]:
    return [
        "class Settings:\n    base = 'http://api.test'\n    version = ''"
    ], f"Settings.base + Settings.version + {path!r}"


_ADDRESSES: Final[Sequence[Callable[[str], tuple[list[str], str]]]] = (
    _literal,
    _constant,
    _f_string,
    _percent,
    _formatted,
    _joined,
    _urljoin,
    _made_by_function,
    _of_class,
)

# Arguments -----------------------------------------------------------------------------------------------------------


def _inline(given: Mapping[str, str]) -> tuple[list[str], str]:
    return [], "".join(f", {name}={value}" for name, value in given.items())


def _by_names(given: Mapping[str, str]) -> tuple[list[str], str]:
    return [f"the_{name} = {value}" for name, value in given.items()], "".join(f", {name}=the_{name}" for name in given)


def _unpacked(given: Mapping[str, str]) -> tuple[list[str], str]:
    return ["options = {" + ", ".join(f"{name!r}: {value}" for name, value in given.items()) + "}"], ", **options"


def _by_steps(given: Mapping[str, str]) -> tuple[list[str], str]:
    before = [f"the_{name} = {'dict()' if value[0] == '{' else '[]'}" for name, value in given.items()]
    before += [f"the_{name}.{'update' if value[0] == '{' else 'extend'}({value})" for name, value in given.items()]
    return before, "".join(f", {name}=the_{name}" for name in given)


def _by_dict(given: Mapping[str, str]) -> tuple[list[str], str]:
    return [], ", **dict(" + ", ".join(f"{name}={value}" for name, value in given.items()) + ")" if given else ""


def _copied(given: Mapping[str, str]) -> tuple[list[str], str]:
    before = [f"base_{name} = {value}" for name, value in given.items()]
    own = {name: f"{{**base_{name}}}" if value[0] == "{" else f"[*base_{name}]" for name, value in given.items()}
    return before, "".join(f", {name}={value}" for name, value in own.items())


_ARGUMENTS: Final[Sequence[Callable[[Mapping[str, str]], tuple[list[str], str]]]] = (
    _inline,
    _by_names,
    _unpacked,
    _by_steps,
    _by_dict,
    _copied,
)

# What makes the call -------------------------------------------------------------------------------------------------


def _function(style: Style, call: Pieces) -> list[str]:
    return [*call.before, _call(style.function, call) + MARKED]


def _variable(style: Style, call: Pieces) -> list[str]:
    return [*call.before, f"client = {style.maker}", f"client.{_call(style.method, call)}{MARKED}"]


def _context(style: Style, call: Pieces) -> list[str]:
    return [*call.before, f"with {style.maker} as client:", f"    client.{_call(style.method, call)}{MARKED}"]


def _attribute(style: Style, call: Pieces) -> list[str]:
    return [
        *call.before,
        "class Api:",
        "    def __init__(self):",
        f"        self.http = {style.maker}",
        "    def send(self):",
        f"        return self.http.{_call(style.method, call)}{MARKED}",
        "Api().send()",
    ]


def _maker(style: Style, call: Pieces) -> list[str]:
    made = f"make_client().{_call(style.method, call)}{MARKED}"
    return [*call.before, "def make_client():", f"    return {style.maker}", made]


def _default(style: Style, call: Pieces) -> list[str]:
    sent = f"    return client.{_call(style.method, call)}{MARKED}"
    return [*call.before, f"def send(client={style.maker}):", sent, "send()"]


def _subclass(style: Style, call: Pieces) -> list[str]:
    name = style.maker.removesuffix("()")
    return [*call.before, f"class Own({name}):", "    pass", f"Own().{_call(style.method, call)}{MARKED}"]


def _partial(style: Style, call: Pieces) -> list[str]:
    name, _, rest = _call(style.method, call).partition("(")
    before = ["from functools import partial", f"client = {style.maker}", f"send = partial(client.{name})"]
    return [*call.before, *before, f"send({rest}{MARKED}"]


def _wrapper(style: Style, call: Pieces) -> list[str]:
    passed = _call(style.function, call._replace(url="url", arguments=", **more"))
    return [*call.before, "def send(url, **more):", f"    return {passed}", f"send({call.url}{call.arguments}){MARKED}"]


def _main(style: Style, call: Pieces) -> list[str]:
    body = "\n".join((*call.before, _call(style.function, call) + MARKED)).split("\n")
    return ["def main():", *(f"    {line}" for line in body), "main()"]


def _session(style: Style, call: Pieces) -> list[str]:
    return [
        "import asyncio",
        *call.before,
        "async def main():",
        f"    async with {style.maker} as session:",
        f"        async with session.{_call(style.method, call)} as answer:{MARKED}",
        "            await answer.read()",
        "asyncio.run(main())",
    ]


def _kept_session(style: Style, call: Pieces) -> list[str]:
    return [
        "import asyncio",
        *call.before,
        "class Api:",
        "    async def open(self):",
        f"        self.session = {style.maker}",
        "    async def send(self):",
        f"        await self.session.{_call(style.method, call)}{MARKED}",
        "        await self.session.close()",
        "async def main():",
        "    api = Api()",
        "    await api.open()",
        "    await api.send()",
        "asyncio.run(main())",
    ]


def _elsewhere(style: Style, call: Pieces) -> list[str]:
    """With a client that another file makes."""
    return [MODULE, style.head, f"shared = {style.maker}", MODULE, *_call_of("shared", style, call)]


def _made_elsewhere(style: Style, call: Pieces) -> list[str]:
    made = ["def make():", f"    return {style.maker}"]
    return [MODULE, style.head, *made, MODULE, *_call_of("make()", style, call)]


def _held_elsewhere(style: Style, call: Pieces) -> list[str]:
    held = ["class Api:", "    def __init__(self):", f"        self.http = {style.maker}"]
    return [MODULE, style.head, *held, MODULE, *_call_of("Api().http", style, call)]


def _call_of(owner: str, style: Style, call: Pieces) -> list[str]:
    name = owner.partition("(")[0]
    return [f"from elsewhere import {name}", *call.before, f"{owner}.{_call(style.method, call)}{MARKED}"]


def _github_api(style: Style, call: Pieces) -> list[str]:
    return [
        "import asyncio, httpx2",
        *call.before,
        "async def main():",
        "    async with httpx2.AsyncClient() as http:",
        f"        gh = {style.maker}",
        f"        await gh.{_call(style.method, call)}{MARKED}",
        "asyncio.run(main())",
    ]


def _github_api_passed(style: Style, call: Pieces) -> list[str]:
    return [
        "import asyncio, httpx2",
        *call.before,
        "class Bot:",
        "    def __init__(self, http):",
        f"        self.gh = {style.maker}",
        "    async def run(self):",
        f"        return await self.gh.{_call(style.method, call)}{MARKED}",
        "async def main():",
        "    async with httpx2.AsyncClient() as http:",
        "        await Bot(http).run()",
        "asyncio.run(main())",
    ]


# The line before and after the code of another file.
MODULE: Final = "# elsewhere.py"
MARKED: Final = "  # <-"
_BY_FUNCTION: Final = (_function, _wrapper, _main)
_ELSEWHERE: Final = (_elsewhere, _made_elsewhere, _held_elsewhere)
_BY_OBJECT: Final = (_variable, _context, _attribute, _maker, _default, _subclass, _partial, *_ELSEWHERE)
_ASYNCHRONOUS: Final = (_session, _kept_session)
# Of clients whose objects are made with arguments.
_BY_API: Final = (_variable, _attribute, _maker, _default, _partial, *_ELSEWHERE)


def _call(template: str, call: Pieces) -> str:
    verb = call.verb.lower()
    item = "getitem" if verb == "get" else verb
    return template.format(verb=verb, VERB=call.verb, getitem=item, given=call.url + call.arguments)


# Programs ------------------------------------------------------------------------------------------------------------


def generated(count: int, seed: int) -> Iterator[Program]:
    """As many programs, each with the names of its choices as its name."""
    random = Random(seed)
    for number in range(count):
        yield _program(random, number)


def _program(random: Random, number: int) -> Program:
    name, style = random.choice(tuple(CLIENTS.items()))
    verb = random.choice(("GET", "GET", "POST", "PUT", "PATCH", "DELETE"))
    address, writing = random.choice(_ADDRESSES), random.choice(_ARGUMENTS)
    maker = random.choice(tuple(_makers(name, style)))
    before, url = address(random.choice(_PATHS) if style.query else random.choice(_PATHS[3:6]))
    more, arguments = writing(dict(_given(random, style, verb)))
    code = "\n".join((style.head, *maker(style, Pieces((*before, *more), verb, url, arguments)))) + "\n"
    title = ", ".join((name, address.__name__[1:], writing.__name__[1:], maker.__name__[1:]))
    head, *others = code.split(f"{MODULE}\n")
    modules = {"elsewhere": others[0]} if others else {}
    return Program(style.collection, title, head + others[1] if others else code, number, modules)


def _makers(name: str, style: Style) -> Iterator[Callable[[Style, Pieces], list[str]]]:
    """The ways in which the object of a client's call is made."""
    if name == "gidgethub":
        yield from (_github_api, _github_api_passed)
    elif style.is_async:
        yield from _ASYNCHRONOUS
    else:
        yield from _BY_FUNCTION if style.function else ()
        yield from () if not style.maker else _BY_OBJECT if style.function else _BY_API


def _given(random: Random, style: Style, verb: str) -> Iterator[tuple[str, str]]:
    """What is sent with the address, by the names that the client gives to it."""
    if style.query and random.random() < (0.5 if style.query != "fields" else 0.5 * (verb in ("GET", "DELETE"))):
        yield style.query, random.choice(_QUERIES)
    if random.random() < 0.5:
        yield style.headers, random.choice(_HEADERS)
    needed = 1.0 if style.json == "data" and verb in ("POST", "PATCH", "PUT") else 0.6
    if verb not in ("GET", "DELETE") and style.json and random.random() < needed:
        role = random.choice([each for each in (style.json, style.form) if each])
        yield role, random.choice(_JSON if role == style.json else _FORMS)


def verdicts(count: int, seed: int) -> list[Judged]:
    """Run the programs, and judge what is shown of each."""
    return [judged(ran) for ran in run(generated(count, seed))]


def main() -> None:
    count, seed = map(int, sys.argv[1:3])
    found = verdicts(count, seed)
    for each in found:
        if each.verdict is not Verdict.RIGHT or each.ran.error:
            print(f"{each.verdict}: {each.ran.program.name}: {each.why}\n{each.ran.program.code}{each.ran.error}")
    print(Counter(each.verdict.value for each in found))


if __name__ == "__main__":
    main()
