"""Which server a URL names: `https://a.example:443` and `https://A.example` are one."""

import re
from typing import Final

from waypost.core.span import CharSpan

_ADDRESS: Final = re.compile(r"(?i)(https?)://(?:[^/?#@]*@)?([^/?#]*)")
_USUAL_PORTS: Final = {"http": ":80", "https": ":443"}


def host_of(url: str) -> tuple[str, CharSpan] | None:
    """The host of an absolute URL, without the default port of its scheme, and where host and port are."""
    found = _ADDRESS.match(url)
    if found is None:
        return None
    return found[2].lower().removesuffix(_USUAL_PORTS[found[1].lower()]), CharSpan(*found.span(2))
