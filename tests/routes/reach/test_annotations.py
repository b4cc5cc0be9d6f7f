"""Clients that parameters are annotated with."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from tests.support.routes import check_routes
from waypost.routes.features import RouteFeatures
from waypost.routes.sites.prefilter import may_hold_routes
from waypost.text import Document
from waypost.workspace import Folder, Workspace

HEAD = """\
import httpx
from typing import Annotated, Literal, Optional, Union

Http = Annotated[httpx.AsyncClient, Depends(client)]
Maybe = Optional[httpx.Client]
Other = Literal["httpx.Client"]
Table = {"client": httpx.Client}

"""


@pytest.mark.parametrize(
    ("annotation", "is_client"),
    [
        ("Http", True),
        ("Maybe", True),
        ("Annotated[httpx.Client, 'words']", True),
        ("Optional[httpx.Client]", True),
        ("httpx.Client | None", True),
        ("Other", False),
        ("Annotated", False),
        ("Missing", False),
        ("Annotated[", False),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_an_alias_of_a_type(annotation: str, is_client: bool, newline: str, tmp_path: Path) -> None:  # noqa: FBT001
    source = f"# \U0001f600\n{HEAD}def go(given: {annotation}, id):\n    given.get(f'/users/{{id}}')\n"
    routes = found(tmp_path, {"x.py": source.replace("\n", newline)}, "x.py")
    assert routes == (["GET /users/{id}"] if is_client else [])


def test_a_name_that_is_annotated() -> None:
    check_routes("""\
import httpx
from nowhere import make, session, table

session: httpx.Client
session.get("/a")  #> GET /a
other: Optional[httpx.Client] = make()
other.get("/b")  #> GET /b
words: Literal["httpx.Client"] = table
words.get("/b")

def f(given):
    client: httpx.Client = given.client
    client.get("/c")  #> GET /c
    for each in given:
        each: httpx.Client
        each.get("/d")  #> GET /d
    known: httpx.Client = httpx.Client(base_url="https://x.example")
    known.get("/e")  #> GET /e
    text: httpx.Client = "client"
    text.get("/f")
    half: httpx.
""")


CLIENT = """\
import httpx

class Client:
    def __init__(self):
        self._http = httpx.Client(base_url="https://x.example")

    def get(self, path):
        return self._http.request("GET", path)
"""
USER = """\
# \U0001f600
from typing import TYPE_CHECKING, Annotated, Generic, Literal, Optional, TypeVar, Union
import contextvars, pkg

if TYPE_CHECKING:
    from pkg.client import Client

Other = Union[None, Client]
Own = TypeVar("Own", bound=Client)
T = TypeVar("T")

class Box(Generic[T]): ...

