"""Functions that other functions make: under a name, in a table or a class, by a decorator, by `partialmethod`."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from tests.support.routes import check_routes

MAKERS = """\
import functools
import requests

ROOT = "https://x.example"


def operation(verb, path):
    def send(**more):
        return requests.request(verb, ROOT + path, params=more)
    return send


def of_object(verb, path):
    return lambda self, *args: requests.request(verb, self.root + path.format(*args))


def sending(verb, path):
    def decorate(function):
        @functools.wraps(function)
        def inner(self, *args, **more):
            values = function(self, *args, **more) or {}
            return requests.request(verb, self.root + path.format(*args), params=values)
        return inner
    return decorate


def logged(text):
    def decorate(function):
        def inner(self, *args, **more):
            print(text)
            return function(self, *args, **more)
        return inner
    return decorate


def registered(path):
    def decorate(function):
        HANDLERS[path] = function
        return function
    return decorate


def prefixed(path):
    return lambda more: ROOT + path + more


"""
CLASS = """\
class Client:
    root = ROOT

    def _send(self, verb, path):
        return requests.request(verb, self.root + path)

    @staticmethod
    def _read(path):
        return requests.get(ROOT + path)

    _post = functools.partialmethod(_send, "POST")
    _get = of_object("GET", "/{}")
    _make = of_object

    @property
    def kept(self):
        return functools.partial(self._send, "PUT")

"""
HEIR = CLASS + "class Heir(Client):\n    root = ROOT + '/heir'\n\n"
# The request that `_get` of the class is made for.
KEPT = "GET /{value}"
CASES = {
    "under a name": ('books = operation("GET", "/books")', ["GET /books"]),
    "under the name of an attribute": ('API.books = operation("GET", "/books")', ["GET /books"]),
    "in a table": ('BY_NAME = {"a": operation("GET", "/a"), "b": operation("PUT", "/b")}', ["GET /a", "PUT /b"]),
    "called at once": ('operation("GET", "/books")(page=1)', ["GET /books"]),
    "called by its name": ('books = operation("GET", "/books")\n\ndef go():\n    return books()', ["GET /books"]),
    "by a decorator": ('class A:\n    root = ROOT\n    @sending("GET", "/a")\n    def a(self): pass', ["GET /a"]),
    "by a decorator, with arguments": (
        'class A:\n    root = ROOT\n    @sending("PUT", "/a/{}")\n    def a(self, id): return {"b": 1}',
        ["PUT /a/{value}"],
    ),
    "by a decorator of several": (
        'class A:\n    root = ROOT\n    @logged("x")\n    @sending("GET", "/a")\n    def a(self): pass',
        ["GET /a"],
    ),
    "for each of two methods": (
        'class A:\n    root = ROOT\n    @sending("GET", "/a")\n    def a(self): pass\n    @sending("DELETE", "/b")\n    def b(self): 1',  # noqa: E501
        ["DELETE /b", "GET /a"],
    ),
    "in the body of a class": (CLASS + '    def a(self):\n        return self._get("a")', ["GET /a", KEPT]),
    "in the body of a base": (HEIR + '    def a(self):\n        return self._get("a")', ["GET /heir/a", KEPT]),
    "partialmethod": (CLASS + '    def a(self):\n        return self._post("/a")', [KEPT, "POST /a"]),
    "partialmethod of a base": (HEIR + '    def a(self):\n        return self._post("/a")', [KEPT, "POST /heir/a"]),
    "a partial of a property": (CLASS + '    def a(self):\n        return self.kept("/a")', [KEPT, "PUT /a"]),
    "a static method": (CLASS + '    def a(self):\n        return self._read("/a")', ["GET /a", KEPT]),
    # What a decorator passes on is not its own request, and what it keeps is none.
    "a decorator that logs": (
        'class A:\n    root = ROOT\n    @logged("GET /b")\n    def a(self):\n        requests.get(ROOT + "/a")',
        ["GET /a"],
    ),
    "a decorator that keeps": ('@registered("/a")\ndef a(): pass', []),
    "a decorator of something unknown": ('@app.route("/a")\ndef a(): pass', []),
    "a decorated class": ('@sending("GET", "/a")\nclass A: pass', []),
    "nothing that sends": ('made = prefixed("/a")', []),
    "a half-typed function": ('@sending("GET", "/a")\ndef', ["GET /a"]),
    "a half-typed decorator": ('@sending("GET", "/a\ndef a(self): pass', []),
    "a half-typed name": ('books = operation("GET", "/boo', []),
}


@pytest.mark.parametrize("change", ["", "CRLF, after an astral character"])
@pytest.mark.parametrize("case", CASES)
def test_what_made_functions_send(case: str, change: str, tmp_path: Path) -> None:
    source, routes = CASES[case]
    source = MAKERS + source + "\n"
    if change:
        source = f"# \U0001f600\n{source}".replace("\n", "\r\n")
    assert _listed(tmp_path, {"x.py": source}) == routes


def test_a_method_that_a_function_makes_has_the_attributes_of_its_object_under_a_name_of_its_own() -> None:
    check_routes("""\
import requests

def make(path):
    def send(self):
        requests.get("https://a.example" + path + self.base)  #> GET https://a.example{path}{base}
    return send

class Named:
    base = "/c"
    sent = make("/b")  #> GET https://a.example/b/c

class Listed:
    base = "/c"
    table = {"d": make("/b")}  #> GET https://a.example/b{base}

class Called:
    base = "/c"
    def show(self):
        sent = make("/b")  #> GET https://a.example/b{base}
""")


def test_makers_of_another_file(tmp_path: Path) -> None:
    source = (
        "from makers import ROOT, operation, sending\n\n"
        'books = operation("GET", "/books")\n\n\n'
        'class A:\n    root = ROOT\n\n    @sending("PUT", "/a")\n    def a(self): ...\n'
    )
    assert _listed(tmp_path, {"makers.py": MAKERS, "x.py": source}) == ["GET /books", "PUT /a"]


def _listed(root: Path, files: dict[str, str]) -> list[str]:
    """The requests but for those that the functions above make by themselves, which lack a verb or a path."""
    routes = (route.replace("https://x.example", "") for route in found(root, files, "x.py"))
    return sorted(route for route in routes if not route.startswith(" ") and "{path}" not in route)
