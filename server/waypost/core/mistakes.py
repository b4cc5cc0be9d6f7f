"""Mistakes in routes: one function decides and words each, for the request builder and for every other client."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

Place = TypeVar("Place")
# How similar a value's name must be to that of the placeholder without a value.
_SIMILAR: Final = 0.7
# Hosts that belong to another one and get its credentials on purpose.
_KIN: Final = {"api.github.com": frozenset(("uploads.github.com", "github.com", "raw.githubusercontent.com"))}


class Mistake(NamedTuple):
    """The rule that a mistake breaks, and the message."""

    rule: str
    message: str


def in_placeholder(name: str, value: object, others: Sequence[str] = ()) -> Mistake | None:
    """The value of a placeholder in a path; `others` are the names of values that no placeholder takes."""
    if value is None or (isinstance(value, list | tuple | Mapping) and not value):
        return Mistake("missing-parameter", no_value(name, similar(name, others)))
    if value == "":
        return Mistake("empty-parameter", f"`{name}` is empty, so its part of the path is empty too")
    return None


def similar(name: str, others: Sequence[str]) -> str:
    """The value that was probably meant for a placeholder."""
    return nearest(name, others, _SIMILAR)


def no_value(name: str, near: str = "", *, so: str = "its part of the path stays empty") -> str:
    """A placeholder without a value, and the consequence."""
    return f"`{name}` has no value, so {so}{did_you_mean(near)}"


def sent_elsewhere(credential: str, home: str, host: str) -> Mistake | None:
    """Credentials that were given for one host, in a request to another."""
    if home == host or host in _KIN.get(home, ()):
        return None
    return Mistake("foreign-host", f"{credential} for `{home}` would be sent to `{host}`")


def sent_twice(names: Iterable[tuple[str, Place]]) -> Iterator[tuple[str, Mistake, Place]]:
    """Each name that the query already has, at its later place."""
    seen: set[str] = set()
    for name, place in names:
        if name in seen:
            yield name, Mistake("duplicate-parameter", f"`{name}` is in the query twice"), place
        seen.add(name)


def not_sent(name: str, reason: str) -> str:
    return f"`{name}` is not sent: {reason}"


def verb_in_path(verb: str) -> str:
    return f"`{verb}` becomes part of the path"


def unknown_verb(verb: str, near: str = "") -> str:
    return f"`{verb[:40]}` is not an HTTP verb{did_you_mean(near)}"


def did_you_mean(near: str) -> str:
    return f"; did you mean `{near}`?" if near else ""


def nearest(name: str, names: Sequence[str], alike: float = 0.6) -> str:
    """The most similar of the names, if one is similar."""
    import difflib  # errors are rare, and importing the builder must stay cheap

    found = difflib.get_close_matches(name, names, n=1, cutoff=alike)
    return found[0] if found else ""
