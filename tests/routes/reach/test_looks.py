"""A verb next to a URL is a request in any call; without a known client it is only likely, and no rule reports it."""

import pytest

from tests.support.check import analysis, hover, workspace
from tests.support.routes import check_routes
from waypost.routes.features import RouteFeatures
from waypost.text import Document


def test_a_verb_beside_a_url_is_a_likely_request() -> None:
    check_routes("""\
def f(self, name):
    self.do("GET", "/users")  #> ~GET /users
    self.call_api("/users/{id}", "DELETE", body)  #> ~DELETE /users/{id}
    api.fetch("post", f"/users/{name}")  #> ~POST /users/{name}
    transport.perform(method="PUT", uri=f"/users/{name}")  #> ~PUT /users/{name}
    self._api.transport.post(self._api._build_url("/users/stop"), data={})  #> ~POST {url}
    self.call("PUT", self.api.url("/users"))
    FetchOptions(url="/users", method="PATCH")  #> ~PATCH /users
    get_data("domains/%s" % name, type="DELETE")  #> ~DELETE domains/{name}
    http.request("users", method="GET")  #> ~GET users
    self.client.get("/users")  #> ~GET /users
    self.private.post(f"https://{name}/users", data={}, headers=name)  #> ~POST https://{name}/users
    self.public.get("https://x.example/users")  #> ~GET https://x.example/users
    self.http_session.get(f"{self.base}status/", headers={})  #> ~GET {base}status/
    self._client.post("card/code/consume", data={"code": name})  #> ~POST card/code/consume
    self._client.get("users", params={})  #> ~GET users
    self.api_client.post("users", json={})  #> ~POST users
    self._post("users", data={})  #> ~POST users
    self.client._get(f"users/{name}/posts", {})  #> ~GET users/{name}/posts
    self.private.patch(f"/users/{name}", json={})  #> ~PATCH /users/{name}
    self._session.get({"tags": ["users"]}, f"/users/{name}", retries)  #> ~GET /users/{name}
    self.http.post_json_return_json(f"{self.base}/users", data)  #> ~POST {base}/users
    getattr(self.session, "post")(f"{self.url}/x", headers={})  #> ~POST {url}/x
    send = self.session.post
    send(f"{self.url}/x", headers={})  #> ~POST {url}/x
    send = getattr(self.session, name.lower())
    send(f"{self.url}/x", headers={})  #> ~{url}/x
    self.client.post(self.client.get_url("/users"), json={})  #> ~POST {url}
    self.client.get_url("/users", headers={})
    self.client.get(f"{self.base_url}users/{name}")  #> ~GET {base_url}users/{name}
    self.client.get(f"{self.base}/{name}/users")  #> ~GET {base}/{name}/users
    getattr(self.session, name)(f"{self.url}/x", headers={})  #> ~{url}/x
    self.session.request(method.upper(), f"{self.url}/x", headers={})  #> ~{url}/x
    self.session.request(url=f"{self.url}/x", method=verb, headers={})  #> ~{url}/x
    self._post_json(url="https://x.example/users")  #> ~POST https://x.example/users
    request.Request[User](path="/users", verb="get")  #> ~GET /users
    _Endpoint(settings={"http_method": "PUT", "endpoint_path": "/users/{id}"}, root_map={"a": "b"})  #> ~PUT /users/{id}
    self._send(options={"http_method": "GET", "url": f"/users/{name}"})  #> ~GET /users/{name}
    opts = {"url": f"https://{name}/users", "method": "GET"}
    self.http.request(opts)  #> ~GET https://{name}/users
""")


def test_a_method_that_is_declared_is_a_likely_request() -> None:
    check_routes("""\
import uplink
from uplink import post as send, json

class Users:
    @uplink.get("users/{user}")  #> ~GET users/{user}
    def one(self, user: uplink.Path): ...

    @json
    @send("/users", args=())  #> ~POST /users
    def add(self): ...
""")


def test_a_request_without_a_known_url_is_one() -> None:
    check_routes("""\
def f(self, name, url, options):
    self.client.get(url)  #> ~GET {url}
    getattr(self.session, name)(url, **options)  #> ~{url}
""")
    check_routes("""\
import requests

def f(options):
    requests.request(**options)  #> {url}
""")


