"""Requests made through objects: their arguments, their fields, and subclasses."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from tests.support.check import workspace
from tests.support.routes import check_routes
from waypost.analysis import Analysis
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import index_files
from waypost.routes.listed import specific
from waypost.routes.sites.default_addresses import default_address
from waypost.routes.sites.request import request_of
from waypost.text import Document
from waypost.workspace import Folder, Workspace

TRANSPORT = """\
from dataclasses import dataclass, field
import requests

@dataclass
class Options:
    method: str
    path: str
    params: dict = field(default_factory=dict)
    body: object = None

class Transport:
    _prefix = "/api"

    def __init__(self, base_url: str = "https://x.example", session: requests.Session | None = None):
        self.base_url = base_url.rstrip("/")
        self.session = session or requests.Session()

    def send(self, options: Options):
        url = self.base_url + self._prefix + options.path
        return self.session.request(options.method, url, params=options.params, json=options.body)
"""
RESOURCE = """\
from typing import ClassVar
from transport import Options, Transport

class Resource:
    path: ClassVar[str]

    def __init__(self, transport: Transport):
        self._transport = transport

    def _get(self, *segments, **params):
        return self._transport.send(Options("GET", "/".join([self.path, *map(str, segments)]), params=params))

    def _post(self, *segments, body=None):
        return self._transport.send(Options(method="POST", path="/".join([self.path, *segments]), body=body))
"""
USERS = """\
from resource_ import Resource

class Users(Resource):
    path = "/users"

    def all(self, page=1):
        return self._get(page=page)

    def one(self, user_id):
        return self._get(user_id)

    def create(self, name):
        return self._post(body={"name": name})

    def avatar(self, user_id):
        return self._get(user_id, "avatar", size=64)
"""
FILES = {"transport.py": TRANSPORT, "resource_.py": RESOURCE, "users.py": USERS}
API = "https://x.example/api"
OF_USERS = [
    *(f"GET {API}/users", f"GET {API}/users/{{user_id}}"),
    *(f"POST {API}/users", f"GET {API}/users/{{user_id}}/avatar"),
]


def test_a_request_object_through_an_annotated_transport_and_a_base_class(tmp_path: Path) -> None:
    assert found(tmp_path, FILES, "users.py") == OF_USERS


def test_a_wrapper_is_no_request_where_callers_are_known(tmp_path: Path) -> None:
    found(tmp_path, FILES, "users.py")
    calls = specific(index_files(sorted(tmp_path.glob("*.py")), Workspace([Folder(tmp_path)])).calls)
    made = [(call.within, call.route) for each in calls.values() for call in each]
    # What objects of subclasses send in methods of the base is another request of these.
    own = [route for within, route in made if within not in ("Resource._get", "Resource._post")]
    assert own == OF_USERS, made


@pytest.mark.parametrize(
    ("path", "listed"),
    [
        ("'/a' if flag() else '/b'", ["/a", "/b"]),
        ("'/a' if flag() else flag()", ["/a", "{path}"]),
        ("flag()", []),
    ],
)
def test_a_caller_that_gives_something_unknown_as_well_says_so(path: str, listed: list[str], tmp_path: Path) -> None:
    source = "import requests\n\ndef load(path):\n    return requests.get('https://x.example' + path)\n\n"
    (tmp_path / "x.py").write_text(f"{source}def all(flag):\n    return load({path})\n")
    [calls] = specific(index_files([tmp_path / "x.py"], Workspace([Folder(tmp_path)])).calls).values()
    made = [call.route for call in calls if call.within == "all"]
    assert sorted(made) == [f"GET https://x.example{each}" for each in listed]


def test_a_wrapper_that_nobody_calls_is_listed(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text("import requests\n\ndef load(url):\n    return requests.get(url)\n")
    [calls] = specific(index_files([tmp_path / "x.py"], Workspace([Folder(tmp_path)])).calls).values()
    assert [(call.route, call.vague) for call in calls] == [("GET {url}", True)]


MADE = {
    "defaults decide": ("Transport()", "GET https://x.example/api/things"),
    "an argument": ('Transport("https://y.example/")', "GET https://y.example/api/things"),
    "a keyword": ('Transport(base_url="https://y.example")', "GET https://y.example/api/things"),
    "what may be given is not known": ("Transport(**settings)", f"GET {API}/things"),
}


@pytest.mark.parametrize("name", MADE)
def test_an_object_holds_what_it_is_made_of(tmp_path: Path, name: str) -> None:
    made, expected = MADE[name]
    source = f'from transport import Options, Transport\n{made}.send(Options("GET", "/things"))\n'
    assert found(tmp_path, {"transport.py": TRANSPORT, "x.py": source}, "x.py") == [expected]


def test_a_field_is_what_it_is_given() -> None:
    check_routes("""\
