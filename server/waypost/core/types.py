"""The types that go into the builder and come out of it."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, NotRequired, Protocol, TypeAlias, TypedDict, TypeVar, overload

from waypost.core.span import CharSpan

Severity = Literal["error", "warning", "information", "hint"]
# A header of None removes the default one.
Headers: TypeAlias = Mapping[str, str | float | None]
AnswerT_co = TypeVar("AnswerT_co", covariant=True)


class MediaType(TypedDict, total=False):
    """What changes the `accept` header."""

    format: str
    previews: Sequence[str]


class RequestOptions(TypedDict, total=False):
    """The options; any other key is a parameter of the request."""

    method: str
    url: str
    baseUrl: str
    headers: Headers
    mediaType: MediaType
    data: Any
    request: Any


class MergedMediaType(TypedDict):
    """A media type with every key set."""

    format: str
    previews: list[str]


class MergedOptions(TypedDict):
    """What `merge` returns; any other key of the dict is a parameter."""

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
    """One problem of a route and its options; `parameter` is the name it is about, if any."""

    rule: str
    severity: Severity
    message: str
    span: CharSpan
    parameter: str = ""


class RouteFunction(Protocol[AnswerT_co]):
    """A call with a route and its parameters: any keyword that is not an option is a parameter of the request."""

    @overload
    def __call__(
        self,
        route: str,
        options: Mapping[str, Any] | None = None,
        /,
        *,
        base_url: str | None = None,
        baseUrl: str | None = None,
        headers: Headers | None = None,
        media_type: MediaType | None = None,
        mediaType: MediaType | None = None,
        method: str | None = None,
        url: str | None = None,
        **parameters: Any,
    ) -> AnswerT_co: ...
    @overload
    def __call__(
        self,
        options: Mapping[str, Any] | None = None,
        /,
        *,
        base_url: str | None = None,
        baseUrl: str | None = None,
        headers: Headers | None = None,
        media_type: MediaType | None = None,
        mediaType: MediaType | None = None,
        method: str | None = None,
        url: str | None = None,
        **parameters: Any,
    ) -> AnswerT_co: ...


class Endpoint(RouteFunction[EndpointOptions], Protocol):
    """Builds requests from a route and its parameters: call it, or derive another builder with `defaults`."""

    @property
    def DEFAULTS(self) -> MergedOptions:  # noqa: N802 - the name users of the JavaScript library know
        """A copy of the defaults."""

    def defaults(
        self,
        options: Mapping[str, Any] | None = None,
        /,
        *,
        base_url: str | None = None,
        baseUrl: str | None = None,
        headers: Headers | None = None,
        media_type: MediaType | None = None,
        mediaType: MediaType | None = None,
        method: str | None = None,
        url: str | None = None,
        **parameters: Any,
    ) -> "Endpoint":
        """Derive a builder whose defaults are the present ones, overridden by these options."""

    @property
    def merge(self) -> RouteFunction[MergedOptions]:
        """Merge route and options into the defaults, without expanding anything."""

    def parse(self, options: Mapping[str, Any], /) -> EndpointOptions:
        """Build the request that merged options describe."""

    @property
    def problems(self) -> RouteFunction[list[Problem]]:
        """Every problem of a call, in the order of the route. Never raises."""

    @property
    def strict(self) -> "Endpoint":
        """The same builder, raising a RouteError for any problem of error severity."""

    def for_api(self, *, base_url: str, vendor: str, version: str = "") -> "Endpoint":
        """Derive a builder with the same strictness for another API, with fresh defaults."""
