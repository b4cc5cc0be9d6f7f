"""What is known about a URL: through the standard library, classes and their bases, comprehensions, decided
branches."""

# ruff: noqa: E501 - a source a line
import pytest

from tests.compare.interpreters import stated
from tests.support.check import workspace
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


def test_what_is_made_of_texts() -> None:
    check_routes("""\
import requests
import os
import posixpath

requests.get(posixpath.join("https://a.example", "x", y))  #> ~GET https://a.example/x/{y}
url = posixpath.join("https://a.example", *parts)
requests.get(url)  #> ~GET https://a.example/{parts}
requests.get(posixpath.join("https://a.example", "x", *parts))  #> ~GET https://a.example/x/{parts}
url = posixpath.join("https://a.example", **parts)
requests.get(url)  #> GET {url}
requests.get(os.getenv("API_URL", "https://a.example") + "/x")  #> GET {API_URL}/x
requests.get(os.environ["API_URL"] + "/x")  #> GET {API_URL}/x
a = b = "https://a.example/x"
requests.get(a)  #> GET https://a.example/x
a = b = "https://a.example/x"
requests.get(b)  #> GET https://a.example/x
requests.get(f"https://a.example/{zone.strip()}/x")  #> GET https://a.example/{zone}/x
requests.get("https://a.example/" + f"{zone}/x/".strip("/"))  #> GET https://a.example/{zone}/x
requests.get("https://a.example/" + f"{zone}alph".lstrip("xyz"))  #> GET https://a.example/{zone}alph
requests.get(f"https://a.example/{sanitize_id(zone_id)}/x")  #> GET https://a.example/{zone_id}/x
requests.get("/".join(p.strip("/") for p in ("https://a.example/", "x", None) if p))  #> GET https://a.example/x
class C:
    path = "x"
    def f(self):
        requests.get(f"https://a.example/{getattr(self, 'path')}")  #> GET https://a.example/x
def with_query(path="/x"):
    return path + ("&" if "?" in path else "?") + "a=1"
requests.get("https://a.example" + with_query("/y"))  #> GET https://a.example/y?a=1
def absolute(url):
    if not url.startswith("http"):
        url = "https://a.example" + url
    return requests.get(url)  #> ...
absolute("/x")  #> GET https://a.example/x
base = "https://a.example/v1/"
requests.get(base[:-1] + "/x" if base[-1] == "/" else base)  #> GET https://a.example/v1/x
base = f"https://{host}/v1/"
requests.get(base if base[-1:] == "/" else base + "?")  #> GET https://{host}/v1/
requests.get("https://a.example/x#y".split("#")[0])  #> GET https://a.example/x
requests.get("https://a.example/$x")  #> GET https://a.example/$x
requests.get("https://a.example/%(a)s" % {"a": "b"})  #> GET https://a.example/b
requests.get("https://a.example/".join(["", "x"]))  #> GET https://a.example/x
def of_a_file(page: Path):
    requests.get(page / "x" / zone)  #> GET {page}
def of_a_number(page: int):
    requests.get(page / 2)  #> GET {page}
requests.get("/".join("https://a.example/x/{id}".split("/")[:-1]))  #> GET https://a.example/x
requests.get("https://a.example/" + "/".join(["x", "y"][:end]))  #> GET https://a.example/{path}
""")


