"""What a call gives is called by what it is given to, or by what goes in, and never by what the function does."""

from tests.support.check import hover
from tests.support.routes import check_routes

HEAD = """\
import json, requests, string
from urllib.parse import quote, unquote, urljoin
from elsewhere import build, load

A = "https://a.example"
"""


def test_it_is_called_by_the_variable_the_parameter_or_the_attribute_that_it_is_given_to() -> None:
    check_routes(
        """\
class C:
    def __init__(self, user):
        self.user = build(user, 1)
        self.options = {}
        self.options["limit"] = load()
    def get(self, path):
        return requests.get(A + path)  #> GET https://a.example{path}
    def all(self, size):
        url = build(self, size)
        requests.get(url)  #> GET {url}
        requests.get(f"{A}/{self.user}")  #> GET https://a.example/{user}
        requests.get("{}/{}".format(A, self.options["limit"]))  #> GET https://a.example/{limit}
        for each in load():
            requests.get(f"{A}/{each}")  #> GET https://a.example/{each}
        for each in [build(name, 1) for name in load().keys()]:
            requests.get(each)  #> GET {each}
    def one_of(self, size):
        end = build(1, 2) if size else load(1, 2)
        requests.get("%s/%s" % (A, end))  #> GET https://a.example/{end}
""",
        before=HEAD,
    )


def test_else_it_is_called_by_what_goes_in() -> None:
    check_routes(
        """\
def own(name, safe=""):
    return load(name, safe, 1)
def f(client, name, row):
    requests.get(A + "/" + quote(load(name)))  #> GET https://a.example/{name}
    requests.get(A + "/" + own(row["id"], safe="/"))  #> GET https://a.example/{id}
    requests.get(A + "/" + own(name))  #> GET https://a.example/{name}
    requests.get(build(name))  #> GET {name}
    requests.get(urljoin(client.get_base(), "/a"))  #> GET {base}/a
""",
        before=HEAD,
    )


def test_else_it_is_called_by_where_it_stands() -> None:
    check_routes(
        """\
class C:
    def own(self):
        return load()
    def f(self):
        requests.get(build())  #> GET {url}
        requests.get(build() + "/a")  #> GET {url}/a
        requests.get(f"https://{build()}/a")  #> GET https://{host}/a
        requests.get(f"{A}/{unquote(load())}/a")  #> GET https://a.example/{path}/a
        requests.get(f"{A}/{self.own()}/a")  #> GET https://a.example/{path}/a
        requests.get(f"{A}/a?{build()}")  #> GET https://a.example/a?{query}
        requests.get(f"{A}/a?x={build()}&y=1")  #> GET https://a.example/a?x={x}&y=1
""",
        before=HEAD,
    )


def test_what_only_the_interpreter_has_made_is_called_so_too() -> None:
    check_routes(
        """\
def loops(rows, table, **more):
    for row in rows:
        requests.get(A + "/" + quote(row))  #> GET https://a.example/{row}
        requests.get(A + "/" + quote(row.lower()))  #> GET https://a.example/{row}
    for at, each in enumerate(rows):
        requests.get(A + "/" + str(at) + "/" + quote(each))  #> GET https://a.example/{at}/{each}
    for name in more.values():
        requests.get(A + "/" + quote(name))  #> GET https://a.example/{name}
    for name in more:
        requests.get(A + "/" + quote(name))  #> GET https://a.example/{name}
    for row in [A + "/" + quote(each) for each in rows]:
        requests.get(row)  #> GET https://a.example/{rows}
    requests.get(A + "/" + "/".join(quote(each) for each in rows))  #> GET https://a.example/{rows}
    requests.get(A + "/a/" + "/".join(["b", *rows]))  #> GET https://a.example/a/b | GET https://a.example/a/b/{rows}
def texts(first, user, ids):
    name = "abcdef"[first:]
    requests.get(A + "/" + name.upper())  #> GET https://a.example/{name}
    requests.get(A + "/?filter[of]=" + load() + "&a-b=" + build())  #> GET https://a.example/?filter[of]={filter_of}&a-b={a_b}
def objects(first, **more):
    table = {"a": first, **more}
    requests.get(A + "/?" + json.dumps(table))  #> GET https://a.example/?{table}
    requests.get(A + "/" + json.dumps({"a": first, **more}))  #> GET https://a.example/{path}
    requests.get(A + "/" + str(string.Template("$a $b")))  #> GET https://a.example/{path}
def named(item, items, text, value):
    requests.get(f"{A}/{item}/{items}")  #> GET https://a.example/{item}/{items}
    for each in value:
        requests.get(A + "/" + text + quote(each))  #> GET https://a.example/{text}{each}
""",
        before=HEAD,
    )


def test_what_has_a_name_keeps_it() -> None:
    check_routes(
        """\
def f(value, page, url):
    other = value
    requests.get(f"{A}/{value}")  #> GET https://a.example/{value}
    requests.get(A + other.id + page)  #> GET https://a.example{id}{page}
    host = url
    requests.get(url)  #> GET {url}
""",
        before=HEAD,
    )


def test_a_hover_names_no_function_in_headers_and_queries() -> None:
    plain = hover(f"{HEAD}requests.$0get(A, params=json.dumps({{'a': 1, **load()}}))\n", "x.py")
    assert plain is not None
    assert "?{query}" in plain.markdown
    given = "params={'q': build(), 'filter[of]': load()}, headers={'X-Key': load(), 'X-Id': 'id ' + build()}"
    source = f"{HEAD}requests.$0get(A, {given})\n"
    found = hover(source, "x.py")
    assert found is not None
    assert "build" not in found.markdown
    assert "load" not in found.markdown
    assert "?q={q}&filter%5Bof%5D={filter_of}" in found.markdown
    assert "x-key: {X_Key}" in found.markdown


def test_an_attribute_of_what_is_not_seen_is_called_by_its_key() -> None:
    source = """\
import requests
from elsewhere import Agent
class C:
    def __init__(self):
        self.agent = Agent().random
    def get(self):
        requests.$0get("https://a.example", headers={"User-Agent": self.agent, "X-Kind": Agent.kind})
"""
    found = hover(source, "x.py")
    assert found is not None
    assert "user-agent: {User_Agent}" in found.markdown
    assert "x-kind: {X_Kind}" in found.markdown


def test_what_is_added_up_on_one_way_is_called_by_all_of_it() -> None:
    check_routes(
        """\
class C:
    def __init__(self, base):
        self.base = base
    def get_request(self, url):
        return requests.get(url).json()  #> GET {url}
    def connect(self, url):
        whole = self.base + url if "http" not in url else url
        return self.get_request(whole)  #> ~GET {base}{url} | ~GET {url}
    def page(self, number, size):
        return requests.get(A + "/a", params={"at": number + size})  #> GET https://a.example/a
""",
        before=HEAD,
    )


def test_a_field_that_must_be_given_is_called_by_its_name() -> None:
    check_routes(
        """\
from pydantic import BaseModel, Field
class Config(BaseModel):
    base_url: str = Field(..., description="x")
    host: str = ...
    path: str = Field("/a", description="x")
class Client:
    def __init__(self, config: Config):
        self.config = config
    def get(self, endpoint):
        requests.get(f"{self.config.base_url}/{endpoint}")  #> GET {base_url}/{endpoint}
        requests.get(f"https://{self.config.host}/{endpoint}")  #> GET https://{host}/{endpoint}
        requests.get(A + self.config.path)  #> GET https://a.example/a | GET https://a.example{path}
def received():
    name = yield
    requests.get(A + "/" + name)  #> GET https://a.example/{name}
""",
        before=HEAD,
    )
