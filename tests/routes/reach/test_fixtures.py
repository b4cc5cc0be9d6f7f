"""What tests are given by the names of their parameters."""

from pathlib import Path
from typing import Final

import pytest

from tests.support.check import hover
from tests.support.routes import check_routes

FIXTURES: Final = """\
import pytest
import requests

@pytest.fixture(scope="module")
def api():
    session = requests.Session()
    session.headers["x-key"] = "7"
    return session

@pytest.fixture
def made(api):
    return api.post("https://x.example/made").json()["id"]  #> POST https://x.example/made

@pytest.fixture
def left(api):
    yield api
    api.delete("https://x.example/left")  #> DELETE https://x.example/left
"""


def test_a_test_is_given_what_a_function_of_the_name_makes() -> None:
    check_routes(
        f"""{FIXTURES}
def test_a(api, made):
    api.get(f"https://x.example/made/{{made}}")  #> GET https://x.example/made/{{made}}

class TestB:
    @pytest.fixture
    def own(self, made):
        return requests.Session()

    def test_b(self, left, own):
        left.get("https://x.example/b")  #> GET https://x.example/b
        own.get("https://x.example/own")  #> GET https://x.example/own

async def test_c(api):
    api.get("https://x.example/c")  #> GET https://x.example/c
"""
    )


def test_nobody_else_is() -> None:
    check_routes(
        f"""{FIXTURES}
def helper(api):
    api.get("https://x.example/a")  #> ~GET https://x.example/a

def test_a(api=None):
    api.get("https://x.example/b")  #> ~GET https://x.example/b

def test_b(other):
    other.get("https://x.example/c")  #> ~GET https://x.example/c
"""
    )


def test_those_that_are_for_all_tests_around(tmp_path: Path) -> None:
    check_routes(
        f"""\
import requests

def test_a(api):
    api.get("https://x.example/a")  #> GET https://x.example/a
#-- more.py
{FIXTURES}
#-- imported.py
from more import api

def test_b(api):
    api.get("https://x.example/b")  #> GET https://x.example/b
#-- conftest.py
{FIXTURES}""",
        tmp_path,
    )


def test_the_nearest_one_counts_and_one_of_its_name_may_ask_for_it() -> None:
    source = f"""{FIXTURES}
class Named:
    @pytest.fixture
    def one(self, two): ...

@pytest.fixture
def two(one): ...

@pytest.fixture
def one(two): ...

def test_a(one, api):
    one.get("https://x.example/a")  #> ~GET https://x.example/a
    api.get("https://x.example/b")  #> GET https://x.example/b
"""
    check_routes(source)


@pytest.mark.parametrize("call", ['api.g$0et("https://x.example/a")', 'left.g$0et("https://x.example/a")'])
def test_with_what_its_client_has(call: str) -> None:
    text = FIXTURES.replace("  #>", "  #")
    found = hover(f"{text}\ndef test_a(left, api):\n    {call}\n", "x.py")
    assert found is not None
    assert "x-key: 7\n" in found.markdown
