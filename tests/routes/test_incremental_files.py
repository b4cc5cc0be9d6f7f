"""Edits in files that import from each other yield, in each of them, what a fresh start yields."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.routes.test_incremental import answers
from tests.support.budget import examples
from tests.support.cancel import cancelled_after
from tests.support.edits import with_edit, with_other_text
from waypost.analysis import Analysis
from waypost.cancel import Cancelled
from waypost.routes.features import RouteFeatures
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


@examples(8)
@example([("transport.py", 0.135, 0, "/v2")])
@example([("users.py", 0.5, 4, ""), ("resource.py", 0.3, 0, "x")])
@example([("users.py", 0.33203125, 0, "\nROOT = 'https://z.example'\n"), ("users.py", 0.3125, 1, '"')])
@example([("client.py", 0.67, 5, "x")])  # the head of a subclass
@example([("client.py", 0.07, 20, "")])  # its import
@example([("users.py", 0.0, 0, "from mixin import Login\nclass Other(Login):\n    def post_to(self, path): ...\n")])
@example([("shop.py", 0.999, 0, "x"), ("shop.py", 0.999, 1, "")])  # what is given
@example([("shop.py", 0.85, 20, ""), ("shop.py", 0.99, 0, "Pets(")])  # where it is made
@example([("client.py", 0.0, 0, "from pets import Pets\nPets(Sender())\n"), ("client.py", 0.0, 20, "")])
@example([("pets.py", 0.2, 4, ""), ("pets.py", 0.45, 0, "x")])
@given(st.lists(EDIT, max_size=4))
@pytest.mark.slow
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
    by_default = "GET https://x.example" + "/api/users/{user_id}/profile"
    assert names == [by_default, "GET https://y.example/api/users/a/profile"]
    mixed = [symbol.name for symbol in Analysis(documents["mixin.py"], of(root, documents)).symbols()]
    assert mixed == ["POST https://s.example/login/{name}", "POST https://shop.example/login/{name}"]
    given = [symbol.name for symbol in Analysis(documents["pets.py"], of(root, documents)).symbols()]
    sent = [symbol.name for symbol in Analysis(documents["shop.py"], of(root, documents)).symbols()]
    assert sent == ["POST https://branch.example/all/https://branch.example/v1"]
    # An object is not followed into what it makes for itself.
    assert given == ["POST https://shop.example/pets/{name}"]


# What `page.py` imports: some of it depends on that file itself.
AROUND = {
    "names.py": 'BASE = "https://x.example"\n',
    "client.py": """\
import requests
from names import BASE

class Client:
    def __init__(self, base=BASE):
        self.base = base

    def get(self, path):
        return requests.get(self.base + path)

shared = Client()
""",
    "back.py": 'from page import PREFIX\n\nPLACE = PREFIX + "/back"\n',
    "page.py": """\
from back import PLACE
from client import shared

PREFIX = "/pages"

def show(name):
    shared.get(PLACE + "/one/" + name)
""",
}


class Editor:
    """An editor in which some files are open, and typed in."""

    def __init__(self, root: Path, *names: str, files: Mapping[str, str] = AROUND) -> None:
        for name, text in files.items():
            (root / name).write_text(text)
        self.documents = {name: Document.from_text((root / name).as_uri(), files[name]) for name in names}
        self.workspace = of(root, self.documents)
        self.made = {name: Analysis(document, self.workspace) for name, document in self.documents.items()}

    def type(self, name: str, old: str, new: str) -> None:
        self.documents[name], applied = with_other_text(self.documents[name], old, new)
        self.workspace = replace(self.workspace, open={each.uri: each for each in self.documents.values()})
        self.made[name] = self.made[name].updated(self.documents[name], applied, self.workspace)

    def routes(self, name: str) -> list[str]:
        """The URLs in a file, which are those after a fresh start."""
        self.made[name] = self.made[name].updated(self.documents[name], [], self.workspace)
        found = shown(self.made[name])
        assert answers(self.made[name]) == answers(Analysis(self.documents[name], self.workspace))
        return found


def shown(made: Analysis) -> list[str]:
    assert isinstance(made.features, RouteFeatures)
    return [site.shown for site in made.features.routes.sites()]


def test_a_key_counts_in_files_that_import_each_other(tmp_path: Path) -> None:
    editor = Editor(tmp_path, "page.py")
    assert shown(editor.made["page.py"]) == ["https://x.example/pages/back/one/{name}"]
    for old, new in (("/one/", "/two/"), ("/two/", "/three/")):
        editor.type("page.py", old, new)
        assert shown(editor.made["page.py"]) == [f"https://x.example/pages/back{new}{{name}}"]
        assert editor.routes("page.py")


def test_a_file_depends_on_what_it_imports_now(tmp_path: Path) -> None:
    editor = Editor(tmp_path, "page.py", "back.py")
    assert editor.routes("page.py")
    editor.type("back.py", "PREFIX + ", "")
    assert editor.routes("page.py") == ["https://x.example/back/one/{name}"]
    editor.type("page.py", "/one/", "/two/")
    assert shown(editor.made["page.py"]) == ["https://x.example/back/two/{name}"]


def test_a_key_in_another_open_file_counts_at_once(tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text('WORD = "words"\n')
    editor = Editor(tmp_path, "page.py", "names.py")
    editor.type("page.py", "PLACE\n", "PLACE\nfrom words import WORD\n")
    editor.type("page.py", "PLACE + ", "PLACE + WORD + ")
    assert editor.routes("page.py") == ["https://x.example/pages/backwords/one/{name}"]
    editor.type("names.py", "x.example", "y.example")
    made = editor.made["page.py"].updated(editor.documents["page.py"], [], editor.workspace)
    assert shown(made) == ["https://y.example/pages/backwords/one/{name}"]


def test_a_constant_travels_through_a_file_that_imports_it(tmp_path: Path) -> None:
    editor = Editor(tmp_path, "page.py")
    assert editor.routes("page.py") == ["https://x.example/pages/back/one/{name}"]
    for old, new in (('"/pages"', '"/sites"'), ('"/sites"', '"/"')):
        editor.type("page.py", old, new)
        assert editor.routes("page.py") == [f"https://x.example{new[1:-1]}/back/one/{{name}}"]


def test_what_a_file_makes_of_its_own_class_is_that_of_now(tmp_path: Path) -> None:
    """Also in a document that no other file may import: it is open under another name."""
    text = """\
