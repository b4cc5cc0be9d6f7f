"""Commands that editors call by name, with plain JSON in and out."""

import json
import tomllib
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.support.editor import Editor, editor
from waypost.config.explain.verdicts import Explainer

CLIENT = """\
from waypost import endpoint

github = endpoint.defaults(headers={"authorization": "token abc"})
name = "😀"; github("POST /repos/{owner}/{repo}/issues", owner=name, repo=repo, title="x")
"""


async def call(user: Editor, command: str, argument: dict[str, Any]) -> Any:
    params = types.ExecuteCommandParams(command, [argument])
    return await user.client.workspace_execute_command_async(params)


def at(user: Editor, name: str, line: int, character: int) -> dict[str, Any]:
    return {"uri": user.uri(name), "position": {"line": line, "character": character}}


async def test_the_request_at_the_cursor_is_shown_without_its_secret(tmp_path) -> None:
    async with editor("visual_studio_code", tmp_path) as user:
        user.open("client.py", CLIENT)
        found = await call(user, "waypost.requestAtCursor", at(user, "client.py", 3, 30))

        assert found["title"] == "POST /repos/{owner}/{repo}/issues"
        assert found["text"].startswith("POST https://api.github.com/repos/%F0%9F%98%80/{repo}/issues HTTP/1.1\n")
        assert "authorization: token ***\n" in found["text"]
        assert found["range"]["start"] == {"line": 3, "character": 13}  # in UTF-16, as the client counts


async def test_there_is_no_request_away_from_one(tmp_path) -> None:
    async with editor("visual_studio_code", tmp_path) as user:
        user.open("client.py", CLIENT)
        user.open("typos.toml", "[default]\n")

        for name in ("client.py", "typos.toml", "never-opened.py"):
            assert await call(user, "waypost.requestAtCursor", at(user, name, 0, 0)) is None


@pytest.mark.parametrize(
    ("form", "start"),
    [("curl", "curl --request POST"), ("httpie", "http "), ("http", "POST https://"), ("httpx", "httpx.request(")],
)
async def test_a_request_is_copied_as(form: str, start: str, tmp_path) -> None:
    async with editor("visual_studio_code", tmp_path) as user:
        user.open("client.py", CLIENT)
        found = await call(user, "waypost.copyRequest", {**at(user, "client.py", 3, 30), "format": form})

        assert found["format"] == form
        assert f"\n{start}" in "\n" + found["text"]
        assert "token abc" not in found["text"]


async def test_the_effective_configuration_says_where_values_come_from(tmp_path) -> None:
    (tmp_path / "_typos.toml").write_text('[default]\nlocale = "en-gb"\n')
    async with editor("visual_studio_code", tmp_path) as user:
        found = await call(user, "waypost.effectiveConfig", {"uri": user.uri("notes.py")})

        assert found["source"] == user.uri("_typos.toml")
        assert found["text"].splitlines()[:4] == [
            "# notes.py",
            f"# run: typos in {tmp_path.name}",
            "# configuration: _typos.toml: the first one on the way up from that folder",
            "# type: py, for the glob *.py",
        ]
        assert '\n# _typos.toml:2\nlocale = "en-gb"\n' in found["text"]


async def test_the_effective_configuration_names_files_from_the_folder_of_the_workspace_on(tmp_path) -> None:
    """Also those of another run, and of a file that is refused; a path outside stays whole."""
    for folder, locale in (("a", "en-gb"), ("b", "en_US")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "typos.toml").write_text(f'[default]\nlocale = "{locale}"\n')
    (tmp_path / "a" / ".typos.toml").write_text("")
    outside = tmp_path.with_name(f"{tmp_path.name}-other") / "notes.py"
    async with editor("visual_studio_code", tmp_path) as user:
        for name in ("a/typos.toml", "a/notes.py", "b/notes.py"):
            text = (await call(user, "waypost.effectiveConfig", {"uri": user.uri(name)}))["text"]
            assert str(tmp_path) not in text
            assert f"# {name}\n" in text
        text = (await call(user, "waypost.effectiveConfig", {"uri": outside.as_uri()}))["text"]
        assert text.startswith(f"# {outside}\n")


