"""Changes to the code that no other test noticed: `python -m tests.mutants` found them, or a reader's eye."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.support.check import analysis
from tests.support.wire import Wire, wire
from waypost import endpoint
from waypost.apis import Apis
from waypost.apis.model import SecurityScheme
from waypost.clients.encode import UrlParts
from waypost.clients.yarl import join
from waypost.results import Diagnostic
from waypost.routes.check import credentials
from waypost.routes.complete.here import uses_at
from waypost.routes.features import RouteFeatures

# -- core ------------------------------------------------------------------------------------------------------------


def test_request_none_removes_a_default() -> None:
    with_timeout = endpoint.defaults(request={"timeout": 1})
    assert with_timeout("GET /a")["request"] == {"timeout": 1}
    assert "request" not in with_timeout("GET /a", request=None)


def test_a_name_in_the_path_and_in_the_query_is_sent_in_both() -> None:
    assert endpoint("GET /x/{a}{?a}", a=1)["url"] == "https://api.github.com/x/1?a=1"


@pytest.mark.parametrize("where", [0, 1])
def test_no_list_is_shared_with_the_defaults_however_deep(where: int) -> None:
    given: dict[str, Any] = {"mediaType": {"previews": ["a"]}, "ids": [[1], [2]]}
    before = deepcopy(given)
    made = endpoint.defaults(given)
    given["ids"][where].append(9)
    given["mediaType"]["previews"].append("b")
    assert made.merge("GET /a")["ids"] == before["ids"]
    merged: Any = made.merge("GET /a")
    merged["ids"][where].append(9)
    merged["mediaType"]["previews"].append("b")
    assert made.merge("GET /a")["ids"] == before["ids"]
    assert made.merge("GET /a")["mediaType"]["previews"] == ["a"]


# -- routes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "value", "shown"),
    [
        ('p = {"a": "1"}\np.setdefault("a", "2")\np.setdefault("b", "3")\n', 'p["a"] + p["b"]', "13"),
        ("", '"%i/%d" % (5, 6)', "5/6"),
        ('p = {"a": "1"}\n', 'p["a"]', "1"),
        ('p = {}\nif x:\n    p["a"] = "1"\n', 'p["a"]', "{a}"),
        ('p = {}\nif x:\n    p["a"] = "1"\n', 'p.get("a")', "{a}"),
    ],
)
def test_what_a_value_is(before: str, value: str, shown: str) -> None:
    features = analysis(f'import httpx\n{before}httpx.get("https://x.example/" + {value})\n', "a.py").features
    assert isinstance(features, RouteFeatures)
    assert [site.shown for site in features.routes.sites()] == [f"https://x.example/{shown}"]


@pytest.mark.parametrize(("headers", "sent"), [({"cookie"}, True), ({"cookies"}, False)])
def test_a_credential_in_a_cookie_may_be_sent_by_its_header(headers: set[str], *, sent: bool) -> None:
    scheme = SecurityScheme("login", "apiKey", "cookie", "session")
    known: Any = None  # only a credential in the query looks at it
    assert credentials._may_be_sent(scheme, known, frozenset(headers)) is sent


# -- configurations --------------------------------------------------------------------------------------------------


def found(source: str, name: str = "typos.toml") -> list[Diagnostic]:
    return list(analysis(source, name).diagnostics())


def test_known_keys_are_listed_only_where_they_are_few() -> None:
    assert "known are `extend-exclude`" in found("[files]\nzzzqq = 1\n")[0].message
    assert "known are" not in found("[default]\nzzzqq = 1\n")[0].message


@pytest.mark.parametrize(("value", "preferred"), [("'en-us'", True), ("'en-gb'", False)])
def test_only_a_repetition_is_removed_without_a_choice(value: str, *, preferred: bool) -> None:
    [repeated] = found(f"[default]\nlocale = 'en-us'\nlocale = {value}\n")
    assert [fix.preferred for fix in repeated.fixes] == ([True] if preferred else [False, False])


@pytest.mark.parametrize(
    ("header", "preferred"), [("[type.py.extend-words]\n", True), ("type.py.extend-words.", False)]
)
def test_an_entry_that_declares_its_type_is_not_removed_by_itself(header: str, *, preferred: bool) -> None:
    rest = "[default.extend-words]\naa = 'aa'\n"
    source = rest + f"{header}aa = 'aa'\n" if preferred else f"{header}aa = 'aa'\n" + rest
    [duplicate] = found(source)
    assert [fix.preferred for fix in duplicate.fixes] == [preferred]


def test_a_table_of_arrays_is_not_renamed_to_one_that_typos_refuses() -> None:
    assert [fix.title for fix in found("[tool.typo.default]\nlocale = 'en-us'\n", "pyproject.toml")[0].fixes]
    [misspelled] = found("[[tool.typo.default]]\nlocale = 'en-us'\n", "pyproject.toml")
    assert (misspelled.rule, misspelled.fixes) == ("misspelled-section", ())


def test_a_key_whose_value_is_not_written_yet_is_recognised() -> None:
    assert any("did you mean `extend-ignore-re`" in each.message for each in found("[default]\nextend-ignore-res =\n"))


# -- lsp -------------------------------------------------------------------------------------------------------------


def started(server: Wire, folder: Path, settings: dict[str, object]) -> None:
    capabilities = {
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": True}, "didChangeWatchedFiles": {"dynamicRegistration": True}},
    }
    asked = {"processId": None, "rootUri": folder.as_uri(), "capabilities": capabilities}
    server.ask("initialize", asked | {"initializationOptions": settings})
    server.notify("initialized", {})


def test_a_client_that_pulls_is_asked_to_pull_again(tmp_path: Path) -> None:
    with wire() as server:
        started(server, tmp_path, {})
        server.open((tmp_path / "a.py").as_uri(), "import httpx\nhttpx.get('https://x.example/{a')\n", "python")
        server.notify("workspace/didChangeConfiguration", {"settings": {"waypost": {"rules": {"bad-value": "off"}}}})
        assert server.is_well()
        assert server.end() == 0
        assert "workspace/diagnostic/refresh" in [each.get("method") for each in server.notifications]


def test_a_wrong_setting_is_reported_once(tmp_path: Path) -> None:
    with wire() as server:
        started(server, tmp_path, {"rules": {"no-such-rule": "off"}})
        for rules in ({"bad-value": "off"}, {"bad-value": "error"}, {"bad-value": "nonsense"}):
            server.notify("workspace/didChangeConfiguration", {"settings": {"waypost": {"rules": rules}}})
            assert server.is_well()
        assert server.end() == 0
        shown = [
            each["params"]["message"] for each in server.notifications if each.get("method") == "window/showMessage"
        ]
        assert [sum(name in each for each in shown) for name in ("no-such-rule", "nonsense")] == [1, 1]


def test_an_address_without_a_scheme_gets_that_of_the_base() -> None:
    base = UrlParts("http", "one.example", "/a/")
    assert join(base, UrlParts(None, "two.example", "/b")) == UrlParts("http", "two.example", "/b")


@pytest.mark.parametrize(
    ("url", "completed"),
    [("https://one.example/pets", "GET /pets"), ("https://two.example/pets", None), ("/pets", "GET /pets")],
)
def test_the_routes_of_another_host_are_not_completed(url: str, completed: str | None) -> None:
    found = uses_at({("", f"GET {url}"): 2}, "https://one.example/", Apis({}))
    assert found == ({} if completed is None else {completed: 2})
