"""Bodies that several clients write in the same way: forms and multipart."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple
from urllib.parse import quote_plus

from waypost.clients.call import NAMELESS, BodyPart, RefusedCall, SentBody, StandIn, is_known
from waypost.clients.encode import joined, percent

# Real boundaries are random; this one stands for any.
BOUNDARY: Final = "boundary"
MULTIPART: Final = "multipart/form-data"
# The built-in types of `mimetypes` for files that people upload. Other types depend on the machine.
_TYPES: Final = {
    "avi": "video/x-msvideo",
    "bin": "application/octet-stream",
    "bmp": "image/bmp",
    "c": "text/plain",
    "css": "text/css",
    "csv": "text/csv",
    "doc": "application/msword",
    "eml": "message/rfc822",
    "gif": "image/gif",
    "htm": "text/html",
    "html": "text/html",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "json": "application/json",
    "mov": "video/quicktime",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "mpeg": "video/mpeg",
    "pdf": "application/pdf",
    "png": "image/png",
    "ppt": "application/vnd.ms-powerpoint",
    "svg": "image/svg+xml",
    "tar": "application/x-tar",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "tsv": "text/tab-separated-values",
    "txt": "text/plain",
    "wasm": "application/wasm",
    "xls": "application/vnd.ms-excel",
    "zip": "application/zip",
}


class Escapes(NamedTuple):
    """How a client writes names into the headers of parts."""

    pattern: re.Pattern[str]
    replace: Callable[[re.Match[str]], str]

    def __call__(self, name: str, value: str) -> str:
        return f'{name}="{self.pattern.sub(self.replace, value)}"'


def guessed_type(filename: str) -> str:
    """The media type of a file name; unknown if it depends on the machine's own tables."""
    if not is_known(filename):
        return NAMELESS
    stem, dot, ending = filename.rpartition(".")
    if not dot or not stem:
        return "application/octet-stream"
    return _TYPES.get(ending.lower()) or NAMELESS


def form(items: Iterable[tuple[str, str]]) -> SentBody:
    """A form as `urllib.parse.urlencode` writes it."""
    text = joined(items, encode_plus)
    return SentBody(text, text.encode() if is_known(text) else None, "form")


def encode_plus(text: str) -> str:
    try:
        return quote_plus(text)
    except UnicodeEncodeError:
        raise RefusedCall("half of a surrogate pair cannot be encoded in UTF-8") from None


def encode_percent(text: str) -> str:
    return percent(text, "")


def raw(content: Any) -> SentBody:
    """Text or bytes as they are."""
    if isinstance(content, StandIn):
        return SentBody(content, None, "unknown")
    if isinstance(content, str):
        try:
            return SentBody(content, content.encode() if is_known(content) else None)
        except UnicodeEncodeError as error:
            raise RefusedCall(str(error)) from error
    return SentBody(bytes(content), bytes(content))


def multipart(
    parts: list[BodyPart],
    escapes: Escapes | Callable[[str, str], str],
    boundary: str = BOUNDARY,
    *,
    type_first: bool = False,
) -> SentBody:
    """Parts with their headers between boundaries; with `type_first`, the name of a part comes last."""
    out = bytearray()
    known = True
    for part in parts:
        disposition = f"Content-Disposition: form-data; {escapes('name', part.name)}"
        disposition += f"; {escapes('filename', part.filename)}" if part.filename is not None else ""
        headers = [f"{name}: {value}" for name, value in part.headers]
        head = "\r\n".join([*headers, disposition] if type_first else [disposition, *headers])
        known = known and is_known(head) and is_known(part.content)
        content = part.content.encode() if isinstance(part.content, str) else bytes(part.content)
        out += f"--{boundary}\r\n{head}\r\n\r\n".encode() + content + b"\r\n"
    out += f"--{boundary}--\r\n".encode()
    return SentBody(parts, bytes(out) if known else None, "multipart", out.decode("utf-8", "backslashreplace"))