async def test_the_effective_configuration_is_toml_whatever_is_in_it(tmp_path) -> None:
    source = """\
[default]
extend-ignore-re = ['\\d+', "a # b"]
[default.extend-words]
"teh" = "the"
"not a word" = "x"
[type."a.b"]
extend-glob = ["*.py"]
check-file = false
"""
    (tmp_path / "_typos.toml").write_text(source)
    async with editor("visual_studio_code", tmp_path) as user:
        found = await call(user, "waypost.effectiveConfig", {"uri": user.uri("notes.py")})

        data = tomllib.loads(found["text"])
        (typed,) = data["type"].values()
        assert typed["extend-ignore-re"] == ["\\d+", "a # b"]
        assert typed["extend-words"]["teh"] == "the"
        assert '  # _typos.toml:2\n  "a # b",\n' in found["text"]


async def test_what_is_not_valid_is_shown_as_that(tmp_path) -> None:
    (tmp_path / "_typos.toml").write_text(
        '[default]\nlocale = "en_US"\ncheck-file = "yes"\nextend-ignore-re = ["(", "a"]\n'
    )
    async with editor("visual_studio_code", tmp_path) as user:
        text = (await call(user, "waypost.effectiveConfig", {"uri": user.uri("notes.rs")}))["text"]

        lines = text.splitlines()
        assert [line[:20] for line in lines if line.startswith("# not valid")] == [
            "# not valid: line 2:",
            "# not valid: line 3:",
            "# not valid: line 4:",
        ]
        at = lines.index('# locale = "en_US"')
        assert lines[at - 1].startswith("# _typos.toml:2, not valid: ")
        assert '  # "(",' in lines
        assert "locale" not in tomllib.loads(text)["type"]["rust"]


async def test_what_an_open_editor_holds_counts_before_the_disk(tmp_path) -> None:
    (tmp_path / "_typos.toml").write_text('[default]\nlocale = "en-gb"\n')
    async with editor("visual_studio_code", tmp_path) as user:
        user.open("_typos.toml", '[default]\nlocale = "en-au"\n')
        found = await call(user, "waypost.effectiveConfig", {"uri": user.uri("notes.py")})

        assert 'locale = "en-au"' in found["text"]


async def test_a_document_without_a_file_has_no_configuration(tmp_path) -> None:
    async with editor("visual_studio_code", tmp_path) as user:
        assert await call(user, "waypost.effectiveConfig", {"uri": "untitled:Untitled-1"}) is None


async def test_a_word_is_explained(tmp_path) -> None:
    (tmp_path / "typos.toml").write_text('[default.extend-words]\nteh = "teh"\nfoo = "bar"\n', encoding="utf-8")
    async with editor("visual_studio_code", tmp_path) as user:
        found = await call(user, "waypost.explain", {"uri": user.uri("a.py"), "text": "teh-Foo"})
        assert found["lines"] == [
            "`teh` is right because of extend-words (typos.toml:2)",
            "`Foo` is corrected because of extend-words (typos.toml:3): `bar`",
        ]
        assert await call(user, "waypost.explain", {"uri": "untitled:x", "text": "teh"}) is None


async def test_a_part_of_a_document_is_explained_where_it_stands(tmp_path) -> None:
    (tmp_path / "typos.toml").write_text("[default]\nextend-ignore-re = ['(?s)off.*?on']\n", encoding="utf-8")
    async with editor("visual_studio_code", tmp_path) as user:
        uri = user.open("a.py", "# \U0001f600 off\n# teh\n# on\n# thsi\n")
        span = {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}}
        found = await call(user, "waypost.explain", {"uri": uri, "range": span})
        assert found["lines"] == ["`teh` is ignored because of `(?s)off.*?on` extend-ignore-re (typos.toml:2)"]
        found = await call(user, "waypost.explain", {"uri": uri})
        assert found["lines"][-1] == "`thsi` is wrong according to the dictionary: `this`"


async def test_a_range_that_is_none_is_refused(tmp_path) -> None:
    async with editor("visual_studio_code", tmp_path) as user:
        uri = user.open("a.py", "teh\n")
        with pytest.raises(JsonRpcException, match="not a position: 1"):
            await call(user, "waypost.explain", {"uri": uri, "range": {"start": 1, "end": 2}})


