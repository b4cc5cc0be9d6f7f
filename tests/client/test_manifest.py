"""The VS Code extension's manifest agrees with the server."""

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from waypost.core.version import VERSION
from waypost.lsp.commands import COMMANDS
from waypost.workspace.settings import SETTINGS, json_name

CLIENT = Path(__file__).parents[2] / "client-vscode"


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    return json.loads((CLIENT / "package.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("client_settings", CLIENT / "scripts" / "settings.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_settings_are_the_servers(manifest: dict[str, Any], script: ModuleType) -> None:
    """Run `python client-vscode/scripts/settings.py` after the settings or the rules change."""
    assert (CLIENT / "package.json").read_text("utf-8") == script.render(manifest)


def test_what_names_a_program_is_restricted(manifest: dict[str, Any]) -> None:
    restricted = manifest["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    programs = {f"waypost.{json_name(name)}" for name, each in SETTINGS.items() if each.metadata.get("restricted")}

    assert programs <= set(restricted)


def test_the_versions_are_one(manifest: dict[str, Any]) -> None:
    assert manifest["version"] == VERSION


def test_the_schema_is_where_the_extension_reads_it() -> None:
    source = (CLIENT / "src" / "launch.ts").read_text("utf-8")
    [parts] = re.findall(r'"any", (".*schema\.json")', source)
    assert CLIENT.parent.joinpath("server", *re.findall(r'"(.*?)"', parts)).is_file()


def test_every_picture_of_the_walkthrough_is_there(manifest: dict[str, Any]) -> None:
    (walkthrough,) = manifest["contributes"]["walkthroughs"]
    pictures = [CLIENT / step["media"]["image"] for step in walkthrough["steps"]]
    assert len(pictures) == 4
    assert all(picture.is_file() for picture in pictures)


def test_every_value_of_a_choice_is_described(manifest: dict[str, Any]) -> None:
    for block in manifest["contributes"]["configuration"]:
        for name, each in block["properties"].items():
            described = each.get("enumDescriptions") or each.get("markdownEnumDescriptions") or []
            assert len(described) == len(each.get("enum", [])), name


def test_the_page_links_to_what_is_in_the_repository(manifest: dict[str, Any]) -> None:
    """Where the page is shown elsewhere, its links are resolved from this folder: see `scripts/bundle.py`."""
    page = (CLIENT / "README.md").read_text("utf-8")
    targets = [each for each in re.findall(r"\]\(([^)#]+)[^)]*\)", page) if not each.startswith("https://")]
    assert [each for each in targets if not (CLIENT / each).exists()] == []
    script = (CLIENT / "scripts" / "bundle.py").read_text("utf-8")
    assert "--baseContentUrl={home}/blob/HEAD/{CLIENT.name}" in script
    assert "--baseImagesUrl={home}/raw/HEAD/{CLIENT.name}" in script
    assert manifest["repository"]["directory"] == CLIENT.name


def test_every_command_in_a_menu_or_a_welcome_text_is_declared(manifest: dict[str, Any]) -> None:
    contributed = manifest["contributes"]
    declared = {each["command"] for each in contributed["commands"]}
    used = {each["command"] for menu in contributed["menus"].values() for each in menu}

    assert used <= declared


def test_no_command_has_the_name_of_one_of_the_servers(manifest: dict[str, Any]) -> None:
    """The language client registers the server's commands by name, and a second registration would fail."""
    declared = {each["command"] for each in manifest["contributes"]["commands"]}
    assert declared.isdisjoint(COMMANDS)


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (CLIENT / "package-lock.json").read_text("utf-8")


def test_no_workspace_names_the_spell_checker(manifest: dict[str, Any]) -> None:
    """A setting of the machine is not taken from a workspace's settings, even if the workspace is trusted."""
    properties = {
        name: each for block in manifest["contributes"]["configuration"] for name, each in block["properties"].items()
    }
    programs = [f"waypost.{json_name(name)}" for name, each in SETTINGS.items() if each.metadata.get("restricted")]
    assert "waypost.typosPath" in programs
    assert {properties[name]["scope"] for name in programs} == {"machine"}
