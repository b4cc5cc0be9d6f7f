"""A verb next to a URL is a request in any call; without a known client it is only likely, and no rule reports it."""

import pytest

from tests.support.check import VARIANTS, analysis, hover, workspace
from tests.support.routes import check_routes
from tests.support.variants import WIDE_PREFIX
from waypost.routes.features import RouteFeatures
from waypost.routes.model.site import Site
from waypost.text import Document

LIKELY = {
    "verb and path, any callee": ('self.do("GET", "/users")', "GET /users"),
    "the other order": ('self.call_api("/users/{id}", "DELETE", body)', "DELETE /users/{id}"),
    "lower case": ('api.fetch("post", f"/users/{name}")', "POST /users/{name}"),
    "by keywords": ('transport.perform(method="PUT", uri=f"/users/{name}")', "PUT /users/{name}"),
    "a path that something unknown makes a URL of": (
        'self._client.transport.post(self._client._build_url(f"/users/{name}/stop"), data={})',
        "POST {_build_url}/users/{name}/stop",
    ),
    "such a path beside a verb": ('self.call("PUT", self.api.url("/users"))', "PUT {url}/users"),
    "a request object": ('FetchOptions(url="/users", method="PATCH")', "PATCH /users"),
    "a type": ('get_data("domains/%s" % name, type="DELETE")', "DELETE domains/{name}"),
    "a word for a path": ('http.request("users", method="GET")', "GET users"),
    "a client by its name": ('self.client.get("/users")', "GET /users"),
    "an object without a type, by what it is given": (
        'self.private.post(f"https://{name}/users", data={}, headers=name)',
        "POST https://{name}/users",
    ),
    "an address on an object without a type": (
        'self.public.get("https://x.example/users")',
        "GET https://x.example/users",
    ),
    "a client by its name and what it is given": (
        'self.http_session.get(f"{self.base}status/", headers={})',
        "GET {base}status/",
    ),
    "a path in segments with a body": (
        'self._client.post("card/code/consume", data={"code": name})',
        "POST card/code/consume",
    ),
    "a path of one word that a client sends": ('self._client.get("users", params={})', "GET users"),
    "a path of one word with a body": ('self.api_client.post("users", json={})', "POST users"),
    "a path of one word that a method of the object sends": ('self._post("users", data={})', "POST users"),
    "a path in segments that a client sends by its name": (
        'self.client._get(f"users/{name}/posts", {})',
        "GET users/{name}/posts",
    ),
    "a path that is sent with a body": ('self.private.patch(f"/users/{name}", json={})', "PATCH /users/{name}"),
    "a path after what describes the call": (
        'self._session.get({"tags": ["users"]}, f"/users/{name}", retries)',
        "GET /users/{name}",
    ),
    "a name with more around the verb": (
        'self.http.post_json_return_json(f"{self.base}/users", data)',
        "POST {base}/users",
    ),
    "a verb by its name": ('getattr(self.session, "post")(f"{self.url}/x", headers={})', "POST {url}/x"),
    "a method under another name": (
        'send = self.session.post\n    send(f"{self.url}/x", headers={})',
        "POST {url}/x",
    ),
    "a method by its name, under another": (
        'send = getattr(self.session, name.lower())\n    send(f"{self.url}/x", headers={})',
        " {url}/x",
    ),
    "a URL that a path is made into, beside what sends it": (
        'self.client.post(self.client.get_url("/users"), json={})',
        "POST {get_url}/users",
    ),
    "a name like that of a URL, with headers": ('self.client.get_url("/users", headers={})', "GET /users"),
    "an address that a path is written right after": (
        'self.client.get(f"{self.base_url}users/{name}")',
        "GET {base_url}users/{name}",
    ),
    "an address and names before a path": ('self.client.get(f"{self.base}/{name}/users")', "GET {base}/{name}/users"),
    "any verb by its name": ('getattr(self.session, name)(f"{self.url}/x", headers={})', " {url}/x"),
    "any verb": ('self.session.request(method.upper(), f"{self.url}/x", headers={})', " {url}/x"),
    "any verb by keyword": ('self.session.request(url=f"{self.url}/x", method=verb, headers={})', " {url}/x"),
    "a method around the verb": ('self._post_json(url="https://x.example/users")', "POST https://x.example/users"),
    "behind a subscript": ('request.Request[User](path="/users", verb="get")', "GET /users"),
    "a description": (
        '_Endpoint(settings={"http_method": "PUT", "endpoint_path": "/users/{id}"}, root_map={"a": "b"})',
        "PUT /users/{id}",
    ),
    "a declared method": (
        'import uplink\n    @uplink.get("users/{user}")\n    def g(self, user: uplink.Path): ...',
        "GET users/{user}",
    ),
    "a declared method, by another name": (
        'from uplink import post as send, json\n    @json\n    @send("/users", args=())\n    def g(self): ...',
        "POST /users",
    ),
    "a described call": ('self._send(options={"http_method": "GET", "url": f"/users/{name}"})', "GET /users/{name}"),
    "a mapping that describes the call": (
        'opts = {"url": f"https://{name}/users", "method": "GET"}\n    self.http.request(opts)',
        "GET https://{name}/users",
    ),
}
# A request of which no part of the URL is known.
VAGUE = {
    "a client by its name and a URL by its name": "self.client.get(url)",
    "a method by its name": "getattr(self.session, name)(url, **options)",
    "the URL in what the caller gives": "import requests\n    requests.request(**options)",
}
NO_REQUEST = {
    "a path of something with one letter": 's.get("/users")',
    "an address of something with another letter": 'd.get("https://a.example/users")',
    "a mapping that is only kept": 'requests.append({"url": "/users", "method": "GET"})',
    "a mapping without a path": 'self.http.request({"method": "GET"})',
    "a half-typed mapping": 'self.http.request({"method": "GET", "url": ',
    "a described log": 'log.info("sent", options={"http_method": "GET", "path": "/users"})',
    "a description without a verb": 'Endpoint(settings={"http_method": None, "endpoint_path": "/users"})',
    "a description without a path": 'Endpoint(settings={"http_method": "GET", "endpoint_path": None})',
    "what a server was asked": 'Request(scope={"type": "http", "http_method": "GET", "path": "/users"})',
    "options of something else": 'chart(options={"method": "GET", "path": "/users"})',
    "a mapping of its own": 'settings = {"http_method": "GET", "endpoint_path": "/users"}',
    "a half-typed description": 'Endpoint(settings={"http_method": "GET", "endpoint_path": ',
    "a log": 'log.info("GET", "/users")',
    "a mock": 'responses.add("GET", "https://x.example/users")',
    "a server's route": 'app.add_route("GET", "/users", handler)',
    "an assertion": 'client.request.assert_called_with("GET", "/users")',
    "an error": 'raise HTTPError("GET", "/users")',
    "a mapping": 'settings.get("/users")',
    "a default after a key": 'self.session.get(key, "/users")',
    "a default after a text": 'self.session.get("next", "/users")',
    "a hook": 'self._request_hook(method="GET", path="/users")',
    "a key after something else": 'self.client.get(f"{self.prefix}users/{name}")',
    "a key of names alone": 'self.client.get(f"{self.prefix}/{name}")',
    "an address for what is no client": 'self.redis_client.get(f"{self.base_url}users/{name}")',
    "a half-typed address": 'self.client.get(f"{self.base_url}users/{name}',
    "a client that is given no URL": "self.client.get(key, timeout=7)",
    "any call of a client": 'self.session.request(kind, "/users", headers={})',
    "an attribute of something else": 'getattr(self.settings, name)(f"{self.url}/x", headers={})',
    "a mapping by address": 'settings.get("https://x.example/users")',
    "a mapping by address on an object": 'self.by_url.get("https://x.example/users")',
    "a mock with headers": 'requests_mock.get("https://x.example/users", headers={})',
    "a mock of one letter": 'm.get("https://x.example/users", headers={})',
    "a half-typed call with a header": 'self.private.post("https://x.example/users", headers=',
    "a word of a key": 'self._client.get("users")',
    "a word that is stored": 'self._client.get("users", data={})',
    "a word of what is no client": 'self.options.get("users", params={})',
    "a half-typed word": 'self._client.post("users", json=',
    "a word for a method of the object": 'self._get("users")',
    "segments of a key": 'self._client.get(f"users/{name}/posts", {})',
    "segments that a store sends by its name": 'self.store._get(f"users/{name}/posts", {})',
    "segments without a body": 'self._client.post("card/code/consume")',
    "segments where nothing is sent": 'self._client.get("card/code/consume", data={})',
    "a body for what is no client": 'self.keys.post("card/code/consume", data={})',
    "a mapping with data": 'settings.get("/users", data={})',
    "a half-typed body": 'self._client.post("card/code/consume", data=',
    "a URL made of a path, for what is no client": 'settings.get(self._client.build_url("/users"))',
    "what is made of a path but not called a URL": 'self._client.get(self._client.build_name("/users"))',
    "a URL made of two things": 'self._client.get(self._client.build_url("/users", "/teams"))',
    "a half-typed URL": 'self._client.get(self._client.build_url("/users',
    "a URL that is only made": 'self.client.get_url("/users")',
    "a path that is only made": 'self.session.get_api_path("/users")',
    "an argument that is no verb": 'run("get", "started")',
    "a decorator": '@client.get("/users")\ndef f(): ...',
    "a decorator of a server": 'import uplink\nfrom bottle import get\n@get("/users")\ndef f(): ...',
    "a decorator that takes no path": 'import uplink\n@uplink.headers({"GET": "/users"})\ndef f(): ...',
    "a declared method without a path": "import uplink\n@uplink.get\ndef f(): ...",
    "a half-typed decorator": 'import uplink\n@uplink.get("users/',
    "no path": 'client.get("users")',
    "half-typed": 'client.get("/',
}


