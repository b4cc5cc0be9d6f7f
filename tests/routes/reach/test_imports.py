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


def test_imports_in_a_circle_end(tmp_path: Path) -> None:
    files = {"a.py": "from b import fetch\nfetch('/x')\n", "b.py": "from a import fetch\n"}
    assert found(tmp_path, files, "a.py") == []
