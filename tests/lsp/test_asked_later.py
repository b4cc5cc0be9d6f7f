"""What a server asks for and shows after its start: to pull again, to format, wrong settings, documentation."""

from pathlib import Path

from tests.support.wire import Wire, wire


def test_a_client_that_pulls_is_asked_to_pull_again(tmp_path: Path) -> None:
    with wire() as server:
        _started(server, tmp_path, {})
        server.open((tmp_path / "a.py").as_uri(), "import httpx\nhttpx.get('https://x.example/{a')\n", "python")
        server.notify("workspace/didChangeConfiguration", {"settings": {"waypost": {"rules": {"bad-value": "off"}}}})
        assert server.is_well()
        assert server.end() == 0
        assert "workspace/diagnostic/refresh" in [each.get("method") for each in server.notifications]


def test_a_wrong_setting_is_reported_once(tmp_path: Path) -> None:
    with wire() as server:
        _started(server, tmp_path, {"rules": {"no-such-rule": "off"}})
        for rules in ({"bad-value": "off"}, {"bad-value": "error"}, {"bad-value": "nonsense"}):
            server.notify("workspace/didChangeConfiguration", {"settings": {"waypost": {"rules": rules}}})
            assert server.is_well()
        assert server.end() == 0
        shown = [
            each["params"]["message"] for each in server.notifications if each.get("method") == "window/showMessage"
        ]
        assert [sum(name in each for each in shown) for name in ("no-such-rule", "nonsense")] == [1, 1]


def test_a_setting_that_is_turned_on_again_offers_formatting_again(tmp_path: Path) -> None:
    with wire() as server:
        capabilities = {"textDocument": {"formatting": {"dynamicRegistration": True}}}
        capabilities["textDocument"]["rangeFormatting"] = {"dynamicRegistration": True}
        server.ask("initialize", {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": capabilities})
        server.notify("initialized", {})
        uri = (tmp_path / "typos.toml").as_uri()
        server.open(uri, "[default]\nlocale='en-us'\n")
        for is_on in (True, False, True):
            server.notify("workspace/didChangeConfiguration", {"settings": {"waypost": {"configFormatting": is_on}}})
            assert server.is_well()
        options = {"tabSize": 2, "insertSpaces": True}
        assert server.ask("textDocument/formatting", {"textDocument": {"uri": uri}, "options": options})["result"]
        assert server.end() == 0
        asked = [each["method"] for each in server.notifications if "apability" in each.get("method", "")]
        assert asked == ["client/registerCapability", "client/unregisterCapability", "client/registerCapability"]


def test_a_completion_is_documented_by_the_data_that_it_was_sent_with(tmp_path: Path) -> None:
    with wire() as server:
        server.initialize()
        uri = (tmp_path / "a.py").as_uri()
        server.open(uri, 'from waypost import endpoint\nendpoint("GET /use")\n', "python")
        place = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 18}}
        found = server.ask("textDocument/completion", place)["result"]
        items = found["items"] if isinstance(found, dict) else found
        [item] = [each for each in items if each["label"].endswith("/user")]
        assert "documentation" not in item
        assert "authenticated user" in str(server.ask("completionItem/resolve", item)["result"]["documentation"])
        without = {key: value for key, value in item.items() if key != "data"}
        assert server.ask("completionItem/resolve", without)["result"] == without
        assert server.end() == 0


def _started(server: Wire, folder: Path, settings: dict[str, object]) -> None:
    capabilities = {
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": True}, "didChangeWatchedFiles": {"dynamicRegistration": True}},
    }
    asked = {"processId": None, "rootUri": folder.as_uri(), "capabilities": capabilities}
    server.ask("initialize", asked | {"initializationOptions": settings})
    server.notify("initialized", {})