def likely(source: str) -> list[Site]:
    document = Document.from_text("file:///w/x.py", source)
    return [each for each in RouteFeatures(document, workspace(None, {"x.py": source})).sites() if not each.unknown]


def variant(source: str, name: str) -> str:
    return {"crlf": source.replace("\n", "\r\n"), "after a wide character": WIDE_PREFIX + source}.get(name, source)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("case", LIKELY)
def test_a_verb_beside_a_url_is_a_likely_request(case: str, name: str) -> None:
    source, expected = LIKELY[case]
    [site] = likely(variant(f"def f(self, name):\n    {source}\n", name))
    assert f"{site.verb} {site.shown}" == expected
    assert site.likely


@pytest.mark.parametrize(
    ("name", "sent_by", "call", "routes"),
    [
        ("_get", "self._client.get", 'self._get("card/colors", process=name)', ["GET card/colors"]),
        ("post_json", "self.http.post", 'self.post_json(f"cards/{name}")', ["POST cards/{name}"]),
        ("_get", "self._client.get", 'self._get("colors")', []),
        ("_get", "self._client.get", 'self._get("card/colors"', []),
        ("get", "self._client.get", 'self.get("card/colors")', []),
        ("_get", "self._client.post", 'self._get("card/colors")', []),
        ("_get", "self.store.get", 'self._get("card/colors")', []),
        ("_read", "self._client.get", 'self._read("card/colors")', []),
    ],
)
@pytest.mark.parametrize("change", VARIANTS)
def test_segments_are_a_path_for_a_method_that_is_named_after_its_verb(
    name: str, sent_by: str, call: str, routes: list[str], change: str
) -> None:
    source = f"""\
class Cards:
    def {name}(self, path, **options):
        return {sent_by}(path, **options)

    def colors(self, name):
        return {call}
"""
    assert [f"{site.verb} {site.shown}" for site in likely(variant(source, change))] == routes


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("case", VAGUE)
def test_a_request_without_a_known_url_is_one(case: str, name: str) -> None:
    source = variant(f"def f(self, name, url, options):\n    {VAGUE[case]}\n", name)
    document = Document.from_text("file:///w/x.py", source)
    [site] = RouteFeatures(document, workspace(None, {"x.py": source})).sites()
    assert site.unknown


