"""Calls on objects of classes that settings describe: `[tool.waypost.calls]`."""

import re
from pathlib import Path

import pytest

from tests.support.check import check_diagnostics, hover, workspace
from tests.support.variants import WIDE_PREFIX
from waypost.routes.features import RouteFeatures
from waypost.routes.sites.request import request_of
from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace

# A library that is not in the workspace.
FETCH = {"callee": ["mylib.Client.fetch", "mylib.AsyncClient.fetch"], "url": [0, "path"], "verb": "POST"}
FOREIGN = {"calls": {"mylib": {**FETCH, "like": "httpx", "base": "base_url"}}}
# Classes of the workspace.
OWN_SETTINGS = {"calls": {"api": {"callee": ["api.Client.fetch", "client.Client.fetch"], "url": 0, "like": "httpx"}}}
SOURCES = {
    "where it is made": 'import mylib\nmylib.Client(base_url="https://x.test/v1").fetch("/a")\n',
    "under a name": 'import mylib as m\nclient = m.Client(base_url="https://x.test/v1")\nclient.fetch("/a")\n',
    "by position in a call": (
        'from mylib import Client as C\nclient = C(base_url="https://x.test/v1")\n'
        'def f():\n    return client.fetch(path="/a")\n'
    ),
    "in an attribute": (
        "from mylib import Client\nclass Api:\n    def __init__(self):\n"
        '        self.client = Client(base_url="https://x.test/v1")\n\n'
        '    def f(self):\n        return self.client.fetch("/a")\n'
    ),
    "in a class attribute": (
        'from mylib import Client\nclass Api:\n    client = Client(base_url="https://x.test/v1")\n\n'
        '    def f(self):\n        return self.client.fetch("/a")\n'
    ),
    "in a with statement": (
        'import mylib\nasync def f():\n    async with mylib.AsyncClient(base_url="https://x.test/v1") as client:\n'
        '        await client.fetch("/a")\n'
    ),
    "by inheritance": (
        "import mylib\nclass Api(mylib.Client):\n    def __init__(self):\n"
        '        super().__init__(base_url="https://x.test/v1")\n\n'
        '    def f(self):\n        return self.fetch("/a")\n'
    ),
    "by inheritance, with an attribute": (
        'from mylib import Client\nclass Api(Client):\n    base_url = "https://x.test/v1"\n\n'
        '    def f(self):\n        return self.fetch("/a")\n'
    ),
    "by inheritance, outside": (
        'from mylib import Client\nclass Api(Client):\n    pass\n\nApi(base_url="https://x.test/v1").fetch("/a")\n'
    ),
    "overridden": (
        "from mylib import Client\nclass Api(Client):\n    def fetch(self, path):\n"
        '        return super().fetch("/v1" + path)\n\nApi(base_url="https://x.test").fetch("/a")\n'
    ),
    "set later": (
        'import mylib\nclient = mylib.Client(base_url="https://y.test")\nclient.base_url = "https://x.test/v1"\n'
        'client.fetch("/a")\n'
    ),
    "given by a function": (
        'import mylib\ndef made():\n    return mylib.Client(base_url="https://x.test/v1")\n\nmade().fetch("/a")\n'
    ),
}


def lines(document: Document, around: Workspace) -> list[str]:
    requests = [request_of(site) for site in RouteFeatures(document, around).sites()]
    return sorted({request.line for request in requests if request is not None and "path}" not in request.line})


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("change", ["", "CRLF", "wide"])
def test_an_object_of_a_library(name: str, change: str) -> None:
    source = SOURCES[name]
    source = source.replace("\n", "\r\n") if change == "CRLF" else WIDE_PREFIX + source if change else source
    document = Document.from_text("file:///w/x.py", source)
    assert lines(document, workspace(FOREIGN, {"x.py": source})) == ["POST https://x.test/v1/a"]
    assert lines(document, workspace({}, {"x.py": source})) == []


