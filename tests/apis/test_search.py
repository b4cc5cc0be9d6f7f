import pytest

from waypost.apis.load import github


def found(query: str, most: int = 5) -> list[str]:
    return [github().operations[number].route for number in github().search.find(query, most)]


@pytest.mark.parametrize(
    ("query", "route"),
    [
        ("repo issues", "GET /repos/{owner}/{repo}/issues"),
        ("GET /repos/{owner}/{repo}/iss", "GET /repos/{owner}/{repo}/issues"),
        ("create pull", "POST /repos/{owner}/{repo}/pulls"),
        ("contents path", "GET /repos/{owner}/{repo}/contents/{path}"),
        ("user", "GET /user"),
        ("delete gist star", "DELETE /gists/{gist_id}/star"),
        ("wrokflow runs", "GET /repos/{owner}/{repo}/actions/runs"),
        ("ISSUES", "GET /issues"),
    ],
)
def test_the_first_route_for_a_few_words(query: str, route: str) -> None:
    assert found(query)[0] == route


def test_words_that_no_route_has_find_nothing() -> None:
    assert found("zzzzzz") == []
    assert found("qq issues") == []


def test_no_words_find_nothing() -> None:
    assert found("") == []
    assert found("/{}") == []


def test_as_many_as_asked_for() -> None:
    assert len(found("repos", most=7)) == 7


def test_a_flood_of_words_is_bounded() -> None:
    assert found("repo issues " * 10_000)[0] == "GET /repos/{owner}/{repo}/issues"
