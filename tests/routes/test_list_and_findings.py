"""What the list of requests marks, a check reports, at the call; and the other way round."""

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from tests.offered.test_offered import sources
from tests.offered.walk import analysed
from tests.support.check import check_diagnostics
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of

_RULES: Final = {"unknown": "unknown-route", "deprecated": "deprecated-route"}
_HEAD: Final = """\
import requests

API = "https://api.github.com"
ISSUES = "/repos/a/b/isues"


def get(path):
    return requests.get(API + path)


class Client:
    root = API

    def f(self):
        """
# The call, and what of it is marked.
WRONG: Final = {
    "an f-string": ('requests.get(f"{API}/repos/a/b/isues")', "/repos/a/b/isues"),
    "+": ('requests.get(API + "/repos/a/b/isues")', "/repos/a/b/isues"),
    "%": ('requests.get("%s/repos/a/b/isues" % API)', "/repos/a/b/isues"),
    "format": ('requests.get("{}/repos/a/b/isues".format(API))', "/repos/a/b/isues"),
    "an attribute of a class": ('requests.get(self.root + "/repos/a/b/isues")', "/repos/a/b/isues"),
    "nothing of it in the call": ("requests.get(API + ISSUES)", "API + ISSUES"),
    "a variable of the function": ('url = API + "/repos/a/b/isues"; requests.get(url)', "url"),
    "through a function that is given all of it": ("get(ISSUES)", "get"),
    "through a function that is given a part": ('get("/repos/a/b/isues")', "/repos/a/b/isues"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_finding_is_at_the_call_whose_text_is_elsewhere(name: str) -> None:
    call, marked = WRONG[name]
    made = analysed(f"{_HEAD}{call}\n".encode())
    [found] = made.diagnostics()
    assert (found.rule, made.document.slice(found.span)) == ("unknown-route", marked)
    right = f"{_HEAD}{call}\n".replace("isues", "issues")
    assert list(analysed(right.encode()).diagnostics()) == []
    assert len(analysed(f"{_HEAD}{call[:-1]}".encode()).diagnostics()) <= 1


def test_a_finding_says_where_a_text_from_elsewhere_is_written() -> None:
    [found] = analysed(f"{_HEAD}get(ISSUES)\n".encode()).diagnostics()
    source = f"{_HEAD}get(ISSUES)\n".encode()
    assert [(each.message, each.location.span.of(source)) for each in found.related] == [
        ("written here", b"/repos/a/b/isues")
    ]
    [found] = analysed(f'{_HEAD}get("/repos/a/b/isues")\n'.encode()).diagnostics()
    assert found.related == ()


def test_what_a_function_sends_whoever_calls_it_is_wrong_there() -> None:
    source = b"""\
import requests

def search(q):
    return requests.get("https://api.github.com/serch/issues", params={"q": q})

def find(verb, q):
    return requests.request(verb, "https://api.github.com/serch/issues", params=q)

search("a")
search("b")
find("GET", {"q": "c"})
"""
    made = analysed(source)
    assert isinstance(made.features, RouteFeatures)
    found = [source[: each.span.start].count(b"\n") for each in made.diagnostics() if each.rule == "unknown-route"]
    assert found == [call.line for call in calls_of(made.features.routes) if call.unknown] == [3, 6, 10]


def test_a_wrapper_is_reported_where_the_path_is_written() -> None:
    check_diagnostics(
        """\
import requests

API = "https://api.github.com"


def get(path):
    return requests.get(API + path)


def issues():
    return get("/repos/a/b/isues")
#               ^^^^^^^^^^^^^^^^ warning[unknown-route] did you mean


issues()
""",
        "a.py",
    )


def _differences(name: str) -> Iterator[str]:
    made = analysed(sources()[name].encode())
    assert isinstance(made.features, RouteFeatures)
    calls = calls_of(made.features.routes)
    for mark, rule in _RULES.items():
        found = [each.span for each in made.diagnostics() if each.rule == rule]
        marked = [call.call for call in calls if getattr(call, mark)]
        yield from (f"{name}: {rule} is only listed" for call in marked if not any(map(call.holds, found)))
        every = [call.call for call in calls if getattr(call, mark)]
        yield from (f"{name}: {rule} is only reported" for span in found if not any(call.holds(span) for call in every))


def test_a_sample_of_the_list_and_the_findings_agree() -> None:
    names = Random(28).sample(sorted(sources()), 40)
    assert [each for name in names for each in _differences(name)] == []


@pytest.mark.slow
def test_the_list_and_the_findings_agree() -> None:
    assert [each for name in sources() for each in _differences(name)] == []


# What a call sends, and the rules that report it; the list marks the same.
AGREED: Final = {
    "one wrong way": ('requests.get(API + ("/repos/a/b/isues" if c else "/repos/a/b/issues"))', []),
    "two wrong ways": ('requests.get(API + ("/repos/a/b/isues" if c else "/repos/a/b/isuez"))', ["unknown-route"] * 2),
    "a wrong way, and one to an address that is not known": (
        'requests.get((API if c else base) + "/repos/a/b/isues")',
        ["unknown-route"],
    ),
    "what is only likely": ('c.get(f"{API}/repos/a/b/isues")', []),
    "a default address, and a path that is near another": ('get(f"{root}/repos/a/b/isues")', ["unknown-route"]),
    "a default address of another API": ('get(f"{root}/something/of/theirs")', []),
    "a default of a setting": ('requests.get(os.getenv("R", API) + "/repos/a/b/isues")', ["unknown-route"]),
    "a setting of another API": ('requests.get(os.getenv("R", API) + "/something/of/theirs")', []),
    "a default verb": ("requests.request(verb, API + '/repos/a/b/isues')", []),
    "a verb that a path does not have": ("requests.put(API + '/repos/a/b/issues')", ["wrong-verb"]),
    "what is required": ('requests.get(API + "/search/issues")', ["missing-required"]),
    "what is required of one way": ('requests.get(API + ("/search/issues" if c else "/search/code"))', []),
}


@pytest.mark.parametrize("name", AGREED)
def test_the_list_marks_what_is_reported(name: str) -> None:
    call, rules = AGREED[name]
    head = 'import os\nimport requests\nfrom requests import get\n\nAPI = "https://api.github.com"\n\n'
    made = analysed(f'{head}def f(c, base, root=API, verb="PUT"):\n    {call}\n'.encode())
    assert [each.rule for each in made.diagnostics()] == rules
    assert isinstance(made.features, RouteFeatures)
    marked = [call for call in calls_of(made.features.routes) if call.problems]
    assert len(marked) == len(rules)
