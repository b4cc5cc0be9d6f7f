"""Functions that other functions make: under a name, in a table or a class, by a decorator, by `partialmethod`."""

from functools import partial
from pathlib import Path

from tests.support.routes import check_routes

MAKERS = """\
import functools
import requests

ROOT = "https://x.example"


def operation(verb, path):
    def send(**more):
        return requests.request(verb, ROOT + path, params=more)  #> ...
    return send


def of_object(verb, path):
    return lambda self, *args: requests.request(verb, self.root + path.format(*args))  #> ...


def sending(verb, path):
    def decorate(function):
        @functools.wraps(function)
        def inner(self, *args, **more):
            values = function(self, *args, **more) or {}
            return requests.request(verb, self.root + path.format(*args), params=values)  #> ...
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
        return requests.request(verb, self.root + path)  #> ...

    @staticmethod
    def _read(path):
        return requests.get(ROOT + path)  #> ...

    _post = functools.partialmethod(_send, "POST")
    _get = of_object("GET", "/{}")  #> GET https://x.example/{value} | GET https://x.example/heir/{value}
    _make = of_object

    @property
    def kept(self):
        return functools.partial(self._send, "PUT")

"""
check = partial(check_routes, before=MAKERS)


def test_what_made_functions_send() -> None:
    check("""\
books = operation("GET", "/books")  #> GET https://x.example/books
API.shelves = operation("GET", "/shelves")  #> GET https://x.example/shelves
BY_NAME = {"a": operation("GET", "/a"), "b": operation("PUT", "/b")}  #> GET https://x.example/a | PUT https://x.example/b
operation("GET", "/called")(page=1)  #> GET https://x.example/called

def go():
    return books()
""")


def test_what_decorated_methods_send() -> None:
    check("""\
class A:
    root = ROOT

    @sending("GET", "/a")  #> GET https://x.example/a
    def a(self): pass

    @sending("DELETE", "/b")  #> DELETE https://x.example/b
    def b(self): 1

    @sending("PUT", "/c/{}")  #> PUT https://x.example/c/{value}
    def c(self, id): return {"b": 1}

    @logged("x")
    @sending("GET", "/d")  #> GET https://x.example/d
    def d(self): pass

    @logged("GET /x")
    def e(self):
        requests.get(ROOT + "/e")  #> GET https://x.example/e
""")


def test_what_methods_of_a_class_send_that_are_made_in_its_body() -> None:
    check(
        CLASS
        + """\
    def a(self):
        self._get("a")  #> GET https://x.example/a
        self._post("/b")  #> POST https://x.example/b
        self.kept("/c")  #> PUT https://x.example/c
        self._read("/d")  #> GET https://x.example/d

class Heir(Client):
    root = ROOT + "/heir"

    def a(self):
        self._get("a")  #> GET https://x.example/heir/a
        self._post("/b")  #> POST https://x.example/heir/b
"""
    )


def test_what_a_decorator_passes_on_or_keeps_is_not_its_own_request() -> None:
    check("""\
@registered("/a")
def a(): pass

@app.route("/a")
def b(): pass

@sending("GET", "/a")  #> GET {root}/a
class A: pass

made = prefixed("/a")
""")


def test_half_typed_makers() -> None:
    check("""\
@sending("GET", "/a")  #> GET {root}/a
def
""")
    check("""\
@sending("GET", "/a
def a(self): pass
""")
    check("""\
books = operation("GET", "/boo
""")


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
    check_routes(
        {
            "makers.py": MAKERS,
            "x.py": """\
from makers import ROOT, operation, sending

books = operation("GET", "/books")  #> GET https://x.example/books

class A:
    root = ROOT

    @sending("PUT", "/a")  #> PUT https://x.example/a
    def a(self): ...
""",
        },
        tmp_path,
    )
