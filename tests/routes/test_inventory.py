import os
from pathlib import Path

import pytest

from waypost.results import FunctionName
from waypost.routes import inventory
from waypost.routes.inventory import index_files
from waypost.routes.listed import ListedCall, specific
from waypost.text import Span
from waypost.workspace import Folder, Settings, Workspace, uri_of

SOURCE = 'from waypost import endpoint\nendpoint("GET /repos/{o}/{r}/issues", o="x")\nself._get("/x")\n'


def routes(path: Path, **settings: object) -> list[str]:
    found = index_files([path], Workspace([Folder(path.parent, Settings(**settings))])).calls
    return [call.route for call in found[uri_of(path)]]


def test_the_calls_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(SOURCE)
    (first, second) = index_files([path], Workspace([Folder(tmp_path)])).calls[uri_of(path)]
    assert (first.route, first.id, first.line, first.column) == (
        "GET /repos/x/{r?}/issues",
        "issues/list-for-repo",
        1,
        10,
    )
    assert (first.known, first.missing) == (("o",), ("r",))
    assert (second.route, second.operation) == ("GET /x", "")


MISSING = {
    'endpoint.defaults(o="x", title="t")("POST /repos/{o}/{r}/issues")': ("r",),
    'endpoint.defaults(**config)("POST /repos/{o}/{r}/issues")': (),
    'endpoint("POST /repos/a/b/issues")': ("title",),
    'endpoint("POST /repos/a/b/issues", **values)': (),
    'client.post("/repos/a/b/issues", json={})': ("title",),
    'client.post("/repos/a/b/issues", json=body)': (),
    'client.post("/repos/a/b/issues", json={**body})': (),
    'client.post("/repos/a/b/issues", **values)': (),
    'client.post("/repos/a/b/issues", content=b"{}")': (),
}


@pytest.mark.parametrize("call", MISSING)
def test_only_what_nothing_gives_is_missing(tmp_path: Path, call: str) -> None:
    path = tmp_path / "a.py"
    head = 'import httpx\nfrom waypost import endpoint\nclient = httpx.Client(base_url="https://api.github.com")\n'
    path.write_text(head + call + "\n")
    (made,) = index_files([path], Workspace([Folder(tmp_path)])).calls[uri_of(path)]
    assert made.missing == MISSING[call]


SENT = {
    'params={"a": 1}': ("query:integer:a",),
    'params={"a": "x" if given else "y"}': ("query:string:a",),
    'params={"a": 1 if given else "x"}': ("query::a",),
    'params={"a": given}': ("query::a",),
    'json={"a": True}': ("json:object:", "json:boolean:a"),
}


@pytest.mark.parametrize("arguments", SENT)
def test_what_is_sent_has_a_type_if_each_of_its_values_has(tmp_path: Path, arguments: str) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"import httpx\n\ndef f(given):\n    httpx.post('https://x.example/y', {arguments})\n")
    (made,) = index_files([path], Workspace([Folder(tmp_path)])).calls[uri_of(path)]
    assert made.sends == SENT[arguments]


@pytest.mark.parametrize(
    ("call", "sends"),
    [
        ("endpoint('GET /{a}{?b}', a='x', b=1)", ("path:string:a", "query:integer:b")),
        ("endpoint('GET /{a}{?b}')", ("path::a",)),
        ("endpoint('GET /a?c=3{&b}', b=1)", ("query:integer:b", "query::c")),
    ],
)
def test_a_placeholder_of_the_query_is_sent_there_alone(call: str, sends: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"from waypost import endpoint\n\n{call}\n")
    (made,) = index_files([path], Workspace([Folder(tmp_path)])).calls[uri_of(path)]
    assert made.sends == sends


UNCLOSED = "This expression is never closed; add `}`."
PROBLEMS = {
    'endpoint("GET /users/{username", username="x")': [UNCLOSED],
    'endpoint("GET /repos/{owner/{repo}", owner="x")': [UNCLOSED, "`repo` has no value"],
    'endpoint("GET /users/username}")': ["This brace closes nothing; remove it, or write %7D for a literal brace."],
    'endpoint("GET /users/{username}", username="x")': [],
    'f"🚩{1}"; endpoint(f"GET /users/{{username", username="x")': [UNCLOSED],
    'httpx.get("https://api.github.com/users/{username")': [],  # httpx fills no templates
    'endpoint("GTE /user")': ["`GTE` is not an HTTP verb; did you mean `GET`?"],
    's = "🚩"; httpx.request("GTE", "https://x.example/a")': ["`GTE` is not an HTTP verb; did you mean `GET`?"],
    'httpx.request("PURGE", "https://x.example/a")': [],
    'httpx.request(verb, "https://x.example/a")': [],
    'endpoint(f"{verb} /user")': [],
    'endpoint("get /user")': [],
    'httpx.get("GET https://x.example/a")': ["`GET` becomes part of the path: httpx accepts no verb here"],
    'endpoint("PUT /user/starred")': ["GitHub has no PUT `/user/starred`, only GET"],
    'httpx.put("https://api.github.com/user/starred")': [
        "GitHub has no PUT `https://api.github.com/user/starred`, only GET"
    ],
    'httpx.get("https://api.github.com/user/starred")': [],
}


