"""Every edit that is offered for a Python source is proven by applying it."""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.offered.walk import Offer, analysed, faults, offers
from tests.programs.collection import programs
from tests.support.check import actions as offered_actions
from tests.support.check import check_fix
from waypost.rules import RULES

EXAMPLES: Final = Path(__file__).parents[2] / "server" / "examples"
# Sources with something to offer besides what the rules' examples hold.
OWN: Final[Mapping[str, str]] = {
    "a query of a template": (
        "from waypost import endpoint\n\nendpoint(\"GET /repos/o/r/issues{?state}\", state='open')  # kept\n"
    ),
    "a template as an address": (
        "from gidgethub.abc import GitHubAPI\n\n\nasync def f(gh: GitHubAPI):\n"
        '    await gh.getitem("https://api.github.com/repos/o/r/issues{?state}", {"state": "open"})\n'
    ),
    "a query": 'import httpx\n\nhttpx.get("https://h.example/a?b=1&c=d%20e")\n',
    "a body with the wrong verb": 'import httpx\n\nhttpx.put("https://api.github.com/user", json={"name": "x"})\n',
    "a wrong verb": 'import requests\n\nrequests.put("https://api.github.com/repos/o/r", timeout=1)\n',
    "a misspelt argument": 'from waypost import endpoint\n\nendpoint("GET /users/{username}", usrname="x")\n',
    "a misspelt placeholder": 'from waypost import endpoint\n\nendpoint("GET /users/{usrname}", username="x")\n',
    "braces that are sent": 'import requests\n\nrequests.get("https://h.example/{id}")\n',
    "a name in reach": 'import requests\n\n\ndef f(id):\n    requests.get("https://h.example/{id}")\n',
    "a token": (
        "import httpx\n\nhttpx.get('https://h.example/a', headers={'authorization': "
        "'token ghp_0123456789abcdefghijABCDEFGHIJ012345'})\n"
    ),
    "tokens by their names": (
        "import httpx\n\nhttpx.get('https://h.example/a?api-key=9f86d081884c7d659a2feaa0c55ad015&page=1')\n"
        "httpx.get('https://h.example/', params={'token': '9f86d081884c7d659a2feaa0c55ad016'})\n"
    ),
    "a token alone": (
        '"""Doc."""\n\nfrom __future__ import annotations\n\nimport httpx\n\n'
        'httpx.get("https://h.example/a", headers={"authorization": "ghp_0123456789abcdefghijABCDEFGHIJ012345"})\n'
    ),
    "a continued line": 'import requests\n\nrequests.get("https://api.github.com/usres/a", \\\n    timeout=1)\n',
    "a string of several lines": (
        'import requests\n\nrequests.get("https://api.github.com/usres/a", timeout=len("""\na"""))\n'
    ),
    "lines": (
        "import requests\n\nrequests.get(\n    # where\n"
        '    "https://api.github.com/usres/a",  # what\n    timeout=1,  # when\n)\n'
    ),
}


@cache
def sources() -> dict[str, str]:
    """The examples of the rules, those in the documentation, the programs of the exams, and some of our own."""
    found = dict(OWN)
    for rule in RULES.values():
        for kind, text in (("bad", rule.bad), ("good", rule.good)):
            if rule.family == "routes" and "import" in text:
                found[f"{rule.name}, {kind}"] = text
    found |= {path.name: path.read_text("utf-8") for path in EXAMPLES.glob("*.py")}
    return found | {each.title: each.code for each in programs() if not each.modules}


def wrong(name: str, source: str) -> Iterator[tuple[Offer, str]]:
    made = analysed(source.encode())
    for offer in offers(made):
        yield from ((offer, f"{name}: {offer.kind} {offer.title!r}: {fault}") for fault in faults(made, offer))


def _check(name: str) -> None:
    found = [fault for _, fault in wrong(name, sources()[name])]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", OWN)
def test_what_is_offered_is_right(name: str) -> None:
    _check(name)


def test_a_sample_of_what_is_offered_is_right() -> None:
    for name in random.Random(26).sample(sorted(sources().keys() - OWN.keys()), 10):
        _check(name)


