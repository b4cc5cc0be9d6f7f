"""Which kind of document a text is, and therefore whose features answer for it."""

from importlib import import_module
from typing import Final

from waypost.cancel import checkpoint
from waypost.features import Features
from waypost.projects import PROJECT_FILES
from waypost.text import Document
from waypost.workspace import Settings, Workspace
from waypost.workspace.homes import home_of
from waypost.workspace.uris import named_by

_STEPS: Final = (
    "waypost.clients",
    "waypost.routes.run.roots",
    "waypost.routes.sites.file_sites",
    "waypost.routes.check",
)


def features_of(document: Document, workspace: Workspace, settings: Settings) -> Features:
    """The features that fit; the plain, empty ones if the document is not of a known kind."""
    return kind_of(document, workspace, settings)(document, workspace, settings)


def kind_of(document: Document, workspace: Workspace, settings: Settings) -> type[Features]:
    """The class of features that fits. Each half of the package is loaded with the first document of its kind.

    An edit can change it, and so can the settings: a JSON file is a configuration if its `$schema` says so.
    """
    if named_by(document.uri).name in PROJECT_FILES:
        from waypost.projects.features import features_for

        return features_for(document)
    if home_of(document, settings) is not None:
        from waypost.config.features import ConfigFeatures

        return ConfigFeatures
    if settings.apis:
        from waypost.apis.features import ApiFeatures, is_api_document

        if is_api_document(document, workspace):
            return ApiFeatures
    if document.language == "python" or document.uri.endswith((".py", ".pyi")):
        return _route_features()
    return Features


def _route_features() -> type[Features]:
    """Loaded in steps: it takes a fifth of a second, and a question about another document need not wait for it all."""
    for part in _STEPS:
        import_module(part)
        checkpoint()
    from waypost.routes.features import RouteFeatures

    return RouteFeatures
