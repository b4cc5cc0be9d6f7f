"""Names from other files of the workspace, found as Python finds them."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from waypost.routes.features import RouteFeatures
from waypost.text import Document
from waypost.workspace import Folder, Workspace

CLIENT = """\
import requests

class Client:
    def send(self, verb, path):
        return requests.request(verb, "https://x.example" + path)

def fetch(path):
    return requests.get("https://x.example" + path)
"""
CALL = """\
def users(client: Client):
    client.send("PUT", "/users")
    fetch("/users")
"""
FOUND = ["PUT https://x.example/users", "GET https://x.example/users"]


def found(root: Path, files: Mapping[str, str], name: str) -> list[str]:
    """The routes of one of several files on disk."""
    for each, text in files.items():
        (root / each).parent.mkdir(parents=True, exist_ok=True)
        (root / each).write_text(text)
    document = Document((root / name).as_uri(), (root / name).read_bytes())
    sites = RouteFeatures(document, Workspace([Folder(root)])).sites()
    return [f"{site.verb} {site.shown}" for site in sites]


LAYOUTS = {
    "absolute, from inside the package": (
        {"pkg/__init__.py": "", "pkg/sub/__init__.py": "", "pkg/client.py": CLIENT},
        "pkg/sub/users.py",
        "from pkg.client import Client, fetch\n",
    ),
    "the same below src": (
        {"src/pkg/__init__.py": "", "src/pkg/sub/__init__.py": "", "src/pkg/client.py": CLIENT},
        "src/pkg/sub/users.py",
        "from pkg.client import Client, fetch\n",
    ),
    "a package in a folder of no package": (
        {"libs/one/pkg/__init__.py": "", "libs/one/pkg/client.py": CLIENT},
        "libs/one/pkg/users.py",
        "from pkg.client import Client, fetch\n",
    ),
    "relative, to the package itself": (
        {"pkg/__init__.py": CLIENT, "pkg/sub/__init__.py": ""},
        "pkg/sub/users.py",
        "from .. import Client, fetch\n",
    ),
    "exported again": (
        {"pkg/__init__.py": "from .core import Client, fetch\n", "pkg/core.py": "from .client import *\n"
         "from .client import Client, fetch\n", "pkg/client.py": CLIENT},
        "pkg/users.py",
        "from pkg import Client, fetch\n",
    ),
    "under another name": (
        {"pkg/__init__.py": "from .client import Client as Http, fetch as load\n", "pkg/client.py": CLIENT},
        "users.py",
        "from pkg import Http as Client, load as fetch\n",
    ),
    "for type checkers alone": (
        {"pkg/__init__.py": "", "pkg/client.py": CLIENT},
        "pkg/users.py",
        "from typing import TYPE_CHECKING as T\nfrom .client import fetch\nif T:\n    from .client import Client\n",
    ),
    "a namespace package": (
        {"pkg/client.py": CLIENT},
        "pkg/users.py",
        "from pkg.client import Client, fetch\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LAYOUTS)
def test_a_wrapper_of_another_file_is_followed(case: str, tmp_path: Path) -> None:
    files, name, imports = LAYOUTS[case]
    assert found(tmp_path, {**files, name: imports + CALL}, name) == FOUND


def _of(host: str) -> str:
    return f'BASE = "https://{host}.example"\n'


USES = "import requests\nfrom config import BASE\n\nrequests.get(BASE + '/x')\n"
# Where the module is that a file imports, and what is sent then.
NAMED_ALIKE = {
    "each its own": ({"a/config.py": _of("a"), "b/config.py": _of("b")}, "b/app.py", "https://b.example/x"),
    "in a folder that is no package": (
        {"a/config.py": _of("a"), "b/tools/config.py": _of("b"), "b/tools/more/x.py": ""},
        "b/tools/app.py",
        "https://b.example/x",
    ),
    "that of neither": ({"a/config.py": _of("a"), "b/config.py": _of("b")}, "c/app.py", "{BASE}/x"),
    "that of the project before those of neither": (
        {"config.py": _of("root"), "a/config.py": _of("a"), "b/config.py": _of("b")},
        "c/app.py",
        "https://root.example/x",
    ),
    "the only one there is": ({"src/config.py": _of("src")}, "tests/app.py", "https://src.example/x"),
    "one inside a package is none": (
        {"pkg/__init__.py": "", "pkg/config.py": _of("pkg")},
        "app.py",
        "{BASE}/x",
    ),
}


@pytest.mark.parametrize("case", NAMED_ALIKE)
def test_modules_of_one_name(case: str, tmp_path: Path) -> None:
    files, name, url = NAMED_ALIKE[case]
    assert found(tmp_path, {**files, name: USES}, name) == [f"GET {url}"]


def test_a_module_that_is_called_like_a_client_elsewhere_is_not_the_client(tmp_path: Path) -> None:
    files = {
        "lib/requests.py": "def get(url): ...\n",
        "app.py": "import requests\n\nrequests.get('https://x.example')\n",
    }
    assert found(tmp_path, files, "app.py") == ["GET https://x.example"]


def test_imports_in_a_cycle_end(tmp_path: Path) -> None:
    files = {"a.py": "from b import fetch\nfetch('/x')\n", "b.py": "from a import fetch\n"}
    assert found(tmp_path, files, "a.py") == []


ROOTS = {
    "a module": ({}, "from pkg.client import fetch\nfetch('/x')\n", True),
    "a module by its dotted name": ({}, "import pkg.client as c\nc.fetch('/x')\n", True),
    "a part": ({}, "from pkg import client\nimport pkg.client as c\nc.fetch('/x')\n", True),
    "a name of the root itself": (
        {"__init__.py": "from . import client\nclient.fetch('/y')\n"},
        "from .. import client\nclient.fetch('/x')\n",
        True,
    ),
    "no package": ({"__init__.py": None}, "from pkg.client import fetch\nfetch('/x')\n", False),
    "another one of its name inside": ({"pkg.py": ""}, "from pkg.client import fetch\nfetch('/x')\n", False),
    "nothing of it": ({}, "from pkg.requests import get\nget('/x')\n", False),
}


@pytest.mark.parametrize("case", ROOTS)
def test_the_root_is_a_package_by_whose_name_its_files_import_one_another(case: str, tmp_path: Path) -> None:
    others, text, is_found = ROOTS[case]
    files = {"__init__.py": "", "client.py": CLIENT, "sub/__init__.py": "", "sub/a.py": text, **others}
    written = {name: each for name, each in files.items() if each is not None}
    assert found(tmp_path / "pkg", written, "sub/a.py") == ["GET https://x.example/x"] * is_found


PARTS = {
    "of a package that imports its parts": ("from . import client\n", "import pkg\npkg.client.fetch('/x')\n"),
    "by another name for the package": ("from . import client\n", "import pkg as p\np.client.fetch('/x')\n"),
    "by the package's own dotted name": ("from pkg import client\n", "import pkg\npkg.client.fetch('/x')\n"),
    "from the package": ("from . import client\n", "from pkg import client\nclient.fetch('/x')\n"),
}


@pytest.mark.parametrize("case", PARTS)
def test_the_parts_of_a_package_that_it_imports_itself(case: str, tmp_path: Path) -> None:
    package, text = PARTS[case]
    files = {"pkg/__init__.py": package, "pkg/client.py": CLIENT, "a.py": text}
    assert found(tmp_path, files, "a.py") == ["GET https://x.example/x"]


def test_a_name_that_a_package_binds_after_it_has_imported_a_part_is_not_the_part(tmp_path: Path) -> None:
    package = "from . import client\nclient = object()\n"
    files = {"pkg/__init__.py": package, "pkg/client.py": CLIENT, "a.py": "import pkg\npkg.client.fetch('/x')\n"}
    assert found(tmp_path, files, "a.py") == []


def test_a_part_that_is_not_there_is_not_looked_for_in_circles(tmp_path: Path) -> None:
    files = {"pkg/__init__.py": "from . import gone\n", "a.py": "import pkg\npkg.gone.fetch('/x')\n"}
    assert found(tmp_path, files, "a.py") == []


STARS = "from .client import *\nfrom .names import *\n"
IN_PACKAGE = {"pkg/__init__.py": STARS, "pkg/client.py": CLIENT, "pkg/names.py": 'PATH = "/users"\n'}


@pytest.mark.parametrize(
    ("text", "routes"),
    [
        ("from pkg import fetch\nfetch('/users')\n", ["GET https://x.example/users"]),
        ("from pkg import *\nfetch('/v1' + PATH)\n", ["GET https://x.example/v1/users"]),
        ("import pkg\npkg.fetch('/v1' + pkg.PATH)\n", ["GET https://x.example/v1/users"]),
        ("s = '🚀'\r\nfrom pkg import *\r\nfetch('/v1' + PATH)\r\n", ["GET https://x.example/v1/users"]),
        ("def fetch(path): ...\nfrom pkg import PATH\nfetch('/v1' + PATH)\n", []),
        ("from pkg import\nfetch('/users')\n", []),
        ("from pkg import *\nfetch(", []),
    ],
    ids=["named", "all", "of the module", "CRLF, after a rocket", "own function", "half-typed", "half a call"],
)
def test_names_that_star_imports_bring(text: str, routes: list[str], tmp_path: Path) -> None:
    assert found(tmp_path, {**IN_PACKAGE, "users.py": text}, "users.py") == routes


@pytest.mark.parametrize(
    ("client", "routes"),
    [
        ("__all__ = ['fetch']\n" + CLIENT, ["GET https://x.example/users"]),
        ("__all__ = ['fetch'] + more\n" + CLIENT, ["GET https://x.example/users"]),
        ("__all__ = ['Client']\n" + CLIENT, []),
        (CLIENT.replace("fetch", "_fetch"), []),
    ],
    ids=["exported", "perhaps exported", "not exported", "private"],
)
def test_what_a_module_leaves_to_star_imports(client: str, routes: list[str], tmp_path: Path) -> None:
    name = "_fetch" if "_fetch" in client else "fetch"
    files = {**IN_PACKAGE, "pkg/client.py": client, "users.py": f"from pkg import *\n{name}('/users')\n"}
    assert found(tmp_path, files, "users.py") == routes


def test_the_last_star_import_that_has_a_name_counts(tmp_path: Path) -> None:
    files = {"a.py": "BASE = 'https://a.example'\n", "b.py": "BASE = 'https://b.example'\n"}
    text = "import httpx\nfrom a import *\nfrom b import *\nhttpx.get(BASE + '/x')\n"
    assert found(tmp_path, {**files, "c.py": text}, "c.py") == ["GET https://b.example/x"]


def test_a_star_import_that_only_passes_a_name_on_is_not_its_last(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "from .a import *\nfrom .b import *\nfrom .c import *\n",
        "pkg/a.py": "BASE = 'https://a.example'\n",
        "pkg/b.py": "from pkg import BASE\n",
        "pkg/c.py": "from pkg.a import BASE\n",
    }
    text = "import httpx\nfrom pkg import BASE\nhttpx.get(BASE + '/x')\n"
    assert found(tmp_path, {**files, "x.py": text}, "x.py") == ["GET https://a.example/x"]
    (tmp_path / "d.py").write_text("BASE = 'https://d.example'\n")
    files["pkg/c.py"] = "from d import BASE\n"
    assert found(tmp_path, {**files, "x.py": text}, "x.py") == ["GET https://d.example/x"]


def test_a_module_of_many_star_imports_is_not_searched(tmp_path: Path) -> None:
    files = {f"pkg/m{index}.py": "X = 1\n" for index in range(40)}
    stars = "".join(f"from .m{index} import *\n" for index in range(40))
    files |= {"pkg/__init__.py": stars, "pkg/m0.py": CLIENT}
    expected = ["GET https://x.example/users"]
    assert found(tmp_path, {**files, "users.py": "from pkg import fetch\nfetch('/users')\n"}, "users.py") == expected


def test_star_imports_in_a_cycle_end(tmp_path: Path) -> None:
    files = {"a.py": "from b import *\nfetch('/x')\n", "b.py": "from a import *\n"}
    assert found(tmp_path, files, "a.py") == []


KEPT = """\
from pkg.base import Api

