"""No secret is shown in any place, whatever shape it has in the program; and nothing else is taken for one."""

import base64
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest

from tests.shown.further_shapes import FURTHER_SHAPES, FURTHER_START
from tests.shown.places import clear, sights
from tests.shown.shapes import NEAR_MISSES, OPEN, SECRET, SHAPES, START
from waypost.analysis import Analysis
from waypost.routes.actions.copy import hidden_parts
from waypost.routes.sites.request import Request
from waypost.shown.secrets import Secrets, covered, hides, masked_text
from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace, uri_of

_ALL: Final = {
    **{name: (source, START) for name, source in SHAPES.items()},
    **{name: (source, FURTHER_START) for name, source in FURTHER_SHAPES.items()},
}


def leaks(name: str, step: int = 1) -> Counter[str]:
    source, start = _ALL[name]
    found = sights(source, start=start, step=step)
    return Counter(sight.place for sight in found if clear(sight.text, SECRET))


def test_no_two_shapes_have_one_name() -> None:
    assert len(_ALL) == len(SHAPES) + len(FURTHER_SHAPES)


@pytest.mark.parametrize("name", _ALL)
def test_no_secret_is_shown(name: str) -> None:
    assert leaks(name, step=9) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", _ALL)
def test_no_secret_is_shown_anywhere(name: str) -> None:
    assert leaks(name) == {}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_is_no_secret_stays(name: str) -> None:
    places = {sight.place for sight in sights(NEAR_MISSES[name], start=START, step=3) if OPEN in sight.text}
    assert {"hover", "report as full"} <= places


def test_a_secret_of_another_file_is_masked(tmp_path: Path) -> None:
    (tmp_path / "config.py").write_text(f'BOT_TOKEN = "{SECRET}"\n')
    source = 'import httpx\nfrom config import BOT_TOKEN\n\nhttpx.get("https://x.example/bot" + BOT_TOKEN + "/me")\n'
    document = Document.from_text(uri_of(tmp_path / "a.py"), source)
    made = Analysis(document, Workspace([Folder(tmp_path, Settings())]))
    hover = made.hover(source.index("get"))
    assert hover is not None
    assert "GET https://x.example/bot***/me" in hover.markdown
    assert [symbol.name for symbol in made.symbols()] == ["GET https://x.example/bot***/me"]


@pytest.mark.parametrize("body", [[("a", (1, "b"))], {"a": ("b", None)}, "a=b", '{"a": 1}', None, ("a", "b")])
def test_nothing_is_called_masked_that_is_not(body: object) -> None:
    request = Request("POST", "https://x.example/{token}", {"authorization": "Bearer {token}"}, body, has_body=True)
    assert hidden_parts(request) == []


def test_what_is_masked_is_called_so() -> None:
    headers = {"authorization": "Bearer abc", "x-a": "1"}
    request = Request("POST", "https://me:abc@x.example", headers, {"password": "abc"}, has_body=True)
    assert hidden_parts(request) == ["authorization", "URL", "body"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://h.example/a?token={token}&page=1", "https://h.example/a?token={token}&page=1"),
        (
            "https://h.example/a;jsessionid=abc/b?token=x#access_token=y&z=1",
            "https://h.example/a;jsessionid=***/b?token=***#access_token=***&z=1",
        ),
        ("/a;b=1;jsessionid=x?c=1", "/a;b=1;jsessionid=***?c=1"),
        ("a=1&password=it's&b=2", "a=1&password=***&b=2"),
        ('{"tokens": ["a", "b"], "max_tokens": 5}', '{"tokens": ***, "max_tokens": 5}'),
        ("<a><token>x</token><b>y</b></a>", "<a><token>***</token><b>y</b></a>"),
        ("?max_tokens=100&page_token=x", "?max_tokens=100&page_token=x"),
        ("?token=", "?token="),
        ('{"password": "abc', '{"password": "***'),
        ('login(user: "me", password: "abc1")', 'login(user: "me", password: "***")'),
        ('<login user="me" password="abc1"/>', '<login user="me" password="***"/>'),
        ('if token == "abc1":', 'if token == "***":'),
        ('kind = "a"; token = "access_token"', 'kind = "a"; token = "access_token"'),
        ("user: me\npassword: abc\n", "user: me\npassword: ***\n"),
        ("[a]\nexport API_TOKEN=abc\n\n# b\nX=1", "[a]\nexport API_TOKEN=***\n\n# b\nX=1"),
        (r"user: me\npassword: abc\n", r"user: me\npassword: ***\n"),
        ("a word\npassword: what it is", "a word\npassword: what it is"),
        ("token: what it is", "token: what it is"),
        ("/a?q=%7B%22token%22%3A+%22abc%22%7D&b=%C3%A9", "/a?q=%7B%22token%22%3A+%22***%22%7D&b=%C3%A9"),
        ("/a?to=https%3A%2F%2Fh.example%3Ftoken%3Dabc%26b%3D1", "/a?to=https%3A%2F%2Fh.example%3Ftoken%3D***%26b%3D1"),
        ("me:abc1@h.example:8080/a", "me:***@h.example:8080/a"),
        ("mailto:me@h.example", "mailto:me@h.example"),
        ("acct:me@h.example", "acct:me@h.example"),
    ],
)
def test_where_a_text_holds_secrets(text: str, shown: str) -> None:
    assert masked_text(text) == shown


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("TOKEN_PROD", "abc"),
            ("password_2", "abc"),
            ("GITHUB_PAT", "abc"),
            ("botToken", "abc"),
            ("dbpassword", "abc"),
        ),
        *(("consumer_key", "abc"), ("openai_key", "abc"), ("X-Auth", "abc"), ("csrfmiddlewaretoken", "abc")),
        *(("key", "AbCd1234EfGh5678"), ("auth", "AbCd1234EfGh5678"), ("pin", "1234"), ("client_assertion", "abc")),
    ],
)
def test_a_name_hides_a_value(name: str, value: str) -> None:
    assert hides(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("token_type", "abc"),
            ("nexttoken", "abc"),
            ("token0", "abc"),
            ("primary_key", "abc"),
            ("public_key", "abc"),
        ),
        *(
            ("bypass", "abc"),
            ("key", "PROJ-1"),
            ("auth", "basic"),
            ("pin", 17),
            ("pin", "left"),
            ("country_code", "de"),
        ),
        *(("sign", "aries"), ("token_url", "abc"), ("key_id", "abc"), ("pattern", "abc"), ("max_tokens", 5)),
    ],
)
def test_another_name_hides_nothing(name: str, value: object) -> None:
    assert not hides(name, value)


