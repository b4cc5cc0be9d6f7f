"""A real client with a real editor's capabilities, and the server in a separate process.

At the end of a test nothing may be left over: a message that nobody read, a warning of the specification's checks, or a
log line of warning level or worse that the test did not expect fails the test.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, client_capabilities

from tests.support.forked import launcher

PROFILES = ("visual_studio_code", "neovim", "emacs")
PATIENCE = 60.0


def capabilities(profile: str) -> types.ClientCapabilities:
    return types.ClientCapabilities() if profile == "bare" else client_capabilities(profile)


class Editor:
    """What a test does with the server, in the words of an editor."""

    def __init__(self, client: LanguageClient, root: Path | None) -> None:
        self.client = client
        self.root = root
        self.registrations: list[types.Registration] = []
        self.applied: list[types.WorkspaceEdit] = []
        self.heard_of_routes = 0
        self.lens_refreshes = 0
        self._versions: dict[str, int] = {}
        self._published: dict[str, types.PublishDiagnosticsParams] = {}
        self._read: dict[str, list[types.Diagnostic]] = {}
        self._news = asyncio.Event()
        self._listen()

    def _listen(self) -> None:  # noqa: C901 - a list of small answers
        """Handles the requests and notifications of the server."""
        feature = self.client.feature

        @feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(params: types.RegistrationParams) -> None:
            self.registrations += params.registrations
            self._news.set()

        @feature(types.CLIENT_UNREGISTER_CAPABILITY)
        def unregister(params: types.UnregistrationParams) -> None:
            gone = {each.id for each in params.unregisterations}
            self.registrations = [each for each in self.registrations if each.id not in gone]
            self._news.set()

        @feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: types.PublishDiagnosticsParams) -> None:
            self._published[params.uri] = params
            self._news.set()

        @feature(types.WORKSPACE_APPLY_EDIT)
        def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            self.applied.append(params.edit)
            self._news.set()
            return types.ApplyWorkspaceEditResult(applied=True)

        @feature(types.WINDOW_LOG_MESSAGE)
        def log(params: types.LogMessageParams) -> None:
            self.client.log_messages.append(params)
            self._news.set()

        @feature(types.WINDOW_SHOW_MESSAGE)
        def show(params: types.ShowMessageParams) -> None:
            self.client.messages.append(params)
            self._news.set()

        @feature(types.WORKSPACE_CONFIGURATION)
        def configuration(params: types.ConfigurationParams) -> list[Any]:
            return [
                self.client.get_configuration(section=item.section, scope_uri=item.scope_uri) for item in params.items
            ]

        @feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        def refresh(_: None) -> None:
            self.client.diagnostic_refresh_count += 1
            self._news.set()

        @feature(types.WORKSPACE_CODE_LENS_REFRESH)
        def refresh_lenses(_: None) -> None:
            self.lens_refreshes += 1
            self._news.set()

        @feature(types.WORKSPACE_INLAY_HINT_REFRESH)
        def refresh_hints(_: None) -> None:
            self._news.set()

        @feature("$/waypost/routesChanged")
        def other_routes(_: Any) -> None:
            self.heard_of_routes += 1
            self._news.set()

        @feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
        def create_progress(params: types.WorkDoneProgressCreateParams) -> None:
            self.client.progress_reports.setdefault(params.token, [])

        @feature(types.PROGRESS)
        def progress(params: types.ProgressParams) -> None:
            self.client.progress_reports.setdefault(params.token, []).append(params.value)
            self._news.set()

    def uri(self, name: str) -> str:
        return name if ":" in name or self.root is None else (self.root / name).as_uri()

    # -- what a user does --------------------------------------------------------------------------------------

    def open(self, name: str, text: str, language: str | None = None) -> str:
        uri = self.uri(name)
        self._versions[uri] = 1
        guessed = {"toml": "toml", "py": "python", "json": "json"}.get(name.rpartition(".")[2], "plaintext")
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, language or guessed, 1, text))
        )
        return uri

    def change(self, name: str, *changes: types.TextDocumentContentChangeEvent | str) -> None:
        """Send changes; a string is the whole new text."""
        uri = self.uri(name)
        self._versions[uri] += 1
        sent = [
            types.TextDocumentContentChangeWholeDocument(each) if isinstance(each, str) else each for each in changes
        ]
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(self._versions[uri], uri), sent)
        )

    def save(self, name: str) -> None:
        self.client.text_document_did_save(
            types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(self.uri(name)))
        )

    def close(self, name: str) -> None:
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(self.uri(name)))
        )

    async def configure(self, settings: Mapping[str, Any]) -> None:
        """Change the user's settings."""
        self.client.set_configuration({"waypost": settings})
        self.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"waypost": dict(settings)}))

    # -- what a user sees --------------------------------------------------------------------------------------

    @property
    def pulls(self) -> bool:
        assert self.client.capabilities is not None
        document = self.client.capabilities.text_document
        return document is not None and document.diagnostic is not None

    async def diagnostics(self, name: str) -> list[types.Diagnostic]:
        """The diagnostics of the document as it is now, however the client gets them."""
        uri = self.uri(name)
        if self.pulls:
            report = await self.client.text_document_diagnostic_async(
                types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
            )
            assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
            return list(report.items)
        await self.until(lambda: uri in self._published and self._is_current(uri))
        return self._shown(uri)

    async def sent(self, name: str) -> list[types.Diagnostic]:
        """The diagnostics of a closed file, sent without a request."""
        uri = self.uri(name)
        await self.until(lambda: uri in self._published)
        return self._shown(uri)

    def _shown(self, uri: str) -> list[types.Diagnostic]:
        found = list(self._published[uri].diagnostics)
        self._read[uri] = found
        return found

    def _is_current(self, uri: str) -> bool:
        version = self._published[uri].version
        return version is None or version == self._versions[uri]

    async def diagnostics_until(self, name: str, expected: list[str]) -> None:
        """Wait until the document's diagnostics are from exactly these rules."""
        async with asyncio.timeout(PATIENCE):
            while [each.code for each in await self.diagnostics(name)] != expected:
                if self.pulls:
                    await asyncio.sleep(0)
                else:
                    self._news.clear()
                    await self._news.wait()

    async def hints_until(self, name: str, expected: list[str]) -> None:
        """Wait for the inlay hints to be these: if they take time, the server asks for a refresh."""
        whole = types.Range(types.Position(0, 0), types.Position(10_000, 0))
        params = types.InlayHintParams(types.TextDocumentIdentifier(self.uri(name)), whole)
        async with asyncio.timeout(PATIENCE):
            while True:
                self._news.clear()
                found = await self.client.text_document_inlay_hint_async(params) or []
                if [each.label for each in found] == expected:
                    return
                await self._news.wait()

    async def until(self, holds: Any) -> None:
        """Wait until a condition on the received messages is true."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._news.clear()
                await self._news.wait()

    async def warned(self, part: str) -> None:
        """Wait for a line of the log of warning level or worse that contains `part`, and count it as read."""
        await self.until(lambda: any(part in each.message for each in self.client.log_messages))
        self.client.log_messages[:] = [each for each in self.client.log_messages if part not in each.message]

    async def shown(self, part: str) -> None:
        """Wait for a message to the user, and count it as read."""
        await self.until(lambda: any(part in each.message for each in self.client.messages))
        self.client.messages[:] = [each for each in self.client.messages if part not in each.message]

    def unread(self) -> list[str]:
        """Received messages that the test has not looked at."""
        serious = (types.MessageType.Error, types.MessageType.Warning)
        news = [f"log: {each.message}" for each in self.client.log_messages if each.type in serious]
        news += [f"message: {each.message}" for each in self.client.messages]
        for uri, published in self._published.items():
            if published.diagnostics and list(published.diagnostics) != self._read.get(uri):
                news.append(f"diagnostics of {uri}: {[each.message for each in published.diagnostics]}")
        if self.client.error is not None:
            news.append(f"client: {self.client.error!r}")
        return news


@asynccontextmanager
async def editor(
    profile: str = "visual_studio_code",
    root: Path | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    encodings: list[str] | None = None,
    folders: list[Path] | None = None,
    adapt: Any = None,
) -> AsyncIterator[Editor]:
    """An editor with a running server, which must end cleanly and leave nothing unread."""
    client = LanguageClient(converter_factory=default_converter)
    made = Editor(client, root)
    client.set_configuration({"waypost": dict(settings or {})})
    await client.start_io(*launcher(), "lsp")
    known = capabilities(profile)
    if encodings is not None:
        known.general = types.GeneralClientCapabilities(position_encodings=encodings)
    if adapt is not None:
        adapt(known)
    roots = folders if folders is not None else [root] if root else []
    result = await client.initialize_session(
        types.InitializeParams(
            capabilities=known,
            root_uri=root.as_uri() if root else None,
            workspace_folders=[types.WorkspaceFolder(each.as_uri(), each.name) for each in roots] or None,
            initialization_options=dict(options) if options else None,
        )
    )
    made.server = result
    yield made
    await client.shutdown_session()
    assert client._server is not None
    assert client._server.returncode == 0
    await client.stop()
    assert made.unread() == []
