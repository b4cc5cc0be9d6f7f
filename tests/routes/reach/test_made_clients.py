"""A function that makes a client is followed however long it is."""

import pytest

from tests.support.check import workspace
from waypost.routes.features import RouteFeatures
from waypost.text import Document

LONG = "".join(f"        options['option {index}'] = settings.get('{index}', {index})\n" for index in range(20))
SOURCE = f"""\
import http.client

def handler(settings):
    def connect(scheme, host):
        options = {{{{}}}}
{LONG}
        if scheme == "http":
            return http.client.{{first}}(host, **options)
        return http.client.{{second}}(host, **options)

    def request(method, path):
        connection = connect("https", "x.example")
        connection.request({{given}})

    return request
"""
MADE = ("HTTPConnection", "HTTPSConnection")
CASES = {
    "a path": (*MADE, '"GET", "/users"', ["GET /users"]),
    "a path and a verb of the caller": (*MADE, "method, path", [" {path}"]),
    "not a client": ("parse_headers", "parse_headers", "method, path", []),
    "half-typed": (*MADE, '"GET", ', []),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("case", CASES)
def test_the_client_that_a_long_function_makes(case: str, newline: str) -> None:
    first, second, given, routes = CASES[case]
    source = "s = '🚀'\n" + SOURCE.format(first=first, second=second, given=given)
    document = Document.from_text("file:///w/x.py", source.replace("\n", newline))
    sites = RouteFeatures(document, workspace()).sites()
    assert [f"{site.verb} {site.shown}" for site in sites] == routes