NEAR_MISSES = {
    "another class": 'import mylib\nmylib.Server(base_url="https://x.test").fetch("/a")\n',
    "another method": 'import mylib\nmylib.Client(base_url="https://x.test").find("/a")\n',
    "another library": 'import yourlib\nyourlib.Client(base_url="https://x.test").fetch("/a")\n',
    "half typed": "import mylib\nclient = mylib.Client(base_url=\nclient.fetch(\n",
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_anything_else_is_not_a_request(name: str) -> None:
    document = Document.from_text("file:///w/x.py", NEAR_MISSES[name])
    assert lines(document, workspace(FOREIGN, {"x.py": NEAR_MISSES[name]})) == []


UNKNOWN_BASES = {
    "a parameter": 'from mylib import Client\ndef f(client: Client):\n    client.fetch("/a")\n',
    "an argument": 'import mylib\ndef f(url):\n    mylib.Client(base_url=url).fetch("/a")\n',
    "more arguments": 'import mylib\ndef f(**more):\n    mylib.Client(**more).fetch("/a")\n',
    "a base class": 'import mylib\nclass Api(mylib.Client):\n    def f(self):\n        self.fetch("/a")\n',
}


@pytest.mark.parametrize("name", UNKNOWN_BASES)
def test_a_base_address_that_is_not_known_is_marked(name: str) -> None:
    document = Document.from_text("file:///w/x.py", UNKNOWN_BASES[name])
    (line,) = lines(document, workspace(FOREIGN, {"x.py": UNKNOWN_BASES[name]}))
    assert re.fullmatch(r"POST \{(base_url|url)\}/a(\?\{…\})?", line)


def test_headers_of_the_object_and_what_it_is_like() -> None:
    """As httpx does: the constructor's headers and query, and those set later, are sent with each call."""
    source = (
        'import mylib\nclient = mylib.Client(base_url="https://x.test", headers={"x-a": "1"}, params={"k": 2})\n'
        'client.headers["x-b"] = "3"\nclient.fetch("/a?gone=1", json={"n": None})\n'
    )
    document = Document.from_text("file:///w/x.py", source)
    (site,) = RouteFeatures(document, workspace(FOREIGN, {"x.py": source})).sites()
    request = request_of(site)
    assert request is not None
    assert request.line == "POST https://x.test/a?k=2"
    assert request.headers == {"x-a": "1", "x-b": "3", "content-type": "application/json"}


def test_a_rule_speaks_of_a_call_on_such_an_object() -> None:
    check_diagnostics(
        """\
import mylib
client = mylib.Client(base_url="https://x.test")
client.fetch("/a?page=1", params={"k": 2})
#               ^^^^^^^ warning[lost-query] `params` replaces
client.fetch("/a", params={"k": 2})
""",
        "x.py",
        FOREIGN,
    )


def test_hover_over_such_a_call() -> None:
    shown = hover('import mylib\nmylib.Client(base_url="https://x.test").fetch("/$0a")\n', "x.py", FOREIGN)
    assert shown is not None
    assert "POST https://x.test/a" in shown.markdown
    assert "mylib" in shown.markdown


# Classes of the workspace ---------------------------------------------------------------------------------------------

CLIENT = """\
import some_transport

class Base:
    def __init__(self, base_url="https://x.test/v1", token=""):
        self._base = base_url
        self._token = token

    def fetch(self, path, **options):
        return some_transport.send(self, path, options)

class Client(Base):
    pass
"""
USERS = {
    "its default": ("from api import Client\nClient().fetch('/a')\n", "GET https://x.test/v1/a"),
    "its argument": ("import api\napi.Client('https://y.test').fetch('/a')\n", "GET https://y.test/a"),
    "where it is defined": ("from api.client import Client\nClient().fetch('/a')\n", "GET https://x.test/v1/a"),
    "a subclass": (
        "from api import Client\nclass Mine(Client):\n    def f(self):\n        return self.fetch('/a')\n",
        "GET {base_url}/a",
    ),
    "a subclass with an attribute": (
        "from api import Client\nclass Mine(Client):\n    base_url = 'https://z.test'\n\nMine().fetch('/a')\n",
        "GET https://z.test/a",
    ),
    "its own __init__": (
        (
            "from api import Client\nclass Mine(Client):\n    def __init__(self, host):\n"
            "        super().__init__(f'https://{host}')\n\nMine('z.test').fetch('/a')\n"
        ),
        "GET https://z.test/a",
    ),
    "an object of another file": ("from api.shared import client\nclient.fetch('/a')\n", "GET https://s.test/a"),
    "set on it": (
        "import api\nclient = api.Client()\nclient.base_url = 'https://w.test'\nclient.fetch('/a')\n",
        "GET https://w.test/a",
    ),
}


@pytest.mark.parametrize("name", USERS)
def test_an_object_of_a_class_of_the_workspace(name: str, tmp_path: Path) -> None:
    """The class is imported into its package, so it has two dotted names; its methods are not followed."""
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "__init__.py").write_text("from .client import Client\n")
    (tmp_path / "api" / "client.py").write_text(CLIENT)
    (tmp_path / "api" / "shared.py").write_text("from . import Client\nclient = Client(base_url='https://s.test')\n")
    source, expected = USERS[name]
    document = Document.from_text((tmp_path / "use.py").as_uri(), source)
    settings, problems = Settings.read(OWN_SETTINGS)
    assert not problems
    assert lines(document, Workspace([Folder(tmp_path, settings)])) == [expected]
    assert lines(document, Workspace([Folder(tmp_path)])) == []


