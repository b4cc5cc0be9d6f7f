"""What a client announces that it can do."""

from collections.abc import Mapping, Sequence
from typing import Any

from lsprotocol import types
from pygls.capabilities import get_capability

from waypost.lsp.support import ClientSupport


def support_of(capabilities: types.ClientCapabilities) -> ClientSupport:
    def has(path: str) -> bool:
        return bool(get_capability(capabilities, path, default=False))

    def prefers_markdown(path: str) -> bool:
        formats = get_capability(capabilities, path, [])
        return types.MarkupKind.Markdown in (formats or [])

    item = "text_document.completion.completion_item"
    published = "text_document.publish_diagnostics"
    pulled = "text_document.diagnostic"
    pulls = get_capability(capabilities, pulled, None) is not None
    listed = pulled if pulls else published

    return ClientSupport(
        pull_diagnostics=pulls,
        refresh_diagnostics=has("workspace.diagnostics.refresh_support"),
        refresh_hints=has("workspace.inlay_hint.refresh_support"),
        refresh_lenses=has("workspace.code_lens.refresh_support"),
        related_information=has(f"{listed}.related_information") or has(f"{published}.related_information"),
        diagnostic_tags=_tags(capabilities, listed) or _tags(capabilities, published),
        code_descriptions=has(f"{listed}.code_description_support") or has(f"{published}.code_description_support"),
        diagnostic_versions=has(f"{published}.version_support"),
        action_literals=has("text_document.code_action.code_action_literal_support"),
        preferred_actions=has("text_document.code_action.is_preferred_support"),
        document_changes=has("workspace.workspace_edit.document_changes"),
        creates_files=has("workspace.workspace_edit.document_changes")
        and types.ResourceOperationKind.Create in _listed(capabilities, "workspace.workspace_edit.resource_operations"),
        snippets=has(f"{item}.snippet_support"),
        snippet_edits=has("workspace.workspace_edit.document_changes")
        and has("workspace.workspace_edit.snippet_edit_support"),
        shared_ranges="editRange" in (_listed(capabilities, "text_document.completion.completion_list.item_defaults")),
        completion_markdown=prefers_markdown(f"{item}.documentation_format"),
        hover_markdown=prefers_markdown("text_document.hover.content_format"),
        signature_markdown=prefers_markdown("text_document.signature_help.signature_information.documentation_format"),
        symbol_tree=has("text_document.document_symbol.hierarchical_document_symbol_support"),
        link_tooltips=has("text_document.document_link.tooltip_support"),
        configuration=has("workspace.configuration"),
        register_configuration=has("workspace.did_change_configuration.dynamic_registration"),
        register_watchers=has("workspace.did_change_watched_files.dynamic_registration"),
        register_formatting=has("text_document.formatting.dynamic_registration")
        and has("text_document.range_formatting.dynamic_registration"),
        progress=has("window.work_done_progress"),
        routes_news=_experimental(capabilities, "waypostRoutes"),
        offers_apis=_experimental(capabilities, "waypostOffers"),
    )


def _tags(capabilities: types.ClientCapabilities, listed: str) -> bool:
    return get_capability(capabilities, f"{listed}.tag_support", None) is not None


def _listed(capabilities: types.ClientCapabilities, path: str) -> Sequence[Any]:
    found: Any = get_capability(capabilities, path, None)
    return found or ()


def _experimental(capabilities: types.ClientCapabilities, name: str) -> bool:
    sent: Any = capabilities.experimental
    return isinstance(sent, Mapping) and sent.get(name) is True