@pytest.mark.parametrize("call", PROBLEMS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_mistakes_in_braces_and_verbs_are_problems_of_the_request(tmp_path: Path, call: str, end: str) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(end.join(["import httpx", "from waypost import endpoint", call, ""]).encode())
    (made,) = index_files([path], Workspace([Folder(tmp_path)])).calls[uri_of(path)]
    assert [each.message for each in made.problems] == PROBLEMS[call]


def test_credentials_in_a_url_are_not_listed(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text('import httpx\nhttpx.get("https://u:s3cret@x.example/a?token=s3cret")\n')
    assert routes(path) == ["GET https://u:***@x.example/a?token=***"]


QUERIES = {
    "{?per_page}": "",
    "{?per_page,number}": "?number={number}",
    "?per_page={per_page}": "?per_page={per_page?}",
    "": "",
}


@pytest.mark.parametrize("end", QUERIES)
def test_a_template_is_listed_as_its_client_fills_it(tmp_path: Path, end: str) -> None:
    path = tmp_path / "a.py"
    head = "from gidgethub.abc import GitHubAPI\n\nasync def run(gh: GitHubAPI, number: int):\n"
    call = f'    await gh.getitem("/repos/{{owner}}/x/issues/{{number}}{end}", {{"owner": "o", "number": number}})\n'
    path.write_text(head + call)
    (found,) = routes(path)
    assert found.endswith("/repos/o/x/issues/{number}" + QUERIES[end])


BUILT = {
    # What the template writes of the query is shown with its values, what the builder adds is not.
    'shop("GET /a/{b}{?c,d}", b=it, c="x y", d=None)': "GET https://shop.example/v1/a/{it}?c=x%20y",
    'shop("GET /a/{b}", b="é", c=1)': "GET https://shop.example/v1/a/%C3%A9",
    'shop("GET /{team}/:b/x", b=it)': "GET https://shop.example/v1/core/{it}/x",
    'shop("GET /a{/rest*}", rest=["x", it])': "GET https://shop.example/v1/a/x/{it}",
    'shop("GET https://other.example/{b}", b=it)': "GET https://other.example/{it}",
    'shop.defaults(base_url=it)("GET /a/{b}", b=1)': "GET {it}/a/1",
    # What is not seen may fill it.
    'shop("GET /a/{b}{?c}", **options)': "GET https://shop.example/v1/a/{b}?c={c?}",
    'endpoint("GET /a/{b}{?c}", **options)': "GET /a/{b}?c={c?}",
    # Nothing does.
    'shop("GET /a/{b}{?c}")': "GET https://shop.example/v1/a/{b?}",
    # It is no template yet, or none of the builder.
    'shop("GET https://shop.example/v1/a/{b", b=1)': "GET https://shop.example/v1/a/{b",
    'httpx.get("https://shop.example/{b}{?c}")': "GET https://shop.example/{b}{?c}",
}


@pytest.mark.parametrize("call", BUILT)
@pytest.mark.parametrize("more", ["", 'shop("GET /a/{'])
def test_a_request_of_the_builder_is_listed_as_it_is_built(tmp_path: Path, call: str, more: str) -> None:
    path = tmp_path / "a.py"
    head = "import httpx\nfrom waypost import endpoint\n"
    shop = 'shop = endpoint.defaults(base_url="https://shop.example/v1", team="core")\n'
    path.write_text(f"{head}{shop}\ndef f(it, options):\n    {call}\n    {more}\n")
    assert BUILT[call] in routes(path)


def test_what_cannot_be_read_has_no_calls(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    assert routes(tmp_path / "pipe.py") == []
    assert routes(tmp_path / "gone.py") == []
    assert routes(tmp_path) == []


def test_a_file_that_is_not_read_for_its_size_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.py"
    path.write_text(SOURCE)
    monkeypatch.setattr(inventory, "_LARGEST", 10)
    found = index_files([path], Workspace([Folder(tmp_path)]))
    assert found.calls[uri_of(path)] == ()
    assert [each.partition(": ")[2] for each in found.faults] == [
        "not read for requests, because it is larger than 0 MB"
    ]


def test_a_generated_file_of_three_million_bytes_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(SOURCE + "x = 1  # " + "." * 3_000_000 + "\n")
    assert len(routes(path)) == 2


def test_shapes_of_the_settings_are_looked_for_in_every_file(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("import mylib\nmylib.fetch('/things/{id}')\n")
    shape = {"callee": ["mylib.fetch"], "url": 0, "verb": "GET"}
    assert routes(path) == []
    assert routes(path, calls={"mylib": shape}) == ["GET /things/{id}"]


BASED = {
    'httpx.Client(base_url="https://x.example/api").get("/y?a=1")': "GET https://x.example/api/y?a=1",
    'httpx.Client(base_url="https://x.example/api/v1").get("../up")': "GET https://x.example/api/up",
    'httpx.Client(base_url="https://x.example/api").put("a b")': "PUT https://x.example/api/a%20b",
    'httpx.Client(base_url=base).get("/y")': "GET {base}/y",
    'aiohttp.ClientSession("https://x.example").get("/y", params={"a": True})': "GET https://x.example/y",
    'httpx.get("https://x.example/y")': "GET https://x.example/y",
}


@pytest.mark.parametrize("call", BASED)
def test_the_base_address_of_the_client_is_listed(tmp_path: Path, call: str) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"import aiohttp\nimport httpx\n\ndef f(base):\n    {call}\n")
    assert routes(path) == [BASED[call]]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ('f"{self.base_url}/users"', "GET {base_url}/users"),
        ('f"{root}users"', "GET {root}users"),
        ('"/users"', "GET {base_url}/users"),
        ('f"/users/{root}"', "GET {base_url}/users/{root}"),
    ],
)
def test_an_unknown_base_address_is_shown_once(tmp_path: Path, url: str, shown: str, newline: str) -> None:
    path = tmp_path / "a.py"
    head = "# 𝄞\nimport aiohttp\n\nasync def f(self, session: aiohttp.ClientSession, root):\n"
    source = f"{head}    await session.get({url})\n"
    path.write_bytes(source.replace("\n", newline).encode())
    assert routes(path) == [shown]


WRAPPER = FunctionName("file:///x.py", "Users.user")
MADE = ListedCall("GET", "https://x.example/users/{id}", "", Span(0, 1), 0, 0, wrapper=WRAPPER)


@pytest.mark.parametrize("likely", [False, True])
@pytest.mark.parametrize("caller_is_likely", [False, True])
def test_a_likely_request_of_a_caller_replaces_no_certain_one(*, likely: bool, caller_is_likely: bool) -> None:
    wrapper = MADE._replace(likely=likely)
    caller = MADE._replace(
        template="https://x.example/users/{me}/x", wrapper=None, via=(WRAPPER,), likely=caller_is_likely
    )
    kept = specific({"file:///x.py": [wrapper], "file:///y.py": [caller]})
    assert kept["file:///y.py"] == [caller]
    assert kept["file:///x.py"] == ([wrapper] if caller_is_likely and not likely else [])


def test_a_caller_that_says_no_more_than_the_wrapper_adds_nothing() -> None:
    caller = MADE._replace(wrapper=None, via=(WRAPPER,), call=Span(2, 3))
    assert specific({"file:///x.py": [MADE, caller]})["file:///x.py"] == [MADE]


def test_a_caller_that_adds_nothing_to_one_function_leaves_those_below_it_to_their_callers() -> None:
    sender = FunctionName("file:///x.py", "send")
    sent = ListedCall("", "https://x.example/{path}", "", Span(8, 9), 0, 0, wrapper=sender)
    made = MADE._replace(via=(sender,), call=Span(4, 5))
    caller = MADE._replace(wrapper=None, via=(WRAPPER, sender), call=Span(2, 3))
    assert specific({"file:///x.py": [sent, made, caller]})["file:///x.py"] == [made]
    as_it_is = sent._replace(wrapper=None, via=(sender,), call=Span(6, 7))
    assert specific({"file:///x.py": [sent, made, as_it_is]})["file:///x.py"] == [sent, made]


MADE_UNDER_A_NAME = """\
def make(path):
    def send(**more):
        return requests.get(ROOT + path, params=more)
    return send

books = make("/books")
"""
MADE_BY_A_DECORATOR = """\
def get(path):
    def decorate(function):
        def inner(self, **more):
            return requests.get(ROOT + path, params=more)
        return inner
    return decorate

class A:
    @get("/books")
    def books(self): ...
"""
CALLED_IN_PLACE = """\
def ask(path):
    def send(url):
        return requests.get(url)
    if send(ROOT + path).status_code == 401:
        send(ROOT + "/token")

ask("/books")
"""
INNER = {
    # The request of a function that others make is left out as theirs, if a caller of theirs is listed.
    "made under a name": (MADE_UNDER_A_NAME, ["GET https://x.example/books"]),
    "made by a decorator": (MADE_BY_A_DECORATOR, ["GET https://x.example/books"]),
    # Calls of a function inside the same one are its own requests.
    "called in place": (CALLED_IN_PLACE, ["GET https://x.example/books", "GET https://x.example/token"]),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("case", INNER)
def test_functions_inside_others(case: str, newline: str, tmp_path: Path) -> None:
    source, expected = INNER[case]
    path = tmp_path / "a.py"
    text = f'import requests\n\nROOT = "https://x.example"  # \U0001f600\n\n{source}'
    path.write_text(text.replace("\n", newline), newline="")
    found = specific(index_files([path], Workspace([Folder(tmp_path)])).calls)
    assert sorted(call.route for call in found[uri_of(path)]) == expected


# By what is listed, and the names that are given.
OF_CLIENTS = {
    'httpx.get("https://h.example/a?s=1&l=2", params={"q": x})': ("https://h.example/a", ("q",)),
    'httpx.get("https://h.example/a?s=1&l=2")': ("https://h.example/a?s=1&l=2", ("s", "l")),
    'requests.get("https://h.example/a?s=1", params={"q": x})': ("https://h.example/a?s=1", ("s", "q")),
    'httpx.Client(params={"w": x}).get("https://h.example/a", params={"q": 1})': ("https://h.example/a", ("q", "w")),
    'httpx.Client(headers={"w": x}).get("https://h.example/a", params={"q": 1})': ("https://h.example/a", ("q",)),
}


@pytest.mark.parametrize("call", OF_CLIENTS)
def test_the_names_of_a_query_are_those_that_the_client_sends(tmp_path: Path, call: str) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"import httpx, requests\ndef f(x):\n    {call}\n")
    (made,) = index_files([path], Workspace([Folder(tmp_path)])).calls[uri_of(path)]
    assert (made.template, made.known) == OF_CLIENTS[call]
    assert {each.split(":")[2] for each in made.sends} == set(made.known)


SERVICE = """\
import requests

class Service:
    def show(self, name, more={}):
        return requests.get("https://a.example/" + name, params=more)

    def close(self):
        pass
"""
# Whether the file has entries: it has no word of requests itself.
CALLERS = {
    "from service import Service\nService().show('me')\n": True,
    "from shelf import Service\nService().show('me')\n": True,
    "from service import Service\nService().close()\n": False,
    "from service import Service\ndef show(name):\n    return Service().show(name)\n": False,
    "from other import Service\nService().show('me')\n": False,
    "import service\nservice.Service().sho\n": False,
}


@pytest.mark.parametrize("source", CALLERS)
def test_a_file_that_calls_what_sends_in_another_file_is_listed(tmp_path: Path, source: str) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    (shelf / "__init__.py").write_text("from service import Service\n")
    (tmp_path / "service.py").write_text(SERVICE)
    (tmp_path / "other.py").write_text(SERVICE.replace("requests.get", "print"))
    path = tmp_path / "a.py"
    path.write_text(source)
    (found,) = index_files([path], Workspace([Folder(tmp_path)])).calls.values()
    assert [(call.route, call.line) for call in found] == ([("GET https://a.example/me", 1)] if CALLERS[source] else [])


ESCAPED = {
    'requests.get("https://h.example/50.0%")': "https://h.example/50.0%25",
    'requests.get("https://h.example/50.0%/a%20b")': "https://h.example/50.0%25/a%20b",
    'requests.get("https://h.example/a%20b")': "https://h.example/a%20b",
    'requests.get(f"https://h.example/{x}%")': "https://h.example/{x}%25",
    'httpx.get("https://h.example/50.0%")': "https://h.example/50.0%",
    'urllib.request.urlopen("https://h.example/50.0%")': "https://h.example/50.0%",
    'requests.get("https://h.example/größe")': "https://h.example/größe",
}


@pytest.mark.parametrize("call", ESCAPED)
def test_a_sign_that_is_no_escape_is_listed_as_it_is_sent(tmp_path: Path, call: str) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"import httpx, requests, urllib.request\n\ndef f(x):\n    {call}\n", encoding="utf-8")
    [(_, [found])] = index_files([path], Workspace()).calls.items()
    assert found.template == ESCAPED[call]
