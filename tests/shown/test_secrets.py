"""No secret is shown in any place, whatever shape it has in the program; and nothing else is taken for one."""

import base64
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest

from tests.shown.places import clear, sights
from tests.shown.shapes import NEAR_MISSES, OPEN, SECRET, SHAPES, START
from waypost.analysis import Analysis
from waypost.routes.actions.copy import hidden_parts
from waypost.routes.sites.request import Request
from waypost.shown.secrets import Secrets, covered, masked_text
from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace, uri_of


def leaks(source: str, step: int = 1) -> Counter[str]:
    found = sights(source, start=START, step=step)
    return Counter(sight.place for sight in found if clear(sight.text, SECRET))


@pytest.mark.parametrize("name", SHAPES)
def test_no_secret_is_shown(name: str) -> None:
    assert leaks(SHAPES[name], step=9) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_no_secret_is_shown_anywhere(name: str) -> None:
    assert leaks(SHAPES[name]) == {}


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
    ],
)
def test_where_a_text_holds_secrets(text: str, shown: str) -> None:
    assert masked_text(text) == shown


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


def main() -> None:
    """The shapes and the places that show them."""
    found = {name: leaks(source) for name, source in SHAPES.items()}
    for name, places in found.items():
        print(f"{name}: {', '.join(sorted(places)) or '-'}")
    print(sum(map(bool, found.values())), "of", len(found), "shapes,", sum(map(len, found.values())), "shapes x places")


if __name__ == "__main__":
    main()
