"""What a call sends by name, with its place and the JSON type of its value, as far as it is known."""

import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from waypost.apis import ParameterPlace
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValues, Value, json_type, options_of
from waypost.routes.sites.part_origins import value_of
from waypost.routes.sites.placeholders import placeholders
from waypost.routes.sites.sent_body import BodyForm, sent_body
from waypost.routes.sites.site_operation import sent_by

BODIES: Final = {
    BodyForm.JSON: "json",
    BodyForm.FORM: "form",
    BodyForm.MULTIPART: "multipart",
    BodyForm.RAW: "raw",
    BodyForm.UNKNOWN: "raw",
}


class SentName(NamedTuple):
    """`path`, `query`, or a kind of body; a type of JSON, or nothing; a name, or nothing for a whole body."""

    place: str
    type: str
    name: str

    @classmethod
    def read(cls, text: str) -> "SentName":
        return cls(*text.split(":", 2))

    @property
    def text(self) -> str:
        """The same in one string, shared by all calls that send it: an index holds many."""
        return sys.intern(":".join(self))


def sent_names(site: Site) -> tuple[SentName, ...]:
    """Everything that a call sends in its path, its query and its body."""
    return tuple(dict.fromkeys((*_in_path(site), *_in_query(site), *_in_body(site))))


def with_query(sent: tuple[SentName, ...], names: tuple[str, ...] | None) -> tuple[SentName, ...]:
    """The same with the names of the query that are sent, where the client decides that."""
    if names is None:
        return sent
    kept = tuple(each for each in sent if each.place != "query" or each.name in names)
    known = {each.name for each in kept if each.place == "query"}
    return (*kept, *(SentName("query", "", name) for name in names if name not in known))


def _in_path(site: Site) -> Iterator[SentName]:
    for each in placeholders(site):
        entry = value_of(site, each.name)[0]
        if each.operator not in ("?", "&"):
            yield SentName("path", _type(entry.value) if entry is not None else "", each.name)


def _in_query(site: Site) -> Iterator[SentName]:
    for each in sent_by(site):
        if each.place is ParameterPlace.QUERY:
            yield SentName("query", _type(each.value), each.name)


def _in_body(site: Site) -> Iterator[SentName]:
    body = sent_body(site)
    if body is None:
        return
    place = BODIES[body.form]
    for option in options_of(body.value):
        if isinstance(option, KeyedValues):
            yield SentName(place, "object", "")
            yield from (SentName(place, _type(each.value), each.key) for each in option.entries)
        else:
            yield SentName(place, json_type(option) or "", "")


def _type(value: Value) -> str:
    types = {json_type(option) or "" for option in options_of(value)}
    return types.pop() if len(types) == 1 else ""