def test_what_urllib_makes_of_a_url() -> None:
    check_routes("""\
import requests
from urllib.parse import quote, splituser, urlencode, urljoin, urlparse, urlsplit, urlunparse, urlunsplit

requests.get(urljoin("https://a.example/v1/", "users"))  #> GET https://a.example/v1/users
requests.get(urljoin("https://a.example/v1/", "/users"))  #> GET https://a.example/users
requests.get(urljoin("https://a.example/v1", "users"))  #> GET https://a.example/users
requests.get(urljoin(base, "users"))  #> GET {base}/users
requests.get("https://a.example/" + quote("a b"))  #> GET https://a.example/a%20b
requests.get("https://a.example/" + quote("a/b c", safe=""))  #> GET https://a.example/a%2Fb%20c
requests.get("https://a.example/" + quote("a b:c@", ":@"))  #> GET https://a.example/a%20b:c@
requests.get(f"https://a.example/{quote(zone.id, safe=str())}/x")  #> GET https://a.example/{id}/x
requests.get("https://a.example/x?" + urlencode({"a": "b c"}))  #> GET https://a.example/x?a=b+c
requests.get("https://a.example/x?" + urlencode({"a": 1, "b": ["1", two]}, doseq=True))  #> GET https://a.example/x?a=1&b=1&b={two}
requests.get("https://a.example/x?" + urlencode({"b": ["1", "2"]}))  #> GET https://a.example/x?b={b}
fields = {"a": 1}
if zone:
    fields["b"] = zone
if team:
    fields["c"] = f"{team}!"
requests.get("https://a.example/x?" + urlencode(fields))  #> GET https://a.example/x?a=1&b={zone?}&c={c?}
fields.update(more)
requests.get("https://a.example/x?" + urlencode(fields))  #> GET https://a.example/x?{fields}
requests.get("https://a.example/" + quote("a/b", safe=kept))  #> GET https://a.example/{path}
requests.get(urljoin(f"{scheme}://a.example/x", "/y"))  #> GET {scheme}://a.example/y
requests.get(urljoin(f"http://{page}:{port}/x/", "/y"))  #> GET http://{page}:{port}/y
requests.get(urljoin(f"https://{zone}.a.example", "/y"))  #> GET https://{zone}.a.example/y
requests.get(urljoin(f"https://a.{zone}/x/", "y"))  #> GET https://a.{zone}/x/y
requests.get(urljoin(f"https://a.example{page}", "/y"))  #> GET {page}
parts = urlsplit("https://a.example/old?q=1")
requests.get(urlunsplit(parts._replace(path="/x", query="a=1")))  #> GET https://a.example/x?a=1
requests.get(urlunsplit(urlsplit("https://a.example/old")._replace(path=f"/x/{zone}")))  #> GET https://a.example/x/{zone}
requests.get(urlparse("https://a.example/x?q=1")._replace(query=None).geturl())  #> GET https://a.example/x
requests.get("https://a.example" + urlsplit("https://b.example/x?q=1").path)  #> GET https://a.example/x
requests.get(urlunparse(("https", "a.example", "x", "", "a=1", "")))  #> GET https://a.example/x?a=1
requests.get(urlunsplit(urlsplit("https://a.example/x")._replace(**changes)))  #> GET {changes}
requests.get(urlunsplit(urlsplit("/x?q=1")._replace(query="")))  #> GET /x
requests.get(urlunparse(urlparse(base)._replace(path="/x/" + zone)))  #> GET {base}/x/{zone}?{query}
requests.get(urlsplit(page)._replace(query="", fragment="").geturl())  #> GET {page}
u = urlparse(page)
requests.get(urlunparse((u[0], u[1], u[2] + ".metadata", "", "", "")))  #> GET {page}.metadata
scheme, host, path, query, _ = urlsplit(page)
requests.get(urlunsplit((scheme, host, path + "/x", "a=1", "")))  #> GET {page}/x?a=1
requests.get(urlunsplit(urlsplit(page)._replace(netloc="b.example")))  #> GET {page}
requests.get(urlunsplit(urlsplit(page)._replace(scheme="https", path="/x")))  #> GET https://{netloc}/x?{query}
requests.get(urlunsplit((self.scheme, self.host, "/x", "", "")))  #> GET {scheme}://{host}/x
requests.get(urlunparse((given[0], given[1], given[2], "", "", "")))  #> GET {given}
scheme, host, path, query, _ = urlsplit(f"https://a.example/x/{zone}?a={page}")
_, host = splituser(host)
requests.get(urlunsplit((scheme, host, path, query, "")))  #> GET https://a.example/x/{zone}?a={page}
scheme, host, path, query, _ = urlsplit(f"https://a.example{page}?a={zone}")
requests.get(urlunsplit((scheme, host, path, query, "")))  #> ~GET https://a.example{page}?a={zone}
requests.get(urlunsplit((scheme, "b.example", path, query, "")))  #> ~GET https://b.example{page}?a={zone}
_, host = splituser(urlsplit(page).netloc)
requests.get("https://" + host + "/x")  #> GET https://{host}/x
requests.get("https://" + splituser("u:p@b.example")[1] + "/x")  #> GET https://b.example/x
requests.get("https://" + urlsplit(page).hostname + "/x")  #> GET https://{hostname}/x
u = urlsplit("https://a.example/x")
if zone:
    u = u._replace(path="/y")
requests.get(u.geturl())  #> GET https://a.example/x | GET https://a.example/y
u = urlsplit("https://a.example/x")
if zone:
    u = u._replace(path="/y")
requests.get("https://b.example" + u.path)  #> GET https://b.example/x | GET https://b.example/y
requests.get(urlsplit("HTTPS://a.example/x?").geturl())  #> GET https://a.example/x
requests.get(urljoin(f"https://a.example/x/{zone}", "y"))  #> GET https://a.example/x/{zone}y
u, v = urlsplit(page), urlsplit(other)
requests.get(urlunsplit((u.scheme, u.netloc, "/new", "", "")))  #> GET {page}/new
requests.get(urlunsplit((u[0], u[1], "/new", u[3], "")))  #> GET {page}/new?{query}
requests.get(urlunsplit((u.scheme, v.netloc, u.path, "", "")))  #> GET {scheme}://{netloc}{path}
requests.get(u._replace(scheme="https", netloc="b.example").geturl())  #> GET https://b.example/{path}?{query}
requests.get(u._replace(scheme="https", netloc="b.example", query="").geturl())  #> GET https://b.example/{path}
requests.get("https://a.example/x?" + urlencode({"a": "b c" if zone else 2}))  #> GET https://a.example/x?a=b+c | GET https://a.example/x?a=2
requests.get("https://a.example/x?" + urlencode({"a": f"{'b/' if zone else 'c/'}{page}"}))  #> GET https://a.example/x?a=b%2F{page} | GET https://a.example/x?a=c%2F{page}
url = u._replace(host="b.example").geturl()
requests.get(url)  #> GET {url}
url = urlsplit("http://[a/x").geturl()
requests.get("https://a.example" + urlsplit("http://[a/x").path)  #> GET https://a.example{path}
requests.get(urljoin("http://[a/", "x"))  #> GET {url}
""")


