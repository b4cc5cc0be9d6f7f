"""Objects that are made to build a path, step by step: each method adds to it and returns the object."""

import pytest

from tests.support.check import VARIANTS, workspace
from tests.support.variants import WIDE_PREFIX
from waypost.routes.features import RouteFeatures
from waypost.text import Document

BUILDER = """\
import httpx

class Path:
    def __init__(self, start="/v1"):
        self.path = start

    def users(self, user: str = None):
        self._add("users")
        if user is not None:
            self._add(user)
        return self

    def teams(self):
        self.path = self.path + "/teams"
        return self

    def _add(self, part: str):
        self.path += f"/{part}"

    def build(self):
        return self.path

def f(client: httpx.Client, user: str, known: bool):
    path = Path()
"""
BUILT = {
    "in one expression": ("client.get(Path().users(user).build())", ["GET /v1/users/{part}"]),
    "without what may be left out": ("client.get(Path().users().build())", ["GET /v1/users"]),
    "nothing added": ("client.get(path.build())", ["GET /v1"]),
    "in steps": ("path.users(user)\n    path.teams()\n    client.get(path.build())", ["GET /v1/users/{part}/teams"]),
    "by its attribute": ("client.get(path.users().teams().path)", ["GET /v1/users/teams"]),
    "from another start": ('client.get(Path("/v2").teams().build())', ["GET /v2/teams"]),
    "another object": ("path.teams()\n    client.get(Path().users().build())", ["GET /v1/users"]),
    "under another name": ("other = path.users()\n    client.get(other.teams().build())", ["GET /v1/users/teams"]),
    "on one of two ways": (
        "if known:\n        path.teams()\n    client.get(path.build())",
        ["GET /v1", "GET /v1/teams"],
    ),
}


def requests_in(source: str) -> list[str]:
    document = Document.from_text("file:///w/x.py", source)
    features = RouteFeatures(document, workspace(None, {"x.py": source}))
    return sorted(f"{each.verb} {each.shown}" for each in features.sites())


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", BUILT)
def test_a_path_that_is_built_in_steps_is_known(name, variant) -> None:
    code, expected = BUILT[name]
    source = f"{BUILDER}    {code}\n"
    changed = {"crlf": source.replace("\n", "\r\n"), "after a wide character": WIDE_PREFIX + source}
    assert requests_in(changed.get(variant, source)) == expected


def test_the_path_of_an_object_that_was_made_elsewhere_is_not_its_first_one() -> None:
    """Somebody may have added to it."""
    source = BUILDER + "    pass\n\ndef g(client: httpx.Client, path: Path):\n    client.get(path.build())\n"
    assert requests_in(source) == ["GET {build}"]


@pytest.mark.parametrize("addition", ['self.base += "/more"', 'self.base = self.base + "/more"'])
def test_a_text_that_methods_add_to_has_an_unknown_end(addition) -> None:
    source = f"""\
import httpx

class Client:
    def __init__(self):
        self.base = "https://x.example/v1"

    def grow(self):
        {addition}

    def users(self):
        httpx.get(self.base)
"""
    assert requests_in(source) == ["GET https://x.example/v1{base}"]


def test_a_text_that_only_its_maker_adds_to_is_known() -> None:
    source = """\
import httpx

class Client:
    def __init__(self):
        self.base = "https://x.example"
        self.base += "/v1"

    def users(self):
        httpx.get(self.base + "/users")
"""
    assert requests_in(source) == ["GET https://x.example/v1/users"]


def test_half_typed_steps_are_no_paths() -> None:
    assert requests_in(f"{BUILDER}    client.get(Path().users(user).") == []
