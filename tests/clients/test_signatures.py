"""The places of arguments are those in the signatures of the installed releases."""

import dataclasses
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping

import pytest

from tests.clients import signatures
from tests.clients.releases import RELEASES, Release
from tests.support.check import analysis
from waypost.clients import CLIENTS
from waypost.clients.shape import At, Shape
from waypost.routes.features import RouteFeatures
from waypost.routes.sites.request import request_of

pytestmark = pytest.mark.network

_RECORDS = {client.name: client for client in CLIENTS}
# Prints the arguments of each callable by name, and whether it passes others on; nothing of one that is not there.
_ASK = """
import importlib, inspect, json, sys
found = {}
for name in json.loads(sys.argv[1]):
    names, module = name.split("."), None
    for count in range(1, len(names)):
        try:
            module = importlib.import_module(".".join(names[:count]))
        except ImportError:
            break
        rest = names[count:]
    owner, value = None, module
    for each in rest:
        owner, value = value, getattr(value, each, None)
    if not callable(value):
        continue
    given = list(inspect.signature(value).parameters.values())
    if inspect.isclass(owner) and not inspect.isclass(value):
        del given[0]
    places = [each.name for each in given if each.kind is each.POSITIONAL_OR_KEYWORD]
    named = [each.name for each in given if each.kind is each.KEYWORD_ONLY]
    found[name] = places, named, any(each.kind is each.VAR_POSITIONAL for each in given)
print(json.dumps(found))
"""
# What an older release takes at these places, and the newest by name only.
_OLDER = {("github.PaginatedList.PaginatedList", At(4, "headers"))}


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_arguments_are_where_the_release_has_them(release: Release) -> None:
    if not release.is_installed:
        pytest.skip(f"{release.name} is not installed: run `python -m tests.clients.releases`")
    found = _signatures(release)
    assert found
    for callee, place in _places(release):
        if callee not in found or (callee, place) in _OLDER:
            continue
        places, named, passes_on = found[callee]
        if place.position is not None and not (passes_on and place.position >= len(places)):
            assert places[place.position : place.position + 1] == [place.keyword], (callee, place)
        if place.position is None and release is _newest(release):
            assert place.keyword not in places or (release.client, callee) in _DIFFERING, (callee, place)
        if place.position is not None:
            assert place.keyword not in named, (callee, place)


def test_the_shipped_keywords_are_those_of_the_releases() -> None:
    if absent := list(signatures.missing()):
        pytest.skip(f"{absent} are not installed: run `python -m tests.clients.releases`")
    assert signatures.FILE.read_text("utf-8") == signatures.written(), "run `python -m tests.clients.signatures`"


# urllib3 1 and 2 have other arguments in the same places after the URL; only one of two calls has the last one.
_DIFFERING = {
    *(("urllib3", f"urllib3.{pool}.request") for pool in ("PoolManager", "ProxyManager")),
    *(("urllib3", f"urllib3.{pool}ConnectionPool.request") for pool in ("HTTP", "HTTPS")),
    ("urllib3", "urllib3.PoolManager.request_encode_body"),
}


def _newest(release: Release) -> Release:
    return max((each for each in RELEASES if each.client == release.client), key=lambda each: each.version)


def _signatures(release: Release) -> Mapping[str, tuple[list[str], list[str], bool]]:
    names = json.dumps(sorted({callee for callee, _ in _places(release)}))
    environment = {"PYTHONPATH": str(release.folder)} if release.requirements else {}
    done = subprocess.run([sys.executable, "-c", _ASK, names], check=True, capture_output=True, env=environment)
    return json.loads(done.stdout)


def _places(release: Release) -> Iterator[tuple[str, At]]:
    for shape in _RECORDS[release.client].shapes:
        for callee in shape.callees:
            if not callee.startswith("*"):
                yield from ((callee, place) for place in _of(shape) if place.keyword is not None)


def _of(shape: Shape) -> list[At]:
    values = {field.name: getattr(shape, field.name) for field in dataclasses.fields(shape) if field.name != "base"}
    return [each for each in (*values.values(), *shape.others.values()) if isinstance(each, At)]


