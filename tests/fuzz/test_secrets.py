"""No token, of any kind and in any place, is shown unless the user asks for it."""

import json
import logging
import random
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.run import check
from tests.fuzz.questions import Asked
from tests.support.check import analysis, uri, workspace
from tests.support.wire import wire
from waypost.analysis import Analysis
from waypost.lsp import to_proto
from waypost.lsp.process import _ToClient
from waypost.results import Lens
from waypost.routes.actions.copy import FORMATS, copied, hidden_parts, open_values, request_at
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of
from waypost.routes.sites.file_sites import Routes
from waypost.shown.secrets import covered, masked_data, masked_header, masked_text
from waypost.shown.tokens import SHAPES, TokenShape, tokens
from waypost.text import Document, Span

_LOG = "window/logMessage"
_LETTERS = {"[0-9a-f]": "0123456789abcdef", "[0-9A-Z]": string.digits + string.ascii_uppercase}
_LETTERS |= {"[A-Z0-9]": _LETTERS["[0-9A-Z]"], "[0-9a-fA-F]": "0123456789abcdef"}


def made(shape: TokenShape, seed: int = 0) -> str:
    """A token as its maker would generate it: random, from the characters that all tokens share, or from its own."""
    chance = random.Random(f"{shape.beginning}{seed}")
    letters = _LETTERS.get(shape.characters, string.ascii_letters + string.digits)
    return shape.beginning + "".join(chance.choices(letters, k=shape.length - 1)) + "7"


TOKENS = {shape.beginning: made(shape) for shape in SHAPES}
PLACES = {
    "path": 'httpx.get("https://x.example/a/{token}/b")',
    "query": 'httpx.get("https://x.example/a?x={token}")',
    "params": 'httpx.get("https://x.example/a", params={{"x": "{token}"}})',
    "header": 'httpx.get("https://x.example/a", headers={{"X-Thing": "{token}"}})',
    "authorization": 'httpx.get("https://x.example/a", headers={{"Authorization": "Bearer {token}"}})',
    "body": 'httpx.post("https://x.example/a", json={{"x": ["{token}"]}})',
    "key": 'httpx.post("https://x.example/a", json={{"{token}": 1, "x": {{"{token}": "{token}"}}}})',
    "text": 'httpx.post("https://x.example/a", content="x {token} y")',
    "bytes": 'httpx.post("https://x.example/a", content=b"x {token} y")',
    "file": 'httpx.post("https://x.example/a", files={{"x": ("{token}.txt", "{token}", "text/plain")}})',
    "name of a parameter": 'httpx.get("https://x.example/a", params={{"{token}": 1}})',
    "name of a header": 'httpx.get("https://x.example/a", headers={{"{token}": "1"}})',
    "several lines": 'httpx.post("https://x.example/a", content="""x\\n{token}\\r\\n""")',
    "or in a path": "httpx.get(f\"https://x.example/{{tok or '{token}'}}/b\")",
    "or in a body": 'httpx.post("https://x.example/a", json={{"x": tok or "{token}"}})',
    "form": 'httpx.post("https://x.example/a", data={{"x": "{token}"}})',
    "user": 'httpx.get("https://{token}@x.example/a")',
    "password": 'httpx.get("https://me:{token}@x.example/a")',
    "cookie": 'httpx.get("https://x.example/a", cookies={{"x": "{token}"}})',
    "auth": 'httpx.get("https://x.example/a", auth=("me", "{token}"))',
    "base": 'c = httpx.Client(base_url="https://me:{token}@x.example")\nc.get("/a")',
    "constant": 'T = "{token}"\nhttpx.get(f"https://x.example/{{T}}", headers={{"Authorization": f"Bearer {{T}}"}})',
    "or": 'def f(tok):\n    httpx.get("https://x.example/a", headers={{"Authorization": tok or "{token}"}})',
    "default": 'import os\nhttpx.get("https://x.example/a", params={{"token": os.environ.get("T", "{token}")}})',
    "url of another scheme": 'x = "postgres://me:{token}@x.example/db"\nhttpx.get(f"https://x.example/{{x}}")',
    "builder": 'e = endpoint.defaults(headers={{"authorization": "token {token}"}})\ne("GET /a{{?x}}", x="{token}")',
}


def shown(source: str) -> Iterator[str]:
    """Everything that an editor or a list shows for a source, except the text of edits and copies made on request."""
    document = Document.from_text(uri("a.py"), source)
    asked = Asked(document, workspace({"code-lens": True, "inlay-hints": {"routes": "all"}}, {"a.py": source}))
    analysis, ask = asked.made, asked.asks[0]
    whole = Span(0, len(document.source))
    yield from (f"{each.message} {[related.message for related in each.related]}" for each in analysis.diagnostics())
    yield from (json.dumps(to_proto.inlay_hint(ask, each)) for each in analysis.inlay_hints(whole))
    yield from (_without_arguments(each) for each in analysis.lenses())
    yield from (each.name + each.detail for each in analysis.symbols())
    assert isinstance(analysis.features, RouteFeatures)
    yield from (f"{each.route} {each.api} {each.operation}" for each in calls_of(analysis.features.routes))
    for at in range(0, whole.end, 3):
        yield from _shown_at(analysis, at)