import requests

perhaps = {}
if sys.argv:
    perhaps['base'] = 'https://b.example'

@dataclass
class Data:
    base: str = "https://a.example"

    def __post_init__(self):
        if sys.argv: self.unused = 1

@define
class Defined:
    base: str = "https://a.example"

@dataclass(frozen=True)
class Frozen:
    base: str = "https://a.example"

@attr.s
class Attrs:
    base: str = "https://a.example"

@other
@dataclass
class DecoratedTwice:
    base: str = "https://a.example"

@other(
    1,
)
@dataclass
class DecoratedOnLines:
    base: str = "https://a.example"

class Tuple(NamedTuple):
    base: str = "https://a.example"

@other.dataclass.s_s
class NoFields(Base):
    base: str = "https://a.example"

class Model(BaseModel):
    base: str = "https://a.example"

class Settings(BaseSettings):
    base: str = "https://a.example"

class Plain:
    base: str = "https://a.example"

def f(given, given_data: Data, given_plain: Plain):
    requests.get(Data().base + "/b")  #> GET https://a.example/b
    requests.get(Data("https://b.example").base + "/b")  #> GET https://b.example/b
    requests.get(Data(**perhaps).base + "/b")  #> GET https://a.example/b | GET https://b.example/b
    requests.get(given_data.base + "/b")  #> GET {base}/b
    requests.get(Defined(base="https://b.example").base + "/b")  #> GET https://b.example/b
    requests.get(Frozen(given).base + "/b")  #> GET {base}/b
    requests.get(Attrs(**given).base + "/b")  #> GET {base}/b
    requests.get(DecoratedTwice(*given).base + "/b")  #> GET {base}/b
    requests.get(DecoratedOnLines(given).base + "/b")  #> GET {base}/b
    requests.get(Tuple(*given).base + "/b")  #> GET {base}/b
    requests.get(NoFields(given).base + "/b")  #> GET {base}/b
    requests.get(Model(**given).base + "/b")  #> GET {base}/b
    requests.get(Settings().base + "/b")  #> GET {base}/b
    given_settings = Settings(base="https://b.example")
    requests.get(given_settings.base + "/b")  #> GET https://a.example/b | GET https://b.example/b
    requests.get(given_plain.base + "/b")  #> GET https://a.example/b
""")


def test_a_field_of_a_subclass_is_its_own() -> None:
    check_routes("""\
import requests

@dataclass
class Data:
    base: str = "https://a.example"

class AddsNoFields(Data):
    base: str = "https://c.example"

@dataclass
class AddsFields(Data):
    base: str = "https://c.example"

@dataclass
class Longer:
    base: str = "https://b.example"

    def __post_init__(self):
        self.base = self.base + "/v1"

@dataclass
class LongerHeir(Longer):
    base: str = "https://c.example"

def f(given):
    requests.get(AddsNoFields().base + "/b")  #> GET https://a.example/b
    requests.get(AddsFields().base + "/b")  #> GET https://c.example/b
    requests.get(LongerHeir(given).base + "/b")  #> GET {base}/v1/b
    requests.get(LongerHeir().base + "/b")  #> GET https://c.example/v1/b