def test_what_only_speaks_of_a_request_is_none() -> None:
    check_routes("""\
s.get("/users")
d.get("https://a.example/users")  #> ~GET https://a.example/users
requests.append({"url": "/users", "method": "GET"})
self.http.request({"method": "GET"})
log.info("sent", options={"http_method": "GET", "path": "/users"})
Endpoint(settings={"http_method": None, "endpoint_path": "/users"})
Endpoint(settings={"http_method": "GET", "endpoint_path": None})
Request(scope={"type": "http", "http_method": "GET", "path": "/users"})
chart(options={"method": "GET", "path": "/users"})
settings = {"http_method": "GET", "endpoint_path": "/users"}
log.info("GET", "/users")
responses.add("GET", "https://x.example/users")
app.add_route("GET", "/users", handler)
client.request.assert_called_with("GET", "/users")
settings.get("/users")
self.session.get(key, "/users")  #> ~GET /users
self.session.get("next", "/users")
self._request_hook(method="GET", path="/users")
self.client.get(f"{self.prefix}users/{name}")
self.client.get(f"{self.prefix}/{name}")
self.redis_client.get(f"{self.base_url}users/{name}")
self.client.get(key, timeout=7)
self.session.request(kind, "/users", headers={})
getattr(self.settings, name)(f"{self.url}/x", headers={})
settings.get("https://x.example/users")
self.by_url.get("https://x.example/users")
requests_mock.get("https://x.example/users", headers={})
m.get("https://x.example/users", headers={})
self._client.get("users")
self._client.get("users", data={})
self.options.get("users", params={})
self._get("users")
self._client.get(f"users/{name}/posts", {})
self.store._get(f"users/{name}/posts", {})  #> ~GET users/{name}/posts
self._client.post("card/code/consume")
self._client.get("card/code/consume", data={})
self.keys.post("card/code/consume", data={})
settings.get("/users", data={})
settings.get(self._client.build_url("/users"))
self._client.get(self._client.build_name("/users"))
self._client.get(self._client.build_url("/users", "/teams"))  #> ~GET {url}
self.client.get_url("/users")
self.session.get_api_path("/users")
run("get", "started")
client.get("users")
raise HTTPError("GET", "/users")
""")


@pytest.mark.parametrize(
    "source",
    [
        'self.http.request({"method": "GET", "url": ',
        'Endpoint(settings={"http_method": "GET", "endpoint_path": ',
        'self.client.get(f"{self.base_url}users/{name}',
        'self.private.post("https://x.example/users", headers=',
        'self._client.post("users", json=',
        'self._client.post("card/code/consume", data=',
        'self._client.get(self._client.build_url("/users',
        'import uplink\n@uplink.get("users/',
        'client.get("/',
    ],
)
def test_what_is_half_typed_is_none(source: str) -> None:
    check_routes(f"{source}\n")


def test_decorators_of_servers_and_without_a_path_declare_nothing() -> None:
    check_routes("""\
import uplink
from bottle import get

@client.get("/users")
def a(): ...

@get("/users")
def b(): ...

@uplink.headers({"GET": "/users"})
def c(): ...

@uplink.get
def d(): ...
""")


def test_segments_are_a_path_for_a_method_that_is_named_after_its_verb() -> None:
    check_routes("""\
class Cards:
    def _get(self, path, **options):
        return self._client.get(path, **options)

    def post_json(self, path, **options):
        return self.http.post(path, **options)

    def get(self, path, **options):
        return self._client.get(path, **options)

    def _put(self, path, **options):
        return self._client.post(path, **options)

    def _delete(self, path, **options):
        return self.store.delete(path, **options)

    def _read(self, path, **options):
        return self._client.get(path, **options)

    def colors(self, name):
        self._get("card/colors", process=name)
        self._get("colors")
        self.post_json(f"cards/{name}")  #> ~POST cards/{name}
        self.get("card/colors")
        self._put("card/colors")
        self._delete("card/colors")
        self._read("card/colors")

    def half(self):
        return self._get("card/colors"
""")


