"""In the list of requests, a method that uses what subclasses of its class give makes a request for each of them."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.check import workspace
from waypost.analysis import Analysis
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of, index_files
from waypost.routes.listed import specific
from waypost.text import Document
from waypost.workspace import Folder, Workspace

BASE = """\
import requests

class Resource:
    path = None

    def all(self):
        return requests.get(f"https://x.example{self.path}")
"""
NAMES = ("users", "teams", "roles", "tags", "pages", "files", "labels", "events")
HEIRS = [f'class {name.title()}(Resource):\n    path = "/{name}"\n' for name in NAMES]
FOUND = [f"GET https://x.example/{name}" for name in NAMES]
UNKNOWN = "GET https://x.example{path}"


def listed(root: Path, files: Mapping[str, str]) -> list[str]:
    """The requests that are listed for the files."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())
    found = index_files(sorted(root.rglob("*.py")), Workspace([Folder(root)]))
    assert found.faults == []
    return [call.route for calls in specific(found.calls).values() for call in calls]


@pytest.mark.parametrize("before", ["", '"\U0001f6a9"\n'])
@pytest.mark.parametrize("after", ["", "def half(:\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_each_subclass_makes_its_request(tmp_path: Path, before: str, after: str, newline: str) -> None:
    """However many they are; a hover still says that the path is not known."""
    text = (before + BASE + "".join(HEIRS) + after).replace("\n", newline)
    assert sorted(listed(tmp_path, {"x.py": text})) == sorted(FOUND)
    document = Document.from_text("file:///w/x.py", text)
    shown = [f"GET {site.shown}" for site in RouteFeatures(document, workspace()).sites()]
    assert shown == FOUND


def test_subclasses_in_other_files_do_too(tmp_path: Path) -> None:
    files = {f"pkg/c{number}.py": f"from .base import Resource\n{subclass}" for number, subclass in enumerate(HEIRS)}
    assert sorted(listed(tmp_path, {"pkg/__init__.py": "", "pkg/base.py": BASE, **files})) == sorted(FOUND)


def test_what_subclasses_give_together_stays_together(tmp_path: Path) -> None:
    """An address and a path of different subclasses make no request."""
    text = BASE.replace("https://x.example", "{self.host}")
    for name in ("one", "two"):
        text += f'class {name.title()}(Resource):\n    path = "/{name}"\n    host = "https://{name}.example"\n'
    assert listed(tmp_path, {"x.py": text}) == ["GET https://one.example/one", "GET https://two.example/two"]


@pytest.mark.parametrize("owner", ["self.__class__", "type(self)"])
def test_the_name_of_a_class_is_that_of_each_subclass(tmp_path: Path, owner: str) -> None:
    text = BASE.replace("{self.path}", f"/{{{owner}.__name__.lower()}}s") + "class Dog(Resource): ...\n"
    assert listed(tmp_path, {"x.py": text + "class Cat(Resource): ...\n"}) == [
        "GET https://x.example/resources",
        "GET https://x.example/dogs",
        "GET https://x.example/cats",
    ]


def test_a_path_of_a_subclass_that_its_class_hides_is_not_sent(tmp_path: Path) -> None:
    """A method of its own takes the place of the base's."""
    own = HEIRS[0] + "    def all(self):\n        return None\n"
    assert listed(tmp_path, {"x.py": BASE + own + HEIRS[1]}) == [FOUND[1]]


def test_subclasses_that_give_nothing_make_no_other_request(tmp_path: Path) -> None:
    assert listed(tmp_path, {"x.py": BASE + "class Users(Resource): ...\n"}) == [UNKNOWN]


def test_what_is_empty_is_left_to_the_subclasses(tmp_path: Path) -> None:
    """Also by one that sets it later."""
    later = '    def __init__(self):\n        self.path = "/first"\n\n'
    later += '    def one(self, id):\n        self.path = f"/one/{id}"\n'
    text = BASE.replace("None", '""') + f"class Users(Resource):\n{later}"
    assert listed(tmp_path, {"x.py": text}) == [
        "GET https://x.example",
        "GET https://x.example/first",
        "GET https://x.example/one/{id}",
    ]


REPLACED = {
    "a path": '    path = "/users"\n',
    "a method": '    def url(self):\n        return "/users"\n',
    "a property": '    @property\n    def path(self):\n        return "/users"\n',
}


@pytest.mark.parametrize("body", REPLACED.values(), ids=REPLACED)
def test_what_a_subclass_replaces_is_another_request(tmp_path: Path, body: str) -> None:
    """The class itself makes its own."""
    text = BASE.replace("None", '"/all"').replace("{self.path}", "{self.url()}")
    text += f"    def url(self):\n        return self.path\n\nclass Users(Resource):\n{body}"
    assert listed(tmp_path, {"x.py": text}) == ["GET https://x.example/all", "GET https://x.example/users"]


def test_what_a_subclass_adds_is_no_other_request(tmp_path: Path) -> None:
    text = BASE.replace("None", '"/all"') + 'class Users(Resource):\n    other = "/users"\n'
    assert listed(tmp_path, {"x.py": text}) == ["GET https://x.example/all"]


GERRIT = """\
class Resource:
    def __init__(self):
        self.data = self.load()

    def load(self):
        return self.gerrit.get(self.endpoint)
"""
EMAIL = """\
import requests
from base import Resource

class Gerrit:
    def get(self, path):
        return requests.get("https://x.example" + path)

class Email(Resource):
    def __init__(self, gerrit: Gerrit, name):
        self.gerrit = gerrit
        self.endpoint = f"/emails/{name}"
        super().__init__()
"""


def test_a_client_that_only_subclasses_have_is_used_by_methods_of_the_base(tmp_path: Path) -> None:
    assert "GET https://x.example/emails/{name}" in listed(tmp_path, {"base.py": GERRIT, "email_.py": EMAIL})


def test_what_is_looked_up_under_a_name_of_its_own_is_no_request(tmp_path: Path) -> None:
    assert listed(tmp_path, {"base.py": GERRIT, "email_.py": EMAIL.replace("requests.get", "print")}) == []


def test_an_edit_of_a_subclass_changes_the_list_as_a_fresh_start_does(tmp_path: Path) -> None:
    """Also of one in another file that is open, and of what that imports."""
    head = "from .base import Resource\nfrom .paths import USERS\n\n"
    files = {
        "pkg/__init__.py": "",
        "pkg/base.py": BASE,
        "pkg/subclasses.py": f"{head}class Users(Resource):\n    path = USERS\n",
        "pkg/paths.py": 'USERS = "/users"\n',
    }
    assert listed(tmp_path, files) == [FOUND[0]]
    base = Document((tmp_path / "pkg/base.py").as_uri(), BASE.encode())
    made = Analysis(base, Workspace([Folder(tmp_path)]))
    assert _routes(made) == [FOUND[0]]
    for name, text, expected in (
        ("subclasses", files["pkg/subclasses.py"].replace("USERS", "TEAMS"), UNKNOWN),
        ("subclasses", files["pkg/subclasses.py"], FOUND[0]),
        ("paths", 'USERS = "/people"\n', "GET https://x.example/people"),
    ):
        document = Document.from_text((tmp_path / f"pkg/{name}.py").as_uri(), text)
        now = Workspace([Folder(tmp_path)], {document.uri: document})
        made = made.updated(base, [], now)
        assert _routes(made) == _routes(Analysis(base, now)) == [expected]


def _routes(made: Analysis) -> list[str]:
    assert isinstance(made.features, RouteFeatures)
    return [call.route for call in calls_of(made.features.routes)]