def test_of_too_many_urls_none_is_told_alone() -> None:
    check_routes("""\
import requests
from urllib.parse import urljoin, urlsplit

HOSTS = {"a": "https://a.example", "b": "https://b.example", "c": "https://c.example"}
PATHS = {"r": "r", "s": "s", "t": "t"}
url = urljoin(HOSTS[one], PATHS[other])
requests.get(url)  #> GET {url}
url = urlsplit(HOSTS[one])._replace(path=PATHS[other], query="x").geturl()
requests.get(url)  #> GET https://{host} | ...
""")


def test_what_yarl_makes_of_a_url() -> None:
    check_routes("""\
import requests
import yarl

requests.get(yarl.URL("https://a.example/") / "x" / name)  #> GET https://a.example/x/{name}
requests.get(yarl.URL("https://a.example/x") / "y" % {"a": "b c"})  #> GET https://a.example/x/y?a=b+c
requests.get(yarl.URL("https://a.example/x?a=1") / "y")  #> GET https://a.example/x/y
requests.get(yarl.URL("https://a.example/x?a=1").with_query({"b": 2}))  #> GET https://a.example/x?b=2
requests.get(yarl.URL("https://a.example/x?a=1").update_query(b=2))  #> GET https://a.example/x?a=1&b=2
requests.get(yarl.URL("https://a.example/x?a=1").with_path("/y"))  #> GET https://a.example/y
requests.get(yarl.URL("https://a.example/x").joinpath("y", zone))  #> GET https://a.example/x/y/{zone}
requests.get(yarl.URL(page) / "x" / zone)  #> GET {page}/x/{zone}
requests.get(str(yarl.URL(self.page.format(a=1)) / "x"))  #> GET {page}/x
requests.get((yarl.URL(page) / "x").with_query(a=1))  #> GET {page}/x?a=1
requests.get(yarl.URL(page).joinpath("x", "y"))  #> GET {page}/x/y
requests.get(yarl.URL(page).with_path("/y"))  #> GET {page}/y
requests.get(yarl.URL(page).with_path("y") / "z")  #> GET {page}/y/z
requests.get(yarl.URL(page).with_path(zone))  #> GET {page}
requests.get(yarl.URL("https://a.example/x?a=1").with_path("y"))  #> GET https://a.example/y
requests.get(yarl.URL(f"https://{page}/x") / "y")  #> GET https://{page}/x/y
requests.get(yarl.URL(f"http://{page}:{port}").with_path("y"))  #> GET http://{page}:{port}/y
requests.get(yarl.URL(f"http://{page}").with_scheme("https") / "y")  #> GET https://{page}/y
requests.get(yarl.URL(page).with_scheme("https") / "y")  #> GET {page}/y
requests.get(yarl.URL("http://a.example/y").with_scheme(zone))  #> GET {zone}
requests.get(yarl.URL(page) % {"a": 1})  #> GET {url}
requests.get(yarl.URL.build(scheme="https", host="a.example", path="/x", query={"a": "b c", "d": ["1", "2"]}))  #> GET https://a.example/x?a=b+c&d=1&d=2
requests.get(yarl.URL.build(scheme="http", host=self.host, port=self.port, path="/x/") / "y")  #> GET http://{host}:{port}/x/y
requests.get(yarl.URL.build(scheme="https", host="a.example", port=443, path="/x"))  #> GET https://a.example/x
requests.get(yarl.URL.build(scheme="https", host="a.example", port=80, path="/x"))  #> GET https://a.example:80/x
requests.get(yarl.URL.build(scheme="https", host="a.example", port=None, path=f"/x/{zone}"))  #> GET https://a.example/x/{zone}
requests.get(yarl.URL.build(scheme="https", host="a.example", path="/x%20y"))  #> GET {url}
requests.get(yarl.URL.build(scheme=self.scheme, host="a.example", port=80, path="/x"))  #> GET {scheme}
requests.get(yarl.URL.build(scheme="https", host="a.example", path="x"))  #> GET {url}
requests.get(yarl.URL.build(scheme="https", host="a.example", user="u", path="/x"))  #> GET {url}
requests.get(yarl.URL.build(scheme="https", host="a.example", **given))  #> GET {given}
requests.get(yarl.URL("https://a.example/api/").join(yarl.URL("x")))  #> GET https://a.example/api/x
requests.get(yarl.URL("https://a.example/a?x=1").join(yarl.URL("/b?y=2")))  #> GET https://a.example/b?y=2
requests.get(yarl.URL(page).join(yarl.URL("x")))  #> GET {page}/x
requests.get(yarl.URL.build(scheme=self.scheme, host="a.example", path="/x/").join(yarl.URL("/y")))  #> GET {scheme}://a.example/y
requests.get(yarl.URL(f"https://a.example/x?a={zone}"))  #> GET https://a.example/x?a={zone}
requests.get(yarl.URL(f"https://{zone}/x?a=1") / "y")  #> GET https://{zone}/x/y
url = yarl.URL(f"https://a.example/x?a={zone}").update_query(b=1)
requests.get(url)  #> GET {url}
requests.get((yarl.URL("https://a.example") / "x").with_query({"q": f"a {zone}"}))  #> GET https://a.example/x?q=a+{zone}
fields = {"b": "c"}
if zone:
    fields["page"] = zone
requests.get(yarl.URL("https://a.example/x?sort=1").update_query(fields))  #> GET https://a.example/x?sort=1&b=c&page={zone?}
url = yarl.URL("https://a.example/x?page=1").update_query(fields)
requests.get(url)  #> GET {url}
# What it writes in another way, or refuses, is not known.
url = yarl.URL("https://a.example:443/x")
requests.get(url)  #> GET {url}
url = yarl.URL("https://a.example").joinpath(*given)
requests.get(url)  #> GET {url}
url = yarl.URL("https://a.example/x").with_query(a=1, **given)
requests.get(url)  #> GET {url}
url = yarl.URL("https://a.example/x").with_query(q=f"x/{zone}")
requests.get(url)  #> GET {url}
url = yarl.URL("https://a.example/x?t=1&t=2").update_query(a=3)
requests.get(url)  #> GET {url}
url = yarl.URL("https://a.example/x?flag").update_query(a=3)
requests.get(url)  #> GET {url}
requests.get("https://a.example" + str(yarl.URL("/x").with_path("/y")))  #> GET https://a.example{path}
requests.get("https://a.example" + str(yarl.URL()))  #> GET https://a.example{path}
url = yarl.URL(page)
requests.get(f"{url}/x")  #> GET {page}/x
def of_a_url(page: "URL | None"):
    requests.get(page / "x" / zone)  #> GET {page}/x/{zone}
""")


