"""What the client can do."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClientSupport:
    """The defaults are for a client that announces no capabilities."""

    pull_diagnostics: bool = False
    refresh_diagnostics: bool = False
    refresh_hints: bool = False
    refresh_lenses: bool = False
    related_information: bool = False
    diagnostic_tags: bool = False
    code_descriptions: bool = False
    diagnostic_versions: bool = False
    action_literals: bool = False
    preferred_actions: bool = False
    document_changes: bool = False
    creates_files: bool = False
    snippets: bool = False
    snippet_edits: bool = False
    shared_ranges: bool = False
    completion_markdown: bool = False
    hover_markdown: bool = False
    signature_markdown: bool = False
    symbol_tree: bool = False
    link_tooltips: bool = False
    configuration: bool = False
    register_configuration: bool = False
    register_watchers: bool = False
    register_formatting: bool = False
    progress: bool = False
    # Our own extension: the client shows a list of routes, and is notified when it changes.
    routes_news: bool = False
    # Another one: the client offers documents of APIs itself.
    offers_apis: bool = False
