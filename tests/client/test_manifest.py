"""The VS Code extension's manifest agrees with the server."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from waypost.core.version import VERSION
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
    """Run `python client-vscode/scripts/settings.py` after a change of the settings or the rules."""
    assert (CLIENT / "package.json").read_text("utf-8") == script.render(manifest)


def test_what_names_a_program_is_restricted(manifest: dict[str, Any]) -> None:
    restricted = manifest["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    programs = {f"waypost.{json_name(name)}" for name, each in SETTINGS.items() if each.metadata.get("restricted")}

    assert programs <= set(restricted)


def test_the_versions_are_one(manifest: dict[str, Any]) -> None:
    assert manifest["version"] == VERSION


def test_every_command_in_a_menu_or_a_welcome_text_is_declared(manifest: dict[str, Any]) -> None:
    contributed = manifest["contributes"]
    declared = {each["command"] for each in contributed["commands"]}
    used = {each["command"] for menu in contributed["menus"].values() for each in menu}

    assert used <= declared


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (CLIENT / "package-lock.json").read_text("utf-8")
