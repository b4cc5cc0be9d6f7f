"""A parameter of an `__init__` without a type is what the package gives it where it makes such an object."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from tests.support.routes import check_routes
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
        self.users = Users(self)

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


def package(client: str = CLIENT, users: str = USERS, **more: str) -> dict[str, str]:
    files = {"__init__": "", "client": client, "users": users, **more}
    return {f"pkg/{name}.py": text for name, text in files.items()}


def of_users(root: Path, files: Mapping[str, str]) -> list[str]:
    return found(root, files, "pkg/users.py")


@pytest.mark.parametrize("before", ["", 's = "\U0001f6a9"\n'])
@pytest.mark.parametrize("after", ["", "def half(:\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_object_that_is_given(tmp_path, before: str, after: str, newline: str) -> None:
    texts = {name: (before + text + after).replace("\n", newline) for name, text in package().items()}
    assert of_users(tmp_path, texts) == FOUND


def test_where_it_is_made(tmp_path: Path) -> None:
    check_routes(
        """\
#-- pkg/__init__.py
#-- pkg/client.py
import requests
from . import users as u
from .users import ByKeyword, KeywordOnly, BehindOthers, NoneByDefault, OfAType, OfAMethod, OfANumber, OfNobody, Started

class Client:
    def __init__(self, token):
        self.by_keyword = ByKeyword(api=self)
        self.keyword_only = KeywordOnly(api=self)
        self.behind_others = BehindOthers("x", self)
        self.none_by_default = NoneByDefault(self)
        self.of_a_type = OfAType(self)
        self.imported_here = u.ImportedHere(self)
        self.of_a_method = OfAMethod(self.get)
        self.of_a_number = OfANumber(1)
        self.started = Started(self)

    def get(self, path):
        return requests.get("https://x.example/v1" + path)  #> ...
#-- pkg/users.py
class ByKeyword:
    def __init__(self, api):
        self._api = api

    def one(self, id):
        return self._api.get(f"/users/{id}")  #> GET https://x.example/v1/users/{id}

class KeywordOnly:
    def __init__(self, *, api):
        self._api = api

    def one(self, id):
        return self._api.get(f"/users/{id}")  #> GET https://x.example/v1/users/{id}

class BehindOthers:
    def __init__(self, name, api):
        self._api = api

    def one(self, id):
        return self._api.get(f"/users/{id}")  #> GET https://x.example/v1/users/{id}

class NoneByDefault:
    def __init__(self, api=None):
        self._api = api

    def one(self, id):
        return self._api.get(f"/users/{id}")  #> GET https://x.example/v1/users/{id}

class OfAType:
    def __init__(self, api: "Client"):
        self._api = api

    def one(self, id):
        return self._api.get(f"/users/{id}")  #> GET https://x.example/v1/users/{id}

class ImportedHere:
    def __init__(self, api):
        self._api = api

    def one(self, id):
        return self._api.get(f"/users/{id}")  #> GET https://x.example/v1/users/{id}

class OfAMethod:
    def __init__(self, api):
        self._api = api

    def one(self, id):
        return self._api(f"/users/{id}")  #> GET https://x.example/v1/users/{id}

class OfANumber:
    def __init__(self, api):
        self._api = api

    def one(self, id):
        return self._api.get(f"/users/{id}")  #> ~GET /users/{id}

class OfNobody:
    def __init__(self, api):
        self._api = api

    def one(self, id):
        return self._api.get(f"/users/{id}")  #> ~GET /users/{id}

class Started:
    def start(self, api):
        self._api = api

    def one(self, id):
        return self._api.get(f"/users/{id}")  #> ~GET /users/{id}
""",
        tmp_path,
    )


def test_what_is_given_to_a_base(tmp_path: Path) -> None:
    check_routes(
        """\
#-- pkg/__init__.py
#-- pkg/client.py
import requests
from .users import Teams, Users

