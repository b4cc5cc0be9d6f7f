"""What an inherited `__init__` sets is what it sets for objects of the heir."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from tests.support.check import workspace
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of
from waypost.text import Document

BASE = """\
import requests

class Base:
    host = "https://x.example"
    path = "/base"

    def __init__(self):
        self.url = {url}

    def all(self):
        return requests.get(self.url)
"""
HEIR = """\
class Heir({base}):
    {own}

    def one(self):
        return requests.get(self.url + "/one")
"""
MADE = "self.host + self.path"
# The base's own method for each class, and the heir's.
CASES = {
    "its path": (MADE, 'path = "/heir"', ["https://x.example/heir"], "https://x.example/heir/one"),
    "its host": (MADE, 'host = "https://y.example"', ["https://y.example/base"], "https://y.example/base/one"),
    "a method of it": (
        "self.host + self.get_path()",
        'get_path = lambda self: "/heir"',
        ["https://x.example/heir"],
        "https://x.example/heir/one",
    ),
    "a property": (
        MADE,
        '@property\n    def path(self):\n        return "/p"',
        ["https://x.example/p"],
        "https://x.example/p/one",
    ),
    "nothing that is used": (MADE, 'name = "/heir"', [], "https://x.example/base/one"),
    "what is not its own": ('"https://z.example" + path', 'path = "/heir"', [], "https://z.example{path}/one"),
}


def routes(root: Path, files: dict[str, str], name: str) -> list[str]:
    return [each.removeprefix("GET ") for each in found(root, files, name)]


@pytest.mark.parametrize("before", ["", 's = "\U0001f6a9"\n'])
@pytest.mark.parametrize("after", ["", "def half(:\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("case", CASES)
def test_in_one_file(tmp_path, case: str, newline: str, before: str, after: str) -> None:
    url, own, _, one = CASES[case]
    source = before + BASE.format(url=url) + "\n" + HEIR.format(base="Base", own=own) + after
    assert routes(tmp_path, {"a.py": source.replace("\n", newline)}, "a.py")[-1] == one


@pytest.mark.parametrize("case", CASES)
def test_in_two_files(tmp_path, case: str) -> None:
    url, own, _, one = CASES[case]
    heir = "import requests\nfrom .base import Base\n\n" + HEIR.format(base="Base", own=own)
    files = {"p/__init__.py": "", "p/base.py": BASE.format(url=url), "p/heir.py": heir}
    assert routes(tmp_path, files, "p/heir.py") == [one]


def test_each_heir_has_its_own(tmp_path) -> None:
    heirs = "".join(f'\nclass {name}(Base):\n    path = "/{name.lower()}"\n' for name in "AB")
    below = '\nclass C(B):\n    def one(self):\n        return requests.get(self.url + "/c")\n'
    listed = routes(tmp_path, {"a.py": BASE.format(url=MADE) + heirs + below}, "a.py")
    assert listed == ["https://x.example/base", "https://x.example/b/c"]


@pytest.mark.parametrize("case", CASES)
def test_what_the_list_has_for_each_heir(case: str) -> None:
    url, own, others, one = CASES[case]
    source = BASE.format(url=url) + "\n" + HEIR.format(base="Base", own=own)
    document = Document.from_text("file:///w/a.py", source)
    listed = [each.template for each in calls_of(RouteFeatures(document, workspace()).routes)]
    assert listed[-1 - len(others) :] == [*others, one]
    assert len(listed) <= len(others) + 2


def test_an_heir_that_inherits_from_itself_ends(tmp_path) -> None:
    source = BASE.format(url="self.path + self.url").replace("class Base", "class Base(Heir)")
    assert len(routes(tmp_path, {"a.py": source + HEIR.format(base="Base", own="path = '/x'")}, "a.py")) == 2
