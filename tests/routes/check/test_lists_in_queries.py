"""Lists in a query: their items are separate values, or written in one value with a sign between them."""

from pathlib import Path

import pytest

from tests.apis.calls import Project

DOCUMENT = """\
openapi: 3.0.0
info: {title: Shop}
paths:
  /orders:
    get:
      parameters:
        - {name: state, in: query, schema: &states {type: array, items: {enum: [new, sent]}}}
        - {name: states, in: query, explode: false, schema: *states}
        - {name: piped, in: query, style: pipeDelimited, schema: *states}
        - {name: id, in: query, schema: {type: array, items: {type: integer}}}
  /parcels:
    get:
      parameters:
        - {name: "where[]", in: query, required: true, schema: {type: array, items: {type: string}}}
"""
WRONG = "must be `new` or `sent`, not `old`"


CASES: list[tuple[dict[str, object], list[str]]] = [
    ({"state": "new"}, []),
    ({"state": "old"}, [f"`state[0]` {WRONG}"]),
    ({"state": ["new", "old"]}, [f"`state[1]` {WRONG}"]),
    ({"state": "new,old"}, []),  # the server may split it
    ({"states": "new,old"}, [f"`states[1]` {WRONG}"]),
    ({"states": "new,sent"}, []),
    ({"states": "old"}, [f"`states[0]` {WRONG}"]),
    ({"piped": "new|old"}, [f"`piped[1]` {WRONG}"]),
    ({"piped": "new|sent"}, []),
    ({"id": 5}, []),
    ({"id": True}, ["`id[0]` must be an integer, not a boolean"]),
    ({"id": "5"}, []),
    ({"id": "five"}, ["`id[0]` must be an integer, not a string"]),
]


@pytest.mark.parametrize("head", ["", "# 😀\r\n"])
def test_each_item_is_checked(tmp_path: Path, head: str) -> None:
    calls = "".join(f'client.get("/orders", params={params!r})\n' for params, _ in CASES)
    assert Project(tmp_path, DOCUMENT).messages(head + calls) == [each for _, messages in CASES for each in messages]


@pytest.mark.parametrize("head", ["", "# 😀\r\n"])
@pytest.mark.parametrize(
    ("sent", "is_there"), [("where[]", True), ("where[0]", True), ("where", True), ("there[0]", False)]
)
def test_a_list_is_there_if_one_of_its_items_is(tmp_path: Path, head: str, sent: str, *, is_there: bool) -> None:
    found = Project(tmp_path, DOCUMENT).findings(f'{head}client.get("/parcels", params={{"{sent}": "x"}})\n')
    missing = [each.message for each in found if each.rule == "missing-required"]
    assert missing == ([] if is_there else ["`GET /parcels` requires `where[]`"])
