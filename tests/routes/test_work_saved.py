"""Work that is not done again, or not at all, because its result cannot matter; near misses, for which it is done."""

from typing import TYPE_CHECKING

import pytest

from tests.routes.test_find import found
from tests.support.check import check_diagnostics
from tests.support.routes import BY_EVENTS
from waypost.routes.check import losses
from waypost.routes.evaluate import reports
from waypost.routes.evaluate.annotations import annotated
from waypost.routes.evaluate.flow import Flow
from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.evaluate.module import Module
from waypost.routes.model.values import Arguments, Class, Function, Value
from waypost.routes.syntax import Block
from waypost.routes.syntax.tree import field, parse, text

if TYPE_CHECKING:
    from tree_sitter import Node

CLIENT = """\
import logging
import requests

log = logging.getLogger(__name__)

def quoted(value):
    return "'" + value.replace("'", "") + "'"

class Client:
    level = 10

    def report(self, verb, url):
        {report}

    def get(self, path):
        url = "https://x.example" + path
        self.report("GET", url)
        return requests.get(url)
"""
USE = "\nclient = Client()\nclient.get('/a')\nclient.get('/b')\n"
# What a function may do that only reports, and what shows that one may do more.
REPORTS = {
    "a text": 'log.debug("%s %s", verb, url)',
    "its own text": 'log.log(self.level, "curl {url}".format(url=quoted(url)))',
    "a loop": 'for key in {"a": 1}.keys():\n            print(key, len(key))',
}
DO_MORE = {
    "sends": 'requests.post("https://log.example/seen")',
    "sends under a harmless name": 'self.format("https://log.example/seen")',
    "calls what may send": "self.send(url)",
    "changes its object": "self.last = url",
    "changes a client": 'self.session.headers["A"] = url',
    "deletes": "del self.last",
    "calls something else's log": "self.other.log(url)",
    "defines a function": "def inner():\n            return url",
}


OF_WALKS = pytest.mark.skipif(
    BY_EVENTS, reason="which calls are followed, and how often, is the way of the one that goes"
)


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that are followed."""
    names: list[str] = []
    original = Flow.call_function

    def call(flow: Flow, function: Function, arguments: Arguments | None = None, outer: object = None) -> Value:
        name = field(function.node, "name")
        names.append(text(name) if name is not None else "lambda")
        return original(flow, function, arguments, outer)  # type: ignore[arg-type]

    monkeypatch.setattr(Flow, "call_function", call)
    return names


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_function_that_only_reports_is_not_followed(report: str, followed: list[str]) -> None:
    routes = found(CLIENT.replace("{report}", report) + USE)
    assert routes[-2:] == ["GET https://x.example/a", "GET https://x.example/b"]
    assert set(followed) == {"get"} or BY_EVENTS


@OF_WALKS
@pytest.mark.parametrize("more", DO_MORE.values(), ids=DO_MORE)
def test_one_that_may_do_more_is_followed(more: str, followed: list[str]) -> None:
    found(CLIENT.replace("{report}", more) + USE)
    assert "report" in followed


def test_what_a_function_sends_beside_its_report_is_found() -> None:
    report = 'log.info(url)\n        requests.post("https://log.example" + url[17:])'
    routes = found(CLIENT.replace("{report}", report) + USE)
    assert "POST https://log.example/a" in routes


@OF_WALKS
def test_a_report_whose_value_is_used_is_followed(followed: list[str]) -> None:
    source = CLIENT.replace("{report}", "return quoted(url)").replace("self.report(", "url = self.report(")
    found(source + USE)
    assert "report" in followed


def test_reports_that_call_one_another_in_a_circle_are_followed() -> None:
    source = b"def f():\n    g()\n\n\ndef g():\n    f()\n"
    names = [reports._called_in(Block(source, ()), node) for node in parse(source).named_children]
    assert names == [frozenset({"g"}), frozenset({"f"})]
    assert found(
        "import requests\nfrom m import f\nf()\nrequests.get('https://x.example/a')\n", {"m.py": source.decode()}
    )


SENT = """\
import requests

def fetch(path, sent_by: requests.Session = None):
    return sent_by.get("https://x.example" + path)

fetch("/a"{given})
"""


@pytest.mark.parametrize(
    ("given", "expected", "is_read"),
    [
        ("", [], False),
        (", requests.Session()", ["GET https://x.example/a"], False),
        (", unknown", ["GET https://x.example/a"], True),
        (", **options", ["GET https://x.example/a"], True),
    ],
)
def test_an_annotation_is_read_only_where_nothing_else_says_what_is_meant(
    given: str, expected: list[str], monkeypatch: pytest.MonkeyPatch, *, is_read: bool
) -> None:
    seen: list[str] = []

    def read(flow: Evaluation, node: "Node") -> Value | None:
        seen.append(text(node))
        return annotated(flow, node)

    monkeypatch.setattr("waypost.routes.evaluate.parameters.annotated", read)
    routes = found(SENT.replace("{given}", given))
    assert [each for each in routes if "{" not in each] == expected
    assert (len(seen) > 1) == is_read or BY_EVENTS  # once for the function by itself


OBJECTS = """\
import requests

class Base:
    root = "https://x.example"

    @property
    def address(self):
        return self.root + self.path

    def get(self):
        return requests.get(self.address)

    def head(self):
        return requests.head(self.root + self.path)

class Users(Base):
    path = "/users"

class Pets(Base):
    def __init__(self, path):
        self.path = path
"""


@OF_WALKS
def test_what_a_class_has_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[tuple[str, str, str], int] = {}
    original = Module._in_class

    def count(module: Module, owner: Class, name: str) -> object:
        key = module.uri, owner.name, name
        asked[key] = asked.get(key, 0) + 1
        return original(module, owner, name)

    monkeypatch.setattr(Module, "_in_class", count)
    calls = "".join(f"Pets('/{n}').head()\n" for n in range(20))
    assert len(found(f"{OBJECTS}\n{calls}")) > 20
    looked_up = {name: times for (_, owner, name), times in asked.items() if owner == "Pets"}
    assert looked_up["head"] == looked_up["root"] == 1


def test_each_object_has_its_own_attributes_and_properties() -> None:
    calls = "\nPets('/a').get()\nPets('/b').head()\nUsers().head()\n"
    routes = found(OBJECTS + calls)
    assert {"GET https://x.example/users", "HEAD https://x.example/users"} <= {*routes}
    assert routes[-3:] == [
        "GET https://x.example/a",
        "HEAD https://x.example/b",
        "HEAD https://x.example/users",
    ]


def test_a_request_is_only_made_for_the_rule_about_losses_if_something_may_be_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(losses, "request_of", fail)
    check_diagnostics("import requests\nrequests.get('https://x.example/a', params={'a': 1})\n", "a.py")
    with pytest.raises(AssertionError):
        check_diagnostics("import httpx\nhttpx.get('https://x.example/a?b=1', params={'a': 1})\n", "a.py")
