"""The builder that users call: its defaults, and the operations on them."""

import re
from collections.abc import Mapping
from typing import Any, Final, cast

from waypost.core import options as check
from waypost.core.errors import RouteError, UnsafePathError
from waypost.core.merge import copied, merged
from waypost.core.parse import parsed
from waypost.core.plan import Plans
from waypost.core.problems import found
from waypost.core.profile import GITHUB, USER_AGENT, Profile
from waypost.core.route import split
from waypost.core.types import Endpoint, EndpointOptions, MergedOptions, Problem

Options = Mapping[str, Any] | None
_USUAL_HEADERS: Final = frozenset({"accept", "user-agent"})
_PASSWORD: Final = re.compile(r"(?<=://)[^/?#]*@")
# What every builder starts with.
START: Final[dict[str, Any]] = {
    "baseUrl": "",
    "method": "GET",
    "headers": {},
    "mediaType": {"format": "", "previews": []},
}


class Builder:
    """Builds requests for an API from a route and its parameters; sends nothing.

        endpoint("GET /orgs/{org}/repos", org="octokit", type="private")
        endpoint("GET /orgs/{org}/repos", {"org": "octokit"})
        endpoint({"method": "GET", "url": "/orgs/{org}/repos", "org": "octokit"})

    It never changes: `defaults` derives a new one.
    """

    __slots__ = ("_defaults", "_plans", "_profile", "_strict")

    def __init__(self, profile: Profile, defaults: dict[str, Any], *, strict: bool = False) -> None:
        self._profile = profile
        self._defaults = defaults
        self._strict = strict
        self._plans = Plans(profile, defaults)

    def __repr__(self) -> str:
        """The address, without its password, and the names of what is set: defaults hold credentials."""
        headers = [f"header {name}" for name in self._defaults["headers"] if name not in _USUAL_HEADERS]
        others = [name for name in self._defaults if name not in START]
        names = ", ".join([*headers, *others])
        kind = "strict endpoint" if self._strict else "endpoint"
        return f"<{kind} for {_PASSWORD.sub('', self._defaults['baseUrl'])}{names and f' with {names}'}>"

    def __call__(
        self, route: object = None, options: object = None, /, *more: object, **parameters: Any
    ) -> EndpointOptions:
        """Build a request: a dict with `method`, `url` and `headers`, and with `body` and `request` if it has them.

        A parameter fills the placeholder of its name, `{name}` or `/:name`; otherwise it goes into the query of GET
        and HEAD, and into the body of other verbs. `baseUrl`, `headers`, `mediaType`, `data`, `request`, `method` and
        `url` are options, not parameters; as keywords, `base_url` and `media_type` work too.
        Raises RouteError if no request can be made.
        """
        if more:
            raise _too_many(more)
        try:
            request = None if self._strict else self._plans.request(route, options, parameters)
            if request is not None:
                return request
            if self._strict:
                self._refuse(found(self._profile, self._defaults, route, options, parameters), route)
            return parsed(self._merged(route, options, parameters), self._profile)
        except RouteError as error:
            _locate(error, route, options, parameters)
            raise

    @property
    def DEFAULTS(self) -> MergedOptions:  # noqa: N802 - the name users of the JavaScript library know
        """A copy of the defaults; changing the copy changes nothing else."""
        return cast("MergedOptions", copied(self._defaults))

    def defaults(self, options: Options = None, /, **parameters: Any) -> "Builder":
        """Derive a builder whose defaults are the present ones, overridden by these options."""
        return Builder(self._profile, copied(self._merged(options, None, parameters)), strict=self._strict)

    def merge(self, route: object = None, options: object = None, /, *more: object, **parameters: Any) -> MergedOptions:
        """Merge route and options into the defaults, without expanding anything."""
        if more:
            raise _too_many(more)
        try:
            return cast("MergedOptions", self._merged(route, options, parameters))
        except RouteError as error:
            _locate(error, route, options, parameters)
            raise

    def parse(self, options: Mapping[str, Any], /) -> EndpointOptions:
        """Build the request that merged options describe; the defaults of this builder are not used."""
        try:
            if self._strict:
                self._refuse(found(self._profile, START, options, None, {}), None)
            return parsed(options, self._profile)
        except RouteError as error:
            _locate(error, options, None, {})
            raise

    def problems(
        self, route: object = None, options: object = None, /, *more: object, **parameters: Any
    ) -> list[Problem]:
        """Every problem of a call, in the order of the route. Never raises for what it is about."""
        if more:
            raise _too_many(more)
        return found(self._profile, self._defaults, route, options, parameters)

    @property
    def strict(self) -> "Builder":
        """The same builder, raising a RouteError for any problem of error severity."""
        return Builder(self._profile, self._defaults, strict=True)

    def for_api(self, *, base_url: str, vendor: str, version: str = "") -> "Builder":
        """Derive a builder with the same strictness for another API, with fresh defaults."""
        return for_profile(Profile(base_url, vendor, version), strict=self._strict)

    def _merged(self, route: object, options: object, parameters: dict[str, Any]) -> dict[str, Any]:
        text, given = check.gathered(route, options, parameters)
        return merged(self._defaults, text, given)

    def _refuse(self, problems: list[Problem], route: object) -> None:
        error = next((problem for problem in problems if problem.severity == "error"), None)
        if error is not None:
            kind = UnsafePathError if error.rule == "unsafe-path" else RouteError
            text = route if isinstance(route, str) else ""
            raise kind(error.message, text, error.span, rule=error.rule, parameter=error.parameter)


def for_profile(profile: Profile, *, strict: bool = False) -> Builder:
    """The builder for an API, with only that API's defaults."""
    base_url = check.base_url(profile.base_url)
    check.vendor(profile)
    headers = {"accept": profile.accept, "user-agent": USER_AGENT}
    defaults = {**START, "baseUrl": base_url, "headers": headers}
    return Builder(profile, defaults, strict=strict)


def _too_many(more: tuple[object, ...]) -> TypeError:
    """Python's own message counts the builder as an argument."""
    return TypeError(f"pass a route and one mapping of options: these are {2 + len(more)} positional arguments")


def _locate(error: RouteError, route: object, options: object, parameters: Mapping[str, Any]) -> None:
    """Word an error in terms of what the user wrote."""
    if isinstance(route, str):
        parts = split(route)
        error.locate(route, parts.url, parts.url_span.start)
    else:
        given = route if isinstance(route, Mapping) else options if isinstance(options, Mapping) else {}
        url = parameters.get("url", given.get("url"))
        text = url if isinstance(url, str) else ""
        error.locate(text, text, 0)


endpoint: Final[Endpoint] = for_profile(GITHUB)
