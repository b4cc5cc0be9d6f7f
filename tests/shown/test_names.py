"""What is unknown has a short name, which is no piece of source code; and what is copied can be run."""

import ast
import re
import subprocess
from functools import cache
from random import Random
from typing import Final

import pytest

from tests.offered.test_offered import sources
from tests.offered.walk import analysed
from waypost.routes.actions.copy import FORMATS, copied
from waypost.routes.features import RouteFeatures
from waypost.routes.sites.request import request_of
from waypost.shown.names import called_by, path_and_query, short_name

URLS: Final = {
    "https://h.example/a?b=1": ("https://h.example/a", "?b=1"),
    "/a/{x?}/b": ("/a/{x?}/b", ""),
    "/a/{x?}?c={d?}": ("/a/{x?}", "?c={d?}"),
    "/a{?page,size}": ("/a", "{?page,size}"),
    "/a?b={c": ("/a", "?b={c"),
    "": ("", ""),
}


@pytest.mark.parametrize("url", URLS)
def test_what_may_be_left_out_is_no_query(url: str) -> None:
    assert path_and_query(url) == URLS[url]


NAMES: Final = {
    "args.limit": "limit",
    "self.owner": "owner",
    'data.pop("token")': "token",
    'getenv("TOKEN")': "TOKEN",
    'headers.get("content-type")': "content_type",
    'parser.get("remote \\"origin\\"", "url")': "remote_origin",
    'names.get("?")': "value",
    'client.get("/users/{id}")': "value",
    'data.get(row["kind"])': "kind",
    'os.environ["TOKEN"]': "TOKEN",
    "_segment(entity_id)": "entity_id",
    "str(user.id)": "id",
    'base.rstrip("/") + path': "base}{path",
    "base + path": "base}{path",
    "end.isoformat()": "end",
    '"/".join(parts)': "parts",
    '"%s/%s" % (a, b)': "a}{b",
    'x if c else ""': "x?",
    "x or None": "x?",
    'os.environ.get("K") or "SEKRET"': "K",
    "await client.token()": "value",
    "f().x": "x",
    "rows[0]": "rows",
    "page + 1": "page",
    "uuid4()": "uuid",
    "uuid.uuid4().hex": "uuid",
    "buf.getvalue()": "buf",
    "','.join(map(str, ids))": "ids",
    "','.join(str(each) for each in rows)": "rows",
    "urlunparse(('https', 'h'))": "value",
    "urlencode(sorted(params.items()))": "params",
    "URL(base).with_path('/x')": "base",
    "forta_api_url()": "value",
    "map": "map",
    "self.hex": "hex",
    "_next_id()": "value",
    "self._host": "host",
    "self.__session_id": "session_id",
    "_": "_",
    "_base + _path": "base}{path",
    'b"text"': "value",
    "'text'": "value",
    "{}": "value",
    "[a for a in b]": "b",
    "name?": "name?",
    "a[": "a",
    "(": "value",
    "": "value",
}


@pytest.mark.parametrize("expression", NAMES)
def test_a_name_is_that_of_what_goes_in(expression: str) -> None:
    assert short_name(expression) == NAMES[expression]


@pytest.mark.parametrize("expression", ["(page - 1) * size", "field(init=False, repr=False)", "3 - 1", "'a'", "now()"])
def test_what_has_no_name_has_that_of_its_key(expression: str) -> None:
    assert short_name(expression, "offset") == "offset"


@pytest.mark.parametrize(
    ("key", "name"),
    {"filter[name]": "filter_name", "User-Agent": "User_Agent", "ids[]": "ids", "$top": "top", "2": "value"}.items(),
)
def test_a_key_is_a_name_without_its_signs(key: str, name: str) -> None:
    assert short_name("now()", key) == called_by(key) == name
    assert short_name("when", key) == "when"


@pytest.mark.parametrize("expression", ["(" * 300 + ")" * 300, "a" + ".b" * 2_000, "-" * 3_000 + "a", "f(" * 400, "\0"])
def test_any_nesting_ends(expression: str) -> None:
    assert re.fullmatch(r"\w+", short_name(expression))


_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
_NAME: Final = re.compile(r"[\w .?|,:/…-]*")


@cache
def _features(name: str) -> RouteFeatures:
    features = analysed(sources()[name].encode()).features
    assert isinstance(features, RouteFeatures)
    return features


def _placeholders(name: str) -> set[str]:
    requests = [request_of(site) for site in _features(name).sites()]
    texts = [text for each in requests if each is not None for text in (each.url, *each.headers.values())]
    return {found for text in texts for found in _PLACEHOLDER.findall(text)}


def _copies(name: str, form: str) -> list[str]:
    features = _features(name)
    made = (copied(features.routes, site.callee_span.start, form) for site in features.sites())
    return [text for text in made if text is not None]


def _check(names: list[str]) -> None:
    wrong = {
        name: bad for name in names if (bad := [each for each in _placeholders(name) if not _NAME.fullmatch(each)])
    }
    assert wrong == {}
    for form in ("httpx", "requests"):
        for text in (text for name in names for text in _copies(name, form)):
            ast.parse(text)
    for form in ("curl", "httpie"):
        texts = [text for name in names for text in _copies(name, form)]
        done = subprocess.run(["bash", "-n"], input="\n".join(texts), text=True, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
    assert FORMATS.keys() == {"httpx", "requests", "curl", "httpie", "http"}


def test_a_sample_of_names_and_copies() -> None:
    _check(Random(27).sample(sorted(sources()), 40))


@pytest.mark.slow
def test_every_name_and_every_copy() -> None:
    _check(sorted(sources()))


def test_a_copy_calls_no_variable_like_a_word_of_python() -> None:
    features = analysed(
        b'import httpx\nhttpx.get("https://h.example", params={"from": x["from"], "class": y["class"]})\n'
    ).features
    assert isinstance(features, RouteFeatures)
    text = copied(features.routes, features.sites()[0].callee_span.start, "httpx")
    assert text is not None
    ast.parse(text)