def test_what_httpx_makes_of_a_url() -> None:
    check_routes("""\
import datetime
import requests
import httpx

httpx.get(httpx.URL("https://a.example/x?old=1", params={"a": True, "b": ["1", "2"]}))  #> GET https://a.example/x?a=true&b=1&b=2
httpx.get(httpx.URL("https://a.example/x?old=1", params={}))  #> GET https://a.example/x
httpx.get(httpx.URL("https://a.example/x?a=1").copy_merge_params({"b": True}))  #> GET https://a.example/x?a=1&b=true
httpx.get(httpx.URL("https://a.example/x?a=1").copy_merge_params({"a": 2}))  #> GET https://a.example/x?a=2
httpx.get(httpx.URL("https://a.example/x?a=1").copy_with(path="/y"))  #> GET https://a.example/y?a=1
httpx.get(httpx.URL("https://a.example/x").copy_with(host="b.example"))  #> GET {url}
httpx.get(httpx.URL("https://a.example/x", params=given))  #> GET {given}
httpx.get(httpx.URL("https://a.example/x", params={"q": q, "n": 1.5}))  #> GET https://a.example/x?q={q}&n=1.5
httpx.get(httpx.URL(f"https://a.example/x?a={q}"))  #> GET https://a.example/x?a={q}
httpx.get(httpx.URL("https://a.example/x?a=1").copy_with(params={"b": 2}))  #> GET https://a.example/x?b=2
httpx.get(httpx.URL("https://a.example/x?a=1").copy_with(params={}))  #> GET https://a.example/x
httpx.get(httpx.URL("https://a.example/x").join("y#z").copy_with(raw_path=b"/w"))  #> GET {url}
httpx.get("https://a.example" + str(httpx.URL("/x").copy_with(raw_path=b"/y")))  #> GET https://a.example{path}
httpx.get("https://a.example" + str(httpx.URL()))  #> GET https://a.example{path}
url = httpx.URL("https://a.example/x", params=httpx.QueryParams(**given))
httpx.get(url)  #> GET {url}
url = httpx.URL("https://a.example/x", params={"day": datetime.date(2024, 2, 29), "b": object()})
httpx.get(url)  #> GET {url}
url = httpx.URL("https://a.example/x?a=1").copy_add_param(given, "1")
httpx.get(url)  #> GET {url}
url = httpx.URL("https://a.example/x?a=1").copy_merge_params(given)
httpx.get(url)  #> GET {url}
# It refuses these.
url = httpx.URL("https://a.example/x", params={"a": "\\ud800"})
httpx.get(url)  #> GET {url}
url = httpx.URL("https://a.example/x") / "y"
httpx.get(url)  #> GET {url}
""")