def _shown_at(analysis: Analysis, at: int) -> Iterator[str]:
    hover, signature = analysis.hover(at), analysis.signature(at)
    yield hover.markdown if hover is not None else ""
    yield str(signature)
    yield from (each.title for each in analysis.actions(Span.at(at)))


def _without_arguments(lens: Lens) -> str:
    return getattr(lens, "title", "")


# Every place with every token, and a few of them for each place.
_SHARES = pytest.mark.parametrize("share", [8, pytest.param(1, marks=pytest.mark.slow)])


def some_tokens(place: str, share: int) -> Iterator[tuple[str, str]]:
    """One token in so many: others at another place."""
    first = list(PLACES).index(place)
    return ((key, token) for number, (key, token) in enumerate(TOKENS.items()) if (number + first) % share == 0)


@_SHARES
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.slow
def test_no_token_is_shown(place: str, share: int) -> None:
    leaks = []
    for beginning, token in some_tokens(place, share):
        source = f"import httpx\nfrom waypost import endpoint\n\n{PLACES[place].format(token=token)}\n"
        leaks += [(beginning, text) for text in shown(source) if token in text]
    assert not leaks, leaks[:5]


@_SHARES
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("place", PLACES)
def test_no_token_is_in_a_copy(place: str, form: str, share: int) -> None:
    """A copy has a blank in place of a token: it is pasted into terminals, reports and chats."""
    leaks = []
    for beginning, token in some_tokens(place, share):
        source = f"import httpx\nfrom waypost import endpoint\n\n{PLACES[place].format(token=token)}\n"
        features = analysis(source, "a.py").features
        assert isinstance(features, RouteFeatures)
        texts = list(_copies(features.routes, form))
        assert texts, beginning
        leaks += [(beginning, text) for text in texts if token in text]
    assert not leaks, leaks[:5]


def _copies(routes: Routes, form: str) -> Iterator[str]:
    for site in routes.sites():
        text = copied(routes, site.callee_span.start, form)
        found = request_at(routes, site.callee_span.start)
        if text is not None and found is not None:
            yield f"{text} {open_values(found[1])} {hidden_parts(found[1])}"


def test_no_token_is_in_a_log_line() -> None:
    lines: list[str] = []
    handler = _ToClient(lambda _, params: lines.append(params["message"]))
    for token in TOKENS.values():
        error = ValueError(f"no such value: {token!r} of https://me:s3cret@x.example/{token}")
        line = "hover failed for file:///w/%s.py, https://me:pa/ss@x.example"
        handler.handle(logging.LogRecord("x", logging.ERROR, "", 1, line, (token,), (ValueError, error, None)))
    assert [token for token in TOKENS.values() if any(token in line for line in lines)] == []
    assert not any("pa/ss" in line or "s3cret" in line for line in lines)
    assert all("hover failed" in line and "no such value" in line for line in lines)


@pytest.mark.slow
def test_the_servers_log_has_no_token() -> None:
    with wire() as server:
        server.initialize()
        for number, (beginning, token) in enumerate(TOKENS.items()):
            calls = "\n".join(each.format(token=token) for each in PLACES.values())
            server.open(f"file:///w/a{number}.py", f"import httpx\nfrom waypost import endpoint\n{calls}\n", "python")
            server.notify(f"waypost/{token}", {})
            server.notify("textDocument/didClose", {"textDocument": {"uri": f"file:///w/{token}.py"}})
            server.notify("textDocument/hover", {"textDocument": token})
            rules = {"rules": {token: "off"}, token: beginning, "apis": {f"https://me:{token}@x.example": token}}
            server.notify("workspace/didChangeConfiguration", {"settings": {"waypost": rules}})
            server.ask("workspace/executeCommand", {"command": "waypost.copyRequest", "arguments": [token]})
        assert server.is_well()
        assert server.end() == 0
        written = [each["params"]["message"] for each in server.notifications if each.get("method") == _LOG]
        assert len(written) > len(TOKENS)
        assert [token for token in TOKENS.values() if token in "\n".join(written)] == []