from client import Client

class Pages:
    def __init__(self, api):
        self._api = api

    def all(self):
        return self._api.get("/all")

Pages(Client("https://one.example"))
"""
    editor = Editor(tmp_path, files=AROUND)
    document = Document.from_text((tmp_path / "page.py").as_uri().replace("page", "p%61ge"), text)
    made = Analysis(document, editor.workspace)
    # Any object of that class is taken, which is only likely.
    assert shown(made) == ["https://x.example/all"]
    document, applied = with_other_text(document, "one.example", "anyone.example")
    made = made.updated(document, applied, editor.workspace)
    assert shown(made) == ["https://x.example/all"]
    assert answers(made) == answers(Analysis(document, editor.workspace))


def test_a_subclass_that_comes_counts_in_the_files_that_use_its_base(tmp_path: Path) -> None:
    use = "from mixin import Login\n\ndef use(login: Login):\n    login.post_to('/a')\n"
    editor = Editor(tmp_path, "use.py", "client.py", files={**FILES, "use.py": use})
    editor.type("client.py", "Client(Login, Sender)", "Client(Sender)")
    assert editor.routes("use.py") == []
    editor.type("client.py", "Client(Sender)", "Client(Login, Sender)")
    # What only subclasses have of an object that is declared with their base is unknown.
    assert editor.routes("use.py") == []


def test_a_version_that_is_still_asked_is_answered_as_itself(tmp_path: Path) -> None:
    editor = Editor(tmp_path, "page.py")
    older = []
    for new in ("/a", "/b", "/c"):
        made = editor.made["page.py"]
        assert isinstance(made.features, RouteFeatures)
        assert made.features.routes.sites()
        older.append((made, editor.documents["page.py"], editor.workspace))
        editor.type("page.py", 'PREFIX = "', f'PREFIX = "{new}')
    assert shown(editor.made["page.py"]) == ["https://x.example/c/b/a/pages/back/one/{name}"]
    for made, document, workspace in older:
        assert shown(made) == shown(Analysis(document, workspace))
    assert editor.routes("page.py") == ["https://x.example/c/b/a/pages/back/one/{name}"]


@pytest.mark.parametrize("share", [10, pytest.param(0, marks=pytest.mark.slow)])
def test_what_is_cancelled_in_the_middle_is_found_by_who_asks_next(share: int, tmp_path: Path) -> None:
    """The same version, or the next one, wherever the walk through its files ended, or at ever longer distances."""
    expected = ["https://x.example/pages/back/one/{name}"]
    most = 0
    while True:
        most += 1 + most * share // 100
        editor = Editor(tmp_path, "page.py")
        try:
            with cancelled_after(most):
                answers(editor.made["page.py"])
            break
        except Cancelled:
            same = shown(editor.made["page.py"])
            assert (most, same) == (most, expected)
        editor = Editor(tmp_path, "page.py")
        with pytest.raises(Cancelled), cancelled_after(most):
            answers(editor.made["page.py"])
        editor.type("page.py", "/one/", "/two/")
        assert (most, editor.routes("page.py")) == (most, ["https://x.example/pages/back/two/{name}"])
    assert most > len(AROUND)
