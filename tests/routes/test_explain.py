from tests.support.check import hover

HEAD = "from waypost import endpoint\n"


def shown(call: str) -> str:
    found = hover(HEAD + call + "\n", "x.py")
    assert found is not None
    return found.markdown


def test_the_operation_of_a_route() -> None:
    text = shown('endpoint("GET /repos/{o}/{r}/iss$0ues", o="octocat", r="hello")')
    assert "**List repository issues** · `issues/list-for-repo`" in text
    assert "(https://docs.github.com/rest/issues/issues#list-repository-issues)" in text
    assert "| **`o`** | path | `octocat` | argument | `owner`: `string` |" in text


def test_a_placeholder_is_the_parameter_at_its_place() -> None:
    text = shown('endpoint("GET /repos/{o}/{r}/issues/{$0n}", o="octocat", r="hello", n=5)')
    assert text == "`{n}` · path · `5` · argument · `issue_number` · required · `integer`"


def test_an_argument() -> None:
    text = shown('endpoint("GET /user/repos", so$0rt="pushed")')
    assert text.startswith("`sort` · query · `pushed` · optional · ")
    assert "one of `created`, `updated`, `pushed`, `full_name`, default `full_name`" in text


def test_a_body_that_is_no_json() -> None:
    raw = "The body is sent as it is: `text/plain`."
    assert raw in shown('endpoint("POST /markdo$0wn/raw", data="x")')
    assert "sent as it is" not in shown('endpoint("POST /markdo$0wn", text="x")')


def test_a_deprecated_operation() -> None:
    text = shown('endpoint("GET /tea$0ms/{team_id}", team_id=1)')
    assert "⚠ Deprecated and works until 2021-02-01." in text


def test_a_string_alone_is_explained_as_a_guess() -> None:
    about = "import ghapi\n"
    assert "GitHub (guessed from the path)" in shown(about + 'ROUTE = "GET /repos/{owner}/{repo}/iss$0ues"')
    assert "GitHub" not in shown(about + 'ROUTE = "GET /things/{id}/co$0lours"')


def test_a_path_alone_is_no_evidence_of_github() -> None:
    """Other APIs have users and repositories, too, so the source must name GitHub."""
    found = hover('import httpx\nclient.get("/us$0er")\n', "x.py")
    assert found is None or "GitHub" not in found.markdown
    found = hover('import httpx\nhttpx.get("https://gitea.example/api/v3/us$0er")\n', "x.py")
    assert found is not None
    assert "GitHub" not in found.markdown
    found = hover('import githubkit\nclient.get("/us$0er")\n', "x.py")
    assert found is not None
    assert "GitHub (guessed from the path)" in found.markdown


def test_another_host_has_no_operation() -> None:
    assert "GitHub" not in shown('endpoint("GET https://x.example/us$0er")')
