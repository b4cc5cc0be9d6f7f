"""A method may use what only subclasses of its class in other files of the package have: a path, or another method."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from waypost.analysis import Analysis
from waypost.routes.sites import project_world
from waypost.text import Document
from waypost.workspace import Folder, Workspace
from waypost.workspace.files import read_file

MIXIN = """\
class Users:
    path = None

    def user(self, name):
        return self.put(f"/users/{name}", data={})

    def all(self):
        return self.get(self.base + self.path)
"""
BASE = """\
import requests

class Base:
    base = "https://x.example"

    def put(self, path, data=None):
        return self.request("PUT", path, data=data)

    def get(self, url):
        return requests.get(url)

    def request(self, verb, path, data=None):
        return requests.request(verb, self.base + path, data=data)
"""
CLIENT = """\
from .base import Base
from .users import Users

class Client(Users, Base):
    path = "/all"
"""
FILES = {"pkg/__init__.py": "", "pkg/users.py": MIXIN, "pkg/base.py": BASE, "pkg/client.py": CLIENT}
FOUND = ["PUT https://x.example/users/{name}", "GET https://x.example/all"]


def of_mixin(root: Path, changed: Mapping[str, str]) -> list[str]:
    return found(root, {**FILES, **changed}, "pkg/users.py")


@pytest.mark.parametrize("before", ["", '"\U0001f6a9"\n'])
@pytest.mark.parametrize("after", ["", "def half(:\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_method_of_another_base_of_a_subclass_is_found(tmp_path, before: str, after: str, newline: str) -> None:
    texts = {name: (before + text + after).replace("\n", newline) for name, text in FILES.items()}
    assert of_mixin(tmp_path, texts) == FOUND


HEIRS = {
    "in a package below": {
        "pkg/client.py": "",
        "pkg/sub/__init__.py": "",
        "pkg/sub/c.py": CLIENT.replace("m .", "m .."),
    },
    "by the whole name": {"pkg/client.py": CLIENT.replace("m .", "m pkg.")},
    "under another name": {
        "pkg/client.py": CLIENT.replace("import Users", "import Users as Mixin").replace("(Users", "(Mixin")
    },
    "through the package": {
        "pkg/__init__.py": "from .users import Users\n",
        "pkg/client.py": CLIENT.replace("from .users", "from pkg"),
    },
    "by its module": {
        "pkg/client.py": CLIENT.replace("from .users import Users", "from . import users").replace("(U", "(users.U")
    },
    "on several lines": {"pkg/client.py": CLIENT.replace("(Users, Base)", "(\n    Users,  # first\n    Base[int],\n)")},
    "through a subclass in its own file": {
        "pkg/users.py": f"{MIXIN}\nclass More(Users):\n    pass\n",
        "pkg/client.py": CLIENT.replace("import Users", "import More").replace("(Users", "(More"),
    },
    "through a subclass in another file": {
        "pkg/more.py": "from .users import Users\nclass More(Users): ...\n",
        "pkg/client.py": CLIENT.replace("users import Users", "more import More").replace("(Users", "(More"),
    },
    "several that agree": {
        "pkg/other.py": CLIENT.replace("Client", "Other"),
    },
    "besides a test's": {
        "pkg/tests/__init__.py": "",
        "pkg/tests/test_users.py": "from ..users import Users\nclass Fake(Users):\n    def put(self, *_): ...\n",
    },
    "with a class above that is its own subclass": {
        "pkg/circle.py": "from .users import Users\nclass A(B, Users): ...\nclass B(A): ...\n",
    },
}


@pytest.mark.parametrize("changed", HEIRS.values(), ids=HEIRS)
def test_subclasses_are_found(tmp_path, changed: Mapping[str, str]) -> None:
    assert of_mixin(tmp_path, changed) == FOUND


NO_HEIRS = {
    "none": {"pkg/client.py": ""},
    "a class of the same name": {"pkg/client.py": CLIENT.replace("from .users import Users", "class Users: ...")},
    "a base that is no class": {"pkg/client.py": CLIENT.replace("from .users import Users", "Users = object()")},
}


OTHER_HEIRS = {
    "a subclass in no package of it": {"pkg/client.py": "", "client.py": CLIENT.replace("m .", "m pkg.")},
    "methods that differ": {
        "pkg/other.py": CLIENT.replace("Client", "Other").replace('path = "/all"', "def put(self, *_): return None")
    },
}


@pytest.mark.parametrize("changed", OTHER_HEIRS.values(), ids=OTHER_HEIRS)
def test_what_one_subclass_gives_is_sent(tmp_path, changed: Mapping[str, str]) -> None:
    assert "PUT https://x.example/users/{name}" in of_mixin(tmp_path, changed)


@pytest.mark.parametrize("changed", NO_HEIRS.values(), ids=NO_HEIRS)
def test_what_is_no_subclass_gives_nothing(tmp_path, changed: Mapping[str, str]) -> None:
    assert "PUT https://x.example/users/{name}" not in of_mixin(tmp_path, changed)


def test_what_subclasses_give_differently_is_shown_in_each_form(tmp_path) -> None:
    other = CLIENT.replace("Client", "Other").replace('"/all"', '"/rest"\n    base = "https://y.example"')
    shown = of_mixin(tmp_path, {"pkg/other.py": other})
    assert {"PUT https://x.example/users/{name}", "PUT https://y.example/users/{name}"} < set(shown)
    assert {"GET https://x.example/all", "GET https://y.example/rest"} < set(shown)


def test_what_a_class_is_given_itself_is_not_what_its_subclasses_give_it(tmp_path) -> None:
    """It may be used by itself, with anything; what it sends for them is another request."""
    start = "    def __init__(self, base):\n        self.base = base\n"
    base = BASE.replace('    base = "https://x.example"\n', start)
    subclass = "from .base import Base\n\nclass Client(Base):\n    def __init__(self):\n        super().__init__('https://x.example')\n"
    files = {**FILES, "pkg/base.py": base, "pkg/client.py": subclass}
    assert found(tmp_path, files, "pkg/base.py") == [
        "PUT https://x.example{path}",
        "GET {url}",
        " {base}{path}",
        " https://x.example{path}",
    ]


def test_hundreds_of_subclasses_are_not_chosen_from(tmp_path) -> None:
    many = {f"pkg/c{number}.py": CLIENT.replace("Client", f"C{number}") for number in range(200)}
    assert of_mixin(tmp_path, many) == FOUND


def test_subclasses_that_ask_each_other_come_to_an_end(tmp_path) -> None:
    """Properties that only subclasses have, of which each asks for the other."""
    base = "class Users:\n    @property\n    def a(self):\n        return self.b\n\n"
    base += "    def user(self):\n        return self.put('/x' + self.a, data={})\n"
    subclasses = {
        f"pkg/c{number}.py": f"from .{above} import Users as Up\nclass Users(Up):\n    @property\n    def b(self):\n"
        "        return self.c + self.a\n    @property\n    def c(self):\n        return self.b + self.a\n"
        for number, above in ((number, f"c{number - 1}" if number else "users") for number in range(12))
    }
    assert of_mixin(tmp_path, {"pkg/users.py": base, "pkg/client.py": "", **subclasses}) != []


ABSTRACT = (
    "...",
    "pass",
    "raise NotImplementedError",
    '"""What subclasses do."""',
    'raise NotImplementedError("x")  # not',
)


@pytest.mark.parametrize("body", ABSTRACT)
def test_an_abstract_method_is_that_of_the_subclasses(tmp_path, body: str) -> None:
    mixin = f"{MIXIN}\n    def put(self, path, data=None):\n        {body}\n"
    subclass = CLIENT.replace("(Users, Base)", "(Base, Users)")
    assert of_mixin(tmp_path, {"pkg/users.py": mixin, "pkg/client.py": subclass}) == FOUND
    # Here, the abstract one comes first.
    assert FOUND[0] not in of_mixin(tmp_path, {"pkg/users.py": mixin, "pkg/client.py": CLIENT})


def test_a_method_that_does_something_is_no_abstract_one(tmp_path) -> None:
    mixin = f"{MIXIN}\n    def put(self, path, data=None):\n        return 1\n"
    subclass = CLIENT.replace("(Users, Base)", "(Base, Users)")
    made = of_mixin(tmp_path, {"pkg/users.py": mixin, "pkg/client.py": subclass})
    assert FOUND[0] in made, "the subclass has the one of its first base"


def test_the_last_of_several_definitions_is_the_method(tmp_path) -> None:
    """Signatures come before it, and what sets a property after it."""
    signatures = (
        "    @overload\n    def put(self, path: str) -> str: ...\n\n    @typing.overload\n    def put(self): ...\n\n"
    )
    text = BASE.replace("    def put", f"{signatures}    def put")
    assert of_mixin(tmp_path, {"pkg/base.py": text}) == FOUND
    setter = '    @property\n    def base(self):\n        return "https://x.example"\n\n    @base.setter\n'
    text = BASE.replace(
        '    base = "https://x.example"\n', f"{setter}    def base(self, value):\n        self._base = value\n"
    )
    assert of_mixin(tmp_path, {"pkg/base.py": text}) == FOUND


QUOTED = """\
import functools
from urllib.parse import quote