@pytest.mark.parametrize(
    "call",
    ["self.redis_client.get(url)", "self.client.get(key)", "self.client.get(path)", "self.client.get(", "f(**options)"],
)
def test_a_client_of_something_else_makes_none(call: str) -> None:
    source = f"def f(self, key, url, path, options):\n    {call}\n"
    document = Document.from_text("file:///w/x.py", source)
    assert list(RouteFeatures(document, workspace(None, {"x.py": source})).sites()) == []


@pytest.mark.parametrize("case", NO_REQUEST)
def test_what_only_speaks_of_a_request_is_none(case: str) -> None:
    assert likely(NO_REQUEST[case] + "\n") == []


def test_a_verb_first_and_a_path_by_name_are_a_likely_request() -> None:
    check_routes("""\
import requests
class A:
    def f(self):
        self.send("GET", path="/users")  #> ~GET /users
        self.send(1, "GET", path="/users")
        self.send("GET", body="/users")
        self.send(path="/users")
""")


QUERIES = {
    "a mapping": ("q = {'limit': limit}", "?limit={limit}"),
    "pairs": ("q = []\n    q.append(('limit', limit))", "?limit={limit}"),
    "perhaps in the mapping": ("q = {}\n    if limit:\n        q['limit'] = limit", "?limit={limit?}"),
    "perhaps a pair": ("q = []\n    if limit:\n        q.append(('limit', limit))", "?{[…]}"),
    "nothing": ("q = []", ""),
    "not known": ("q = made()", "?{made()}"),
}


@pytest.mark.parametrize("case", QUERIES)
def test_a_generated_client_s_parameters_are_shown(case: str) -> None:
    made, query = QUERIES[case]
    call = (
        "self.api_client.param_serialize(method='GET', resource_path='/pe$0ts/{id}', query_params=q, header_params=h)"
    )
    found = hover(f"def f(self, limit):\n    {made}\n    h = {{'a': 'b'}}\n    return {call}\n", "x.py")
    assert found is not None
    assert f"```http\nGET /pets/{{id}}{query}\na: b\n```" in found.markdown
    assert "Likely" in found.markdown


@pytest.mark.parametrize(("owner", "count"), [("s", 1), ("c", 1), ("d", 0)])
def test_a_name_of_one_letter_that_is_asked_for_an_address(owner: str, count: int) -> None:
    source = f'import httpx\n\nasync def go({owner}, id):\n    await {owner}.get(f"https://a.example/users/{{id}}")\n'
    features = RouteFeatures(Document.from_text("file:///w/x.py", source), workspace(None, {"x.py": source}))
    assert [(site.shown, site.likely) for site in features.sites()] == [("https://a.example/users/{id}", True)] * count


def test_no_rule_is_about_a_likely_request() -> None:
    source = 'import httpx\nself.client.get("/users/{name}/../{{x}} ", params={"name": 1})\n'
    assert list(analysis(source, "x.py").diagnostics()) == []
