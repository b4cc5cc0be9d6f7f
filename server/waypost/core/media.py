"""What `mediaType` does to the `accept` header."""

import re
import string
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from waypost.core.profile import Profile

_NAME_CHARACTERS: Final = string.ascii_letters + string.digits + "_-"
PREVIEW_SUFFIX: Final = "-preview"
_BINARY: Final = "application/octet-stream"


def amended(accept: str, form: str, previews: list[str], profile: Profile) -> str:
    """`accept` in the requested format; previews, if there are any, replace it."""
    if not (form or previews) or _BINARY in accept.lower():
        return accept
    if previews:
        names = dict.fromkeys([*_previews_in(accept), *(name.removesuffix(PREVIEW_SUFFIX) for name in previews)])
        return ",".join(profile.preview(name, form) for name in names)
    return ",".join(_formatted(entry, form, profile) for entry in accept.split(","))


def _previews_in(accept: str) -> Iterator[str]:
    """The previews that `accept` names. By hand: a regex that backtracks takes quadratic time on a run of dashes."""
    for before in accept.split(PREVIEW_SUFFIX)[:-1]:
        name = before[len(before.rstrip(_NAME_CHARACTERS)) :].lstrip("-")
        if name:
            yield name


def _formatted(entry: str, form: str, profile: Profile) -> str:
    """One entry of `accept` with the last part of its vendor media type replaced; its parameters stay."""
    media, separator, rest = entry.partition(";")
    return _vendor_type(profile.version).sub(rf"\g<1>.{form}", media) + separator + rest


@lru_cache(maxsize=64)
def _vendor_type(version: str) -> re.Pattern[str]:
    own = rf"|{re.escape(version)}" if version else ""
    return re.compile(rf"(application/vnd\.\w+(?:\.(?:v\d+{own}))?)(?:\.\w+)?(?:\+json)?(?=\s*$)", re.IGNORECASE)
