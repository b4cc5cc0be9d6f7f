"""A body is sent as its content type says, or not at all."""

from collections import Counter
from datetime import date
from email import message_from_bytes
from uuid import UUID

import pytest

from waypost import RouteError, endpoint
from waypost.render import as_http, as_httpx
from waypost.render.http_file import http_bytes

JSON, FORM, MULTIPART, TEXT = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain",
)


def problems(content_type: str | None, **parameters: object) -> list[str]:
    found = endpoint.problems("POST /x", headers={"Content-Type": content_type}, **parameters)
    return [problem.message for problem in found if problem.rule == "body-type"]


@pytest.mark.parametrize(
    ("content_type", "parameters", "part"),
    [
        (TEXT, {"title": "x"}, "`content-type` is `text/plain`, but the body is of type dict; pass text or bytes"),
        ("application/xml", {"data": ["x"]}, "but the body is of type list"),
        ("multipart/mixed", {"a": 1}, "but the body is of type dict"),
        (FORM, {"data": ["x"]}, "pass a mapping of fields"),
        (FORM, {"a": {"b": 1}}, "The field `a` is of type dict; a form accepts text"),
        (FORM, {"a": ["x", b"y"]}, "The field `a` is of type bytes"),
        (MULTIPART, {"a": [{"b": 1}]}, "and files as bytes and lists of these"),
    ],
)
def test_a_body_that_cannot_be_written_is_a_problem_and_refused(content_type, parameters, part) -> None:
    (message,) = problems(content_type, **parameters)
    assert part in message
    with pytest.raises(RouteError) as refused:
        as_httpx(endpoint("POST /x", headers={"content-type": content_type}, **parameters))
    assert refused.value.message == f"{message}."
    assert refused.value.rule == "body-type"


@pytest.mark.parametrize(
    ("content_type", "parameters"),
    [
        (None, {"title": "x"}),
        ("application/vnd.acme+json; charset=utf-8", {"title": {"deep": [1]}}),
        ("APPLICATION/JSON", {"data": [1]}),
        (f"{FORM};charset=utf-8", {"a": [1, None, True]}),
        (MULTIPART, {"file": b"x", "named": ("a.txt", b"x"), "typed": ("a", "x", "a/b"), "n": 1}),
        (TEXT, {"data": "text"}),
        (TEXT, {"data": b"bytes"}),
        (TEXT, {"data": iter([b"x"])}),
        (TEXT, {}),
    ],
)
def test_a_body_that_can_be_written_is_not_a_problem(content_type, parameters) -> None:
    assert problems(content_type, **parameters) == []
    as_httpx(endpoint("POST /x", headers={"content-type": content_type}, **parameters))


def test_a_get_has_no_body_to_complain_of() -> None:
    assert endpoint.problems("GET /x", headers={"content-type": TEXT}, page=1) == []


def test_a_multipart_form_is_what_a_reader_of_mail_finds_in_it() -> None:
    options = endpoint(
        "POST /x",
        headers={"content-type": MULTIPART},
        title='a "b"\r\nc',
        tags=["x", "é"],
        skipped=None,
        file=('n"\n.txt', "text", "text/x-own"),
        raw=b"\0\r\n--",
    )
    sent = as_httpx(options)
    head = f"Content-Type: {sent['headers']['content-type']}\r\n\r\n".encode()
    parts = message_from_bytes(head + sent["content"]).get_payload()
    assert isinstance(parts, list)
    shown = [(part.get_param("name", header="content-disposition"), part.get_payload(decode=True)) for part in parts]
    assert shown == [
        ("title", b'a "b"\r\nc'),
        ("tags", b"x"),
        ("tags", "é".encode()),
        ("file", b"text"),
        ("raw", b"\0\r\n--"),
    ]
    assert [part.get_filename() for part in parts] == [None, None, None, "n%22%0A.txt", "raw"]
    assert Counter(part.get_content_type() for part in parts)["text/x-own"] == 1


def test_the_boundary_follows_from_the_content_and_is_never_in_it() -> None:
    def boundary(content: bytes) -> str:
        return str(as_httpx(endpoint("POST /x", headers={"content-type": MULTIPART}, a=content))["headers"])

    assert boundary(b"x") == boundary(b"x") != boundary(b"y")
    own = endpoint("POST /x", headers={"content-type": f'{MULTIPART}; boundary="in"'}, a=b"..--in..")
    with pytest.raises(RouteError, match="contains the boundary `in`"):
        as_httpx(own)


@pytest.mark.parametrize("file", [("a",), ("a", 1), (b"a", b"b"), ("a", b"b", "x/y\r\nX: 1"), ("a", b"b", "t", "more")])
def test_a_file_of_another_shape_is_refused_by_name(file) -> None:
    options = endpoint("POST /x", headers={"content-type": MULTIPART}, photo=file)
    with pytest.raises(RouteError, match="The file `photo` must be bytes"):
        as_httpx(options)


@pytest.mark.parametrize("body", [b"\xff\x00\n\n", b"", b"text", b"text\r\n\r\n", "é\n".encode()])
def test_a_http_file_keeps_bytes_and_line_ends(body) -> None:
    options = endpoint("POST /x", data=body, headers={"content-type": TEXT, "accept": None, "user-agent": None})
    assert http_bytes(options) == b"POST https://api.github.com/x HTTP/1.1\ncontent-type: text/plain\n\n" + body


def test_bytes_are_escaped_where_people_read_them() -> None:
    assert as_http(endpoint("POST /x", data=b"\xff", headers={"content-type": TEXT})).endswith("\n\n\\xff")


def test_a_uuid_is_text_in_json() -> None:
    content = as_httpx(endpoint("POST /x", id=UUID(int=1)))["content"]
    assert content == b'{"id":"00000000-0000-0000-0000-000000000001"}'


@pytest.mark.parametrize("value", [object(), b"x", {1}, float("nan"), [{"deep": object()}]])
def test_what_cannot_be_written_as_json_is_a_problem(value: object) -> None:
    """As the renderers refuse it."""
    (problem,) = endpoint.problems("POST /x", a=1, b=value)
    assert (problem.rule, problem.severity) == ("unsendable-value", "error")
    with pytest.raises(RouteError) as refused:
        as_httpx(endpoint("POST /x", a=1, b=value))
    assert refused.value.message == f"{problem.message}."


@pytest.mark.parametrize("value", [UUID(int=1), date(2024, 2, 29), [None, {"a": "\ud83d"}], 1.5, "😀"], ids=ascii)
def test_what_can_be_written_as_json_is_no_problem(value: object) -> None:
    assert endpoint.problems("POST /x", a=value) == []
    assert as_httpx(endpoint("POST /x", a=value))["content"]
