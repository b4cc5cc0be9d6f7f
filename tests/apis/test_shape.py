import pytest

from waypost.apis.shape import HOLE, REST, WIDE, has_values, shape_of, split_url, takes

V, R, W = HOLE, REST, WIDE


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("/", ()),
        ("", ()),
        ("/repos/{owner}/{repo}/issues", ("repos", V, V, "issues")),
        ("/repos/:owner/:repo", ("repos", V, V)),
        ("repos/{owner}", ("repos", V)),
        ("/repos/{owner}/", ("repos", V)),
        ("/repos{/owner,repo}/pulls", ("repos", V, V, "pulls")),
        ("/repos{/segments*}", ("repos", R)),
        ("/contents/{+path}", ("contents", R)),
        ("/issues{?state,page}", ("issues",)),
        ("/issues?state=open&x=/a/b", ("issues",)),
        ("/issues?state={state}", ("issues",)),
        ("/issues{#part}", ("issues",)),
        ("/a{;x,y}/b", ("a", "b")),
        ("/file{.format}", ("file." + V,)),
        ("/compare/{base}...{head}", ("compare", V + "..." + V)),
        ("/point/{x,y}", ("point", V + "," + V)),
        ("/v1/{name=projects/*}", ("v1", R)),
        ("/user/{login:3}", ("user", V)),
        ("/repos/{own", ("repos", V)),
        ("/repos/{own/{repo}/x", ("repos", V, V, "x")),
        ("/values:batchGet", ("values:batchGet",)),
        ("/x/:closeConnections/y", ("x", V, "y")),
        ("/repos/\ue000/issues", ("repos", W, "issues")),
        ("/v\ue001/x", ("v" + W, "x")),
        ("/repos/{owner}//issues", ("repos", V, "", "issues")),
    ],
)
def test_shape(path: str, shape: tuple[str, ...]) -> None:
    assert shape_of(path) == shape


@pytest.mark.parametrize(
    ("segment", "text", "fits"),
    [
        (V, "x", True),
        (V + "..." + V, "main...dev", True),
        (V + "..." + V, "...dev", False),
        (V + "..." + V, "main..dev", False),
        ("v" + V + ".json", "v1.json", True),
        ("v" + V + ".json", "v.json", False),
        ("plain", "plain", True),
        ("plain", "plainer", False),
        (V + "a" + V + "a" + V, "xaxax", True),
        (V + "a" + V + "a" + V, "aaaaa", True),
        (V + "a" + V + "a" + V, "xaax", False),
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
