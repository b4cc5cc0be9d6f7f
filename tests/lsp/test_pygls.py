"""What we use of pygls is public, and does what we use it for."""

import ast
import tomllib
from pathlib import Path

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder

from waypost.lsp.protocol import Protocol

ROOT = Path(__file__).parent.parent.parent
USED = {
    "pygls.capabilities.ServerCapabilitiesBuilder",
    "pygls.capabilities.get_capability",
    "pygls.exceptions.JsonRpcException",
    "pygls.feature_manager.FeatureManager",
}


def _of_pygls(path: Path) -> set[str]:
    imports = (each for each in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(each, ast.ImportFrom))
    return {
        f"{each.module}.{alias.name}"
        for each in imports
        if (each.module or "").startswith("pygls")
        for alias in each.names
    }


def test_only_public_names_of_pygls_are_used() -> None:
    sources = (ROOT / "server" / "waypost" / "lsp").rglob("*.py")
    assert set().union(*map(_of_pygls, sources)) == USED


def test_handlers_and_commands_are_kept_by_name() -> None:
    def handler(params: types.HoverParams) -> None: ...

    kept = Protocol(types.ServerInfo("ours")).handlers
    kept.feature(types.TEXT_DOCUMENT_HOVER, types.HoverOptions())(handler)
    kept.command("a.command")(handler)
    assert kept.features == {types.TEXT_DOCUMENT_HOVER: handler}
    assert kept.feature_options == {types.TEXT_DOCUMENT_HOVER: types.HoverOptions()}
    assert list(kept.commands) == ["a.command"]


def test_what_the_server_can_do_follows_from_its_handlers() -> None:
    able = types.ClientCapabilities(general=types.GeneralClientCapabilities(position_encodings=["utf-8"]))
    assert ServerCapabilitiesBuilder.choose_position_encoding(able) == "utf-8"
    kinds = types.TextDocumentSyncKind.Incremental, None, "utf-8"
    made = ServerCapabilitiesBuilder(able, {types.TEXT_DOCUMENT_HOVER}, {}, ["a.command"], *kinds).build()
    assert (made.hover_provider, made.completion_provider) == (True, None)
    assert made.execute_command_provider == types.ExecuteCommandOptions(["a.command"])


def test_any_release_of_this_major_version_will_do() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [each for each in project["dependencies"] if each.startswith("pygls")] == ["pygls>=2.1,<3"]
