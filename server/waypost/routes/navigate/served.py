"""From what answers a route of an app to the calls of the route, in all files of the workspace."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from waypost.apis import Apis
from waypost.results import Lens, Location
from waypost.routes.inventory import call_of
from waypost.routes.listed import ListedCall
from waypost.routes.serving.apps import OwnRoute
from waypost.routes.serving.as_api import goes_to
from waypost.routes.sites.file_sites import Routes
from waypost.workspace import key_of

if TYPE_CHECKING:
    from waypost.text import Span

# Where tests are kept: what is counted apart, and nothing else depends on it.
_OF_TESTS: Final = re.compile(r"/tests?/|/test_[^/]*\Z|_test\.py\Z|/conftest\.py\Z")


class _CallInFile(NamedTuple):
    uri: str
    call: ListedCall


def callers_of_handler(routes: Routes, offset: int) -> Sequence[Location]:
    """The calls of the routes whose handler, decorator or path is at an offset."""
    here = [each for each in routes.apps.own_routes if each.touches(offset)]
    if not here:
        return ()
    key = key_of(routes.document.uri)
    found = [each for each in _calls(routes) if any(_is_of(each.call, own, routes.apis) for own in here)]
    return [Location(each.call.span, None if key_of(each.uri) == key else each.uri) for each in found]


def lenses_of_handlers(routes: Routes) -> Iterator[Lens]:
    """Above each handler: how many calls of its routes there are, and how many of these are in tests."""
    own = routes.apps.own_routes
    if not own:
        return
    calls = list(_calls(routes))
    by_handler: dict[Span, list[OwnRoute]] = {}
    for each in own:
        by_handler.setdefault(each.name, []).append(each)
    for span, handled in by_handler.items():
        found = [each for each in calls if any(_is_of(each.call, one, routes.apis) for one in handled)]
        tests = sum(1 for each in found if _OF_TESTS.search(each.uri))
        among = f", {tests} in tests" if tests else ""
        yield Lens(span, f"{len(found)} call{'' if len(found) == 1 else 's'}{among}")


def _calls(routes: Routes) -> Iterator[_CallInFile]:
    """The calls of this document as it is now, and those of all other files."""
    yield from (_CallInFile(routes.document.uri, call_of(site, routes)) for site in routes.requests())
    here = key_of(routes.document.uri)
    yield from (_CallInFile(uri, call) for uri, call in routes.workspace.index if uri != here)


def _is_of(call: ListedCall, own: OwnRoute, apis: Apis) -> bool:
    """Whether a call goes to a route: by a client of its app, or by an address that the settings say is the app's."""
    return call.operation in own.operations and goes_to(call.api, own.app, apis)