class Users(Api):
    def all(self):
        return self._get("/users")

    def add(self, user):
        return self._post("users", json=user)

    def keep(self, user):
        return self._put("users", json=user)
"""


@pytest.mark.parametrize(
    ("client", "routes"),
    [
        ("client: httpx.Client", ["GET /users", "POST users"]),
        ("client", ["~GET /users", "~POST users"]),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF, after an astral character", "half-typed"])
def test_methods_of_a_client_that_another_file_keeps_under_names(
    client: str, routes: list[str], change: str, tmp_path: Path
) -> None:
    """The methods of a client with a type are requests; what only has the name of a verb is likely one."""
    sets = "        self._get = client.get\n        self._post = client.post\n        self._put = {}\n"
    base = f"import httpx\n\nclass Api:\n    def __init__(self, {client}):\n{sets}"
    text = KEPT if "CRLF" not in change else f"s = '🚀'\n{KEPT}".replace("\n", "\r\n")
    text += "\n    def half(self):\n        self._get(" if change == "half-typed" else ""
    files = {"pkg/__init__.py": "", "pkg/base.py": base, "users.py": text}
    assert found(tmp_path, files, "users.py") == [each.lstrip("~") for each in routes]
    document = Document((tmp_path / "users.py").as_uri(), (tmp_path / "users.py").read_bytes())
    sites = RouteFeatures(document, Workspace([Folder(tmp_path)])).sites()
    assert [site.likely for site in sites] == [each.startswith("~") for each in routes]
