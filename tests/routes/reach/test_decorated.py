"""A decorator of the same code may change what a function is given, or what it returns."""

from pathlib import Path

import pytest

from tests.routes.reach.test_changes import CHANGES, shown

SOURCE = """\
import functools


def decorate(function):
    @functools.wraps(function)
    def wrapper(%s):
        %s
    return wrapper


@decorate
def fetch(path, **more):
    return requests.get(ROOT + path)


@decorate
def url(path):
    return ROOT + path


def use(value):
    fetch('/a')
    requests.put(url('/b'))
"""


@pytest.mark.parametrize(
    ("parameters", "body", "forms"),
    [
        ("path, **more", "return function('/v2' + path, **more)", ["/v2/a", "/v2/b"]),
        ("*args, **more", "return function(*args, **more)", ["/a", "/b"]),
        ("path, *args", "return function(path, *args)", ["/a", "/b"]),
        ("*args", "print(args)\n        result = function(*args)\n        return result", ["/a", "/b"]),
    ],
)
@pytest.mark.parametrize("change", CHANGES)
def test_arguments(parameters: str, body: str, forms: list[str], change: str, tmp_path: Path) -> None:
    listed = [each.rpartition("x.example/")[2] for each in shown(tmp_path, SOURCE % (parameters, body), change)]
    assert sorted(each for each in listed if "{" not in each) == forms


@pytest.mark.parametrize(
    ("body", "form"),
    [
        ("return function(*args).replace('/', '-')", "{"),
        ("return ROOT + 'c'", "b"),
        ("return function(*args) + '/d'", "/b/d"),
        ("return (function(*args))", "/b"),
    ],
)
def test_results(body: str, form: str, tmp_path: Path) -> None:
    listed = [each.rpartition("x.example/")[2] for each in shown(tmp_path, SOURCE % ("*args", body), "")]
    assert any(form in each for each in listed), listed


METHODS = """\
def prefixed(prefix):
    def decorate(function):
        def wrapper(self, path, **more):
            return function(self, %s + path, **more)
        return wrapper
    return decorate


class Client:
    root = ROOT

    @prefixed('/api')
    def show(self, path):
        return requests.get(self.root + path)


def use():
    Client().show('/a')
"""


@pytest.mark.parametrize(("added", "form"), [("prefix", "/api/a"), ("'/own'", "/own/a"), ("''", "/a")])
def test_methods_and_arguments_of_the_decorator(added: str, form: str, tmp_path: Path) -> None:
    assert form in shown(tmp_path, METHODS % added, "")