""")


@pytest.mark.parametrize("value", ["A(**given).base", "given_a.base", "given_a.path"])
def test_the_default_of_a_field_is_likely(value: str) -> None:
    source = (
        "import requests\nfrom dataclasses import dataclass\n\n@dataclass\nclass A:\n"
        '    base: str = "https://a.example"\n    path: str = "/c"\n\n'
        f'def f(given, given_a: A):\n    requests.get({value} + "/b")\n'
    )
    routes = RouteFeatures(Document("file:///x.py", source.encode()), Workspace()).routes
    shown = [(site.shown, default_address(site)) for site in routes.sites()]
    likely = [("{base}/b", "https://a.example")]
    assert shown == ([("/c/b", None), ("{path}/b", None)] if value.endswith("path") else likely)


def test_what_is_set_later_counts(tmp_path: Path) -> None:
    source = (
        "from transport import Options, Transport\n"
        'options = Options("GET", "/things")\noptions.path = "/others"\nTransport().send(options)\n'
    )
    made = found(tmp_path, {"transport.py": TRANSPORT, "x.py": source}, "x.py")
    assert "GET https://x.example/api/others" in made
    assert "GET https://x.example/api/things" not in made


def test_what_a_method_sets_on_the_object_that_it_makes_is_set_there() -> None:
    check_routes("""\
import requests

class A:
    base = "https://a.example"

    @classmethod
    def make(cls):
        self = cls()
        self.base = "https://b.example"
        return self

requests.get(A.make().base + "/a")  #> GET https://b.example/a
""")


def test_a_path_that_is_only_a_parameter_is_the_callers(tmp_path: Path) -> None:
    source = (
        "from transport import Options, Transport\n\n"
        'def of(kind):\n    return Transport().send(Options("GET", f"/{kind}"))\n\nof("cats")\n'
    )
    assert "GET https://x.example/api/cats" in found(tmp_path, {"transport.py": TRANSPORT, "x.py": source}, "x.py")


def test_classes_that_inherit_from_each_other_end(tmp_path: Path) -> None:
    source = "class A(B):\n    a: int\nclass B(A):\n    b: int\nA(1).get('https://x.example/a')\n"
    assert found(tmp_path, {"x.py": source}, "x.py") == []


def test_a_caller_that_adds_nothing_is_no_second_request(tmp_path: Path) -> None:
    source = (
        "import requests\n\n"
        'def pause(name):\n    return requests.put(f"https://x.example/{name}/pause")\n\n'
        "def pause_all(names):\n    for name in names:\n        pause(name)\n"
    )
    (tmp_path / "x.py").write_text(source)
    [calls] = specific(index_files([tmp_path / "x.py"], Workspace([Folder(tmp_path)])).calls).values()
    assert [(call.route, call.line) for call in calls] == [("PUT https://x.example/{name}/pause", 3)]


def test_a_caller_that_leaves_out_the_query_is_no_second_request(tmp_path: Path) -> None:
    source = """\
import requests

class Jobs:
    def get(self, job, **more):
        query = f"?{'&'.join(more)}" if more else ""
        return requests.get(f"https://x.example/jobs/{job}{query}")

    def wait(self, job):
        return poll(lambda: self.get(job))

    def of(self, owner):
        return self.get(f"{owner}/last")
