"""Which API a call goes to: a client named in the settings, an address that is only a default."""

from pathlib import Path

import pytest

from waypost.analysis import Analysis
from waypost.results import Diagnostic, Severity
from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace, uri_of

DOCUMENT = """\
openapi: 3.0.0
info: {title: Shop}
servers: [{url: https://api.shop.example/v1}]
paths:
  /orders: {get: {parameters: [{name: limit, in: query, schema: {type: integer}}]}}
"""


def findings(folder: Path, apis: dict[str, object], code: str, name: str = "shop/client.py") -> list[Diagnostic]:
    (folder / "docs").mkdir(exist_ok=True)
    (folder / "docs" / "openapi.yaml").write_text(DOCUMENT)
    settings, problems = Settings.read({"apis": apis})
    assert not problems
    workspace = Workspace([Folder(folder, settings)])
    found = Analysis(Document.from_text(uri_of(folder / name), code), workspace).diagnostics()
    return [each for each in found if each.rule in ("unknown-route", "unknown-parameter", "bad-value", "wrong-verb")]


def rules(*arguments: object) -> list[str]:
    return [each.rule for each in findings(*arguments)]  # type: ignore[arg-type] # passed on


def bound(*clients: str) -> dict[str, object]:
    return {"docs/openapi.yaml": {"clients": list(clients)}}


CLIENT = "import os, httpx\nsession = httpx.Client(base_url=os.environ['SHOP'])\n"


@pytest.mark.parametrize("call", ['session.get("/ordres")', 'session.get("/orders", params={"limit": "x"})'])
def test_a_client_that_the_settings_name_is_checked_whatever_its_address(tmp_path: Path, call: str) -> None:
    assert len(rules(tmp_path, bound("shop.client.*"), CLIENT + call)) == 1
    assert len(rules(tmp_path, bound("shop.client.session"), f"# 😀\r\n{CLIENT}{call}\r\n")) == 1
    assert rules(tmp_path, bound("shop.other.*"), CLIENT + call) == []
    assert rules(tmp_path, {}, CLIENT + call) == []
    assert rules(tmp_path, bound("shop.client.*"), CLIENT + call[:-1]) in ([], ["unknown-route"], ["bad-value"])


def test_the_finding_is_a_fact(tmp_path: Path) -> None:
    [found] = findings(tmp_path, bound("shop.*"), CLIENT + 'session.get("/ordres")\n')
    assert found.severity is Severity.WARNING
    assert "did you mean `/orders`?" in found.message


def test_the_settings_say_where_a_client_goes_whose_own_address_may_be_another(tmp_path: Path) -> None:
    code = 'import os, github\nhub = github.Github(base_url=os.environ["HUB"])\n'
    call = 'hub.requester.requestJsonAndCheck("GET", "/ordres")\n'
    [found] = findings(tmp_path, bound("shop.client.hub.requester"), code + call)
    assert found.severity is Severity.WARNING
    assert findings(tmp_path, bound("shop.other.*"), code + call) == []


def test_a_named_client_is_known_where_it_is_imported(tmp_path: Path) -> None:
    settings = bound("shop.client.session")
    call = 'session.get("/ordres")\n'
    for line in ("from shop.client import session\n", "from .client import (\n    other,  # x\n    session,\n)\n"):
        assert rules(tmp_path, settings, f"import httpx\n{line}session: httpx.Client\n{call}", "shop/orders.py") == [
            "unknown-route"
        ]
    assert rules(tmp_path, settings, f"import httpx\nsession = httpx.Client()\n{call}", "shop/orders.py") == []


def test_methods_of_a_class_and_sources_below_src(tmp_path: Path) -> None:
    code = (
        "import httpx\n\nclass Shop:\n    def __init__(self, url):\n        self.http = httpx.Client(base_url=url)\n\n"
        '    def orders(self):\n        return self.http.get("/ordres")\n'
    )
    assert rules(tmp_path, bound("shop.client.http"), code, "src/shop/client.py") == ["unknown-route"]


