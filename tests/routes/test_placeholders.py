"""Where the name of a placeholder is in the braces."""

from waypost.routes.features import RouteFeatures
from waypost.routes.sites.placeholders import placeholders
from waypost.text import Document
from waypost.workspace import Workspace


def test_a_placeholder_without_a_name_has_its_place_between_its_braces() -> None:
    source = (
        "from docker.api.client import APIClient\n\n\ndef f(c: APIClient, a):\n    c._url('/x/{}/{1}/{name:x}', a)\n"
    )
    (site,) = RouteFeatures(Document("file:///a.py", source.encode()), Workspace()).sites()
    text = site.template.marked
    found = [(each.name, text[each.start : each.end], each.name_start - each.start) for each in placeholders(site)]
    assert found == [("0", "{}", 1), ("1", "{1}", 1), ("name", "{name:x}", 1)]
    assert [text[each.name_start : each.name_end] for each in placeholders(site)] == ["", "1", "name"]
