"""What a document describes, and the edit that binds it in a project's settings."""

import tomllib
from typing import Any

import pytest
from lsprotocol import types

from tests.lsp.test_commands import call
from tests.support.editor import editor

DOCUMENT = """\
openapi: 3.1.0
info: {title: Pets 🐈, version: "1"}
servers: [{url: https://pets.example/v1}]
paths: {/pets: {get: {responses: {}}}}
"""
BASE = "https://pets.example/v1"


async def test_a_document_is_described(tmp_path) -> None:
    (tmp_path / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("openapi: [")
    async with editor(root=tmp_path) as user:
        found = await call(user, "waypost.apiDocument", {"uri": user.uri("openapi.yaml")})
        assert found == {
            "title": "Pets 🐈",
            "base": BASE,
            "operations": 1,
            "fault": "",
            "isBound": False,
            "areOthersBound": False,
        }
        broken = await call(user, "waypost.apiDocument", {"uri": user.uri("broken.yaml")})
        assert broken["fault"]
        assert not broken["base"]
        gone = await call(user, "waypost.apiDocument", {"uri": user.uri("gone.yaml")})
        assert gone["fault"] == "the file cannot be read"


async def test_a_bound_document_is_known_as_one(tmp_path) -> None:
    (tmp_path / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    (tmp_path / "waypost.toml").write_text(f'apis = {{"{BASE}" = "openapi.yaml"}}\n')
    async with editor(root=tmp_path) as user:
        found = await call(user, "waypost.apiDocument", {"uri": user.uri("openapi.yaml")})
        assert (found["isBound"], found["areOthersBound"]) == (True, False)


SETTINGS = {
    "a table of its own": ("waypost.toml", "[rules]\r\nunknown-route = 'off'\r\n"),
    "beside another API": ("waypost.toml", '[apis]\n"https://other.example" = "other.yaml"  # ours\n'),
    "in a pyproject": ("pyproject.toml", '[project]\nname = "x"\n\n[tool.waypost]\ncode-lens = true\n'),
    "over an older file": ("waypost.toml", f'[apis]\n"{BASE}" = "old.yaml"\n'),
}


@pytest.mark.parametrize(("name", "text"), SETTINGS.values(), ids=SETTINGS)
async def test_it_is_bound_in_the_projects_settings(tmp_path, name, text) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    for other in ("other.yaml", "old.yaml"):
        (tmp_path / other).write_text(DOCUMENT, encoding="utf-8")
    (tmp_path / name).write_text(text, newline="")
    async with editor(root=tmp_path) as user:
        edit = await call(user, "waypost.addApi", {"uri": user.uri("docs/openapi.yaml"), "base": BASE})
        [(uri, edits)] = edit["changes"].items()
        assert uri == user.uri(name)
        after = tomllib.loads(_edited(text, edits))
        settings = after if name == "waypost.toml" else after["tool"]["waypost"]
        before = tomllib.loads(text) if name == "waypost.toml" else tomllib.loads(text)["tool"]["waypost"]
        assert settings["apis"] == {**before.get("apis", {}), BASE: "docs/openapi.yaml"}
        assert {key: each for key, each in settings.items() if key != "apis"} == {
            key: each for key, each in before.items() if key != "apis"
        }


async def test_without_a_file_of_settings_there_is_no_edit(tmp_path) -> None:
    (tmp_path / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n')
    async with editor(root=tmp_path) as user:
        assert await call(user, "waypost.addApi", {"uri": user.uri("openapi.yaml"), "base": BASE}) is None


async def test_nor_in_one_that_is_not_valid(tmp_path) -> None:
    (tmp_path / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    (tmp_path / "waypost.toml").write_text("[apis\n")
    async with editor(root=tmp_path) as user:
        assert await call(user, "waypost.addApi", {"uri": user.uri("openapi.yaml"), "base": BASE}) is None
        await user.client.workspace_symbol_async(types.WorkspaceSymbolParams(""))


CODE = 'import httpx\n\nhttpx.get("https://pets.example/v1/pets")  # 🐈\n'
OFFER = (
    "Waypost: No setting names openapi.yaml. To check requests against it, add its base URL to `apis`: "
    f'"{BASE}" = "openapi.yaml"'
)


@pytest.mark.parametrize("profile", ["neovim", "emacs"])
async def test_a_document_that_no_setting_names_is_offered_once_and_not_used(tmp_path, profile) -> None:
    (tmp_path / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    async with editor(profile, tmp_path) as user:
        user.open("client.py", CODE)
        await user.shown(OFFER)
        user.open("other.py", CODE.replace('pets"', 'cats"'))
        assert not await user.diagnostics("other.py")
        while not (await call(user, "waypost.routes", {}))["complete"]:
            pass
        # `editor` fails the test if there was another message.


NOT_OFFERED = {
    "no requests": {"client.py": "import httpx\n"},
    "only requests that are not certain": {"client.py": 'thing.get("/pets")\n'},
    "requests to an API that is known": {"client.py": 'import httpx\n\nhttpx.get("https://api.github.com/user")\n'},
    "settings that name an API": {"client.py": CODE, "waypost.toml": 'apis = {"https://x.example" = "github:ghec"}\n'},
    "no operations": {"client.py": CODE, "openapi.yaml": "openapi: 3.1.0\npaths: {}\n"},
    "half a document": {"client.py": CODE, "openapi.yaml": "openapi: 3.1.0\r\npaths: {/pets: {get: [\r\n"},
}


@pytest.mark.parametrize("files", NOT_OFFERED.values(), ids=NOT_OFFERED)
async def test_a_document_is_not_offered_without_need(tmp_path, files) -> None:
    for name, text in ({"openapi.yaml": DOCUMENT} | files).items():
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    async with editor("neovim", tmp_path) as user:
        user.open("client.py", files["client.py"])
        await user.diagnostics("client.py")
        while not (await call(user, "waypost.routes", {}))["complete"]:
            pass


async def test_a_client_that_offers_documents_itself_is_told_nothing(tmp_path) -> None:
    (tmp_path / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    (tmp_path / "client.py").write_text(CODE, encoding="utf-8")

    def announce(known: types.ClientCapabilities) -> None:
        known.experimental = {"waypostOffers": True}

    async with editor(root=tmp_path, adapt=announce) as user:
        while not (await call(user, "waypost.routes", {}))["complete"]:
            pass


def _edited(text: str, edits: list[dict[str, Any]]) -> str:
    lines = text.splitlines(keepends=True)

    def offset(place: dict[str, int]) -> int:
        return sum(map(len, lines[: place["line"]])) + place["character"]

    in_order = sorted(edits, key=lambda each: offset(each["range"]["start"]))
    for each in reversed(in_order):  # of two at one position, the first comes first
        start, end = offset(each["range"]["start"]), offset(each["range"]["end"])
        text = text[:start] + each["newText"] + text[end:]
    return text