@pytest.mark.parametrize(
    ("call", "url", "kind", "body"),
    [
        ('requests.Session().get("https://a.example/", {"b": 1})', "https://a.example/?b=1", "", None),
        ('requests.Session().head("https://a.example/", {"b": 1})', "https://a.example/", "", None),
        ('niquests.Session().get("https://a.example/", {"b": 1})', "https://a.example/", "", None),
        ('requests.post("https://a.example/", None, {"b": 1})', "https://a.example/", "json", {"b": 1}),
        ('requests.put("https://a.example/", None, {"b": 1})', "https://a.example/", "", None),
        (
            'urllib3.HTTPSConnectionPool("a.example").urlopen("POST", "/b", "text", {"c": "d"})',
            "https://a.example/b",
            "raw",
            "text",
        ),
        ('hub.requestJson("POST", "/a", None, None, {"b": "c"})', "https://api.github.com/a", "json", {"b": "c"}),
        ('hub.requestBlob("POST", "/a", None, None, "b.zip")', "https://api.github.com/a", "unknown", "b.zip"),
        ('hub.requestMultipart("POST", "/a", input={})', "https://api.github.com/a", "unknown", {}),
        ('hub.requestMemoryBlobAndCheck("POST", "/a", {}, {}, b"b")', "https://api.github.com/a", "unknown", "b"),
        ('hub.requestMemoryBlobAndCheck("POST", "/a", {}, {}, input={})', "https://api.github.com/a", "", None),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_is_sent_of_arguments_without_names(call: str, url: str, kind: str, body: object, end: str) -> None:
    lines = ("# 😀", "import niquests, requests, urllib3, github", "hub = github.Github().requester", call, "")
    features = analysis(end.join(lines), "a.py").features
    assert isinstance(features, RouteFeatures)
    [site] = features.routes.sites()
    sent = request_of(site)
    assert sent is not None
    assert (sent.url, sent.kind, sent.body) == (url, kind, body)
    half = analysis(end.join((*lines[:3], call[:-1])), "a.py")
    assert half.diagnostics() is not None


def test_the_type_of_a_file_is_not_stated() -> None:
    features = analysis(
        'import github\ngithub.Github().requester.requestBlob("POST", "/a", input="b.json")\n', "a.py"
    ).features
    assert isinstance(features, RouteFeatures)
    [site] = features.routes.sites()
    sent = request_of(site)
    assert sent is not None
    assert "content-type" not in sent.headers


@pytest.mark.parametrize(
    ("call", "url", "refused"),
    [
        ('HTTPConnectionPool("a.example").request("GET", "/b?c=d")', "http://a.example/b?c=d", False),
        ('HTTPConnectionPool("a.example").request("GET", "b/c")', "b/c", True),
        ('HTTPSConnectionPool("a.example").urlopen("GET", "b/c")', "b/c", True),
        ('HTTPConnectionPool("a.example").request("GET", "http://A.example:80/b")', "http://a.example/b", False),
        ('HTTPConnectionPool("a.example").request("GET", "https://a.example/b")', "https://a.example/b", True),
        ('HTTPConnectionPool("a.example").request("GET", "http://b.example/b")', "http://b.example/b", True),
        ('HTTPConnectionPool("a.example").request("GET", f"{path}/b")', "http://a.example{path}/b", False),
        ('PoolManager(10).request("GET", "http://a.example/b")', "http://a.example/b", False),
        ('ProxyManager("http://p.example").request("GET", "http://a.example/b")', "http://a.example/b", False),
        ('ProxyManager("http://p.example").request("GET", "a.example/b")', "http://p.example/b", False),
    ],
)
def test_the_host_that_a_pool_asks(call: str, url: str, refused: bool) -> None:  # noqa: FBT001 - a row of a table
    """Seen with urllib3 2.8: a pool refuses other hosts; without a scheme, a proxy is asked itself."""
    made = analysis(f"import urllib3\nurllib3.{call}\n", "a.py")
    assert isinstance(made.features, RouteFeatures)
    [site] = made.features.routes.sites()
    sent = request_of(site)
    assert sent is not None
    assert (sent.url, sent.refused) == (url, refused)
    assert [each.rule for each in made.diagnostics()] == (["refused-argument"] if refused else [])
    analysis(f"import urllib3\nurllib3.{call[:-3]}", "a.py").diagnostics()
