"""Work is in proportion to a document and to a call, however the document's parts refer to each other."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.apis.calls import Project
from tests.support.budget import bounded
from tests.support.cancel import cancelled_after
from waypost.apis.openapi import operations, read_document, yaml_source
from waypost.cancel import Cancelled, cancelled_by

_Json = Mapping[str, Any]
_SHAPES: Mapping[str, Callable[[_Json], _Json]] = {
    "allOf of three": lambda part: {"allOf": [part] * 3},
    "oneOf beside anyOf": lambda part: {"oneOf": [part], "anyOf": [part]},
    "oneOf of two": lambda part: {"oneOf": [part, part]},
    "all three": lambda part: {"allOf": [part], "oneOf": [part], "anyOf": [part]},
    "items": lambda part: {"type": "array", "items": part, "allOf": [part, part]},
}


def _to(name: str) -> _Json:
    return {"$ref": f"#/components/schemas/{name}"}


def nested(shape: str, depth: int, leaf: _Json) -> str:
    """A document whose body is that many parts deep."""
    schemas = {f"S{number}": _SHAPES[shape](_to(f"S{number + 1}")) for number in range(depth)}
    body = {"content": {"application/json": {"schema": _to("S0")}}}
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": "Shop"},
            "paths": {"/x": {"post": {"requestBody": body}}},
            "components": {"schemas": {**schemas, f"S{depth}": leaf}},
        }
    )


LEAF: _Json = {"type": "object", "properties": {"a": {"type": "string"}}}
AGAIN: _Json = {"type": "object", "properties": {"a": _to("S0")}}


@pytest.mark.parametrize("shape", _SHAPES)
@pytest.mark.parametrize("depth", [11, 40])
@pytest.mark.parametrize("leaf", [LEAF, AGAIN], ids=["leaf", "circle"])
def test_a_body_is_checked_against_each_part_once(tmp_path: Path, shape: str, depth: int, leaf: _Json) -> None:
    project = Project(tmp_path, nested(shape, depth, leaf))
    value = '{"a": ' * 6 + "5" + "}" * 6
    with bounded(5):
        project.messages(f'client.post("/x", json={value})\nclient.post("/x", json={{"a": None}})')
        made = project.analysis('client.post("/x", json={"a": [{"a": {"": 1}}]})')
        made.complete(made.document.source.index(b'"": 1') + 1)


@pytest.mark.parametrize("shape", ["allOf of three", "oneOf beside anyOf"])
def test_what_a_deep_part_says_counts(tmp_path: Path, shape: str) -> None:
    project = Project(tmp_path, nested(shape, 11, LEAF))
    assert project.messages('client.post("/x", json={"a": 5})') == ["`a` must be a string, not an integer"]
    assert project.messages('client.post("/x", json={"a": "b"})\r\n') == []
    assert project.messages('client.post("/x", json={"a": 5') in ([], ["`a` must be a string, not an integer"])


def test_of_a_body_that_takes_too_long_nothing_is_said(tmp_path: Path) -> None:
    branches = [{"properties": {f"k{number}": {"type": "string"}}, "required": ["z"]} for number in range(400)]
    project = Project(tmp_path, nested("allOf of three", 1, {"allOf": branches}))
    keys = ", ".join(f'"k{number}": 5' for number in range(20))
    assert len(project.messages(f'client.post("/x", json={{{keys}}})')) == 21
    keys = ", ".join(f'"k{number}": 5' for number in range(400))
    with bounded(10):
        assert project.messages(f'client.post("/x", json={{{keys}}})') == []


def test_a_check_lets_others_pass(tmp_path: Path) -> None:
    branches = [{"properties": {f"k{number}": {"type": "string"}}} for number in range(100)]
    made = Project(tmp_path, nested("allOf of three", 1, {"allOf": branches})).analysis(
        'client.post("/x", json={' + ", ".join(f'"k{number}": "a"' for number in range(100)) + "})"
    )
    list(made.diagnostics())
    passed = []
    again = type(made)(made.document, made.workspace)
    with cancelled_by(lambda: False, lambda: passed.append(1)):
        list(again.diagnostics())
    assert len(passed) > 15
    with pytest.raises(Cancelled), cancelled_after(len(passed) - 5):
        list(type(made)(made.document, made.workspace).diagnostics())


def _shared(count: int) -> str:
    """Every operation has the same many parameters and the same many keys."""
    keys = {f"k{number}": {"type": "string"} for number in range(count)}
    parameters = [{"name": f"q{number}", "in": "query"} for number in range(count)]
    item = {"post": {"requestBody": {"$ref": "#/components/requestBodies/B"}}}
    return json.dumps(
        {
            "openapi": "3.1.0",
            "paths": {
                "/shared": {"parameters": parameters, "get": {}},
                **{f"/x{number}": {"$ref": "#/paths/~1shared", **item} for number in range(count)},
                **{f"/y{number}": {"$ref": "#/paths/~1shared"} for number in range(count)},
            },
            "components": {
                "requestBodies": {"B": {"content": {"application/json": {"schema": _to("S")}}}},
                "schemas": {"S": {"properties": keys}},
            },
        }
    )


@pytest.mark.slow
def test_what_operations_share_is_read_once() -> None:
    with bounded(5):
        assert len(read_document(_shared(500).encode()).description.operations) == 1 + 500 * 2 + 500


def test_more_than_can_be_listed_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "_MOST_LISTED", 200)
    reading = read_document(_shared(20).encode())
    assert [fault.message for fault in reading.faults] == [
        "the operations list too much together, so some are not read"
    ]
    assert reading.description.operations
    assert reading.description.unread
    assert not {each.path for each in reading.description.operations} & set(reading.description.unread)


def test_a_chain_of_parts_ends() -> None:
    chain = {
        f"S{number}": {"allOf": [_to(f"S{number + 1}")], "properties": {f"k{number}": {}}} for number in range(2_000)
    }
    document = {
        "openapi": "3.1.0",
        "paths": {"/x": {"post": {"requestBody": {"content": {"*/*": {"schema": _to("S0")}}}}}},
    }
    source = json.dumps({**document, "components": {"schemas": {**chain, "S2000": {}}}}).encode()
    [operation] = read_document(source).description.operations
    assert {"k0", "k1"} <= {each.name for each in operation.parameters}
    assert operation.open_body


def test_merges_of_merges_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    head = "openapi: 3.1.0\npaths: {/x: {get: {}}}\n"
    base = "a: &a {" + ", ".join(f"k{number}: 1" for number in range(100)) + "}\n"
    merges = "".join(f"b{number}: {{<<: [*a, *a, *a]}}\n" for number in range(100))
    assert read_document((head + base + merges).encode()).faults == ()
    monkeypatch.setattr(yaml_source, "_MOST_MERGED", 1_000)
    [fault] = read_document((head + base + merges).encode()).faults
    assert fault.message == "the document merges too much to be read"


def test_reading_lets_others_pass() -> None:
    for text in (
        _shared(30),
        "openapi: 3.1.0\npaths:\n" + "".join(f"  /x{number}: {{get: {{}}}}\n" for number in range(400)),
    ):
        passed: list[int] = []
        with cancelled_by(lambda: False, lambda collected=passed: collected.append(1)):
            read_document(text.encode())
        assert len(passed) > 60
