"""A parameter of an `__init__` without a type is what the package gives it where it makes such an object."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from waypost.analysis import Analysis
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of
from waypost.text import Document
from waypost.workspace import Folder, Workspace

CLIENT = """\
import httpx
from .users import Users

class Client:
    def __init__(self, token):
        self.http = httpx.Client()
        {made}

    def get(self, path):
        return httpx.get("https://x.example/v1" + path)
"""
USERS = """\
class Users:
    def __init__(self, api):
        self._api = api

    def one(self, id):
        return self._api.get(f"/users/{id}")
"""
MADE = "self.users = Users(self)"
FOUND = ["GET https://x.example/v1/users/{id}"]
# Without an address: it only looks like a request.
LIKELY = ["GET /users/{id}"]


def package(made: str = MADE, users: str = USERS, **more: str) -> dict[str, str]:
    files = {"__init__": "", "client": CLIENT.format(made=made), "users": users, **more}
    return {f"pkg/{name}.py": text for name, text in files.items()}


def of_users(root: Path, files: Mapping[str, str]) -> list[str]:
    return found(root, files, "pkg/users.py")


@pytest.mark.parametrize("before", ["", 's = "\U0001f6a9"\n'])
@pytest.mark.parametrize("after", ["", "def half(:\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_object_that_is_given(tmp_path, before: str, after: str, newline: str) -> None:
    texts = {name: (before + text + after).replace("\n", newline) for name, text in package().items()}
    assert of_users(tmp_path, texts) == FOUND


BASE = """\
class Resource:
    def __init__(self, api):
        self._api = api

    def _get(self, path):
        return self._api.get(path)
"""
HEIR = """\
from .base import Resource

class Users(Resource):
    def one(self, id):
        return self._get(f"/users/{id}")
"""
PARENT = """\
class Users(Resource):
    def __init__(self, api):
        super().__init__(api)

    def one"""
ORG = """\
from .users import Users

class Org:
    def __init__(self, c):
        self.c = c

    @property
    def users(self):
        return Users(self.c)
"""
OTHER = CLIENT.format(made=MADE).replace("class Client", "class Other").replace("x.example", "y.example")
CASES = {
    "by keyword": (package("self.users = Users(api=self)"), FOUND),
    "keyword only": (package("self.users = Users(api=self)", USERS.replace("(self, api)", "(self, *, api)")), FOUND),
    "behind others": (package("self.users = Users('x', self)", USERS.replace("self, api", "self, name, api")), FOUND),
    "None by default": (package(users=USERS.replace("self, api", "self, api=None")), FOUND),
    "a type that is not known": (package(users=USERS.replace("self, api", "self, api: 'Client'")), FOUND),
    "imported where it is made": (package("from . import users as u\n        self.users = u.Users(self)"), FOUND),
    "a method": (
        package("self.users = Users(self.get)", USERS.replace("self._api.get(", "self._api(")),
        FOUND,
    ),
    "to a base": (package(users=HEIR, base=BASE), FOUND),
    "through a base": (package(users=HEIR.replace("class Users(Resource):\n    def one", PARENT), base=BASE), FOUND),
    "in two steps": (
        package("self.org = Org(self)", org=ORG)
        | {"pkg/client.py": CLIENT.format(made="self.org = Org(self)").replace("users import Users", "org import Org")},
        FOUND,
    ),
    "in two steps, from nowhere": (package("pass", org=ORG), LIKELY),
    "from two clients": (package(other=OTHER), [*FOUND, "GET https://y.example/v1/users/{id}"]),
    "made nowhere": (package("pass"), LIKELY),
    "another class of that name": (
        {
            **package("self.users = Users(self)", other=USERS),
            "pkg/client.py": CLIENT.format(made=MADE).replace(".users", ".other"),
        },
        LIKELY,
    ),
    "a number": (package("self.users = Users(1)"), LIKELY),
    "made in many places": (
        package(**{f"m{n}": f"from .users import Users\nUsers({n}, x)\n" for n in range(9)}),
        LIKELY,
    ),
    "made by a test": (package("pass") | {"pkg/tests/__init__.py": "", "pkg/tests/a.py": OTHER}, LIKELY),
    "an argument of a method": (
        package(users=USERS.replace("__init__", "start")),
        LIKELY,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_where_it_is_made(tmp_path, case: str) -> None:
    files, expected = CASES[case]
    assert of_users(tmp_path, files) == expected


def test_a_client_is_known_where_it_is_given(tmp_path) -> None:
    def is_likely(made: str) -> bool:
        files = package(made)
        found(tmp_path, files, "pkg/users.py")
        users = Document((tmp_path / "pkg/users.py").as_uri(), files["pkg/users.py"].encode())
        [call] = calls_of(RouteFeatures(users, Workspace([Folder(tmp_path)])).routes)
        return call.likely

    assert not is_likely("self.users = Users(self.http)")
    assert is_likely("self.users = Users(self.token)")


EACH_OTHER = """\

    def b(self):
        return B(self)

class B:
    def __init__(self, api):
        self.api = api

    def a(self):
        return Users(self.api)

    def two(self):
        return self.api.get("/two")
"""


def test_classes_that_make_each_other_end(tmp_path) -> None:
    assert of_users(tmp_path, package("pass", USERS + EACH_OTHER)) == [*LIKELY, "GET /two"]


def test_in_one_file(tmp_path) -> None:
    one = CLIENT.format(made=MADE).replace("from .users import Users\n", "") + USERS
    assert found(tmp_path, {"one.py": one}, "one.py") == ["GET https://x.example/v1{path}", *FOUND]


def test_an_edit_where_it_is_made_is_followed_at_once(tmp_path) -> None:
    files = package()
    found(tmp_path, files, "pkg/users.py")
    folders = [Folder(tmp_path)]
    users, client = (
        Document((tmp_path / name).as_uri(), files[name].encode()) for name in ("pkg/users.py", "pkg/client.py")
    )
    workspace = Workspace(folders, {each.uri: each for each in (users, client)})
    made = Analysis(users, workspace)
    assert [each.name for each in made.symbols()] == FOUND
    for old, new in (("Users(self)", "Users(1)"), ("x.example", "z.example"), (MADE, "pass")):
        edited = Document(client.uri, files["pkg/client.py"].replace(old, new).encode())
        later = Workspace(folders, {**workspace.open, client.uri: edited}, services=workspace.services)
        made = made.updated(users, (), later)
        assert [each.name for each in made.symbols()] == [each.name for each in Analysis(users, later).symbols()]
        assert [each.name for each in made.symbols()] != FOUND
        made = made.updated(users, (), workspace)
        assert [each.name for each in made.symbols()] == FOUND
