"""Requests of Tornado's client: request objects that are handed on, URLs with arguments, and traits."""

import pytest

from tests.support.check import check_diagnostics, hover
from tests.support.routes import check_routes

_SERVICE = """\
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from traitlets import Any, Dict, Unicode, default
from traitlets.config import LoggingConfigurable


class Service(LoggingConfigurable):
    options = Dict(config=True)
    client = Any()
    api = Unicode("https://a.example/v1", config=True)
    token_url = Unicode(config=True)
    info_url = Unicode(config=True)

    @default("client")
    def _make_client(self):
        return AsyncHTTPClient()

    @default("info_url")
    def _make_info_url(self):
        return "https://info.example/me"

    async def fetch(self, request, label="", **kwargs):
        return await self.client.fetch(request, **kwargs)  #> {request}

    async def http(self, url, label="", **kwargs):
        options = self.options.copy()
        options.update(kwargs)
        request = HTTPRequest(url, **options)  #> {url}
        return await self.fetch(request, label=label)

"""


def test_a_request_object_goes_through_methods() -> None:
    check_routes(
        _SERVICE
        + """\
    async def version(self):
        return await self.http(f"{self.api}/version", method="GET")  #> ~GET https://a.example/v1/version

    async def token(self, body):
        return await self.http(self.token_url, method="POST", body=body)  #> ~POST {token_url}

    async def info(self):
        return await self.http(self.info_url, "info", method="GET")  #> ~GET https://info.example/me

    async def revoke(self, user):
        await self.http(f"https://b.example/users/{user}", method="DELETE")  #> DELETE https://b.example/users/{user}
"""
    )


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ('url_concat("https://a.example/b", {"c": x, "d": "é f"})', "https://a.example/b?c={x}&d=%C3%A9+f"),
        ('url_concat("https://a.example/b?e=f", [("c", 1), ("c", 2)])', "https://a.example/b?e=f&c=1&c=2"),
        ('url_concat("https://a.example/b?", {"c": 1})', "https://a.example/b?c=1"),
        ('url_concat("https://a.example/b?", {})', "https://a.example/b"),
        ('url_concat("https://a.example/b", None)', "https://a.example/b"),
        ('url_concat(f"https://a.example/{x}", more)', "https://a.example/{x}?{more}"),
        ('url_concat("https://a.example/b?c", {"d": 1})', "{url}"),
        ('url_concat("https://a.example/b?c=%20", {"d": 1})', "{url}"),
        ('url_concat("https://a.example/b#c", {"d": 1})', "{url}"),
    ],
)
def test_a_url_with_arguments(url: str, sent: str) -> None:
    """Seen with tornado 6.6: a query that is there is read, and written again."""
    check_routes(
        "from tornado.httpclient import HTTPClient\nfrom tornado.httputil import url_concat\n"
        f"def f(x, more):\n    HTTPClient().fetch({url})  #> GET {sent}\n"
    )


def test_what_it_refuses_is_reported() -> None:
    check_diagnostics(
        "from tornado.httpclient import AsyncHTTPClient, HTTPRequest\n"
        "async def f(body, **given):\n"
        "    client = AsyncHTTPClient()\n"
        '    await client.fetch("https://a.example/a", method="POST")\n'
        "          ^^^^^^^^^^^^ warning[refused-argument] POST must have a body\n"
        '    await client.fetch(HTTPRequest("https://a.example/a", body="a"))\n'
        "                       ^^^^^^^^^^^ warning[refused-argument] GET must not have a body\n"
        '    await client.fetch("https://a.example/a", method="POST", body=body)\n'
        '    await client.fetch("https://a.example/a", method="POST", **given)\n'
        '    await client.fetch("https://a.example/a", method="POST", allow_nonstandard_methods=True)\n'
        '    await client.fetch("https://a.example/a", method="DELETE")\n',
        "a.py",
    )


def test_what_else_is_given_may_be_what_is_missing() -> None:
    found = hover(
        "import tornado.httpclient as t\ndef f(**given):\n"
        '    t.HTTPClient().$0fetch("https://a.example/a", method="POST", **given)\n',
        "a.py",
    )
    assert found is not None
    assert "POST https://a.example/a" in found.markdown
    assert "Not sent" not in found.markdown


def test_credentials_and_headers() -> None:
    found = hover(
        "import tornado.httpclient as t\ndef f(word):\n"
        '    t.HTTPClient().$0fetch("https://a.example/a", method="POST", body="b=1", headers={"X-A": "c"},\n'
        '        auth_username="me", auth_password=word, user_agent="tool")\n',
        "a.py",
    )
    assert found is not None
    for line in ("x-a: c", "authorization: Basic ***", "user-agent: tool", "application/x-www-form-urlencoded", "b=1"):
        assert line in found.markdown