"""


def _in_package(source: str, root: Path) -> list[str]:
    return found(root, {"pkg/__init__.py": "", "pkg/client.py": CLIENT, "pkg/x.py": source}, "pkg/x.py")


@pytest.mark.parametrize(
    ("annotation", "is_client"),
    [
        ("Client", True),
        ("'Client'", True),
        ("'pkg.client.Client'", True),
        ("'Optional[Client]'", True),
        ("'None | Client'", True),
        ("Optional['Client']", True),
        ("Annotated['Client', 'words']", True),
        ("Other", True),
        ("Own", True),
        ("Annotated[str, 'Client']", False),
        ("Literal['Client']", False),
        ("dict[str, Client]", False),
        ("'dict[str, Client]'", False),
        ("contextvars.ContextVar[Client]", False),
        ("list[Client]", False),
        ("Box[Client]", False),
        ("T", False),
        ("'Client['", False),
        # However many.
        ("'" + "Client | " * 50 + "None'", True),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_class_of_another_file(annotation: str, is_client: bool, newline: str, tmp_path: Path) -> None:  # noqa: FBT001
    source = f"{USER}def go(given: {annotation}, id):\n    given.get(f'/users/{{id}}')\n"
    routes = _in_package(source.replace("\n", newline), tmp_path)
    assert routes == (["GET /users/{id}"] if is_client else [])


@pytest.mark.parametrize(
    ("annotation", "is_client"),
    [("list[Client]", True), ("'Sequence[Client]'", True), ("typing.List['Client']", True), ("Box[Client]", False)],
)
@pytest.mark.parametrize(
    "body",
    [
        "for each in given:\n        each.get('/users')",
        "return [each.get('/users') for each in given]",
        "given[0].get('/users')",
    ],
)
def test_any_of_many(annotation: str, is_client: bool, body: str, tmp_path: Path) -> None:  # noqa: FBT001
    routes = _in_package(f"{USER}def go(given: {annotation}):\n    {body}\n", tmp_path)
    assert routes == (["GET /users"] if is_client else [])


@pytest.mark.parametrize(
    ("body", "is_client"),
    [
        ("assert isinstance(given, Client)\n    given.get('/users')", True),
        ("if isinstance(given, pkg.client.Client):\n        given.get('/users')", True),
        ("if id and (isinstance(given, Client) and len(id)):\n        given.get('/users')", True),
        ("if id:\n        pass\n    elif isinstance(given, Client):\n        given.get('/users')", True),
        ("if isinstance(given, Client):\n        pass\n    else:\n        given.get('/users')", False),
        ("if isinstance(given, Client):\n        pass\n    given.get('/users')", False),
        ("if isinstance(given, Client) or id:\n        given.get('/users')", False),
        ("if not isinstance(given, Client):\n        given.get('/users')", False),
        ("if isinstance(given, dict):\n        given.get('/users')", False),
        # What is half typed is read as if it were finished.
        ("if isinstance(given, Client:\n        given.get('/users')", True),
    ],
)
def test_a_class_that_is_asked_for(body: str, is_client: bool, tmp_path: Path) -> None:  # noqa: FBT001
    routes = _in_package(f"{USER}def go(given, id):\n    {body}\n", tmp_path)
    assert routes == (["GET /users"] if is_client else [])


def test_a_table_of_arguments_given_to_a_client_of_another_file(tmp_path: Path) -> None:
    body = "    table = {'method': 'PUT', 'url': f'/users/{id}'}\n    given._http.request(**table)\n"
    assert _in_package(f"{USER}def go(given: 'Client', id):\n{body}", tmp_path) == ["PUT /users/{id}"]


@pytest.mark.parametrize(
    ("body", "is_client"),
    [
        ("    def api(self) -> 'Client':\n        return self._made()\n", True),
        ("    def api(self) -> 'Client':\n        raise NotImplementedError\n", False),
        ("    def api(self) -> 'dict[str, Client]':\n        return self._made()\n", False),
        ("    def api(self) -> 'Client':\n        return {'/users': Client}\n", False),
        ("    def api(self):\n        return self._made()\n", False),
    ],
)
def test_a_property(body: str, is_client: bool, tmp_path: Path) -> None:  # noqa: FBT001
    source = f"{USER}class Users:\n    @property\n{body}\n    def all(self):\n        self.api.get('/users')\n"
    _in_package(source, tmp_path)
    document = Document((tmp_path / "pkg/x.py").as_uri(), source.encode())
    sites = RouteFeatures(document, Workspace([Folder(tmp_path)])).sites()
    assert any(not site.likely for site in sites) is is_client


@pytest.mark.parametrize(
    "call", ["client.get(url_of(id))", "self._client.get(USER % id)", "client.get(\n        url_of(id))"]
)
def test_what_is_sent_is_made_elsewhere(call: str, tmp_path: Path) -> None:
    urls = "USER = '/users/%s'\n\ndef url_of(id):\n    return USER % id\n"
    head = "from pkg.urls import USER, url_of\nfrom pkg.client import Client\n\n"
    body = f"class Users:\n    _client: Client\n\n    def one(self, client: Client, id):\n        {call}\n"
    files = {"pkg/__init__.py": "", "pkg/client.py": CLIENT, "pkg/urls.py": urls, "pkg/x.py": head + body}
    assert found(tmp_path, files, "pkg/x.py") == ["GET /users/{id}"]
    assert may_hold_routes((head + body).encode())
    assert not may_hold_routes((head + body).replace("client", "table").encode())


def test_many_or_none(tmp_path: Path) -> None:
    tests = "if given is None", "elif not given", "else"
    branches = "".join(f"    {test}:\n        one.get('/{index}')\n" for index, test in enumerate(tests))
    source = f"{USER}def go(given: 'list[Client] | None', one: 'Client'):\n{branches}"
    assert _in_package(source, tmp_path) == ["GET /0", "GET /1", "GET /2"]
