"""What only reports, what annotations say, what objects share: what else could be taken for it has its own answer."""

import pytest

from tests.routes.test_find import found
from tests.support.check import check_diagnostics
from waypost.routes.check import losses

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


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_function_that_only_reports_changes_no_request(report: str) -> None:
    routes = found(CLIENT.replace("{report}", report) + USE)
    assert routes[-2:] == ["GET https://x.example/a", "GET https://x.example/b"]


def test_what_a_function_sends_beside_its_report_is_found() -> None:
    report = 'log.info(url)\n        requests.post("https://log.example" + url[17:])'
    routes = found(CLIENT.replace("{report}", report) + USE)
    assert "POST https://log.example/a" in routes


SENT = """\
import requests

def fetch(path, sent_by: requests.Session = None):
    return sent_by.get("https://x.example" + path)

fetch("/a"{given})
"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("", []),
        (", requests.Session()", ["GET https://x.example/a"]),
        (", unknown", ["GET https://x.example/a"]),
        (", **options", ["GET https://x.example/a"]),
    ],
)
def test_an_annotation_counts_where_nothing_else_says_what_is_meant(given: str, expected: list[str]) -> None:
    routes = found(SENT.replace("{given}", given))
    assert [each for each in routes if "{" not in each] == expected


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