def test_a_class_of_the_same_file(tmp_path: Path) -> None:
    source = CLIENT + "\nClient('https://y.test').fetch('/a')\n"
    document = Document.from_text((tmp_path / "client.py").as_uri(), source)
    (tmp_path / "client.py").write_text(source)
    settings, _ = Settings.read(OWN_SETTINGS)
    assert lines(document, Workspace([Folder(tmp_path, settings)])) == ["GET https://y.test/a"]


@pytest.mark.parametrize(
    ("options", "call", "shown"),
    [
        ({"base-url": "https://x.test/v1"}, 'mylib.fetch("/a")', "GET https://x.test/v1/a"),
        ({"verb": "post"}, 'mylib.fetch("https://x.test/a")', "POST https://x.test/a"),
        ({"verb": [1, "how"]}, 'mylib.fetch("https://x.test/a", "PUT")', "PUT https://x.test/a"),
        ({"verb": [1, "how"]}, 'mylib.fetch("https://x.test/a", how="PUT")', "PUT https://x.test/a"),
        ({"url": "path"}, 'mylib.fetch(path="https://x.test/a")', "GET https://x.test/a"),
        ({"verb-in-url": True}, 'mylib.fetch("PUT https://x.test/a")', "PUT https://x.test/a"),
        ({"query": [1, "params"]}, 'mylib.fetch("https://x.test/a", {"b": 1})', "GET https://x.test/a?b=1"),
        ({"query": [1, "params"]}, 'mylib.fetch("https://x.test/a", params={"b": 1})', "GET https://x.test/a?b=1"),
        ({"template": "format", "keywords": True}, 'mylib.fetch("https://x.test/{a}", a=1)', "GET https://x.test/1"),
    ],
)
def test_each_option_has_its_effect(options: dict[str, object], call: str, shown: str) -> None:
    settings = {"calls": {"it": {"callee": "mylib.fetch", "url": 0, "verb": "GET", **options}}}
    source = f"import mylib\n{call}\n"
    [site] = RouteFeatures(Document.from_text("file:///w/a.py", source), workspace(settings, {"a.py": source})).sites()
    request = request_of(site)
    assert request is not None
    assert f"{request.verb} {request.url}" == shown