class Client:
    def __init__(self):
        self.users = Users(self)
        self.teams = Teams(self)

    def get(self, path):
        return requests.get("https://x.example/v1" + path)  #> ...
#-- pkg/base.py
class Resource:
    def __init__(self, api):
        self._api = api

    def _get(self, path):
        return self._api.get(path)  #> ...
#-- pkg/users.py
from .base import Resource

class Users(Resource):
    def one(self, id):
        return self._get(f"/users/{id}")  #> GET https://x.example/v1/users/{id}

class Teams(Resource):
    def __init__(self, api):
        super().__init__(api)

    def one(self, id):
        return self._get(f"/teams/{id}")  #> GET https://x.example/v1/teams/{id}
""",
        tmp_path,
    )


def test_what_is_given_in_two_steps(tmp_path: Path) -> None:
    check_routes(
        """\
#-- pkg/__init__.py
#-- pkg/client.py
import requests
from .org import Org

class Client:
    def __init__(self):
        self.org = Org(self)

    def get(self, path):
        return requests.get("https://x.example/v1" + path)  #> ...
#-- pkg/org.py
from .users import Users

class Org:
    def __init__(self, c):
        self.c = c

    @property
    def users(self):
        return Users(self.c)

class FromNowhere:
    def __init__(self, c):
        self.c = c

    @property
    def teams(self):
        return Teams(self.c)
#-- pkg/users.py
class Users:
    def __init__(self, api):
        self._api = api

    def one(self, id):
        return self._api.get(f"/users/{id}")  #> GET https://x.example/v1/users/{id}

class Teams:
    def __init__(self, api):
        self._api = api

    def one(self, id):
        return self._api.get(f"/teams/{id}")  #> ~GET /teams/{id}
""",
        tmp_path,
    )


OTHER = CLIENT.replace("class Client", "class Other").replace("x.example", "y.example")


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(package(other=OTHER), [*FOUND, "GET https://y.example/v1/users/{id}"], id="from two clients"),
        pytest.param(package(CLIENT.replace(".users", ".other"), other=USERS), LIKELY, id="another class of that name"),
        pytest.param(
            package(**{f"m{n}": f"from .users import Users\nUsers({n}, x)\n" for n in range(9)}),
            FOUND,
            id="made in many places",
        ),
        pytest.param(
            package(CLIENT.replace(MADE, "pass")) | {"pkg/tests/__init__.py": "", "pkg/tests/a.py": OTHER},
            LIKELY,
            id="made by a test",
        ),
    ],
)
def test_who_makes_it(tmp_path: Path, files: Mapping[str, str], expected: list[str]) -> None:
    assert of_users(tmp_path, files) == expected


def test_a_client_is_known_where_it_is_given(tmp_path) -> None:
    def is_likely(made: str) -> bool:
        files = package(CLIENT.replace(MADE, made))
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
    # Whoever makes a `B` gives it `Users`, which has no `get`; and whoever makes `Users` gives it what a `B` has.
    assert of_users(tmp_path, package(CLIENT.replace(MADE, "pass"), USERS + EACH_OTHER)) == []


def test_who_makes_others_has_not_said_all_while_it_is_looked_at(tmp_path: Path) -> None:
    check_routes(
        """\
import requests

class Box:
    def __init__(self, name):
        self.name = name

    def get(self):
        return requests.get("https://x.example/boxes/" + self.name)  #> ...

class Steps:
    def __init__(self, parts):
        self.parts = parts

    def run(self):
        return requests.get("https://x.example/" + "/".join(self.parts))  #> GET https://x.example/{parts}

def users(default: Steps):
    default.run()
    Box("mine").get()  #> GET https://x.example/boxes/mine
    Steps(("users",)).run()  #> GET https://x.example/users

def teams(name):
    return Steps(("teams", name))
""",
        tmp_path,
    )


def test_in_one_file(tmp_path) -> None:
    one = CLIENT.replace("from .users import Users\n", "") + USERS
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
