"""What is known about a URL: through the standard library, classes and their bases, comprehensions, decided
branches."""

# ruff: noqa: E501 - a source a line
import pytest

from tests.support.check import analysis, workspace
from tests.support.routes import check_routes
from waypost.routes.features import RouteFeatures
from waypost.routes.model.values import KeyedValues
from waypost.text import Document

HEAD = "import os\nimport requests\nfrom urllib.parse import quote, urlencode, urljoin\n"
A = "https://a.example"


def found(source: str) -> list[str]:
    document = Document.from_text("file:///w/x.py", HEAD + source)
    sites = RouteFeatures(document, workspace(None, {"x.py": HEAD + source})).routes.requests()
    return [f"{site.verb} {site.shown}" for site in sites if not site.unknown]


VALUES = {
    "urljoin": ('requests.get(urljoin("https://a.example/v1/", "users"))', f"{A}/v1/users"),
    "urljoin, rooted": ('requests.get(urljoin("https://a.example/v1/", "/users"))', f"{A}/users"),
    "urljoin, a last segment": ('requests.get(urljoin("https://a.example/v1", "users"))', f"{A}/users"),
    "urljoin, an unknown base": ('requests.get(urljoin(base, "users"))', "{base}/users"),
    "quote": ('requests.get("https://a.example/" + quote("a b"))', f"{A}/a%20b"),
    "quote that leaves nothing": ('requests.get("https://a.example/" + quote("a/b c", safe=""))', f"{A}/a%2Fb%20c"),
    "quote that leaves more": ('requests.get("https://a.example/" + quote("a b:c@", ":@"))', f"{A}/a%20b:c@"),
    "quote, unknown": ('requests.get(f"https://a.example/{quote(zone.id, safe=str())}/x")', f"{A}/{{id}}/x"),
    "urlencode": ('requests.get("https://a.example/x?" + urlencode({"a": "b c"}))', f"{A}/x?a=b+c"),
    "posixpath": ('import posixpath\nrequests.get(posixpath.join("https://a.example", "x", y))', f"{A}/x/{{y}}"),
    "the environment": ('requests.get(os.getenv("API_URL", "https://a.example") + "/x")', "{API_URL}/x"),
    "the environment's mapping": ('requests.get(os.environ["API_URL"] + "/x")', "{API_URL}/x"),
    "a URL type": ('import yarl\nrequests.get(yarl.URL("https://a.example/") / "x" / name)', f"{A}/x/{{name}}"),
    "several names": ('a = b = "https://a.example/x"\nrequests.get(a)', f"{A}/x"),
    "the last of several names": ('a = b = "https://a.example/x"\nrequests.get(b)', f"{A}/x"),
    "strip": ('requests.get(f"https://a.example/{zone.strip()}/x")', f"{A}/{{zone}}/x"),
    "strip of slashes": ('requests.get("https://a.example/" + f"{zone}/x/".strip("/"))', f"{A}/{{zone}}/x"),
    "strip of other letters": ('requests.get("https://a.example/" + f"{zone}alph".lstrip("xyz"))', f"{A}/{{zone}}alph"),
    "a cleaned name": ('requests.get(f"https://a.example/{sanitize_id(zone_id)}/x")', f"{A}/{{zone_id}}/x"),
    "a comprehension": ('requests.get("/".join(p.strip("/") for p in ("https://a.example/", "x", None) if p))', f"{A}/x"),
    "getattr": ('class C:\n    path = "x"\n    def f(self):\n        requests.get(f"https://a.example/{getattr(self, \'path\')}")',
                f"{A}/x"),
    "a known question": ('def f(path="/x"):\n    return path + ("&" if "?" in path else "?") + "a=1"\nrequests.get("https://a.example" + f("/y"))',
                         f"{A}/y?a=1"),
    "startswith": ('def f(url):\n    if not url.startswith("http"):\n        url = "https://a.example" + url\n    return requests.get(url)\nf("/x")',
                   f"{A}/x"),
    "the ends of a text": ('base = "https://a.example/v1/"\nrequests.get(base[:-1] + "/x" if base[-1] == "/" else base)', f"{A}/v1/x"),
    "the known end of a text": ('base = f"https://{host}/v1/"\nrequests.get(base if base[-1:] == "/" else base + "?")', "https://{host}/v1/"),
    "a piece of a text": ('requests.get("https://a.example/x#y".split("#")[0])', f"{A}/x"),
    "a substitution": ('import re\nrequests.get("https://a.example/" + re.sub(r"(?<!^)(?=[A-Z])", "_", "ShipmentLabel").lower())', f"{A}/shipment_label"),
}  # fmt: skip


