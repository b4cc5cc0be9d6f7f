"""A multipart form as the bytes that are sent (RFC 7578).

By hand: each client has its own encoder, so that the same form would be sent as different bytes by each of them.
"""

import re
from collections.abc import Iterable
from mimetypes import guess_type
from typing import Any, Final

from waypost.core.errors import RouteError
from waypost.core.values import text_of

_BOUNDARY: Final = re.compile(r';\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))', re.IGNORECASE)
# Characters that would end a quoted name; browsers and clients write these three in the same way.
_QUOTED: Final = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})
_DEFAULT_TYPE: Final = "application/octet-stream"


def multipart(fields: Iterable[tuple[str, Any]], content_type: str) -> tuple[bytes, str]:
    """The body, and the content type with its boundary: the given one, or one derived from the content."""
    parts = [_part(name, value) for name, value in fields]
    own = _BOUNDARY.search(content_type)
    boundary = (own[1] or own[2]) if own else _of_content(parts)
    line = f"--{boundary}".encode()
    if any(line in part for part in parts):
        raise RouteError(f"A field contains the boundary `{boundary}`; use another one, or none.", rule="body-type")
    body = b"".join(line + b"\r\n" + part + b"\r\n" for part in parts) + line + b"--\r\n"
    return body, content_type if own else f"{content_type}; boundary={boundary}"


def _of_content(parts: Iterable[bytes]) -> str:
    from hashlib import sha256  # loads a library of 4 MB, and few requests have such a body

    return sha256(b"".join(parts)).hexdigest()[:32]


def _part(name: str, value: Any) -> bytes:
    head = f'Content-Disposition: form-data; name="{name.translate(_QUOTED)}"'
    if not isinstance(value, bytes | bytearray | tuple):
        return f"{head}\r\n\r\n{text_of(value)}".encode()
    filename, content, media = _file(name, value)
    head += f'; filename="{filename.translate(_QUOTED)}"\r\nContent-Type: {media}'
    return f"{head}\r\n\r\n".encode() + content


def _file(name: str, value: Any) -> tuple[str, bytes, str]:
    """A file's name, bytes and type: from only bytes, or from a tuple of two or three of them."""
    match value:
        case bytes() | bytearray():
            return name, bytes(value), _DEFAULT_TYPE
        case (str(filename), bytes() | bytearray() | str() as content):
            return filename, _bytes(content), guess_type(filename)[0] or _DEFAULT_TYPE
        case (str(filename), bytes() | bytearray() | str() as content, str(media)) if media.isprintable():
            return filename, _bytes(content), media
    raise RouteError(
        f"The file `{name}` must be bytes, or a tuple of its name, its bytes and, optionally, its type.",
        rule="body-type",
    )


def _bytes(content: str | bytes | bytearray) -> bytes:
    return content.encode() if isinstance(content, str) else bytes(content)