def test_places_that_are_filled_in() -> None:
    check_routes("""\
import requests
import re
from string import Template

requests.get("https://a.example/" + re.sub(r"(?<!^)(?=[A-Z])", "_", "ShipmentLabel").lower())  #> GET https://a.example/shipment_label
requests.get(re.sub(r":(\\w+)", lambda found: values[found[1]], "https://a.example/x/:user/y/:id"))  #> GET https://a.example/x/{user}/y/{id}
requests.get(re.sub(r"<(\\w+)>", lambda found: values[found[1]], f"{base}/x/<user>/y").rstrip("/"))  #> GET {base}/x/{user}/y
requests.get("https://a.example/x/" + re.sub("<(.+)>", lambda found: values[found[1]], f"<{user}>"))  #> GET https://a.example/x/{user}
requests.get(Template("https://a.example/$kind/${id}/$$").substitute(id=zone, kind="x"))  #> GET https://a.example/x/{zone}/$
requests.get(Template("https://a.example/$x").safe_substitute(given))  #> GET https://a.example/{x}
requests.get(re.sub(r":(\\d+)", lambda found: values[found[1]], "https://a.example/x"))  #> GET https://a.example/x
""")


def test_what_a_function_does_for_each_match() -> None:
    check_routes("""\
import re
import requests
from urllib.parse import urlencode

FIELD = re.compile(r"\\{(\\w+)\\}")

def send(path, **values):
    given = dict(values)
    path = re.sub(r"\\{(\\w+)\\}", lambda found: str(given.pop(found.group(1))), path)
    requests.get(f"https://a.example/{path}?{urlencode(given)}")  #> GET https://a.example/{path}?{given}

send("users/{id}", id=1, page=2)  #> GET https://a.example/users/1?page=2
send("users/{id}/{name}/", id=1, name="x", page=2)  #> GET https://a.example/users/1/x/?page=2

def shown(user, path):
    given = {"id": user, "page": 2}
    FIELD.sub(lambda found: given.pop(found[1]), path)
    requests.get("https://a.example/" + given.get("page", "none"))  #> GET https://a.example/2 | GET https://a.example/none
    requests.get("https://a.example/" + FIELD.sub(lambda found: user, "x/{user}"))  #> GET https://a.example/x/{user}
    name, rest = re.match(r"(\\w+) (\\S+)", "a x").groups()
    requests.get(f"https://a.example/{name}/{rest}")  #> GET https://a.example/a/x
    if re.match("/v1", "/v2/x"):
        requests.get("https://a.example/never")
""")