def test_an_address_before_the_path_may_end_with_the_path_of_the_server(tmp_path: Path) -> None:
    head = "import httpx\n\ndef f(host):\n    "
    settings = bound("shop.*")
    assert rules(tmp_path, settings, head + 'httpx.get(f"{host}/orders")\n') == []
    assert rules(tmp_path, settings, head + 'httpx.get(f"{host}/v1/orders")\n') == []
    assert rules(tmp_path, settings, head + 'httpx.get(f"{host}/v1/ordres")\n') == ["unknown-route"]
    assert rules(tmp_path, settings, head + 'httpx.get("https://other.example/ordres")\n') == []


API = {"https://api.shop.example/v1": "docs/openapi.yaml"}


@pytest.mark.parametrize(
    "base",
    [
        'os.getenv("SHOP", "https://api.shop.example/v1")',
        'os.environ.get("SHOP", "https://api.shop.example/v1")',
        'os.environ.get("SHOP") or "https://api.shop.example/v1"',
    ],
)
def test_a_default_address_is_likely_and_gives_hints(tmp_path: Path, base: str) -> None:
    head = f"import os, httpx\nbase = {base}\n"
    for call in ('httpx.Client(base_url=base).get("/ordres")', 'httpx.get(f"{base}/ordres")'):
        found = findings(tmp_path, API, f"{head}{call}\n")
        assert [(each.rule, each.severity) for each in found] == [("unknown-route", Severity.HINT)], call
        assert findings(tmp_path, API, f"{head}{call.replace('ordres', 'orders')}\n") == []


def test_a_path_like_none_of_a_likely_api_is_another_apis(tmp_path: Path) -> None:
    head = 'import os, httpx\nbase = os.getenv("SHOP", "https://api.shop.example/v1")\n'
    assert findings(tmp_path, API, head + 'httpx.post(f"{base}/login/device/code")\n') == []
    sure = 'import httpx\nhttpx.post("https://api.shop.example/v1/login/device/code")\n'
    assert [each.rule for each in findings(tmp_path, API, sure)] == ["unknown-route"]


def test_a_default_argument_is_likely(tmp_path: Path) -> None:
    code = (
        "import httpx\n\nclass Shop:\n"
        '    def __init__(self, url: str = "https://api.shop.example/v1"):\n'
        "        self.http = httpx.Client(base_url=url)\n\n"
        '    def orders(self):\n        return self.http.get("/ordres")\n'
    )
    found = findings(tmp_path, API, code)
    assert [(each.rule, each.severity) for each in found] == [("unknown-route", Severity.HINT)]


def test_two_defaults_are_none(tmp_path: Path) -> None:
    code = 'import os, httpx\nbase = os.getenv("A", "https://api.shop.example/v1" if x else "https://b.example")\n'
    assert findings(tmp_path, API, f'{code}httpx.Client(base_url=base).get("/ordres")\n') == []


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        ({"x.yaml": "y.yaml"}, "apis.x.yaml"),
        ({"https://a.example": 5}, "apis.https://a.example"),
        ({"https://a.example": {"clients": ["a"]}}, "apis.https://a.example"),
        ({"a.yaml": {"clients": "a.*"}}, "apis.a.yaml.clients"),
        ({"a.yaml": {"client": ["a.*"]}}, "apis.a.yaml.client"),
        ({"a.yaml": {}}, "apis.a.yaml"),
        ({"shop": {"document": "a.yaml"}}, "apis.shop.document"),
    ],
)
def test_a_wrong_entry_costs_itself_alone_and_is_reported_with_its_key(entry: dict[str, object], key: str) -> None:
    settings, problems = Settings.read({"apis": {**entry, "https://b.example": "b.yaml"}})
    assert [each.key for each in problems] == [key]
    assert list(settings.apis) == ["https://b.example"]
