"""What is answered about a part of a document: the kinds of actions that are asked for, tokens in lines, a name."""

import pytest
from lsprotocol import types

from waypost.lsp.handlers.code_action import actions
from waypost.lsp.handlers.navigation import prepare_rename
from waypost.lsp.handlers.structure import tokens_in
from waypost.lsp.session import DocumentSnapshot, Session
from waypost.lsp.support import ClientSupport

CONFIG = """\
[type.py]  # \U0001f6a9
check-file = "yes"
[type."rust"]
"""
CALLS = """\
from waypost import endpoint  # \U0001f6a9
endpoint("GET /users/{username}", {"username": "a"})
endpoint("GET /orgs/{org}", org="b")
"""


def question(name: str, text: str, end: str) -> DocumentSnapshot:
    session = Session(support=ClientSupport(action_literals=True))
    session.open(f"file:///w/{name}", text.replace("\n", end), 1, "python" if name.endswith(".py") else "toml")
    found = session.snapshot(f"file:///w/{name}")
    assert found
    return found


def line(number: int) -> types.Range:
    return types.Range(types.Position(number, 0), types.Position(number, 99))


PLACE = types.TextDocumentIdentifier("")  # the document is that of the question


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        (None, {"quickfix", "refactor.rewrite", "source.fixAll.waypost"}),
        ([""], {"quickfix", "refactor.rewrite", "source.fixAll.waypost"}),
        (["quickfix"], {"quickfix"}),
        (["refactor"], {"refactor.rewrite"}),
        (["refactor.rewrite"], {"refactor.rewrite"}),
        (["source"], {"source.fixAll.waypost"}),
        (["source.fix"], set()),
        (["quickfix", "source"], {"quickfix", "source.fixAll.waypost"}),
        ([], set()),
    ],
)
def test_of_the_actions_those_of_the_kinds_that_are_asked_for_are_given(
    end: str, only: list[str] | None, kinds: set[str]
) -> None:
    asked = types.CodeActionParams(PLACE, line(1), types.CodeActionContext([], only))
    assert {each["kind"] for each in actions(question("typos.toml", CONFIG, end), asked)} == kinds


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(("number", "starts"), [(0, [[0, 6, 2]]), (1, []), (2, [[2, 6, 6]]), (3, [])])
def test_the_tokens_of_a_line_are_those_that_are_in_it(end: str, number: int, starts: list[list[int]]) -> None:
    ask = question("typos.toml", CONFIG, end)
    data = tokens_in(ask, types.SemanticTokensRangeParams(PLACE, line(number)))["data"]
    assert [data[at : at + 3] for at in range(0, len(data), 5)] == starts


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("line_", "start", "name"), [(1, 22, "username"), (2, 21, "org"), (2, 28, "org"), (2, 11, None), (0, 6, None)]
)
def test_what_can_be_renamed_is_given_with_its_name(end: str, line_: int, start: int, name: str | None) -> None:
    at = types.Position(line_, start)
    found = prepare_rename(question("a.py", CALLS, end), types.PrepareRenameParams(PLACE, at))
    if name is None:
        assert found is None
    else:
        marked = [{"line": line_, "character": each} for each in (start, start + len(name))]
        assert found == {"range": dict(zip(("start", "end"), marked, strict=True)), "placeholder": name}