@pytest.mark.parametrize("case", VALUES)
def test_what_is_done_to_a_url_is_known(case: str) -> None:
    source, url = VALUES[case]
    assert f"GET {url}" in found(source + "\n")
    assert len([each for each in found(source + "\n") if "?" not in each or each == f"GET {url}"]) == 1


def test_an_f_string_in_a_loop_is_each_of_its_values() -> None:
    source = 'for name in ("a", "b"):\n    requests.get(f"https://a.example/{name}")\n'
    assert found(source) == [f"GET {A}/a", f"GET {A}/b"]


def test_a_branch_that_the_arguments_exclude_is_no_request() -> None:
    source = """
def call(method, url):
    if method == "GET":
        return requests.get(url)
    return requests.post(url)

call("GET", "https://a.example/x")
"""
    assert found(source) == [f"GET {A}/x"]


CLIENTS = {
    "send": "def send(self, request, **kw):\n        return super().send(request, **kw)",
    "request": "def request(self, method, url, **kw):\n        return super().request(method, 'https://a.example' + url, **kw)",
}


@pytest.mark.parametrize("method", CLIENTS)
def test_a_client_that_overrides_how_it_sends_stays_one(method: str) -> None:
    source = f"class Api(requests.Session):\n    {CLIENTS[method]}\n\nApi().get('/x')\n"
    assert found(source) == ["GET /x" if method == "send" else f"GET {A}/x"]


def test_a_base_is_made_with_what_its_subclass_gives_it() -> None:
    source = """
import httpx

class Base:
    def __init__(self, base):
        self.base = base

    def load(self, path):
        return requests.get(self.base + path)

class Api(Base):
    def __init__(self):
        super().__init__("https://a.example")

    def users(self):
        return self.load("/users")

class Http(httpx.Client):
    def __init__(self):
        super().__init__(base_url="https://b.example")

    def users(self):
        return self.get("/users")
"""
    assert found(source) == [f"GET {A}/users", "GET /users"]


def test_an_enumeration_of_verbs_is_its_values() -> None:
    source = """
from enum import Enum
from http import HTTPMethod

class Verb(Enum):
    PUT = "PUT"

requests.request(Verb.PUT.value, "https://a.example/x")
requests.request(HTTPMethod.PATCH, "https://a.example/x")
"""
    assert found(source) == [f"PUT {A}/x", f"PATCH {A}/x"]


