"""Waypost: language server, command line and library for spell-checker configuration and REST routes.

The builder's names are loaded when first asked for, so that the command line starts without them.
"""

from waypost.core.version import VERSION

# As in `typing`, which takes longer to import than all the rest of a short command.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from waypost.core.endpoint import endpoint
    from waypost.core.errors import RouteError, UnsafePathError
    from waypost.core.span import CharSpan
    from waypost.core.template import Template
    from waypost.core.types import (
        Endpoint,
        EndpointOptions,
        MediaType,
        MergedOptions,
        Problem,
        RequestOptions,
    )

__version__ = VERSION

_HOMES = {
    "Endpoint": "types",
    "EndpointOptions": "types",
    "MediaType": "types",
    "MergedOptions": "types",
    "Problem": "types",
    "RequestOptions": "types",
    "RouteError": "errors",
    "CharSpan": "span",
    "Template": "template",
    "UnsafePathError": "errors",
    "endpoint": "endpoint",
}

__all__ = [
    "CharSpan",
    "Endpoint",
    "EndpointOptions",
    "MediaType",
    "MergedOptions",
    "Problem",
    "RequestOptions",
    "RouteError",
    "Template",
    "UnsafePathError",
    "__version__",
    "endpoint",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"waypost.core.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
