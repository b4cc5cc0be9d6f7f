"""The shapes that go into the builder and come out of it."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, NotRequired, Protocol, TypedDict, overload

from waypost.core.span import CharSpan

Severity = Literal["error", "warning", "information", "hint"]


class MediaType(TypedDict, total=False):
    """What amends the `accept` header."""

    format: str
    previews: Sequence[str]


class RequestOptions(TypedDict, total=False):
    """The options with a meaning of their own; any other key is a parameter of the request."""

    method: str
    url: str
    baseUrl: str
    headers: Mapping[str, str | float | None]
    mediaType: MediaType
    data: Any
    request: Any


class MergedMediaType(TypedDict):
    """A media type with every key set."""

    format: str
    previews: list[str]


class MergedOptions(TypedDict):
    """What `merge` returns, beside the parameters: any other key of the dict."""

    baseUrl: str
    method: str
    url: NotRequired[str]
    headers: dict[str, str]
    mediaType: MergedMediaType
    data: NotRequired[Any]
    request: NotRequired[Any]


class EndpointOptions(TypedDict):
    """A request, ready for any client."""

    method: str
    url: str
    headers: dict[str, str]
    body: NotRequired[Any]
    request: NotRequired[Any]


class Problem(NamedTuple):
    """Something doubtful about a route and its options; `parameter` is the name it is about, if any."""

    rule: str
    severity: Severity
    message: str
    span: CharSpan
    parameter: str = ""


class Endpoint(Protocol):
    """Builds requests from a route and its parameters: call it, or derive another from it by `defaults`."""

    @overload
    def __call__(
        self, route: str, options: Mapping[str, Any] | None = None, /, **parameters: Any
    ) -> EndpointOptions: ...
    @overload
    def __call__(self, options: Mapping[str, Any] | None = None, /, **parameters: Any) -> EndpointOptions: ...
    @property
    def DEFAULTS(self) -> MergedOptions:  # noqa: N802 - the name users of the JavaScript library know
        """A copy of the defaults."""

    def defaults(self, options: Mapping[str, Any] | None = None, /, **parameters: Any) -> "Endpoint":
        """Derive a builder whose defaults are these options over the present ones."""

    @overload
    def merge(self, route: str, options: Mapping[str, Any] | None = None, /, **parameters: Any) -> MergedOptions: ...
    @overload
    def merge(self, options: Mapping[str, Any] | None = None, /, **parameters: Any) -> MergedOptions: ...
    def parse(self, options: Mapping[str, Any], /) -> EndpointOptions:
        """Build the request that merged options describe."""

    @overload
    def problems(self, route: str, options: Mapping[str, Any] | None = None, /, **parameters: Any) -> list[Problem]: ...
    @overload
    def problems(self, options: Mapping[str, Any] | None = None, /, **parameters: Any) -> list[Problem]: ...
    @property
    def strict(self) -> "Endpoint":
        """The same builder, raising a RouteError for any problem of error severity."""

    def for_api(self, *, base_url: str, vendor: str, version: str = "") -> "Endpoint":
        """Derive a builder with the same rules for another API, with fresh defaults."""