LISTS = {
    "append": ('parts = ["users"]\n    parts.append(name)', "GET https://x.example/users/{name}"),
    "extend": ('parts = ["users"]\n    parts.extend([name, "posts"])', "GET https://x.example/users/{name}/posts"),
    "insert": ('parts = ["users"]\n    parts.insert(0, name)', "GET https://x.example/{parts}"),
    "an item": ('parts = ["users"]\n    parts[0] = name', "GET https://x.example/{parts}"),
    "in a loop": (
        'parts = ["users"]\n    for each in name:\n        parts.append(each)',
        "GET https://x.example/{parts}",
    ),
    "what changes nothing": ('parts = ["users"]\n    parts.index("users")', "GET https://x.example/users"),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_that_is_changed_is_not_what_it_was(name: str) -> None:
    lines, expected = LISTS[name]
    call = 'requests.get("https://x.example/" + "/".join(parts))'
    sites = analysis(f"import requests\n\ndef f(name):\n    {lines}\n    {call}\n", "x.py").features.sites()
    assert [f"{site.verb} {site.shown}" for site in sites] == [expected]


MADE = {
    "places that a function fills in": ('import re\nrequests.get(re.sub(r":(\\w+)", lambda found: values[found[1]], "https://a.example/x/:user/y/:id"))', f"{A}/x/{{user}}/y/{{id}}"),
    "places after an unknown part that a function fills in": ('import re\nrequests.get(re.sub(r"<(\\w+)>", lambda found: values[found[1]], f"{base}/x/<user>/y").rstrip("/"))', "{base}/x/{user}/y"),
    "a place that goes beyond an unknown part": ('import re\nrequests.get("https://a.example/x/" + re.sub("<(.+)>", lambda found: values[found[1]], f"<{user}>"))', f"{A}/x/{{sub}}"),
    "places of a template": ('from string import Template\nrequests.get(Template("https://a.example/$kind/${id}/$$").substitute(id=zone, kind="x"))', f"{A}/x/{{zone}}/$"),
    "places of a template without values": ('from string import Template\nrequests.get(Template("https://a.example/$x").safe_substitute(given))', f"{A}/{{x}}"),
    "no template": ('requests.get("https://a.example/$x")', f"{A}/$x"),
    "no place that a function fills in": ('import re\nrequests.get(re.sub(r":(\\d+)", lambda found: values[found[1]], "https://a.example/x"))', f"{A}/x"),
    "lists of urlencode": ('requests.get("https://a.example/x?" + urlencode({"a": 1, "b": ["1", two]}, doseq=True))', f"{A}/x?a=1&b=1&b={{two}}"),
    "lists of urlencode, as one": ('requests.get("https://a.example/x?" + urlencode({"b": ["1", "2"]}))', f"{A}/x?b={{b}}"),
    "parameters of a URL": ('import httpx\nhttpx.get(httpx.URL("https://a.example/x?old=1", params={"a": True, "b": ["1", "2"]}))', f"{A}/x?a=true&b=1&b=2"),
    "no parameters of a URL": ('import httpx\nhttpx.get(httpx.URL("https://a.example/x?old=1", params={}))', f"{A}/x"),
    "quote that leaves something unknown": ('requests.get("https://a.example/" + quote("a/b", safe=kept))', f"{A}/{{b}}"),
    "more in the query of a URL": ('import httpx\nhttpx.get(httpx.URL("https://a.example/x?a=1").copy_merge_params({"b": True}))', f"{A}/x?a=1&b=true"),
    "the same in the query of a URL": ('import httpx\nhttpx.get(httpx.URL("https://a.example/x?a=1").copy_merge_params({"a": 2}))', "{URL}"),
    "another path of a URL": ('import httpx\nhttpx.get(httpx.URL("https://a.example/x?a=1").copy_with(path="/y"))', f"{A}/y?a=1"),
    "another host of a URL": ('import httpx\nhttpx.get(httpx.URL("https://a.example/x").copy_with(host="b.example"))', "{URL}"),
    "a query by a percent sign": ('import yarl\nrequests.get(yarl.URL("https://a.example/x") / "y" % {"a": "b c"})', f"{A}/x/y?a=b+c"),
    "a path behind a query": ('import yarl\nrequests.get(yarl.URL("https://a.example/x?a=1") / "y")', f"{A}/x/y"),
    "formatting by a percent sign": ('requests.get("https://a.example/%(a)s" % {"a": "b"})', f"{A}/b"),
    "another query": ('import yarl\nrequests.get(yarl.URL("https://a.example/x?a=1").with_query({"b": 2}))', f"{A}/x?b=2"),
    "a longer query": ('import yarl\nrequests.get(yarl.URL("https://a.example/x?a=1").update_query(b=2))', f"{A}/x?a=1&b=2"),
    "another path": ('import yarl\nrequests.get(yarl.URL("https://a.example/x?a=1").with_path("/y"))', f"{A}/y"),
    "a longer path": ('import yarl\nrequests.get(yarl.URL("https://a.example/x").joinpath("y", zone))', f"{A}/x/y/{{zone}}"),
    "a longer path of something unknown": ('import yarl\nrequests.get(yarl.URL(page) / "x" / zone)', "{page}/x/{zone}"),
    "a longer path of an attribute": ('import yarl\nrequests.get(str(yarl.URL(self.page.format(a=1)) / "x"))', "{format}/x"),
    "a query of something unknown": ('import yarl\nrequests.get((yarl.URL(page) / "x").with_query(a=1))', "{page}/x?a=1"),
    "a method of something unknown": ('import yarl\nrequests.get(yarl.URL(page).joinpath("x", "y"))', "{page}/x/y"),
    "another path of something unknown": ('import yarl\nrequests.get(yarl.URL(page).with_path("/y"))', "{URL}"),
    "a percent sign after something unknown": ('import yarl\nrequests.get(yarl.URL(page) % {"a": 1})', "{url}"),
    "a URL that is built": ('import yarl\nrequests.get(yarl.URL.build(scheme="https", host="a.example", path="/x", query={"a": "b c", "d": ["1", "2"]}))', f"{A}/x?a=b+c&d=1&d=2"),
    "a URL that is built of unknown parts": ('import yarl\nrequests.get(yarl.URL.build(scheme="http", host=self.host, port=self.port, path="/x/") / "y")', "http://{host}:{port}/x/y"),
    "a URL that is built with its usual port": ('import yarl\nrequests.get(yarl.URL.build(scheme="https", host="a.example", port=443, path="/x"))', f"{A}/x"),
    "a URL that is built with another port": ('import yarl\nrequests.get(yarl.URL.build(scheme="https", host="a.example", port=80, path="/x"))', "https://a.example:80/x"),
    "a URL that is built without a port": ('import yarl\nrequests.get(yarl.URL.build(scheme="https", host="a.example", port=None, path=f"/x/{zone}"))', f"{A}/x/{{zone}}"),
    "a URL that is built with an escaped path": ('import yarl\nrequests.get(yarl.URL.build(scheme="https", host="a.example", path="/x%20y"))', "{build}"),
    "a URL that is built with a port that may be usual": ('import yarl\nrequests.get(yarl.URL.build(scheme=self.scheme, host="a.example", port=80, path="/x"))', "{build}"),
    "a URL that cannot be built": ('import yarl\nrequests.get(yarl.URL.build(scheme="https", host="a.example", path="x"))', "{build}"),
    "a URL that is built of a user, too": ('import yarl\nrequests.get(yarl.URL.build(scheme="https", host="a.example", user="u", path="/x"))', "{build}"),
    "a URL that is built of more": ('import yarl\nrequests.get(yarl.URL.build(scheme="https", host="a.example", **given))', "{build}"),
    "a half-typed URL that is built": ('import yarl\nrequests.get(yarl.URL.build(scheme="https", host=))', "{build}"),
    "a URL that is joined": ('import yarl\nrequests.get(yarl.URL("https://a.example/api/").join(yarl.URL("x")))', f"{A}/api/x"),
    "a rooted URL that is joined": ('import yarl\nrequests.get(yarl.URL("https://a.example/a?x=1").join(yarl.URL("/b?y=2")))', f"{A}/b?y=2"),
    "a URL that is joined to an unknown one": ('import yarl\nrequests.get(yarl.URL(page).join(yarl.URL("x")))', "{page}/x"),
    "a list that is joined by a URL": ('requests.get("https://a.example/".join(["", "x"]))', f"{A}/x"),
    "a rooted URL that is joined to an unknown scheme": ('import yarl\nrequests.get(yarl.URL.build(scheme=self.scheme, host="a.example", path="/x/").join(yarl.URL("/y")))', "{scheme}://a.example/y"),
    "urljoin with an unknown scheme": ('requests.get(urljoin(f"{scheme}://a.example/x", "/y"))', "{scheme}://a.example/y"),
    "something unknown in an f-string": ('import yarl\nurl = yarl.URL(page)\nrequests.get(f"{url}/x")', "{page}/x"),
    "a parameter that is declared as a URL": ('from yarl import URL\ndef ask(page: "URL | None"):\n    requests.get(page / "x" / zone)', "{page}/x/{zone}"),
    "a parameter that is a file": ('def ask(page: Path):\n    requests.get(page / "x" / zone)', "{zone}"),
    "a number": ("def ask(page: int):\n    requests.get(page / 2)", "{page}"),
    "unknown parameters of a URL": ('import httpx\nhttpx.get(httpx.URL("https://a.example/x", params=given))', "{URL}"),
    "replaced parts": ('from urllib.parse import urlsplit, urlunsplit\nparts = urlsplit("https://a.example/old?q=1")\nrequests.get(urlunsplit(parts._replace(path="/x", query="a=1")))', f"{A}/x?a=1"),
    "an unknown part": ('from urllib.parse import urlsplit, urlunsplit\nrequests.get(urlunsplit(urlsplit("https://a.example/old")._replace(path=f"/x/{zone}")))', f"{A}/x/{{zone}}"),
    "parts as they are": ('from urllib.parse import urlparse\nrequests.get(urlparse("https://a.example/x?q=1")._replace(query=None).geturl())', f"{A}/x"),
    "one part": ('from urllib.parse import urlsplit\nrequests.get("https://a.example" + urlsplit("https://b.example/x?q=1").path)', f"{A}/x"),
    "parts in a tuple": ('from urllib.parse import urlunparse\nrequests.get(urlunparse(("https", "a.example", "x", "", "a=1", "")))', f"{A}/x?a=1"),
    "parts that are not known": ('from urllib.parse import urlsplit, urlunsplit\nrequests.get(urlunsplit(urlsplit("https://a.example/x")._replace(**changes)))', "{urlunsplit}"),
    "parts of what is not absolute": ('from urllib.parse import urlsplit, urlunsplit\nrequests.get(urlunsplit(urlsplit("/x?q=1")._replace(query="")))', "{urlunsplit}"),
    "another path of an unknown URL": ('from urllib.parse import urlparse, urlunparse\nrequests.get(urlunparse(urlparse(base)._replace(path="/x/" + zone)))', "{base}/x/{zone}"),
    "an unknown URL without its query": ('from urllib.parse import urlsplit\nrequests.get(urlsplit(page)._replace(query="", fragment="").geturl())', "{page}"),
    "a longer path of an unknown URL": ('from urllib.parse import urlparse, urlunparse\nu = urlparse(page)\nrequests.get(urlunparse((u[0], u[1], u[2] + ".metadata", "", "", "")))', "{page}.metadata"),
    "parts of an unknown URL under names": ('from urllib.parse import urlsplit, urlunsplit\nscheme, host, path, query, _ = urlsplit(page)\nrequests.get(urlunsplit((scheme, host, path + "/x", "a=1", "")))', "{page}/x?a=1"),
    "another host of an unknown URL": ('from urllib.parse import urlsplit, urlunsplit\nrequests.get(urlunsplit(urlsplit(page)._replace(netloc="b.example")))', "{urlunsplit}"),
    "an unknown host": ('from urllib.parse import urlsplit, urlunsplit\nrequests.get(urlunsplit(urlsplit(page)._replace(scheme="https", path="/x")))', "https://{netloc}/x"),
    "named scheme and host": ('from urllib.parse import urlunsplit\nrequests.get(urlunsplit((self.scheme, self.host, "/x", "", "")))', "{scheme}://{host}/x"),
    "items of something unknown": ('from urllib.parse import urlunparse\nrequests.get(urlunparse((u[0], u[1], u[2], "", "", "")))', "{urlunparse}"),
    "a part of an unknown URL": ('from urllib.parse import urlsplit\nrequests.get("https://" + urlsplit(page).hostname + "/x")', "https://{hostname}/x"),
    "parts that are replaced or not": ('from urllib.parse import urlsplit\nu = urlsplit("https://a.example/x")\nif zone:\n    u = u._replace(path="/y")\nrequests.get(u.geturl())', "{geturl}"),
    "a part that is replaced or not": ('from urllib.parse import urlsplit\nu = urlsplit("https://a.example/x")\nif zone:\n    u = u._replace(path="/y")\nrequests.get("https://b.example" + u.path)', "https://b.example{path}"),
    "a list without its last item": ('requests.get("/".join("https://a.example/x/{id}".split("/")[:-1]))', f"{A}/x"),
    "a part of a list that is not known": ('requests.get("https://a.example/" + "/".join(["x", "y"][:end]))', f"{A}/{{join}}"),
    "a URL that changes when it is put together": ('from urllib.parse import urlsplit\nrequests.get(urlsplit("HTTPS://a.example/x?").geturl())', "{urlsplit}"),
}  # fmt: skip


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("case", MADE)
def test_urls_made_of_parts_are_known(case: str, newline: str) -> None:
    source, url = MADE[case]
    document = Document.from_text("file:///w/x.py", f"{HEAD}'𝄞'\n{source}\n".replace("\n", newline))
    sites = RouteFeatures(document, workspace(None, {})).routes.requests()
    assert [f"{site.verb} {site.shown}" for site in sites] == [f"GET {url}"]


def test_a_url_that_is_built_with_one_of_two_schemes_is_two() -> None:
    scheme = '"https" if self.secure else "http"'
    source = f'import yarl\nrequests.get(yarl.URL.build(scheme={scheme}, host="a.example", path="/x"))\n'
    assert sorted(found(source)) == ["GET http://a.example/x", f"GET {A}/x"]


def test_the_parameters_of_a_call_are_those_of_a_query_object() -> None:
    source = "import httpx\nhttpx.get('https://a.example/x', params=httpx.QueryParams({'a': 1}))\n"
    document = Document.from_text("file:///w/x.py", source)
    (site,) = RouteFeatures(document, workspace(None, {"x.py": source})).routes.requests()
    assert isinstance(site.query, KeyedValues)
    assert list(site.query.by_key) == ["a"]


VERBS = {
    "one of two": ('verb = "put" if flag else "patch"', ["PUT", "PATCH"]),
    "each of a loop": ('for verb in ("get", "delete"):\n   ', ["GET", "DELETE"]),
    "known": ('verb = "post"', ["POST"]),
    "one is not known": ('verb = "put" if flag else given', [""]),
    "not known": ("verb = given", [""]),
    "half-typed": ("verb =", [""]),
}


@pytest.mark.parametrize("case", VERBS)
def test_a_function_that_is_named_by_a_text_is_called(case: str) -> None:
    source, verbs = VERBS[case]
    expected = sorted(f"{verb} {A}/x" for verb in verbs)
    assert (
        sorted(
            found(
                f'{source}\n    getattr(requests, verb)("{A}/x")\n'
                if "for" in source
                else f'{source}\ngetattr(requests, verb)("{A}/x")\n'
            )
        )
        == expected
    )


def test_texts_are_what_python_makes_of_them() -> None:
    check_routes(
        """\
import json
import httpx
import uritemplate

BASE = "https://a.example/"
httpx.get(BASE + "1")  #> GET https://a.example/1
def later():
    httpx.get(BASE + "2")  #> GET https://b.example/2
def plural(name):
    return name.lower() + "s"
def named(name):
    return name + "s"

BASE = "https://b.example/"
httpx.get(BASE + "%i/%d" % (5, 6))  #> GET https://b.example/5/6
httpx.get(BASE + plural("Pet"))  #> GET https://b.example/pets
httpx.get(BASE + named("Pet"))  #> GET https://b.example/{named}
httpx.get(BASE + json.dumps([1]))  #> GET https://b.example/[1]
httpx.get(BASE + json.dumps(obj=2))  #> GET https://b.example/{dumps}
httpx.get(uritemplate.expand("https://c.example/{b}", b=1))  #> GET https://c.example/1 | https://c.example/{b}
httpx.get(BASE + "abc".removeprefix("x") + "abc".removeprefix("a"))  #> GET https://b.example/abcbc
httpx.get(BASE + "abc".removesuffix("x") + "abc".removesuffix("c"))  #> GET https://b.example/abcab
httpx.get(BASE + "abc".removesuffix(""))  #> GET https://b.example/abc
httpx.get(BASE + '''a  #> GET https://b.example/a-b--c
b

c'''.replace("\\n", "-"))

found = {"a": "1"}
found.setdefault("a", "2")
found.setdefault("b", "3")
httpx.get(BASE + found["a"] + found["b"])  #> GET https://b.example/13
perhaps = {}
if unknown:
    perhaps["a"] = "1"
httpx.get(BASE + perhaps["a"])  #> GET https://b.example/{a}
httpx.get(BASE + perhaps.get("a"))  #> GET https://b.example/{a}
a, b = ("1",)
httpx.get(BASE + b)  #> GET https://b.example/{b}
a, b = ("1", "2")
httpx.get(BASE + b)  #> GET https://b.example/2
""",
    )


def test_letters_behind_something_that_may_be_empty_are_not_known_to_stay() -> None:
    [made] = found('requests.get(f"https://a.example/" + f"{name}to".lstrip("t") + "/x")\n')
    assert "}to" not in made
    assert made.endswith("/x")


NOT_KNOWN = {
    "a pattern that takes long": ('import re\npath = re.sub("(a+)+$", "", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab")', "path"),
    "a wrong pattern": ('import re\npath = re.sub("(", "", "a")', "path"),
    "a function in place of a text": ('import re\npath = re.sub("a", str.upper, "a")', "path"),
    "an end that is not known": ('path = f"{host}"[:-1]', "path"),
    "letters before something that may be empty": ('path = f"\U0001f6a9alph{host}".rstrip("h")', "path"),
    "an item that is not there": ('path = "ab"[7]', "path"),
    "steps": ('path = "abc"[::2]', "path"),
    "half-typed": ('path = "abc"[1:', "path"),
}  # fmt: skip


@pytest.mark.parametrize("case", NOT_KNOWN)
def test_what_is_not_known_of_a_text_is_not_made_up(case: str) -> None:
    source, _ = NOT_KNOWN[case]
    for made in found(f"{source}\nrequests.get('https://a.example/' + path)\n"):
        assert made.startswith(f"GET {A}/{{")
