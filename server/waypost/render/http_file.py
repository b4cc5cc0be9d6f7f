"""A block of a `.http` file, as REST clients in editors read it."""

from waypost.core.types import EndpointOptions
from waypost.render.body import is_json, json_text, shown_content
from waypost.render.secrets import masked


def as_http(options: EndpointOptions, *, show_secrets: bool = False) -> str:
    """Request line, headers, an empty line and the body; JSON is indented."""
    shown = options if show_secrets else masked(options)
    head = [f"{shown['method'].upper()} {shown['url']} HTTP/1.1"]
    head += [f"{name}: {value}" for name, value in shown["headers"].items()]
    body = shown_content(shown)
    if body is None:
        return "\n".join(head) + "\n"
    text = json_text(shown["body"], indent=2) if is_json(shown) else body.decode(errors="backslashreplace")
    return "\n".join([*head, "", text]) + "\n"