"""
    (tmp_path / "x.py").write_text(source)
    [calls] = specific(index_files([tmp_path / "x.py"], Workspace([Folder(tmp_path)])).calls).values()
    assert [(call.route, call.line) for call in calls] == [
        ("GET https://x.example/jobs/{job}", 5),
        ("GET https://x.example/jobs/{owner}/last", 11),
    ]


def test_a_method_for_each_verb_from_getattr(tmp_path: Path) -> None:
    client = (
        "import requests\n\n"
        "class Api:\n"
        "    def __getattr__(self, item):\n"
        "        def run(url, **more):\n"
        '            return requests.request(item.lower(), f"https://x.example/api{url}", **more)\n'
        "        return run\n"
    )
    source = (
        'from client import Api\n\ndef main(uid, api: Api):\n    api.DELETE(f"/users/{uid}")\n    api.GET("/users")\n'
    )
    assert found(tmp_path, {"client.py": client, "x.py": source}, "x.py") == [
        "DELETE https://x.example/api/users/{uid}",
        "GET https://x.example/api/users",
    ]


SHOWN = {
    "a query from a mapping": (
        'requests.get(BASE + "search?" + urlencode({"q": q, "n": 3}))',
        ["GET {BASE}search?q={q}&n=3", "GET https://shop.example/search?q={q}&n=3"],
    ),
    "or None": ('requests.get("https://x.example/a", params={"n": 1} or None)', ["GET https://x.example/a?n=1"]),
    "or None, empty": ('requests.get("https://x.example/a", params={} or None)', ["GET https://x.example/a"]),
    "an unknown URL": ('requests.get(url, params={"n": 1})', ["GET {url}?n=1"]),
    "a host alone": ('requests.get("https://x.example")', ["GET https://x.example/"]),
    "each item of a loop": (
        'for kind in ("a", "b"):\n        requests.get("%s/k/%s" % ("https://x.example", kind))',
        ["GET https://x.example/k/a", "GET https://x.example/k/b"],
    ),
    "a request object, sent later": (
        'made = urllib.request.Request("https://x.example/a", method="PUT")\n    urllib.request.urlopen(made)',
        ["PUT https://x.example/a"],
    ),
    "keywords without those that are None": (
        'send("/a", limit=10, tag=None)',
        ["GET https://x.example/a?limit=10"],
    ),
    "joined from one of two": (
        'requests.get("/".join((f"https://{q}.example/v1" if url else "https://b.example", "c")))',
        ["GET https://{q}.example/v1/c", "GET https://b.example/c"],
    ),
    "no keywords at all": ('send("/a")', ["GET https://x.example/a"]),
}


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_shown_of_a_request(tmp_path: Path, name: str) -> None:
    call, expected = SHOWN[name]
    source = (
        "import os\nimport urllib.request\nfrom urllib.parse import urlencode\n\nimport requests\n\n"
        'BASE = os.environ.get("SHOP", "https://shop.example/")\n\n'
        "def send(path, /, **query):\n"
        "    query = {name: value for name, value in query.items() if value is not None}\n"
        '    return requests.get("https://x.example" + path, params=query)\n\n'
        f"def main(q, url):\n    {call}\n"
    )
    (tmp_path / "x.py").write_text(source)
    routes = RouteFeatures(
        Document((tmp_path / "x.py").as_uri(), source.encode()), Workspace([Folder(tmp_path)])
    ).routes
    start = source.encode().index(b"def main")
    made = [request_of(site) for site in routes.requests() if site.span.start > start]
    assert [each.line for each in made if each is not None] == expected


NAMED_BY_CLASS = """\
import re
import requests

class Service:
    def __init__(self, session: requests.Session):
        self._session = session

    def _url(self, name):
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
        if name[-1:] in ("s", "h"):
            return f"https://x.example/{name}es"
        return f"https://x.example/{name}s"

    def _all(self, name):
        return self._session.get(self._url(name))

    def _update(self, name, id, method="patch", **values):
        return self._session.request(method, self._url(name) + f"/{id}", json=values)

    def own(self):
        return self._session.get("https://x.example/" + self.__class__.__name__)

class CustomsInfo: ...

class Batch(Service):
    def all(self):
        return self._all(self.__class__.__name__)

    def infos(self):
        return self._all(CustomsInfo.__name__)

    def typed(self):
        return self._one("x")

    def _one(self, rest):
        return self._session.get(f"https://x.example/{type(self).__name__}/{rest}")

    def update(self, id, **values):
        return self._update("Batch", id, **values)

    def mine(self):
        return self.own()

Batch(requests.Session()).all()
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_path_may_be_made_of_the_name_of_a_class(newline: str, tmp_path: Path) -> None:
    found_ = found(tmp_path, {"x.py": ("# 𝄞\n" + NAMED_BY_CLASS).replace("\n", newline)}, "x.py")
    assert "GET https://x.example/customs_infos" in found_
    assert "PATCH https://x.example/batches/{id}" in found_
    # A subclass may call these methods, and its name is not known here.
    own = [each for each in found_ if "https://x.example/Batch" in each or "/Service" in each]
    assert sorted(own) == [
        *("GET https://x.example/Batch", "GET https://x.example/Batch"),
        *("GET https://x.example/Batch/x", "GET https://x.example/Batch/{rest}", "GET https://x.example/Service"),
    ]


