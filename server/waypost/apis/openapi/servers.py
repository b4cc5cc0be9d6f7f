"""The addresses of an API and its authentication, in OpenAPI 3 and Swagger 2."""

from collections.abc import Iterator

from waypost.apis.model import SecurityScheme, Server
from waypost.apis.openapi.cursor import DocumentCursor
from waypost.apis.openapi.references import References

_Security = tuple[tuple[str, ...], ...]


def servers_of(at: DocumentCursor) -> tuple[Server, ...]:
    """The addresses that `servers` lists."""
    return tuple(_server(each) for each in at.get("servers").each() if each.text("url"))


def servers_of_swagger(root: DocumentCursor) -> tuple[Server, ...]:
    """The addresses that `host`, `basePath` and `schemes` form."""
    host, base = root.text("host"), root.text("basePath").strip("/")
    path = f"/{base}" if base else ""
    if not host:
        return (Server(path),) if path else ()
    schemes = [each.value for each in root.get("schemes").each() if each.value in ("http", "https")]
    return tuple(Server(f"{scheme}://{host}{path}") for scheme in schemes or ["https"])


def security_of(at: DocumentCursor, otherwise: _Security = ()) -> _Security:
    """The sets of schemes of which one is enough."""
    listed = at.get("security")
    if not isinstance(listed.value, list):
        return otherwise
    return tuple(tuple(each.value) for each in listed.each() if isinstance(each.value, dict))


def schemes_of(root: DocumentCursor, references: References) -> Iterator[SecurityScheme]:
    """The schemes that a document names."""
    for listed in (root.get("components").get("securitySchemes"), root.get("securityDefinitions")):
        for name, each in listed.items():
            at = references.follow(each)
            yield SecurityScheme(name, at.text("scheme").lower() or at.text("type"), at.text("in"), at.text("name"))


def _server(at: DocumentCursor) -> Server:
    variables = tuple((name, tuple(_values(each))) for name, each in at.get("variables").items())
    return Server(at.text("url"), variables)


def _values(variable: DocumentCursor) -> Iterator[str]:
    """The values of `enum`; a variable without it may have any value."""
    for each in variable.get("enum").each():
        if isinstance(each.value, str | int):
            yield str(each.value)