@pytest.mark.slow
def test_everything_that_is_offered_is_right() -> None:
    found = [fault for name, source in sources().items() for _, fault in wrong(name, source)]
    assert not found, "\n".join(found)


def titles(source: str) -> list[str]:
    return [each.title for each in offers(analysed(source.encode())) if each.kind == "fix"]


def test_a_query_that_arguments_fill_is_no_query_to_split() -> None:
    for name in ("a query of a template", "a template as an address"):
        assert not any("Split" in each.title for each in offers(analysed(OWN[name].encode())))
    assert any("Split" in each.title for each in offers(analysed(OWN["a query"].encode())))
    half = 'from waypost import endpoint\n\nendpoint("GET /a{?sta'
    assert not any("Split" in each.title for each in offers(analysed(half.encode())))


def test_the_verbs_that_take_what_the_call_gives_come_first() -> None:
    assert titles(OWN["a body with the wrong verb"]) == ["Change to `patch`"]
    assert titles(OWN["a wrong verb"])[0] == "Change to `get`"


def test_a_name_that_the_api_has_is_right() -> None:
    check_fix(
        OWN["a misspelt argument"],
        OWN["a misspelt argument"].replace("usrname=", "username="),
        "a.py",
        "Rename the argument to `username`",
    )
    assert not any("placeholder" in title for title in titles(OWN["a misspelt argument"]))
    assert titles(OWN["a misspelt placeholder"])[0] == "Rename the placeholder to `username`"
    assert not any("argument" in title for title in titles(OWN["a misspelt placeholder"]))


def test_an_f_string_has_only_names_that_exist() -> None:
    assert "Change to an f-string" in titles(OWN["a name in reach"])
    assert "Change to an f-string" not in titles(OWN["braces that are sent"])


def test_a_token_is_read_from_the_environment() -> None:
    check_fix(
        OWN["a token"],
        "import os\nimport httpx\n\nhttpx.get('https://h.example/a', headers={'authorization': "
        "f'token {os.environ[\"GITHUB_TOKEN\"]}'})\n",
        "a.py",
        "os.environ",
    )
    assert (
        "import os\nimport httpx"
        in Offer(
            "",
            "",
            next(each.edits for each in offers(analysed(OWN["a token alone"].encode())) if "environ" in each.title),
        )
        .applied(OWN["a token alone"].encode())
        .decode()
    )
    check_fix(
        OWN["tokens by their names"].splitlines(keepends=True)[2].join(["import httpx\n\n", ""]),
        "import os\nimport httpx\n\nhttpx.get(f'https://h.example/a?api-key={os.environ[\"API_KEY\"]}&page=1')\n",
        "a.py",
        "os.environ",
    )
    template = OWN["a token"].replace("'token ", "'{x} token ")
    assert not any("environ" in title for title in titles(template))


def test_a_line_is_silenced_where_it_can_have_a_comment() -> None:
    source = 'import requests\n\nrequests.get("https://api.github.com/us$0res/a")'
    action = next(each for each in offered_actions(source, "a.py") if "Silence" in each.title)
    assert action.edits[0].text == "  # waypost: ignore[unknown-route]"
    for name in ("a continued line", "a string of several lines"):
        assert not any(each.kind == "silence" for each in offers(analysed(OWN[name].encode())))


def main() -> None:
    """How many of each kind are offered, and what is wrong with them."""
    counts: Counter[str] = Counter()
    every = sorted(sources().items())
    chosen = random.Random(5).sample(every, int(sys.argv[1])) if sys.argv[1:] else every
    for name, source in (dict(chosen) | OWN).items():
        made = analysed(source.encode())
        for offer in offers(made):
            counts[offer.kind] += 1
            for fault in faults(made, offer):
                counts[f"{offer.kind}, wrong"] += 1
                print(f"{name}: {offer.kind} {offer.title!r} at {offer.offset}: {fault}", flush=True)
    print(counts)


if __name__ == "__main__":
    main()
