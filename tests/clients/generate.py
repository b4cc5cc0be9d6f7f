"""Generates calls: constructor, URL, query, body, headers and values of every type, as Python expressions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

PATHS: Final = (
    "/a",
    "/a/b c",
    "/é",
    "/a%20b",
    "/%zz",
    "/a%",
    "/a%2fb",
    "/a/../b",
    "/../a",
    "/./a",
    "/a/..",
    "/a/.",
    "/a//b",
    "a",
    "a/b/",
    "",
    "/",
    "/a:b",
    "/[0]",
    "/{id}",
    "/a;b=c",
    "/~u/%7Ev",
    '/a|b^c`d"e<f>g\\h',
    "/a+b@c!d$e&f'g(h)*,=",
    "/😀",
    "/%C3%A9",
    "/.hidden",
    "../a",
)
RARE_PATHS: Final = ("/a\nb", "/a\tb", "//b/c", ":a", "a:b", " /a", "/a\x00b", "///a", "/a\x7fb")
QUERIES: Final = (
    "",
    "",
    "",
    "?x=1",
    "?x=1&x=2",
    "?",
    "?flag",
    "?q=a b",
    "?q=é+f",
    "?c=%zz&d=%41",
    "?u=http://b/c?d",
    "?a[]=1&b='",
    "?a=1;b=2",
    "?x=%2B%20+",
    "?a=1&a",
    '?a="<>`{}|^\\',
)
FRAGMENTS: Final = ("", "", "", "", "#top", "#")
TEXTS: Final = ("x", "", "a b", "é", "a/b?c&d=e", "😀", "%41", "+", "~", "a[0]", "%zz", "'\"", "a\r\nb", ":@!$,;")
SCALARS: Final = (
    "1",
    "0",
    "-1",
    "1.5",
    "1e100",
    "True",
    "False",
    "None",
    "b'x'",
    "Color.RED",
    "Level.LOW",
    "Word.YES",
    "date(2024, 2, 29)",
    "datetime(2024, 2, 29, 12, 30)",
    "Decimal('1.50')",
    "UUID(int=5)",
    "float('nan')",
)
NAMES: Final = ("a", "b", "x", "a b", "é", "x[]", "")
HEADERS: Final = ("x-a", "X-B", "Accept", "Content-Type", "Authorization", "User-Agent", "Cookie")
HEADER_VALUES: Final = ("v", "", "a b", "text/plain", "token abc", "a, b", "application/json; charset=utf-8")
ODD_HEADER_VALUES: Final = ("'é'", "1", "None", "b'v'", "'a\\nb'", "' v'", "'v '", "True", "'日'")


@dataclass(frozen=True)
class Made:
    """One call as expressions, by role."""

    name: str
    method: str
    url: str
    client: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """What a client accepts."""

    names: Sequence[str] = ("get", "post", "put", "patch", "delete", "head", "options", "request")
    # Roles of the constructor and of the call.
    client: Sequence[str] = ()
    given: Sequence[str] = ()
    # URLs are mostly relative if there is a base address.
    bases: Sequence[str] = ()
    absolute: bool = True
    methods: Sequence[str] = ("GET", "POST", "PUT", "PATCH", "DELETE", "get")
    # Values that only this client accepts for a role.
    own: Mapping[str, Callable[[Random], str]] = field(default_factory=dict)
    # Made for one host, which a call does not name.
    connects: bool = False
    # Without a base address, requests go to a host that does not exist.
    always_based: bool = False
    always: Sequence[str] = ()
    # A call without `data` is a mistake.
    needs_data: bool = False
    # Paths that would reach another host.
    rare: bool = True
    # It waits for file descriptors: only real sockets will do.
    polls: bool = False


_BODIES: Final = ("json", "data", "files", "content")
_WITHOUT_BODY: Final = ("getitem", "get", "head", "options", "delete")

BASES: Final = (
    "http://@HOST@",
    "http://@HOST@/",
    "http://@HOST@/v1",
    "http://@HOST@/v1/",
    "http://@HOST@/v1?q=2",
    "http://@HOST@/a b/é",
    "http://@HOST@/v1/../v2",
    "http://@HOST@/v1#f",
)


def calls(plan: Plan, seed: int | str, count: int) -> Iterator[Made]:
    random = Random(seed)
    for _ in range(count):
        yield _call(plan, random)


def _call(plan: Plan, random: Random) -> Made:
    client = {role: _value(plan, random, role) for role in plan.client if role in plan.always or random.random() < 0.25}
    if plan.bases and (plan.always_based or random.random() < 0.6):
        client["base"] = repr(random.choice(plan.bases))
    name = random.choice(plan.names)
    rare = dict.fromkeys(_BODIES, 0.02) if name in _WITHOUT_BODY else dict.fromkeys(_BODIES, 0.2)
    given = {role: _value(plan, random, role) for role in plan.given if random.random() < rare.get(role, 0.3)}
    if plan.needs_data and name in ("post", "put", "patch") and random.random() < 0.95:
        given.setdefault("data", _value(plan, random, "data"))
    url = _url(plan, random, relative="base" in client)
    return Made(name, random.choice(plan.methods), repr(url), client, given)


def _url(plan: Plan, random: Random, *, relative: bool) -> str:
    paths = RARE_PATHS if plan.rare and random.random() < 0.04 else PATHS
    path = random.choice(paths) + random.choice(QUERIES) + random.choice(FRAGMENTS)
    if not plan.absolute or random.random() < (0.85 if relative else 0.03):
        return path
    user = random.choice(("", "", "", "", "", "", "u:p@", "u%40v:p@", "u@"))
    path = path if path.startswith(("/", "?", "#")) or not path else f"/{path}"
    return f"http://{user}@HOST@{path}"


def _value(plan: Plan, random: Random, role: str) -> str:
    made = plan.own.get(role) or _ROLES[role]
    return made(random)


# Values --------------------------------------------------------------------------------------------------------------


def _text(random: Random) -> str:
    return repr(random.choice(TEXTS))


def _scalar(random: Random) -> str:
    choice = random.random()
    return _text(random) if choice < 0.5 else random.choice(SCALARS[:6] if choice < 0.75 else SCALARS)


def _item(random: Random) -> str:
    choice = random.random()
    if choice < 0.75:
        return _scalar(random)
    if choice < 0.9:
        return "[" + ", ".join(_scalar(random) for _ in range(random.randrange(4))) + "]"
    if choice < 0.95:
        return f"({_scalar(random)}, {_scalar(random)})"
    return f"{{'n': {_scalar(random)}}}"


def mapping(random: Random, item: Callable[[Random], str] = _item) -> str:
    entries = (f"{random.choice(NAMES)!r}: {item(random)}" for _ in range(random.randrange(4)))
    return "{" + ", ".join(entries) + "}"


def _pairs(random: Random) -> str:
    entries = (f"({random.choice(NAMES)!r}, {_item(random)})" for _ in range(random.randrange(4)))
    return "[" + ", ".join(entries) + "]"


def query(random: Random) -> str:
    choice = random.random()
    if choice < 0.65:
        return mapping(random)
    if choice < 0.85:
        return _pairs(random)
    return random.choice(("None", "''", "'a=1&b=2'", "'a b=é'", "'x'", "b'a=1'", "'?a=1'", "'a=%zz'", "'a=1&a=2#f'"))


def strict_query(random: Random) -> str:
    """Mostly what clients accept: text and numbers."""
    return (
        query(random)
        if random.random() < 0.3
        else mapping(random, lambda each: _text(each) if each.random() < 0.7 else "1")
    )


def headers(random: Random) -> str:
    def entry() -> str:
        odd = random.random() < 0.03
        name = random.choice(HEADERS)
        values = ("k=v", "k=v; l=w", "") if name == "Cookie" else HEADER_VALUES
        return f"{name!r}: {random.choice(ODD_HEADER_VALUES) if odd else repr(random.choice(values))}"

    return "{" + ", ".join(entry() for _ in range(random.randrange(4))) + "}"


def cookies(random: Random) -> str:
    entries = (
        f"{random.choice(('c', 'd', 's_id'))!r}: {random.choice(('1', 'v w', '', 'a;b', 'x', 'é'))!r}" for _ in range(2)
    )
    return random.choice(("None", "{}", "{" + next(entries) + "}", "{" + ", ".join(entries) + "}"))


def auth(random: Random) -> str:
    if random.random() < 0.1:
        return random.choice(("None", "['u', 'p']", "'token'", "('u', 1)", "(b'u', b'p')"))
    return random.choice(("('u', 'p')", "('ü', 'p:q')", "('u', '')", "('', 'p')"))


def token(random: Random) -> str:
    return repr(random.choice(("abc", "a b", "x/y+json")))


def variables(random: Random) -> str:
    values = ("'x'", "'a/b'", "'é ü'", "1", "'..'")
    return (
        "{" + ", ".join(f"{name!r}: {random.choice(values)}" for name in ("id", "x", "q")[: random.randrange(4)]) + "}"
    )


def plain_headers(random: Random) -> str:
    return random.choice(("{}", "{'X-B': 'a b'}", "{'Accept': 'text/plain', 'x-a': ''}", "None"))


def plain_json(random: Random) -> str:
    return random.choice(("{'a': 1}", "{'é': [True, None]}", "[1, 'x']", "None", "{}", "{'n': {'m': 1.5}}", "'text'"))


def basic_auth(random: Random) -> str:
    made = ("Made('BasicAuth', ('u', 'p'))", "Made('BasicAuth', ('ü', 'p:q'))")
    return random.choice((*made, *made, *made, "None", "('u', 'p')"))


def json_value(random: Random, depth: int = 0) -> str:
    choice = random.random()
    if choice < 0.4 or depth > 2:
        odd = ("date(2024, 1, 1)", "float('nan')", "b'x'", "Color.RED", "Word.YES")
        return random.choice(
            odd if random.random() < 0.05 else ("1", "1.5", "'x'", "'é😀'", "None", "True", "'\\u2028\"'")
        )
    if choice < 0.75:
        entries = (f"{random.choice(NAMES)!r}: {json_value(random, depth + 1)}" for _ in range(random.randrange(4)))
        return "{" + ", ".join(entries) + "}"
    return "[" + ", ".join(json_value(random, depth + 1) for _ in range(random.randrange(4))) + "]"


def form(random: Random) -> str:
    choice = random.random()
    if choice < 0.7:
        return mapping(random)
    if choice < 0.8:
        return _pairs(random)
    return random.choice(("'a=1&b=2'", "b'raw'", "''", "None", "'é'", "{}"))


def content(random: Random) -> str:
    return random.choice(("b'raw'", "'text é'", "b''", "''", "None", "[b'a', b'b']", "{'a': 1}", "1", "b'\\xff\\x00'"))


def files(random: Random) -> str:
    def one() -> str:
        return random.choice(
            (
                "b'data'",
                "'text'",
                "('a.txt', b'data')",
                "('a b\"é.png', b'data')",
                "('a', b'data')",
                "('a.csv', 'text', 'text/x-own')",
                "('a.json', b'{}', 'application/json', {'x-part': '1'})",
                "(None, b'data')",
                "(None, 'v')",
                "None",
                "1",
            )
        )

    if random.random() < 0.8:
        return "{" + ", ".join(f"{random.choice(NAMES)!r}: {one()}" for _ in range(random.randrange(3))) + "}"
    return "[" + ", ".join(f"({random.choice(NAMES)!r}, {one()})" for _ in range(random.randrange(3))) + "]"


def fields(random: Random) -> str:
    def item() -> str:
        if random.random() < 0.3:
            return random.choice(("('a.txt', b'data')", "('a.txt', 'd', 'text/own')", "(None, 'x')", "('a b\"é', b'')"))
        return _scalar(random) if random.random() < 0.4 else _text(random)

    entries = [f"{random.choice(NAMES)!r}: {item()}" for _ in range(random.randrange(4))]
    return "{" + ", ".join(entries) + "}"


def plain_content(random: Random) -> str:
    return random.choice(("b'raw'", "'text'", "b''", "None", "b'\\xff\\x00'", "'é'", "'日'", "[b'a', b'b']", "1"))


_ROLES: Final[Mapping[str, Callable[[Random], str]]] = {
    "query": query,
    "headers": headers,
    "cookies": cookies,
    "auth": auth,
    "json": json_value,
    "data": form,
    "content": content,
    "files": files,
}