REQUEST_OBJECT = """\
class Request:
    def __init__(self, base, http_session, key=None):
        self.base = base
        self.http_session = http_session
        self.url = f"{self.base}{key}/" if key else self.base

    def _make_call(self, verb="get", url_override=None, data=None):
        headers = {}
        return getattr(self.http_session, verb)(url_override or self.url, headers=headers, json=data)

    def get(self):
        return self._make_call()

    def put(self, data):
        return self._make_call(verb="put", data=data)
"""
APP = """\
from request_ import Request

class App:
    def choices(self):
        return Request(f"{self.api.base_url}/{self.name}/_choices/", self.api.http_session).get()

    def change(self, data):
        return Request(base=f"{self.api.base_url}/{self.name}/", http_session=self.api.http_session).put(data)

    def before(self):
        request = Request(f"{self.api.base_url}/before/", self.api.http_session)
        return request.get()

    def addressed(self):
        request = Request("https://x.example", self.api.http_session)
        return request.get()

    def later(self, request):
        return request.get()
"""


def test_an_object_that_is_made_for_one_call_gives_the_url(tmp_path: Path) -> None:
    assert found(tmp_path, {"request_.py": REQUEST_OBJECT, "app.py": APP}, "app.py") == [
        "GET {base_url}/{name}/_choices/",
        "PUT {base_url}/{name}/",
        "GET {base_url}/before/",
        "GET https://x.example",
    ]


SETTINGS = """\
import requests

class Settings:
    _default = None

    def __init__(self, host=None, index=None):
        self._address = "https://x.example/v1" if host is None else host
        self.index = 0 if index is None and host is None else index

    def get_host(self, index, variables=None, servers=None):
        \"""Long.\"""
        if index is None:
            return self._address
        variables = {} if variables is None else variables
        servers = [{"url": "https://x.example/v1", "description": "The only one"}] if servers is None else servers
        try:
            server = servers[index]
        except IndexError:
            raise ValueError("Invalid index {0}: it must be less than {1}".format(index, len(servers)))
        url = server["url"]
        for name, variable in server.get("variables", {}).items():
            value = variables.get(name, variable["default_value"])
            if "enum_values" in variable and value not in variable["enum_values"]:
                raise ValueError("The variable has an invalid value: it must be one of those that are listed")
            url = url.replace("{" + name + "}", value)
        return url

    @property
    def host(self):
        return self.get_host(self.index)

    @classmethod
    def default(cls):
        if cls._default is None:
            cls._default = cls()
        return cls._default

"""


def test_an_object_that_a_class_makes_of_itself_has_its_address(tmp_path: Path) -> None:
    """As the configuration of generated clients has it: the default object, and an address looked up in a list."""
    use = 'requests.get(Settings.default().host + "/users")\nrequests.get(Settings.default()._address + "/teams")\n'
    assert found(tmp_path, {"x.py": SETTINGS + use}, "x.py") == [
        "GET https://x.example/v1/users",
        "GET https://x.example/v1/teams",
    ]


def test_a_variable_of_an_address_stays_unknown(tmp_path: Path) -> None:
    text = SETTINGS.replace(
        '[{"url": "https://x.example/v1", "description": "The only one"}]',
        '[{"url": "https://{region}.x.example/v1", "variables": {"region": {"default_value": "eu"}}}]',
    )
    use = 'requests.get(Settings.default().host + "/users")\n'
    assert found(tmp_path, {"x.py": text + use}, "x.py") == ["GET https://eu.x.example/v1/users"]


