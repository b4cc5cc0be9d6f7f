"""A method of a class may use what only its subclasses have: a path, or a method of another base."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.routes.reach.test_imports import found
from tests.routes.test_incremental import answers
from tests.support.budget import examples
from tests.support.check import workspace
from tests.support.edits import with_edit
from waypost.analysis import Analysis
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import index_files
from waypost.routes.listed import specific
from waypost.routes.model.site import Site
from waypost.text import Document
from waypost.workspace import Folder, Workspace

RESOURCES = """\
import requests
ROOT = "https://x.example"

class Resource:
    path = None

    def all(self):
        return requests.get(ROOT + self.path)

    def one(self, id):
        return requests.get(f"{ROOT}{self.path}/{id}")

class Users(Resource):
    path = "/users"

class Teams(Resource):
    path = "/teams"

    def first(self):
        return self.one(1)
"""
MIXINS = """\
import requests

class Login:
    def login(self):
        return self.send("POST", "/login")

class Http:
    base = "https://x.example"

    def send(self, verb, path):
        return requests.request(verb, self.base + path)

class Client(Login, Http):
    pass
"""
PATHS = [f"GET https://x.example{path}" for path in ("/users", "/teams", "/users/{id}", "/teams/{id}", "/teams/1")]


@pytest.mark.parametrize("before", ["", '"\U0001f6a9"\n'])
@pytest.mark.parametrize("after", ["", "def half(:\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_path_of_the_subclasses_is_used_by_methods_of_the_base(
    tmp_path: Path, before: str, after: str, newline: str
) -> None:
    text = (before + RESOURCES + after).replace("\n", newline)
    assert found(tmp_path, {"x.py": text}, "x.py") == PATHS


def test_a_path_of_the_base_stays() -> None:
    text = RESOURCES.replace("path = None", 'path = "/all"')
    shown = [each.shown for each in _sites(text)]
    root = "https://x.example"
    whole = [f"{root}/{each}" for each in ("all", "users", "teams", "all/{id}", "users/{id}", "teams/{id}", "teams/1")]
    assert shown == whole


def test_paths_of_more_subclasses_than_are_shown_stay_unknown() -> None:
    more = "".join(f'class More{index}(Resource):\n    path = "/{index}"\n' for index in range(9))
    assert next(_sites(RESOURCES + more)).shown == "https://x.example/users"


def test_a_class_of_the_same_name_elsewhere_is_no_subclass() -> None:
    text = RESOURCES.replace("(Resource)", "(other.Resource)")
    assert next(_sites(text)).shown == "https://x.example{path}"


def test_a_method_of_another_base_is_found_through_the_subclass_of_both(tmp_path: Path) -> None:
    assert found(tmp_path, {"x.py": MIXINS}, "x.py")[0] == "POST https://x.example/login"


def test_methods_that_differ_between_subclasses_are_not_chosen_from(tmp_path: Path) -> None:
    other = MIXINS + "class Test(Login):\n    def send(self, verb, path):\n        return verb, path\n"
    shown = " ".join(found(tmp_path, {"x.py": other}, "x.py"))
    assert "https://x.example/login" in shown, "one subclass sends it"


def test_a_request_that_no_caller_makes_specific_stays_listed(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(RESOURCES)
    [calls] = specific(index_files([tmp_path / "x.py"], Workspace([Folder(tmp_path)])).calls).values()
    assert [call.route for call in calls] == [path for path in PATHS if path != "GET https://x.example/teams/{id}"]


PIECES = ["\nclass More(Resource):\n", '    path = "/more"\n', "Resource", "path", "(", "\n", "None", '"', ""]


@examples(10)
@example([(0.62890625, 0, "Resource"), (0.0, 0, "\nclass More(Resource):\n")])  # a method in the head of a class
@example([(0.576171875, 0, '    path = "/more"\n')])  # an attribute after a method that uses it
@example([(0.5, 0, "Resource")])  # a method after the head of a class
@given(st.lists(st.tuples(st.floats(0, 1), st.sampled_from([0, 0, 3, 30]), st.sampled_from(PIECES)), max_size=5))
@pytest.mark.slow
def test_edits_of_subclasses_yield_what_a_fresh_start_yields(edits: list[tuple[float, int, str]]) -> None:
    files = workspace()
    document = Document.from_text("file:///w/x.py", RESOURCES + MIXINS)
    made = Analysis(document, files)
    made.diagnostics()
    for place, length, text in edits:
        document, applied = with_edit(document, place, length, text)
        made = made.updated(document, applied, files)
        assert answers(made) == answers(Analysis(document, files))


LAZY = """\
import requests
ROOT = "https://x.example"

class Base:
    _path = None

    @property
    def path(self):
        if self._path is None:
            self._path = "/own"
        return self._path

    def all(self):
        return requests.get(ROOT + self.path)

class Users(Base):
    _path = "/users"
"""
BOTH = ["/own", "/users"]


@pytest.mark.parametrize(
    ("lazy", "routes"),
    [
        (LAZY, BOTH),
        (LAZY.replace("\n", "\r\n"), BOTH),
        (LAZY.replace("\nclass Users", "    requests.get(\n\nclass Users"), BOTH),
        # It is left to subclasses.
        (LAZY.replace('= "/own"', "= None"), ["/users", "{path}"]),
        (
            LAZY.replace("@property\n    def path", "def path_of").replace("self.path)", "self._path)"),
            ["/own", "/users"],
        ),
    ],
)
def test_a_property_that_sets_an_attribute_does_not_leave_it_to_subclasses(
    lazy: str, routes: list[str], tmp_path: Path
) -> None:
    assert found(tmp_path, {"x.py": f"# \U0001f600\n{lazy}"}, "x.py") == [
        f"GET https://x.example{each}" for each in routes
    ]


def test_an_attribute_after_a_method_that_uses_it() -> None:
    more = '    path = Users.path + "/more"\n    other = Teams.other\n'
    assert "https://x.example/teams/1" in [site.shown for site in _sites(RESOURCES)]
    assert "https://x.example/teams/1" not in [site.shown for site in _sites(RESOURCES + more)]


def _sites(text: str) -> Iterator[Site]:
    return iter(RouteFeatures(Document.from_text("file:///w/x.py", text), workspace()).sites())