def test_what_was_sent_here_may_be_a_whole_url() -> None:
    source = """\
import httpx

client = httpx.Client(base_url="https://a.example/api/")

def pages(page, path):
    client.get(page["next"])
    client.get(f"/after/{page['next']}")
    client.get(path)
    url = "/things"
    while url:
        page = client.get(url).json()
        url = page["next"]
"""
    listed, *_ = stated({"x.py": source})
    assert [(each.first, each.shown) for each in listed] == [
        (6, "{next}"),
        (7, "https://a.example/api/after/{next}"),
        (8, "https://a.example/api/{path}"),
        (11, "https://a.example/api/things"),
        (11, "{url}"),
    ]


def test_a_url_that_is_half_typed() -> None:
    check_routes("""\
import requests
import yarl
requests.get(yarl.URL.build(scheme="https", host=))  #> GET {url}
""")


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


def test_a_list_that_is_changed_is_not_what_it_was() -> None:
    check_routes("""\
import requests

def appended(name):
    parts = ["users"]
    parts.append(name)
    requests.get("https://x.example/" + "/".join(parts))  #> GET https://x.example/users/{name}

def extended(name):
    parts = ["users"]
    parts.extend([name, "posts"])
    requests.get("https://x.example/" + "/".join(parts))  #> GET https://x.example/users/{name}/posts

def inserted(name):
    parts = ["users"]
    parts.insert(0, name)
    requests.get("https://x.example/" + "/".join(parts))  #> GET https://x.example/{name}/users

def set_(name):
    parts = ["users"]
    parts[0] = name
    requests.get("https://x.example/" + "/".join(parts))  #> GET https://x.example/{name}

def appended_in_a_loop(name):
    parts = ["users"]
    for each in name:
        parts.append(each)
    requests.get("https://x.example/" + "/".join(parts))  #> GET https://x.example/users | GET https://x.example/users/{each}

def looked_at(name):
    parts = ["users"]
    parts.index("users")
    requests.get("https://x.example/" + "/".join(parts))  #> GET https://x.example/users
""")


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


