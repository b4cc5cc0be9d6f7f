"""What urllib sends with a body is certain only where there is one for certain."""

from typing import Final

import pytest

from tests.support.check import hover

FORM: Final = "content-type: application/x-www-form-urlencoded"
# What a function is given for the body, what sends it, and the start of what is sent.
SENT: Final = {
    ("data", "urlopen(U, data)"): f"POST https://a.example/x\n{FORM}\n\n{{data}}",
    ("data: bytes", "Request(U, data=data)"): f"POST https://a.example/x\n{FORM}\n\n{{data}}",
    ("data=b'x'", "urlopen(U, data)"): f"POST https://a.example/x\n{FORM}\n\n",
    ("data=None", "urlopen(U, data)"): "{method} https://a.example/x\n\n{data?}",
    ("data=None", "Request(U, data)"): "{method} https://a.example/x\n\n{data?}",
    ("data=None", "Request(U, data, method='PUT')"): "PUT https://a.example/x\n\n{data?}",
    ("data=None", "Request(U, data, {'Content-Type': 'a/b'}, method='PUT')"): (
        "PUT https://a.example/x\ncontent-type: a/b\n\n{data?}"
    ),
    ("data=None", "urlopen(U, None)"): "GET https://a.example/x\n```",
    ("data=None", "urlopen(U, data)\n    urlopen(U, "): "{method} https://a.example/x\n\n{data?}",
}


@pytest.mark.parametrize(("given", "call"), SENT)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_is_sent(given: str, call: str, end: str) -> None:
    head = "from urllib.request import Request, urlopen\n\nU = 'https://a.example/x'\n"
    found = hover(f"{head}def f({given}):\n    $0{call}\n".replace("\n", end), "x.py")
    assert found is not None
    assert found.markdown.startswith(f"```http\n{SENT[given, call]}")
