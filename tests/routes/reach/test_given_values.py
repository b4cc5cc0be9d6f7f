"""A called function that goes through what it is given, except what is None."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found

SOURCE = """\
import requests

def joined(base, *names):
    for name in names:
        if name is not None:
            base += "/" + name
    return base

def show({parameter}):
    requests.get({url})
"""
GIVEN = 'joined("https://x.example", "users", user_id)'
CASES = {
    "what is declared as a text": ("user_id: str", GIVEN, "GET https://x.example/users/{name}"),
    "what is known": ("user_id", 'joined("https://x.example", "users", None, "me")', "GET https://x.example/users/me"),
    "what nothing is said about": ("user_id", GIVEN, "GET https://x.example{base}"),
    "what may be None by its type": ("user_id: str | None", GIVEN, "GET https://x.example{base}"),
    "what may be left out": ("user_id: str = None", GIVEN, "GET https://x.example{base}"),
    "one that is declared, and one that is not": (
        "user_id: str, name=None",
        'joined("https://x.example", user_id, name)',
        "GET https://x.example{base}",
    ),
}


@pytest.mark.parametrize("after", ["", "def half(:\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("case", CASES)
def test_what_is_gone_through(tmp_path: Path, case: str, newline: str, after: str) -> None:
    parameter, url, route = CASES[case]
    source = '"\U0001f6a9"\n' + SOURCE.format(parameter=parameter, url=url) + after
    assert found(tmp_path, {"x.py": source.replace("\n", newline)}, "x.py") == [route]