async def test_a_copied_request_says_what_is_open_and_what_is_masked(tmp_path) -> None:
    async with editor("visual_studio_code", tmp_path) as user:
        user.open("client.py", CLIENT)
        for form in ("curl", "httpie", "http", "httpx", "requests"):
            found = await call(user, "waypost.copyRequest", at(user, "client.py", 3, 20) | {"format": form})
            assert (found["open"], found["masked"]) == (["repo"], ["authorization"])
            assert ("{repo}" if form in ("http", "httpx", "requests") else '"$repo"') in found["text"]
            assert "abc" not in found["text"]
        assert found["text"].startswith("# Set first: repo, TOKEN\nrequests.request(")


async def test_what_is_not_accepted_stands_apart_with_its_places(tmp_path) -> None:
    (tmp_path / "typos.toml").write_text('[default.extend-words]\nteh = "teh"\nfoo = "bar"\n', encoding="utf-8")
    async with editor("visual_studio_code", tmp_path) as user:
        uri = user.open("a.py", "teh\r\n# \U0001f600 foo\r\n")
        found = await call(user, "waypost.explain", {"uri": uri})
        (reported,) = found["reported"]
        assert reported["at"] == {"line": 1, "character": 5}
        assert reported["entry"] == {"uri": user.uri("typos.toml"), "line": 2}
        assert (found["accepted"], found["installed"]) == (1, True)


def test_without_the_checker_nothing_is_for_it_to_judge() -> None:
    explainer = Explainer({}, None)
    assert not explainer.is_installed
    assert not [each for each in explainer.explain("teh") if each.is_reported]


async def test_the_list_of_routes_names_what_is_known_of_each(tmp_path) -> None:
    source = 'import httpx\nfrom waypost import endpoint\n\nendpoint("GET /user")\nhttpx.get("https://x.example/a")\n'
    (tmp_path / "client.py").write_text(source)
    async with editor("visual_studio_code", tmp_path) as user:
        while not (found := await call(user, "waypost.routes", {}))["complete"]:
            pass
        assert [
            [each[key] for key in ("verb", "path", "operation", "api", "problems")] for each in found["routes"]
        ] == [
            ["GET", "/user", "users/get-authenticated", "https://api.github.com", []],
            ["GET", "https://x.example/a", None, None, []],
        ]


async def test_the_list_of_routes_marks_what_is_reported(tmp_path) -> None:
    (tmp_path / "client.py").write_text(
        "from waypost import endpoint\n\n"
        'endpoint("GET /users/{username}")\nendpoint("GET /usres/x")\nendpoint("GTE /user")\nendpoint("GET /zen")\n'
    )
    settings = {"rules": {"unknown-route": "warning", "unknown-verb": "off"}}
    async with editor("visual_studio_code", tmp_path, settings=settings) as user:
        while not (found := await call(user, "waypost.routes", {}))["complete"]:
            pass
        assert [(each["problems"], each["severity"]) for each in found["routes"]] == [
            (["`username` has no value"], 1),
            (["The API has no such path"], 2),
            ([], None),
            ([], None),
        ]


async def test_the_list_of_routes_as_a_document(tmp_path) -> None:
    (tmp_path / "client.py").write_text('from waypost import endpoint\n\nendpoint("GET /user")\n')
    async with editor("visual_studio_code", tmp_path) as user:
        while not (await call(user, "waypost.routes", {}))["complete"]:
            pass
        text = (await call(user, "waypost.exportRoutes", {"format": "markdown"}))["text"]
        assert "| GET | /user | users/get-authenticated | client.py:3 |  |  |  |\n" in text
        document = json.loads((await call(user, "waypost.exportRoutes", {"format": "openapi"}))["text"])
        assert list(document["paths"]) == ["/user"]
        assert document["paths"]["/user"]["get"]["responses"]["401"]["description"] == "Unauthorized"
        assert (
            json.loads((await call(user, "waypost.exportRoutes", {"format": "json"}))["text"])[0]["file"] == "client.py"
        )
        assert await call(user, "waypost.exportRoutes", {"format": "fax"}) is None
