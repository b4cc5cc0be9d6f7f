"""Arguments that the release in use of a client does not have."""

import pytest

from tests.support.check import after, analysis
from waypost.clients import client_named
from waypost.results import Severity
from waypost.routes.check import signatures
from waypost.workspace.releases import ReleaseRange, bounded, pinned

NEW, OLD = {"httpx": "0.28.1"}, {"httpx": "0.27.2"}


def found(source: str, releases: dict[str, str] | None = None) -> list[tuple[str, Severity]]:
    made = analysis(source, "a.py", {"releases": releases} if releases else None)
    refused = [each for each in made.diagnostics() if each.rule == "refused-argument"]
    return [(made.document.slice(each.span), each.severity) for each in refused]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("call", "names"),
    [
        ("httpx.Client(proxies=p)", ["proxies"]),
        ("httpx.AsyncClient(app=a, proxies={})", ["app", "proxies"]),
        ('httpx.get("https://x.example/", proxies=p, cert=c)', ["proxies", "cert"]),
        ('httpx.Client().get("https://x.example/", parms={})', ["parms"]),
        ('def f():\n    with httpx.Client(proxies="é😀") as c:\n        c.get("https://x.example/")', ["proxies"]),
        ("httpx.Client(proxy=p, transport=t, **more)", []),
        ('httpx.delete("https://x.example/", json={})', ["httpx.delete"]),
        ("client(proxies=p)", []),
        ("httpx.Client(proxies=", []),
        ("httpx.Client(proxies=p", []),
        # Another name, another object, and code that asks or expects it to fail.
        ("def f(httpx):\n    httpx.Client(proxies=p)", []),
        ("httpx = other\nhttpx.Client(proxies=p)", []),
        ("try:\n    httpx.Client(proxies=p)\nexcept TypeError:\n    httpx.Client(proxy=p)", []),
        ("if httpx.__version__ < '0.28':\n    httpx.Client(proxies=p)", []),
        ("with pytest.raises(Exception):\n    httpx.Client(proxies=p)", []),
    ],
)
def test_what_a_release_refuses(call: str, names: list[str], end: str) -> None:
    source = f"# 😀\nimport httpx\n{call}\n".replace("\n", end)
    assert [text for text, _ in found(source, NEW)] == names
    assert not {"proxies", "app", "cert"} & {text for text, _ in found(source, OLD)}
    assert all(severity is Severity.WARNING for _, severity in found(source, NEW))
    # Nothing says which release is in use, or some of them take it.
    assert [text for text, _ in found(source)] == names
    assert all(severity is Severity.HINT for text, severity in found(source) if text != "httpx.delete")


@pytest.mark.parametrize(
    "imports",
    [
        "from httpx import Client",
        "from httpx import (\n    AsyncClient,\n    Client,\n)",
        "import httpx as h\nClient = h.Client",
    ],
)
def test_names_lead_to_the_client(imports: str) -> None:
    names = [] if "Client =" in imports else ["proxies"]
    assert [text for text, _ in found(f"{imports}\nClient(proxies=p)\n", NEW)] == names


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ('httpx.Client(proxies="http://p")', 'httpx.Client(proxy="http://p")'),
        ("httpx.Client(proxies={'http://': 'p'})", None),
        ("httpx.Client(app=app, headers={})", "httpx.Client(transport=httpx.WSGITransport(app=app), headers={})"),
        ("httpx.AsyncClient(app = make())", "httpx.AsyncClient(transport=httpx.ASGITransport(app=make()))"),
        ('httpx.get("https://x.example/", parms={})', 'httpx.get("https://x.example/", params={})'),
        ('httpx.Client().get("https://x.example/", parms={})', 'httpx.Client().get("https://x.example/", params={})'),
    ],
)
def test_what_to_write_instead(call: str, expected: str | None) -> None:
    made = analysis(f"import httpx\n{call}\n", "a.py", {"releases": NEW})
    [diagnostic] = made.diagnostics()
    assert [after(made.document, fix.edits) for fix in diagnostic.fixes] == (
        [f"import httpx\n{expected}\n"] if expected is not None else []
    )


@pytest.mark.parametrize(
    ("release", "is_refused", "is_sure"),
    [
        (None, True, False),
        (pinned("0.28.1"), True, True),
        (pinned("0.28"), True, True),
        (pinned("0.30"), True, True),
        (pinned("0.27.2"), False, False),
        (pinned("0.20"), False, False),
        (bounded(">=0.28"), True, True),
        (bounded(">=0.27"), False, False),
        (bounded("<0.28"), False, False),
    ],
)
def test_the_releases_in_use_decide(release: ReleaseRange | None, is_refused: bool, is_sure: bool) -> None:  # noqa: FBT001 - a row
    client = client_named("httpx")
    assert client is not None
    refused = signatures.refusal(client, "httpx.Client", "proxies", release)
    assert (refused is not None) is is_refused
    assert refused is None or refused.sure is is_sure


def test_a_keyword_that_no_release_has_is_certain_only_where_it_was_tested() -> None:
    client = client_named("httpx")
    assert client is not None
    for release, is_sure in ((pinned("0.28.1"), True), (pinned("0.30"), False), (None, False)):
        refused = signatures.refusal(client, "httpx.get", "parms", release)
        assert refused is not None
        assert refused.sure is is_sure


def test_what_a_call_passes_on_is_not_known() -> None:
    client = client_named("requests")
    assert client is not None
    assert signatures.refusal(client, "requests.get", "nonsense", pinned("2.34.2")) is None
