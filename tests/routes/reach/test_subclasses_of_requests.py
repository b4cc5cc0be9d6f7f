"""A class of the program that inherits from a request object: what is sent is what its object is then."""

import pytest

from tests.support.routes import check_routes

_OWN = """\
from elsewhere import picked
from urllib.request import Request, build_opener, urlopen


class Own(Request):
    def __init__(self, method, url, data=None):
        Request.__init__(self, url, data)
        self.method = method

    def get_method(self):
        return self.method


class Put(Request):
    def get_method(self):
        return "PUT"


class Picked(Request):
    def __init__(self, method, url):
        Request.__init__(self, url)
        if method:
            self.method = method

    def get_method(self):
        return picked(self)


class Deleted(Request):
    method = "DELETE"

    def __init__(self, path):
        super().__init__("https://a.example/" + path)


def sent(path, method="GET"):
    request = Own(method, f"https://a.example/items/{path}")
    request.add_header("A", "b")
    return build_opener().open(request)  #> ~GET https://a.example/items/{path}


"""


@pytest.mark.parametrize(
    "body",
    [
        'sent("a")  #> GET https://a.example/items/a\n',
        'sent("a", "DELETE")  #> DELETE https://a.example/items/a\n',
        'urlopen(Put("https://a.example/b"))  #> PUT https://a.example/b\n',
        'urlopen(Deleted("c"))  #> DELETE https://a.example/c\n',
        'urlopen(Picked("PUT", "https://a.example/b"))  #> ~PUT https://a.example/b\n',
        'urlopen(Picked("", "https://a.example/b"))  #> https://a.example/b\n',
        'Put("https://a.example/b")\n',
    ],
)
def test_what_is_sent_is_what_it_is_then(body: str) -> None:
    check_routes(_OWN + body)


@pytest.mark.parametrize(
    ("parts", "sent"),
    [
        ('"https" if x else "http", host, f"/a/{x}", "", q, ""', "https://{host}/a/{x}?{q} http://{host}/a/{x}?{q}"),
        ('"https", "a.example", "/b", "", q, None', "https://a.example/b?{q}"),
        ('"https", "a.example", "/b" if x else "/c", "", "", ""', "https://a.example/b https://a.example/c"),
        ('"https", "a.example", "/b", "", {"c": 1} if x else "", ""', "{x}"),
    ],
)
def test_parts_of_a_url_that_may_be_one_of_several(parts: str, sent: str) -> None:
    made = " | ".join(f"GET {each}" for each in sent.split())
    check_routes(
        "import requests\nfrom urllib.parse import urlunparse\ndef f(x, host, q):\n"
        f"    requests.get(urlunparse(({parts})))  #> {made}\n"
    )


@pytest.mark.parametrize(
    "condition", ["sys.version_info[0] == 2", "sys.version_info.major < 3", "six.PY2", "not six.PY3"]
)
def test_what_is_only_for_python_2_is_not_sent(condition: str) -> None:
    check_routes(
        f"import six, sys, requests\nold = {condition}\n"
        'if old:\n    host = "http://old.example"\nelse:\n    host = "https://a.example"\n'
        'requests.get(host + "/b")  #> GET https://a.example/b\n'
    )
