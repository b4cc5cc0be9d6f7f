"""What an editor can request for a file with settings."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from waypost.config.check.syntax import syntax_errors
from waypost.config.features import ConfigFeatures
from waypost.config.parse import PlacePart, Syntax, Tree, parse
from waypost.features import Features
from waypost.projects.file import OWN_FILE, SettingsFile, read_settings
from waypost.projects.findings import findings_in
from waypost.results import Completions, Diagnostic, Hover
from waypost.text import Document
from waypost.workspace.homes import Home
from waypost.workspace.uris import named_by, path_of

_WHOLE = Home(Syntax.TOML, ((),))


class SettingsFeatures(Features):
    """A `waypost.toml`."""

    prefix: tuple[str, ...] = ()

    @cached_property
    def tree(self) -> Tree:
        return parse(self.document.source, Syntax.TOML)

    @cached_property
    def file(self) -> SettingsFile | None:
        return _file_of(self.document)

    def diagnostics(self) -> Sequence[Diagnostic]:
        if self.file is None:
            return ()
        return [*syntax_errors(self.file.tree, _WHOLE), *findings_in(self.file)]

    def is_comment(self, offset: int) -> bool:
        return self.tree.at(offset + 1).part is PlacePart.COMMENT

    def complete(self, offset: int) -> Completions:
        from waypost.projects.settings_schema import complete

        return complete(self.tree, offset, self.prefix)

    def hover(self, offset: int) -> Hover | None:
        from waypost.projects.settings_schema import hover

        return hover(self.tree, offset, self.prefix)


class ProjectFeatures(ConfigFeatures):
    """A `pyproject.toml`: the spell checker's configuration, and Waypost's settings."""

    def diagnostics(self) -> Sequence[Diagnostic]:
        file = _file_of(self.document)
        own = super().diagnostics()
        if file is None:
            return own
        known = {(each.rule, each.span) for each in own}
        faults = (each for each in syntax_errors(file.tree, _WHOLE) if (each.rule, each.span) not in known)
        return [*own, *faults, *findings_in(file)]

    def complete(self, offset: int) -> Completions:
        from waypost.projects.settings_schema import complete

        own = complete(self.tree, offset, ("tool", "waypost"))
        others = super().complete(offset)
        return Completions((*own.items, *others.items), others.incomplete)

    def hover(self, offset: int) -> Hover | None:
        from waypost.projects.settings_schema import hover

        return hover(self.tree, offset, ("tool", "waypost")) or super().hover(offset)


def features_for(document: Document) -> type[Features]:
    """The features of a file that may contain settings, by its name."""
    return SettingsFeatures if named_by(document.uri).name == OWN_FILE else ProjectFeatures


def _file_of(document: Document) -> SettingsFile | None:
    path = path_of(document.uri)
    return read_settings(path or Path(named_by(document.uri)), document.source)