def test_a_function_that_is_named_by_a_text_is_called() -> None:
    check_routes(
        """\
verb = "put" if flag else "patch"
getattr(requests, verb)("https://a.example/one")  #> PATCH https://a.example/one | PUT https://a.example/one
for each in ("get", "delete"):
    getattr(requests, each)("https://a.example/each")  #> DELETE https://a.example/each | GET https://a.example/each
verb = "post"
getattr(requests, verb)("https://a.example/known")  #> POST https://a.example/known
verb = "put" if flag else given
getattr(requests, verb)("https://a.example/perhaps")  #> ~https://a.example/perhaps
verb = given
getattr(requests, verb)("https://a.example/unknown")  #> ~https://a.example/unknown
verb =
getattr(requests, verb)("https://a.example/typed")  #> ~https://a.example/typed
""",
        before="import requests\n",
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
httpx.get(BASE + named("Pet"))  #> GET https://b.example/Pets
httpx.get(BASE + json.dumps([1]))  #> GET https://b.example/[1]
httpx.get(BASE + json.dumps(obj=2))  #> GET https://b.example/2
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
httpx.get(BASE + perhaps["a"])  #> GET https://b.example/1
httpx.get(BASE + perhaps.get("a"))  #> GET https://b.example/1
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
    "a method of a class": ("from urllib.parse import SplitResult\npath = SplitResult.geturl(host)", "path"),
    "another one": ("from urllib.parse import SplitResult\npath = SplitResult._replace(host, path='/a').path", "path"),
    "an end that is not known": ('path = f"{host}"[:-1]', "path"),
    "an item that is not there": ('path = "ab"[7]', "path"),
    "half-typed": ('path = "abc"[1:', "path"),
}  # fmt: skip


def test_what_is_known_of_a_text_is_said() -> None:
    start = "\U0001f6a9"
    for path, new in (
        (f'f"{start}alph{{host}}".rstrip("h")', [f"GET {A}/{start}alp{{host}}"]),
        ('"abc"[::2]', [f"GET {A}/ac"]),
    ):
        made = found(f"path = {path}\nrequests.get('https://a.example/' + path)\n")
        assert [each for each in made if f"{A}/{{" not in each] == new


@pytest.mark.parametrize("case", NOT_KNOWN)
def test_what_is_not_known_of_a_text_is_not_made_up(case: str) -> None:
    source, _ = NOT_KNOWN[case]
    for made in found(f"{source}\nrequests.get('https://a.example/' + path)\n"):
        assert made.startswith(f"GET {A}/{{")


def test_what_is_not_known_is_called_after_what_it_is_and_not_after_what_gives_it() -> None:
    check_routes("""\
import re
import requests
from urllib.parse import unquote

A = "https://a.example/"
def looked_up(film, keys):
    requests.get(A + film.get(keys["slug"]))  #> GET https://a.example/{slug}
    requests.get(A + film.get("last-name"))  #> GET https://a.example/{last_name}
    requests.get(A + film.get(keys()))  #> GET https://a.example/{path}
def found_in(url):
    found = re.search("x", url.get('remote "origin"'))
    requests.get(A + found.group(1))  #> GET https://a.example/{found}
def one_of(config):
    names = [a.strip().rsplit(":", 1)[-1] if ":" in a.strip() else a.strip() for a in config.get("accounts").split(",")]
    requests.get(A + "{}/x".format(names[0]))  #> GET https://a.example/{accounts}/x
class C:
    def __init__(self, host=None):
        self.host = self.cleaned(host) if host else None
    def send(self):
        requests.get(f"https://{self.host}/x")  #> GET https://{host}/x
    @staticmethod
    def cleaned(given):
        return C.cleaned(given) if C.cleaned(unquote(given)) else C.cleaned(given + 1)
""")
