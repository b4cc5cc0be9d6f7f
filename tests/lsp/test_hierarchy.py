"""Callers and callees of whatever makes requests, through a real client."""

from pathlib import Path

from lsprotocol import types

from tests.support.editor import Editor, editor

CLIENT = """\
import requests

class Http:
    def send(self, verb, path):
        return requests.request(verb, "https://x.example" + path)
"""
API = """\
from client import Http

# \U0001f6a9
class Api(Http):
    def users(self):
        return self.send("GET", "/users")

    def remove(self, name):
        return self.send("DELETE", f"/users/{name}")
"""
USE = "from api import Api\n\ndef main(api: Api):\n    api.remove('a/b')\n"


def write(root: Path) -> None:
    for name, text in (("client", CLIENT), ("api", API), ("use", USE)):
        (root / f"{name}.py").write_text(text.replace("\n", "\r\n" if name == "api" else "\n"), encoding="utf-8")


async def prepared(user: Editor, uri: str, line: int, character: int) -> types.CallHierarchyItem | None:
    place = types.CallHierarchyPrepareParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
    found = await user.client.text_document_prepare_call_hierarchy_async(place)
    return found[0] if found else None


async def test_callers_and_callees_of_a_wrapper(tmp_path) -> None:
    write(tmp_path)
    async with editor(root=tmp_path) as user:
        uri = user.open("client.py", CLIENT)
        item = await prepared(user, uri, 3, 9)
        assert item is not None
        assert (item.name, item.detail, item.selection_range.start) == ("Http.send", "client.py", types.Position(3, 8))
        callers = await user.client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item))
        assert [(each.from_.name, each.from_ranges[0].start) for each in callers] == [
            ("Api.remove", types.Position(8, 15)),
            ("Api.users", types.Position(5, 15)),
        ]
        callees = await user.client.call_hierarchy_outgoing_calls_async(
            types.CallHierarchyOutgoingCallsParams(callers[0].from_)
        )
        assert [each.to.name for each in callees] == ["Http.send"]
        requests = await user.client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(item))
        assert [each.to.name for each in requests] == ["https://x.example{path}"]


async def test_the_references_of_a_wrapper_are_the_calls_through_it(tmp_path) -> None:
    write(tmp_path)
    async with editor(root=tmp_path) as user:
        uri = user.open("client.py", CLIENT)
        where = (
            types.TextDocumentIdentifier(uri),
            types.Position(3, 9),
            types.ReferenceContext(include_declaration=True),
        )
        found = await user.client.text_document_references_async(types.ReferenceParams(where[2], where[0], where[1]))
        assert sorted((each.uri.rsplit("/", 1)[-1], each.range.start.line) for each in found) == [
            ("api.py", 5),
            ("api.py", 8),
            ("use.py", 3),
        ]


async def test_nothing_for_a_function_that_makes_no_request(tmp_path) -> None:
    write(tmp_path)
    async with editor(root=tmp_path) as user:
        uri = user.open("x.py", "def plain():\n    return 1\n")
        assert await prepared(user, uri, 0, 5) is None


async def test_an_edit_in_a_wrapper_changes_the_requests_of_its_callers_at_once(tmp_path) -> None:
    write(tmp_path)
    async with editor(root=tmp_path) as user:
        api = user.open("api.py", API)
        client = user.open("client.py", CLIENT)
        assert await hints(user, api) == ["→ x.example/users", "→ x.example/users/{name}"]
        user.change("client.py", CLIENT.replace("https://x.example", "https://y.example/v2"))
        assert await hints(user, api) == ["→ y.example/v2/users", "→ y.example/v2/users/{name}"]
        assert client != api


async def hints(user: Editor, uri: str) -> list[str]:
    everything = types.Range(types.Position(0, 0), types.Position(100, 0))
    asked = types.InlayHintParams(types.TextDocumentIdentifier(uri), everything)
    return [str(hint.label) for hint in await user.client.text_document_inlay_hint_async(asked) or ()]
