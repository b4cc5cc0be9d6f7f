"""What `urljoin(base, url)` and `base.join(url)` make of two URLs, any part of which may be unknown."""

import re
from typing import Final
from urllib.parse import urljoin

from waypost.routes.evaluate import strings
from waypost.routes.model.values import Text, TextPiece

_SLASH: Final = Text((TextPiece("/", None),))
# The origin of an address in its marked form; an unknown one may include the start of the path.
_ORIGIN: Final = re.compile(r"(?:https?|[\ue000-\uf8ff])://[^/?#]*|[\ue000-\uf8ff]+")
# What joining does more than append: segments that it removes, a query or a fragment that it keeps or drops.
_RESOLVED: Final = re.compile(r"(?:\A|/)\.{1,2}(?:/|\Z|[?#])|\A(?:\Z|[?#;])")
_RESOLVED_IN_BASE: Final = re.compile(r"/\.{1,2}(?:/|\Z)|[?#]")


def joined(base: Text, url: Text) -> Text | None:
    """The URL, as seen from the base; None if the unknown parts decide."""
    if base.known is not None and url.known is not None:
        return _as_python_joins(base, url)
    return _joined_by_parts(base, url)


def _as_python_joins(base: Text, url: Text) -> Text | None:
    """Two known texts; the pieces of the result are known if nothing in them is resolved."""
    try:
        made = urljoin(base.marked, url.marked)
    except ValueError:
        return None
    by_parts = _joined_by_parts(base, url)
    return by_parts if by_parts is not None and by_parts.marked == made else strings.respelt(url, made)


def _joined_by_parts(base: Text, url: Text) -> Text | None:
    """Texts with unknown parts, if these cannot matter."""
    if url.marked.startswith(("http://", "https://")):
        return url
    if _RESOLVED.search(url.marked) or _RESOLVED_IN_BASE.search(base.marked):
        return None
    origin = _ORIGIN.match(base.marked)
    if origin is None or url.marked.startswith("//"):
        return None
    if url.marked.startswith("/"):
        return strings.joined([base.slice(0, origin.end()), url])
    folder = base.marked.rfind("/", origin.end())
    if folder < 0:
        return strings.joined([base, _SLASH, url])
    return strings.joined([base.slice(0, folder + 1), url])
