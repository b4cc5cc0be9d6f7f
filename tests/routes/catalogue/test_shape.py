import pytest

from waypost.routes.catalogue.shape import HOLE, REST, has_values, shape_of, split_url, takes

O, R = HOLE, REST


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("/", ()),
        ("", ()),
        ("/repos/{owner}/{repo}/issues", ("repos", O, O, "issues")),
        ("/repos/:owner/:repo", ("repos", O, O)),
        ("repos/{owner}", ("repos", O)),
        ("/repos/{owner}/", ("repos", O)),
        ("/repos{/owner,repo}/pulls", ("repos", O, O, "pulls")),
        ("/repos{/segments*}", ("repos", R)),
        ("/contents/{+path}", ("contents", R)),
        ("/issues{?state,page}", ("issues",)),
        ("/issues?state=open&x=/a/b", ("issues",)),
        ("/issues?state={state}", ("issues",)),
        ("/issues{#part}", ("issues",)),
        ("/a{;x,y}/b", ("a", "b")),
        ("/file{.format}", ("file." + O,)),
        ("/compare/{base}...{head}", ("compare", O + "..." + O)),
        ("/point/{x,y}", ("point", O + "," + O)),
        ("/v1/{name=projects/*}", ("v1", R)),
        ("/user/{login:3}", ("user", O)),
        ("/repos/{own", ("repos", O)),
        ("/repos/{own/{repo}/x", ("repos", O, O, "x")),
        ("/values:batchGet", ("values:batchGet",)),
        ("/x/:closeConnections/y", ("x", O, "y")),
        ("/repos/{owner}//issues", ("repos", O, "", "issues")),
    ],
)
def test_shape(path: str, shape: tuple[str, ...]) -> None:
    assert shape_of(path) == shape


@pytest.mark.parametrize(
    ("segment", "text", "fits"),
    [
        (O, "x", True),
        (O + "..." + O, "main...dev", True),
        (O + "..." + O, "...dev", False),
        (O + "..." + O, "main..dev", False),
        ("v" + O + ".json", "v1.json", True),
        ("v" + O + ".json", "v.json", False),
        ("plain", "plain", True),
        ("plain", "plainer", False),
        (O + "a" + O + "a" + O, "xaxax", True),
        (O + "a" + O + "a" + O, "aaaaa", True),
        (O + "a" + O + "a" + O, "xaax", False),
    ],
)
def test_a_segment_takes_a_text(segment: str, text: str, fits: bool) -> None:  # noqa: FBT001 - a table of cases
    assert takes(segment, text) is fits


def test_has_values() -> None:
    assert has_values("a" + REST)
    assert not has_values("a")


def test_a_url_is_split_after_its_origin() -> None:
    assert split_url("HTTPS://API.example/v3/x") == ("https://api.example", "/v3/x")
    assert split_url("https://{host}/x") == ("https://", "{host}/x")
    assert split_url("/x") == ("", "/x")