_PIECES: Final = (
    "https://me:{}@h.example/a",
    "https://h.example/a?token={}",
    "&api_key={}",
    "#access_token={}",
    ";jsessionid={}",
    '{{"password": "{}"}}',
    "{{'token': '{}'}}",
    "<password>{}</password>",
    "https://hooks.slack.com/services/T0AB1CD2E/B0AB1CD2E/{}",
    "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----",
)


@pytest.mark.parametrize("between", ["", " ", "/", "\n", ", ", "&b=1"])
def test_no_secret_hides_another_one(between: str) -> None:
    for first, second in product(_PIECES, repeat=2):
        text = first.format("S3cretOne0aB12") + between + second.format("S3cretTwo0aB12")
        shown = masked_text(text)
        is_part = second.startswith(("&", "#", ";")) and between not in ("", "/")
        assert "S3cretOne" not in shown, (text, shown)
        assert is_part or "S3cretTwo" not in shown, (text, shown)
        assert len(covered(text)) == len(text)


def test_a_known_secret_is_masked_however_it_is_written() -> None:
    secrets = Secrets(["Bearer pä/ss wörd", "abc", "token", "https://h.example/token"])
    encoded = base64.b64encode("me:pä/ss wörd".encode()).decode()
    text = f"pä/ss wörd {quote('pä/ss wörd', safe='')} {encoded} abc token https://h.example/token"
    assert secrets.masked(text) == "*** *** *** abc token https://h.example/token"
    assert not Secrets(["abc"])


def test_a_word_of_a_path_is_not_the_secret_that_it_equals() -> None:
    """Where it is written by itself; where the secret is put into the URL, it is masked."""
    start = 'import httpx\nWORD = "blogger"\n'
    headers = 'headers={"Authorization": f"Bearer {WORD}"}'
    own = shown_in(f'{start}httpx.get("https://h.example/blogger/posts", {headers})\n')
    assert "GET https://h.example/blogger/posts\n" in own
    assert "authorization: Bearer ***" in own
    both = shown_in(f'{start}httpx.get(f"https://h.example/blogger/{{WORD}}/x", {headers})\n')
    assert "GET https://h.example/blogger/***/x\n" in both
    client = f'{start}c = httpx.Client(base_url="https://h.example/blogger", {headers})\n'
    assert "GET https://h.example/blogger/x\n" in shown_in(f'{client}c.get("/x")\n')
    assert "GET https://h.example/blogger/***\n" in shown_in(f"{client}c.get(WORD)\n")


def shown_in(source: str) -> str:
    """The hover of the last call."""
    document = Document.from_text("file:///w/a.py", source)
    made = Analysis(document, Workspace([Folder(Path("/w"), Settings())], {document.uri: document}))
    hover = made.hover(source.rindex("get(") + 1)
    assert hover is not None
    return hover.markdown


def main() -> None:
    """The shapes and the places that show them."""
    found = {name: leaks(name) for name in _ALL}
    for name, places in found.items():
        print(f"{name}: {', '.join(sorted(places)) or '-'}")
    print(sum(map(bool, found.values())), "of", len(found), "shapes,", sum(map(len, found.values())), "shapes x places")


if __name__ == "__main__":
    main()
