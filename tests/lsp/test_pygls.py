"""What we use of pygls: every line of the list, and nothing that is not on it."""

import ast
import importlib.metadata
import inspect
import tomllib
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter

from waypost.lsp import protocol as module
from waypost.lsp.protocol import FROM_PYGLS, Protocol

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def plain() -> LanguageServerProtocol:
    """pygls as it is, without our changes."""
    return LanguageServer("plain", "1", converter_factory=default_converter).protocol


def test_fm_keeps_the_handlers_by_method(plain: LanguageServerProtocol) -> None:
    def handler(params: types.InitializeParams) -> None: ...

    plain.fm.feature(types.TEXT_DOCUMENT_HOVER)(handler)
    plain.fm.command("a.command")(handler)
    assert plain.fm.features[types.TEXT_DOCUMENT_HOVER] is handler
    assert list(plain.fm.commands) == ["a.command"]


def test_get_message_type_knows_the_class_of_a_message(plain: LanguageServerProtocol) -> None:
    assert plain.get_message_type("textDocument/hover") is types.HoverRequest
    assert plain.get_message_type("no/such") is None


def test_its_converter_makes_a_message_of_json(plain: LanguageServerProtocol) -> None:
    sent = {"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": "x"}}}
    made = plain._converter.structure(sent, types.DidCloseTextDocumentNotification)
    assert made.params == types.DidCloseTextDocumentParams(types.TextDocumentIdentifier("x"))


def test_lsp_initialize_has_our_handler_run_then_answers_what_the_server_can_do(plain: LanguageServerProtocol) -> None:
    def handler(params: types.InitializeParams) -> None: ...

    plain.fm.feature(types.INITIALIZE)(handler)
    plain.fm.feature(types.TEXT_DOCUMENT_HOVER)(handler)
    params = types.InitializeParams(capabilities=types.ClientCapabilities())
    steps = plain.lsp_initialize(params)
    assert next(steps) == (handler, (params,), None)
    with pytest.raises(StopIteration) as end:
        next(steps)
    result = end.value.value
    assert isinstance(result, types.InitializeResult)
    assert result.capabilities.hover_provider
    assert result.capabilities.execute_command_provider
    assert plain._server.process_id is None


def test_register_builtin_features_is_what_brings_in_its_own_handlers(plain: LanguageServerProtocol) -> None:
    assert types.TEXT_DOCUMENT_DID_OPEN in plain.fm.builtin_features
    ours = LanguageServer("ours", "1", protocol_cls=Protocol, converter_factory=default_converter).protocol
    assert ours.fm.builtin_features == {}
    assert inspect.signature(LanguageServerProtocol._register_builtin_features).parameters.keys() == {"self"}


def test_the_list_is_all_that_the_protocol_uses_of_it() -> None:
    source = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    used = {
        node.attr
        for node in ast.walk(source)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    replaced = vars(Protocol).keys() & set(dir(LanguageServerProtocol)) - set(dir(object))
    of_pygls = set(dir(LanguageServerProtocol)) | {"fm", "_converter", "_server", "_shutdown", "writer"}
    ours = vars(Protocol).keys() - replaced
    assert (used & of_pygls - ours) | replaced - {"__init__", "__module__", "__doc__"} == FROM_PYGLS.keys()


def test_the_bounds_of_pygls_fit_what_this_was_tried_on() -> None:
    """A private name may change with any minor release."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [bounds] = [each for each in project["dependencies"] if each.startswith("pygls")]
    major, minor = importlib.metadata.version("pygls").split(".")[:2]
    assert bounds == f"pygls>={major}.{minor},<{major}.{int(minor) + 1}"
