from waypost.apis.paths import Match, PathIndex
from waypost.apis.shape import HOLE, WIDE, shape_of

PATHS = (
    "/users/{name}",
    "/users/me",
    "/users/{name}/files/{path}",
    "/users/{name}/files/{path}/raw",
    "/compare/{base}...{head}",
    "/compare/{both}",
    "/",
)


def index() -> PathIndex:
    return PathIndex([shape_of(each.replace("{path}", "{+path}")) for each in PATHS])


def found(path: str) -> list[str]:
    return [PATHS[match.path] for match in index().matches(shape_of(path))]


def possible(path: str) -> bool:
    return PathIndex([shape_of(each) for each in PATHS]).is_possible(shape_of(path))


def test_names_do_not_matter() -> None:
    assert found("/users/{x}") == ["/users/{name}"]


def test_a_literal_wins_over_a_placeholder() -> None:
    assert found("/users/me") == ["/users/me", "/users/{name}"]
    assert found("/users/you") == ["/users/{name}"]


def test_a_value_may_span_segments_and_the_longest_literal_end_wins() -> None:
    assert found("/users/x/files/a/b/c") == ["/users/{name}/files/{path}"]
    assert found("/users/x/files/a/b/raw") == ["/users/{name}/files/{path}/raw", "/users/{name}/files/{path}"]
    assert found("/users/{x}/files/{+p}") == ["/users/{name}/files/{path}"]
    assert found("/users/x/files") == []


def test_a_segment_that_is_partly_a_value() -> None:
    assert found("/compare/a...b") == ["/compare/{base}...{head}", "/compare/{both}"]
    assert found("/compare/{a}...{b}") == ["/compare/{base}...{head}", "/compare/{both}"]
    assert found("/compare/{a}") == ["/compare/{both}"]


def test_the_root() -> None:
    assert found("/") == ["/"]


def test_a_placeholder_where_a_literal_stands_is_possible_but_not_certain() -> None:
    assert found("/{what}/me") == []
    assert possible("/{what}/me")
    assert possible("/{what}") is False
    assert possible("/{+rest}")
    assert not possible("/users/{x}/nothing")
    assert possible("/users/x{y}")
    assert possible("/users/m{y}")


def test_a_value_from_code_may_span_placeholders_but_is_not_sure_to() -> None:
    shapes = [("repos", HOLE, HOLE), ("repos", HOLE, HOLE, "issues"), ("repos", HOLE, "archive")]
    tree = PathIndex(shapes)
    assert tree.matches(("repos", WIDE, "issues")) == [Match(1, sure=False), Match(0, sure=True, rank=1)]
    assert tree.matches(("repos", WIDE, WIDE, "issues")) == [Match(1, sure=True)]
    assert tree.matches(("repos", WIDE)) == [Match(0, sure=False)]
    assert tree.matches(("repos", HOLE)) == []
    assert not tree.is_possible(("repos", WIDE, WIDE, "isues"))
    assert tree.is_possible(("repos", WIDE, WIDE, WIDE))


def test_a_value_behind_a_whole_segment_may_begin_with_a_slash() -> None:
    """`f"{root}{path}"`, where the root ends as a path of the API begins."""
    tree = PathIndex([("v2", "pets"), ("v2", "pets", HOLE, "toys"), ("shops",)])
    assert tree.is_possible((f"v2{WIDE}",))
    assert tree.is_possible(("v2", f"pets{WIDE}", "toys"))
    assert not tree.is_possible(("v2", f"pets{WIDE}", "names"))
    assert not tree.is_possible((f"v3{WIDE}",))
    assert not tree.is_possible((f"v2{HOLE}",))
    assert tree.matches((f"v2{WIDE}",)) == []