class Urls:
    def url(self, path, *args):
        return "https://x.example" + path.format(*map(functools.partial(quote, safe="/:"), args))
"""


def test_what_is_quoted_in_a_method_of_another_base_keeps_its_name(tmp_path) -> None:
    mixin = MIXIN.replace('f"/users/{name}"', 'self.url("/users/{0}", name)')
    subclass = CLIENT.replace("(Users, Base)", "(Users, Base, Urls)").replace(
        "import Base", "import Base\nfrom .urls import Urls"
    )
    base = BASE.replace("self.base + path", "path")
    changed = {"pkg/users.py": mixin, "pkg/base.py": base, "pkg/client.py": subclass, "pkg/urls.py": QUOTED}
    assert of_mixin(tmp_path, changed) == FOUND


def test_an_edit_of_a_subclass_is_followed_at_once(tmp_path) -> None:
    found(tmp_path, FILES, "pkg/users.py")
    folders = [Folder(tmp_path)]
    mixin = Document((tmp_path / "pkg/users.py").as_uri(), MIXIN.encode())
    client = Document((tmp_path / "pkg/client.py").as_uri(), CLIENT.encode())
    workspace = Workspace(folders, {each.uri: each for each in (mixin, client)})
    made = Analysis(mixin, workspace)
    assert [each.name for each in made.symbols()] == FOUND
    for old, new in (("(Users, Base)", "(Base)"), ("import Base", "import Other as Base")):
        edited = Document(client.uri, CLIENT.replace(old, new).encode())
        later = Workspace(folders, {**workspace.open, client.uri: edited}, services=workspace.services)
        made = made.updated(mixin, (), later)
        assert [each.name for each in made.symbols()] == [each.name for each in Analysis(mixin, later).symbols()]
        assert FOUND[0] not in [each.name for each in made.symbols()]
        made = made.updated(mixin, (), workspace)
        assert [each.name for each in made.symbols()] == FOUND


def test_a_package_that_reaches_out_of_the_workspace_is_not_read(tmp_path, monkeypatch) -> None:
    inner = tmp_path / "pkg" / "inner"
    inner.mkdir(parents=True)
    for path in (tmp_path / "pkg" / "__init__.py", inner / "__init__.py"):
        path.write_text("")
    (tmp_path / "pkg" / "client.py").write_text(
        "from pkg.inner.users import Users\n\nclass Client(Users):\n    path = '/x'\n"
    )
    (inner / "users.py").write_text(MIXIN)
    read: list[Path] = []
    monkeypatch.setattr(project_world, "read_file", lambda path: read.append(path) or read_file(path))
    document = Document.from_text((inner / "users.py").as_uri(), MIXIN)
    for root in (inner, tmp_path):
        read.clear()
        Analysis(document, Workspace((Folder(root),))).features.sites()
        assert {*read} == {*root.rglob("*.py")}
