"""Malicious documents are read quickly and without a crash."""

from collections.abc import Callable

import pytest

from tests.support.budget import bounded
from waypost.apis.model import MOST_BYTES
from waypost.apis.openapi import read_document
from waypost.text import Document, Encoding

HEAD = "openapi: 3.0.0\n"


def laughs() -> str:
    lines = ["a0: &a0 {type: string}"]
    lines += [f"a{n}: &a{n} {{allOf: [{', '.join([f'*a{n - 1}'] * 9)}]}}" for n in range(1, 40)]
    body = "paths: {/x: {post: {requestBody: {content: {application/json: {schema: *a39}}}}}}"
    return HEAD + "\n".join([*lines, body])


def same_laughs_by_reference() -> str:
    lines = [f"    s{n}: {{oneOf: [{', '.join([_ref(n - 1)] * 9)}]}}" for n in range(1, 40)]
    body = f"paths: {{/x: {{get: {{parameters: [{{name: a, in: query, schema: {_ref(39)}}}]}}}}}}"
    return HEAD + "components:\n  schemas:\n    s0: {type: string}\n" + "\n".join([*lines, body])


def _ref(number: int) -> str:
    return f"{{$ref: '#/components/schemas/s{number}'}}"


def circle() -> str:
    return HEAD + "paths: {/x: &x {get: {requestBody: {content: {a/json: {schema: &s {allOf: [*s], items: *s}}}}}}}\n"


def references_in_a_circle() -> str:
    return HEAD + "paths: {/x: {$ref: '#/paths/~1y'}, /y: {$ref: '#/paths/~1x'}}\n"


def list_in_itself() -> str:
    return "openapi: 3.0.0\npaths: &p {/x: *p, /y: [&q [*q]]}\n"


def deep_yaml() -> str:
    return HEAD + "x: " + "[" * 50_000


def deep_blocks() -> str:
    return HEAD + "\n".join(" " * n + "a:" for n in range(2_000))


def deep_json() -> str:
    return '{"openapi": "3.0.0", "paths": ' + "[" * 100_000 + "]" * 100_000 + "}"


def deep_schemas() -> str:
    return '{"openapi": "3.0.0", "paths": {"/x": {"get": {"parameters": [{"name": "a", "in": "query", "schema": ' + (
        '{"items": ' * 400 + "{}" + "}" * 400 + "}]}}}}"
    )


def many_faults() -> str:
    return HEAD + "paths:\n" + "".join(f"  /x{n}: 5\n" for n in range(20_000))


def long_number() -> str:
    return HEAD + "x: " + "9" * 100_000 + "\npaths: {}\n"


def binary() -> str:
    return "\0\1\2\udcff" * 1000


@pytest.mark.parametrize(
    "make",
    [
        laughs,
        same_laughs_by_reference,
        circle,
        references_in_a_circle,
        list_in_itself,
        deep_yaml,
        deep_blocks,
        deep_json,
        deep_schemas,
        many_faults,
        long_number,
        binary,
    ],
)
def test_reading_ends(make: Callable[[], str]) -> None:
    document = make().encode("utf-8", "surrogatepass")
    with bounded():
        reading = read_document(document)
    assert len(reading.faults) <= 100


def test_more_than_any_api_is_not_read() -> None:
    reading = read_document(b" " * (MOST_BYTES + 1))
    assert "larger than 100 MB" in reading.faults[0].message


@pytest.mark.parametrize("damage", [b"\xff", b"\xed\xa0\xbd", b"\xf0\x9f", b"\xc3"])
def test_places_are_right_behind_what_is_not_utf8(damage: bytes) -> None:
    source = HEAD.encode() + b"info: {title: '" + damage + b"'}\npaths: 7\n"
    [fault] = read_document(source).faults
    assert fault.span.of(source) == b"7"


@pytest.mark.parametrize(
    "source",
    [b"\xed\xa0\xbd", b"\xed\xa0\xbd: [", b"\xff: [", b"\xef\xbb\xbf" + b"[" * 100_000, "𝄞 openapi".encode(), b": ["],
)
def test_a_place_is_one_of_whole_characters(source: bytes) -> None:
    document = Document("u", source)
    [fault] = read_document(source).faults
    assert fault.span.end <= len(source)
    for end in fault.span:
        assert document.offset(document.position(end, Encoding.UTF16), Encoding.UTF16) == end
