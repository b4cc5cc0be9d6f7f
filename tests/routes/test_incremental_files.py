"""Random edits in files that import from each other yield, in each of them, what a fresh start yields."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.routes.test_incremental import answers
from tests.support.edits import with_edit
from waypost.analysis import Analysis
from waypost.text import Document
from waypost.workspace import Folder, Workspace

FILES = {
    "transport.py": """\
from dataclasses import dataclass
import requests

ROOT = "https://x.example"

@dataclass
class Options:
    method: str
    path: str

class Transport:
    prefix = "/api"

    def __init__(self, base_url=ROOT):
        self.base_url = base_url

    def send(self, options: Options):
        return requests.request(options.method, self.base_url + self.prefix + options.path)
""",
    "resource.py": """\
from transport import Options, Transport

class Resource:
    path = ""

    def __init__(self, transport: Transport):
        self.transport = transport

    def get(self, *segments):
        return self.transport.send(Options("GET", "/".join([self.path, *segments])))
""",
    "users.py": """\
from resource import Resource
from transport import Transport

class Users(Resource):
    path = "/users"

    def one(self, user_id):
        return self.get(user_id, "profile")

Users(Transport("https://y.example")).one("a")
""",
    "mixin.py": """\
class Login:
    def login(self, name):
        return self.post_to("/login/" + name)
""",
    "client.py": """\
import requests
from mixin import Login

class Sender:
    base = "https://s.example"

    def __init__(self):
        self.url = self.base + "/v1"

    def post_to(self, path):
        return requests.post(self.base + path)

class Client(Login, Sender):
    pass
""",
    "pets.py": """\
class Pets:
    def __init__(self, api):
        self._api = api
        self.toys = Toys(self._api)

    def feed(self, name):
        return self._api.post_to("/pets/" + name)

class Toys:
    def __init__(self, api):
        self._api = api

    def throw(self, name):
        return self._api.post_to("/toys/" + name)
""",
    "shop.py": """\
from client import Client, Sender
from pets import Pets

class Shop(Client):
    base = "https://shop.example"

    def __init__(self):
        self.pets = Pets(self)

class Branch(Sender):
    base = "https://branch.example"

    def all(self):
        return self.post_to("/all/" + self.url)
""",
}
PIECES = [
    '"',
    "'",
    "(",
    ")",
    "x",
    "\n",
    "/v2",
    '"POST"',
    "def ",
    "self.path",
    "# ",
    "\nROOT = 'https://z.example'\n",
    "",
    "Login",
    "Sender",
    "Pets(",
    "Toys(self",
    "\nPets(Sender())\n",
    "\nclass Other(Login):\n    def post_to(self, path):\n        return path\n",
]
EDIT = st.tuples(
    st.sampled_from(sorted(FILES)), st.floats(0, 1), st.sampled_from([0, 0, 1, 4, 20]), st.sampled_from(PIECES)
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


def of(root: Path, documents: Mapping[str, Document]) -> Workspace:
    return Workspace([Folder(root)], {document.uri: document for document in documents.values()})


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example([("transport.py", 0.135, 0, "/v2")])
@example([("users.py", 0.5, 4, ""), ("resource.py", 0.3, 0, "x")])
@example([("users.py", 0.33203125, 0, "\nROOT = 'https://z.example'\n"), ("users.py", 0.3125, 1, '"')])
@example([("client.py", 0.67, 5, "x")])  # the head of an heir
@example([("client.py", 0.07, 20, "")])  # its import
@example([("users.py", 0.0, 0, "from mixin import Login\nclass Other(Login):\n    def post_to(self, path): ...\n")])
@example([("shop.py", 0.999, 0, "x"), ("shop.py", 0.999, 1, "")])  # what is given
@example([("shop.py", 0.85, 20, ""), ("shop.py", 0.99, 0, "Pets(")])  # where it is made
@example([("client.py", 0.0, 0, "from pets import Pets\nPets(Sender())\n"), ("client.py", 0.0, 20, "")])
@example([("pets.py", 0.2, 4, ""), ("pets.py", 0.45, 0, "x")])
@given(st.lists(EDIT, max_size=4))
def test_edits_in_several_files_yield_what_a_fresh_start_yields(root: Path, edits: list[tuple[str, float, int, str]]):
    documents = {name: Document.from_text((root / name).as_uri(), text) for name, text in FILES.items()}
    workspace = of(root, documents)
    made = {name: Analysis(document, workspace) for name, document in documents.items()}
    for each in made.values():
        answers(each)
    for name, place, length, text in edits:
        documents[name], applied = with_edit(documents[name], place, length, text)
        workspace = of(root, documents)
        made = {
            each: made[each].updated(document, applied if each == name else [], workspace)
            for each, document in documents.items()
        }
        for each, document in documents.items():
            assert answers(made[each]) == answers(Analysis(document, workspace)), each


def test_the_files_make_requests_through_each_other(root: Path) -> None:
    """Makes sure that the property is not about empty answers only."""
    documents = {name: Document.from_text((root / name).as_uri(), text) for name, text in FILES.items()}
    names = [symbol.name for symbol in Analysis(documents["users.py"], of(root, documents)).symbols()]
    assert names == ["GET {base_url}/api/users/{user_id}/profile", "GET https://y.example/api/users/a/profile"]
    mixed = [symbol.name for symbol in Analysis(documents["mixin.py"], of(root, documents)).symbols()]
    assert mixed == ["POST https://s.example/login/{name}", "POST https://shop.example/login/{name}"]
    given = [symbol.name for symbol in Analysis(documents["pets.py"], of(root, documents)).symbols()]
    sent = [symbol.name for symbol in Analysis(documents["shop.py"], of(root, documents)).symbols()]
    assert sent == ["POST https://branch.example/all/https://branch.example/v1"]
    assert given == ["POST https://shop.example/pets/{name}", "POST https://shop.example/toys/{name}"]
