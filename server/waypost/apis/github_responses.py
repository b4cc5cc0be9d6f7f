"""The responses of GitHub's operations, in a separate file: the catalogue loads as fast without it.

The file holds facts only; the description of a response is the phrase of its status.
"""

import json
from collections.abc import Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from waypost.apis.load import github
from waypost.apis.responses import Response, Responses

FILE: Final = Path(__file__).with_name("github_responses.json")
_PHRASES: Final = {str(each.value): each.phrase for each in HTTPStatus}


def github_responses(edition: str, routes: Iterable[str]) -> Responses:
    """The responses of some operations of an edition."""
    data = json.loads(FILE.read_bytes())
    numbers = {each.route: number for number, each in enumerate(github(edition).operations)}
    rows = data["editions"][edition]
    found = {route: tuple(map(_response, data["responses"][rows[numbers[route]]])) for route in routes}
    return Responses(found, data["schemas"])


def _response(row: list[Any]) -> Response:
    status, content = row
    return Response(status, _PHRASES[status], content)