@pytest.mark.parametrize("written", ["full", "concise", "json", "github", "junit", "sarif"])
@pytest.mark.slow
def test_no_token_is_in_a_report(tmp_path: Path, written: str) -> None:
    """A report is read by more people than the source: it stands in the log of a workflow."""
    calls = [PLACES[place].format(token=token) for token in TOKENS.values() for place in ("path", "query", "user")]
    mistakes = [call.replace("/a", "/{a").replace("httpx.get(", 'httpx.GTE("/x", ') for call in calls]
    (tmp_path / "a.py").write_text("import httpx\n\n" + "\n".join([*calls, *mistakes]) + "\n", "utf-8")
    done = check("--output-format", written, ".", cwd=tmp_path)
    assert done.out.count("secret-in-route") > len(TOKENS)
    assert [token for token in TOKENS.values() if token in done.out] == []


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('get("https://me:pa/ss@h.example/{x}")', 'get("https://me:*****@h.example/{x}")'),
        ('get(f"https://{me}:{pw}@h.example/{x}")', 'get(f"https://{me}:{pw}@h.example/{x}")'),
        ('get("https://h.example/{x}", by="me@h.example")', 'get("https://h.example/{x}", by="me@h.example")'),
    ],
)
def test_a_line_keeps_its_places(line: str, shown: str) -> None:
    assert covered(line) == shown


def test_there_are_more_than_fifty_shapes() -> None:
    assert len(TOKENS) > 50


@pytest.mark.parametrize("beginning", TOKENS)
def test_the_rule_knows_every_shape(beginning: str) -> None:
    token = TOKENS[beginning]
    assert [found[0] for found in tokens(f'x = "{token}"')] == [token]
    assert not list(tokens(beginning + "x" * len(token)))


@pytest.mark.parametrize(
    "url",
    [
        "https://me:pa/ss@h.example/x",
        "https://me:p@ss@h.example/x",
        "https://me:p@/:ss@h.example/x",
        "https://secretpass@h.example/x",
        "https://h.example/x?sig=secretpass",
        "https://h.example/x?pass=secretpass",
        "https://h.example/x?userPassword=secretpass",
        "https://h.example/x?key=AbCd1234EfGh5678",
        "amqp://me:secret/pass@h.example:5672/v",
    ],
)
def test_a_secret_of_no_shape_is_hidden_by_its_place(url: str) -> None:
    for secret in ("pa/ss", "p@ss", "p@/:ss", "ss@", "secretpass", "secret/pass", "AbCd1234EfGh5678"):
        assert secret not in masked_text(url)


@pytest.mark.parametrize("name", ["X-Auth-Key", "Ocp-Apim-Subscription-Key", "X-API-Key", "Cookie", "X-Amz-Signature"])
def test_a_header_hides_by_its_name(name: str) -> None:
    assert "s3cret" not in masked_header(name, "s3cret")
    assert masked_data({name: "s3cret", "userPassword": "s3cret"}) == {name: "***", "userPassword": "***"}


def test_two_tokens_that_are_names_stay_two_names() -> None:
    first, second = TOKENS["ghp_"], TOKENS["AKIA"]
    body = {first: 1, "***": 2, second: [{second: 3, "a": 4}], 5: 6, (7, 8): 9}
    shown = {"***": 1, "***2": 2, "***3": [{"***": 3, "a": 4}], 5: 6, (7, 8): 9}
    assert masked_data(body) == shown
    assert list(masked_data(body)) == list(shown)


@pytest.mark.parametrize(
    "value", ["{tok or 'S3cret'}", '{environ.get("T", "S3cret")}', "Bearer {os.getenv('T', 'S3cret')}"]
)
def test_what_stands_in_for_an_unknown_value_is_hidden(value: str) -> None:
    assert "S3cret" not in masked_header("Authorization", value)
    assert "S3cret" not in masked_text(f"https://h.example/?token={value}")
    assert "S3cret" not in str(masked_data({"password": value}))


def ordinary(chance: random.Random) -> str:
    """A URL as calls contain it, with hashes, ids, dates, names and page tokens."""
    hashed = "".join(chance.choices("0123456789abcdef", k=chance.choice((7, 32, 40, 64))))
    number = chance.randrange(10**12)
    uuid = f"{hashed:0<32}"[:8] + "-1234-4abc-8def-" + f"{number:012d}"
    words = chance.sample(("users", "sk-learn", "keys", "hf-models", "AKIA", "tokens", "npm_modules", "eyJ", "r8"), 3)
    query = chance.choice(
        ("page_token=", "nextToken=", "key=PROJ-", "sort=", "id=", "commit=", "key=", "q=a@b.example&x=")
    )
    value = chance.choice((str(number), hashed, "abc")) if query != "key=" else chance.choice((uuid, "name", "PROJ-1"))
    port = chance.choice(("", ":8080", ":443"))
    return f"https://h.example{port}/{'/'.join(words)}/{hashed}/{uuid}/@me/{number}?{query}{value}"


def test_ordinary_calls_are_shown_as_they_are() -> None:
    chance = random.Random(19)
    for _ in range(1_000):
        url = ordinary(chance)
        assert masked_text(url) == url
        assert masked_header("X-Request-Id", url.rsplit("/", 3)[1]) == url.rsplit("/", 3)[1]