def test_a_client_of_something_else_makes_none() -> None:
    check_routes("""\
def f(self, key, url, path, options):
    self.redis_client.get(url)
    self.client.get(key)
    self.client.get(path)
    f(**options)
    self.client.get(
""")


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
    "perhaps a pair": ("q = []\n    if limit:\n        q.append(('limit', limit))", "?{query}"),
    "nothing": ("q = []", ""),
    "not known": ("q = made()", "?{q}"),
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


@pytest.mark.parametrize(("owner", "count"), [("s", 1), ("c", 1), ("d", 1)])
def test_a_name_of_one_letter_that_is_asked_for_an_address(owner: str, count: int) -> None:
    source = f'import httpx\n\nasync def go({owner}, id):\n    await {owner}.get(f"https://a.example/users/{{id}}")\n'
    features = RouteFeatures(Document.from_text("file:///w/x.py", source), workspace(None, {"x.py": source}))
    assert [(site.shown, site.likely) for site in features.sites()] == [("https://a.example/users/{id}", True)] * count


def test_no_rule_is_about_a_likely_request() -> None:
    source = 'import httpx\nself.client.get("/users/{name}/../{{x}} ", params={"name": 1})\n'
    assert list(analysis(source, "x.py").diagnostics()) == []


def test_a_call_that_enters_what_is_not_understood_is_recognised_by_evidence() -> None:
    """What the function sends is not known: the path comes from something that is not seen."""
    check_routes("""\
import requests
from elsewhere import build

class Users:
    def _post(self, path, json=None):
        url = build(path)
        return requests.post(url, json=json)  #> ...

    def _put(self, path, json=None):
        return requests.put("https://x.example" + path, json=json)  #> ...

    def _patch(self, path, json=None):
        self.seen.append((path, json))

    def add(self, user):
        self._post("/users", json=user)  #> ~POST /users
        # Of this one, all is known.
        self._put("/users", json=user)  #> PUT https://x.example/users
        # This one sends nothing.
        self._patch("/users", json=user)
""")


def test_a_request_of_options_that_a_model_is_made_of() -> None:
    check_routes("""\
import httpx
import pydantic

class Options(pydantic.BaseModel):
    method: str
    url: str

    @classmethod
    def construct(cls, **values):
        return super().model_construct(**values)

def f():
    options = Options.construct(method="PUT", url="https://x.example/users")
    httpx.request(options.method, options.url)  #> PUT https://x.example/users
    plain = Options.model_construct(url="https://x.example/users", method="GET")
    httpx.request(plain.method, plain.url)  #> GET https://x.example/users
    other = Options.model_validate({"method": "GET", "url": "https://x.example/users"})
    httpx.request(other.method, other.url)  #> ...
""")


@pytest.mark.parametrize("package", ["httpx", "httpx2"])
def test_the_raw_path_of_a_url(package: str) -> None:
    check_routes(f"""\
import {package} as http

def merged(base, path):
    other = http.URL(path)
    if not other.is_relative_url:
        return other
    return base.copy_with(raw_path=base.raw_path + other.raw_path.lstrip(b"/"))

def f(given, id):
    base = http.URL("https://x.example/v1/")
    http.get(merged(base, "/users"))  #> GET https://x.example/v1/users
    http.put(merged(base, f"/users/{{id}}"))  #> PUT https://x.example/v1/users/{{id}}
    http.post(merged(base, "https://y.example/users"))  #> POST https://y.example/users
    http.patch(base.copy_with(raw_path=b"/v2?page=1"))  #> PATCH https://x.example/v2?page=1
    http.delete(merged(http.URL(given), "/users"))  #> DELETE {{given}}users

def g(path="/users"):
    # Whoever calls it may give another server's.
    if http.URL(path).is_relative_url:
        http.head("https://x.example/relative")  #> HEAD https://x.example/relative
    else:
        http.head("https://x.example/absolute")  #> HEAD https://x.example/absolute
""")


def test_a_path_is_made_with_the_defaults() -> None:
    check_routes("""\
class Secrets:
    def configure(self, ttl, mount="secret", page=1):
        path = "/v1/{mount}/config".format(mount=mount)
        self._adapter.post(url=path, json={"ttl": ttl})  #> ~POST /v1/secret/config
        self._adapter.get(url=path, params={"page": page})  #> ~GET /v1/secret/config
""")
