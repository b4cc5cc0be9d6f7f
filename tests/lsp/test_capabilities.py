"""What the server says it can do, in full: editors ask for no more than that."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.support.wire import Wire, wire
from waypost.core.version import VERSION
from waypost.lsp.commands import COMMANDS
from waypost.lsp.to_proto import TOKEN_MODIFIERS, TOKEN_TYPES

_ALWAYS = {
    "positionEncoding": "utf-16",
    "textDocumentSync": {"openClose": True, "change": 2, "save": {"includeText": False}},
    "completionProvider": {
        "triggerCharacters": ["[", ".", '"', "'", "=", ",", "{", "/", "?", "&", " ", ":"],
        "resolveProvider": True,
    },
    "hoverProvider": True,
    "signatureHelpProvider": {"triggerCharacters": ["(", ","]},
    "definitionProvider": True,
    "referencesProvider": True,
    "documentHighlightProvider": True,
    "documentSymbolProvider": True,
    "codeActionProvider": {"codeActionKinds": ["quickfix", "refactor.rewrite", "source.fixAll.waypost", "source"]},
    "codeLensProvider": {"resolveProvider": False},
    "documentLinkProvider": {"resolveProvider": False},
    "workspaceSymbolProvider": {"resolveProvider": False},
    "renameProvider": True,
    "foldingRangeProvider": True,
    "selectionRangeProvider": True,
    "executeCommandProvider": {"commands": list(COMMANDS)},
    "callHierarchyProvider": True,
    "semanticTokensProvider": {
        "legend": {"tokenTypes": TOKEN_TYPES, "tokenModifiers": TOKEN_MODIFIERS},
        "documentSelector": None,
        "range": True,
        "full": True,
    },
    "inlayHintProvider": {"resolveProvider": False},
    "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}, "fileOperations": {}},
}
_PULL = {"interFileDependencies": True, "workspaceDiagnostics": True, "identifier": "waypost"}


def _initialize(server: Wire, capabilities: Mapping[str, Any]) -> Any:
    return server.ask("initialize", {"processId": None, "capabilities": capabilities})["result"]


@pytest.mark.parametrize(
    ("client", "more"),
    [
        ({}, {}),
        ({"textDocument": {"diagnostic": {}}}, {"diagnosticProvider": _PULL}),
        ({"textDocument": {"rename": {"prepareSupport": True}}}, {"renameProvider": {"prepareProvider": True}}),
        ({"general": {"positionEncodings": ["utf-8"]}}, {"positionEncoding": "utf-8"}),
        ({"general": {"positionEncodings": ["utf-32", "utf-16"]}}, {"positionEncoding": "utf-32"}),
    ],
)
def test_what_is_offered(client: Mapping[str, Any], more: Mapping[str, Any]) -> None:
    with wire() as server:
        info = {"name": "waypost", "version": VERSION}
        assert _initialize(server, client) == {"capabilities": _ALWAYS | more, "serverInfo": info}
