"""A request object that is made, changed and sent in `try` is one request, as it is without."""

import pytest

from tests.support.check import hover
from tests.support.routes import check_routes

HEAD = "import httpx, requests\nfrom urllib.request import Request, urlopen\n\nA = 'https://a.example'\n"
# What changes an object between the two, and what then is sent, if that is one request.
CHANGES = {
    "nothing": "pass",
    "a header": "made.add_header('X-A', 'b')",
    "perhaps a header": "if name: made.add_header('X-A', name)",
    "a body": "made.data = b'x'",
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("handler", ["return None", "raise", "pass", "print(name)"])
def test_it_is_listed_where_it_is_made(change: str, handler: str) -> None:
    verb = "POST" if change == "a body" else "GET"
    check_routes(
        f"""\
def f(name):
    try:
        made = Request(A)  #> {verb} https://a.example
        {CHANGES[change]}
        return urlopen(made)
    except OSError:
        {handler}
""",
        before=HEAD,
    )


def test_the_clients_prepare_theirs() -> None:
    check_routes(
        """\
def f(name):
    try:
        made = requests.Request("GET", A)  #> GET https://a.example
        made.headers["X-A"] = name
        return requests.Session().send(made.prepare())
    except OSError:
        return None
def g(name):
    try:
        made = httpx.Request("PUT", A)  #> PUT https://a.example
        made.headers["X-A"] = name
        return httpx.Client().send(made)
    except httpx.HTTPError:
        return None
""",
        before=HEAD,
    )


def test_what_is_changed_between_two_calls_that_send_it_is_two_requests() -> None:
    check_routes(
        """\
def f(name):
    try:
        made = Request(A)  #> ~GET https://a.example
        urlopen(made)
        made.add_header("X-A", "b")
        return urlopen(made)  #> GET https://a.example
    except OSError:
        return None
""",
        before=HEAD,
    )


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("at", ["Request(A", "urlopen(m"])
def test_a_hover_has_the_headers_that_are_sent(at: str, end: str) -> None:
    source = (
        f"{HEAD}def f(name):\n    try:\n        made = Request(A)\n        made.add_header('X-A', 'b')\n"
        "        return urlopen(made)\n    except OSError:\n        return None\n"
    )
    found = hover(source.replace(at, f"$0{at}").replace("\n", end), "x.py")
    assert found is not None
    assert "GET https://a.example/\nx-a: b" in found.markdown
    assert "Likely" not in found.markdown
