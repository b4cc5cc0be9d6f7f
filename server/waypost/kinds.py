"""Which kind of document a text is, and so whose features answer for it."""

from waypost.features import Features
from waypost.text import Document
from waypost.workspace import Workspace


def features_of(document: Document, workspace: Workspace) -> Features:
    """The features that fit; the plain, empty ones where the document is of no kind we know.

    Each half is loaded when the first document of its kind is seen.
    """
    from waypost.config.homes import home_of

    home = home_of(document, workspace.settings_of(document.uri))
    if home is not None:
        from waypost.config.features import ConfigFeatures

        return ConfigFeatures(document, workspace)
    if workspace.settings_of(document.uri).apis:
        from waypost.routes.catalogue.features import ApiFeatures, is_api_document

        if is_api_document(document, workspace):
            return ApiFeatures(document, workspace)
    if document.language == "python" or document.uri.endswith((".py", ".pyi")):
        from waypost.routes.features import RouteFeatures

        return RouteFeatures(document, workspace)
    return Features(document, workspace)
