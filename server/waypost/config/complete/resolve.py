"""The details of an item, sent when it is selected: too much to send for two hundred at once."""

from waypost.config.hover.of_key import built_in_text
from waypost.config.pattern import meaning
from waypost.markup import code
from waypost.results import Completion


def resolve(item: Completion) -> Completion:
    """The item with its documentation. Its data has been to the client and back."""
    data = item.data or {}
    name, pattern = data.get("type"), data.get("pattern")
    if isinstance(name, str):
        return item._replace(markdown=built_in_text(name))
    if isinstance(pattern, str):
        return item._replace(markdown=f"{code(pattern)}\n\n{meaning(pattern)}")
    return item
