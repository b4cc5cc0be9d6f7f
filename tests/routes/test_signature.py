import pytest

from tests.support.check import analysis
from tests.support.marked import cursor
from waypost.results import Signature

HEAD = "import httpx\nfrom waypost import endpoint\n"


def signature(source: str) -> Signature | None:
    text, offset = cursor(HEAD + source)
    return analysis(text, "x.py").signature(offset)


def active(source: str) -> str:
    """The part of the label that is marked."""
    found = signature(source)
    assert found is not None
    if found.active is None:
        return ""
    start, end, _ = found.parameters[found.active]
    return found.label[start:end]


def test_the_operations_parameters_under_the_names_of_the_route() -> None:
    found = signature('endpoint("POST /repos/{o}/{r}/issues", $0)')
    assert found.label.startswith("POST /repos/{owner}/{repo}/issues(o: string, r: string, title: string | integer, ")
    assert found.markdown == "Create an issue"
    assert "**owner** · path · required" in found.parameters[0][2]


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ('endpoint("GET /user/repos", sort=$0)', "sort: string = full_name"),
        ('endpoint("GET /user/repos", sort="pu$0shed")', "sort: string = full_name"),
        ('endpoint("GET /user/repos", {"type": "all", "sort": $0})', "sort: string = full_name"),
        ('endpoint("GET /user/repos", sort=x, $0)', ""),
        ('endpoint("GET /user/repos", sort=$0', "sort: string = full_name"),
        ('x = [endpoint("GET /user/repos", type=a, sort=$0\n\n\ny = 1', "sort: string = full_name"),
    ],
)
def test_the_parameter_under_the_cursor_is_marked(source: str, part: str) -> None:
    assert active(source) == part


@pytest.mark.parametrize(
    "source",
    [
        'endpoint("GET /us$0er")',
        'endpoint("GET /user", x=f($0))',
        "print($0)",
        "# endpoint($0",
        "x = 1$0",
        'endpoint("GET /user")$0',
        "httpx.get(url, $0)",
    ],
)
def test_no_signature_elsewhere(source: str) -> None:
    assert signature(source) is None


def test_without_an_operation_the_placeholders() -> None:
    assert signature('endpoint("GET https://x.example/{a}/{b}", $0)').label == "GET https://x.example/{a}/{b}(a, b)"
