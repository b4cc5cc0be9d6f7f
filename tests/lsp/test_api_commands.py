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


def _edited(text: str, edits: list[dict[str, Any]]) -> str:
    lines = text.splitlines(keepends=True)

    def offset(place: dict[str, int]) -> int:
        return sum(map(len, lines[: place["line"]])) + place["character"]

    in_order = sorted(edits, key=lambda each: offset(each["range"]["start"]))
    for each in reversed(in_order):  # of two at one position, the first comes first
        start, end = offset(each["range"]["start"]), offset(each["range"]["end"])
        text = text[:start] + each["newText"] + text[end:]
    return text
