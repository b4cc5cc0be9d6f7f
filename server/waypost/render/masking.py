"""A built request without its secrets."""

from typing import cast

from waypost.core.types import EndpointOptions
from waypost.shown.secrets import masked_data, masked_header, masked_text


def masked(options: EndpointOptions) -> EndpointOptions:
    """The same request; `options` stay as they are."""
    shown = cast("EndpointOptions", dict(options))
    shown["url"] = masked_text(options["url"])
    shown["headers"] = {name: masked_header(name, value) for name, value in options["headers"].items()}
    if "body" in options:
        shown["body"] = masked_data(options["body"])
    if "request" in options:
        shown["request"] = masked_data(options["request"])
    return shown