GENERATED = """\
import httpx
from typing import Any

def _get_kwargs(port: int, *, proxied: bool = False, expires: str = "") -> dict[str, Any]:
    params: dict[str, Any] = {}
    params["proxied"] = proxied
    params["expires"] = expires
    params = {name: value for name, value in params.items() if value is not UNSET and value is not None}
    # A longer function than those that are followed whatever they hold: it is followed because of what it returns.
    # A longer function than those that are followed whatever they hold: it is followed because of what it returns.
    _kwargs: dict[str, Any] = {"method": "get", "url": f"/ports/{port}", "params": params}
    return _kwargs

def detailed(port: int, *, client: Client, proxied: bool = False):
    kwargs = _get_kwargs(port=port, proxied=proxied)
    response = client.get_httpx_client().request(**kwargs)
    return _build_response(client=client, response=response)
"""
SENDER = """\
import requests

class Sender:
    def _send(self, method, url, retries):
        # A longer function, which is followed because of what it is given.
        for attempt in range(retries):
            try:
                response = requests.request(method=method, url=url, headers=self.headers, timeout=self.timeout)
                if response.status_code == 502:
                    self.wait(self.factor * (2 ** attempt))
                    continue
                if response.status_code >= 300:
                    self.handle(response, f"make {method} request")
                return response.json()
            except requests.RequestException as error:
                if attempt == retries - 1:
                    raise error
                self.wait(self.factor * (2 ** attempt))
        raise RuntimeError("Max retries exceeded")

    def _ask(self, url, retries=3):
        return self._send("GET", url, retries)

    def errors(self, id):
        return self._ask(f"{self.address}/crawl/{id}/errors")
"""


def test_the_keywords_of_a_request_may_be_made_by_a_longer_function(tmp_path: Path) -> None:
    assert found(tmp_path, {"x.py": GENERATED}, "x.py") == ["GET /ports/{port}"]


def test_a_longer_function_is_followed_for_the_url_that_its_caller_is_given(tmp_path: Path) -> None:
    assert "GET {address}/crawl/{id}/errors" in found(tmp_path, {"x.py": SENDER}, "x.py")
    assert not [each for each in found(tmp_path, {"x.py": SENDER.replace("url", "text")}, "x.py") if "crawl" in each]


FILLED = """\
import requests

def url(base, path, values):
    for name, value in values.items():
        if value is not None:
            path = path.replace("{" + name + "}", str(value), 1)
    return base.rstrip("/") + path

def use(values):
    requests.get(url("https://x.example", "/users/{id}", values))
"""


def test_a_template_whose_fields_a_loop_fills_in_keeps_what_is_known(tmp_path: Path) -> None:
    assert found(tmp_path, {"x.py": FILLED}, "x.py") == ["GET https://x.example/users/{id}"]
    assert Analysis(Document.from_text("file:///w/x.py", FILLED), workspace()).diagnostics() == []


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ('path = path + "x"', ["/users/{id}", "{path}"]),
        ('path += "x"', ["/users/{id}", "{path}"]),
        ('path = path.replace("a", name)', ["/users/{id}"]),  # there is no "a" in it
        ("path = value", ["/users/{id}", "{path}"]),
    ],
)
def test_a_text_that_a_loop_changes_otherwise_is_unknown(tmp_path: Path, change: str, shown: list[str]) -> None:
    text = FILLED.replace("        if value", f"        {change}\n        if value")
    # It may have no turn at all.
    paths = shown
    assert sorted(found(tmp_path, {"x.py": text}, "x.py")) == [f"GET https://x.example{each}" for each in paths]


def test_a_table_that_a_function_fills_is_not_gone_through_as_if_it_were_empty(tmp_path: Path) -> None:
    text = FILLED.replace("    for name", "    values = {}\n    collect(values)\n    for name")
    assert found(tmp_path, {"x.py": text}, "x.py") == ["GET https://x.example/users/{id}"]
    [site] = RouteFeatures(Document.from_text("file:///w/x.py", text), workspace()).sites()
    assert [hole.expression for hole in site.template.holes] == ["id"]


TYPED = """\
import httpx

def send(box: httpx.Client, path):
    return box.post(path)

def users(given):
    return send(given.client, "/users")
"""


def test_a_parameter_has_its_declared_type_if_what_is_given_is_unknown(tmp_path: Path) -> None:
    assert "POST /users" in found(tmp_path, {"x.py": TYPED}, "x.py")
    # What is called a client may be one all the same.
    other = found(tmp_path, {"x.py": TYPED.replace("httpx.Client", "Queue")}, "x.py")
    assert "POST /users" in other
