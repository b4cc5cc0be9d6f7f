"""Headers, media types and previews that requests usually have: no description of an API lists them."""

from typing import Final

HEADERS: Final = {
    "accept": (
        "application/json",
        "application/vnd.github+json",
        "application/vnd.github.raw+json",
        "application/vnd.github.html+json",
        "application/vnd.github.diff",
        "application/vnd.github.patch",
        "application/octet-stream",
    ),
    "accept-encoding": ("gzip", "identity"),
    "authorization": ("Bearer ", "token ", "Basic "),
    "cache-control": ("no-cache",),
    "content-length": (),
    "content-type": (
        "application/json; charset=utf-8",
        "application/octet-stream",
        "application/x-www-form-urlencoded",
        "application/zip",
        "text/plain; charset=utf-8",
    ),
    "if-match": (),
    "if-modified-since": (),
    "if-none-match": (),
    "if-unmodified-since": (),
    "prefer": ("respond-async", "return=minimal"),
    "range": ("bytes=0-",),
    "user-agent": (),
    "x-github-api-version": ("2022-11-28",),
    "x-request-id": (),
}

# The last part of a media type, as `mediaType.format` accepts it.
FORMATS: Final = ("raw", "html", "text", "full", "diff", "patch", "sha", "object", "base64", "star", "text-match")
MEDIA_TYPE: Final = ("format", "previews")
PREVIEWS: Final = (
    "ant-man",
    "baptiste",
    "corsair",
    "doctor-strange",
    "flash",
    "groot",
    "inertia",
    "luke-cage",
    "machine-man",
    "mercy",
    "mockingbird",
    "nebula",
    "scarlet-witch",
    "sombra",
    "squirrel-girl",
    "starfox",
    "stone-crop",
    "switcheroo",
    "symmetra",
    "wyandotte",
    "zzzax",
)
# Options of the request builder besides the operation's parameters.
OPTIONS: Final = {
    "baseUrl": "the address before the path",
    "data": "the whole body",
    "headers": "headers of the request",
    "mediaType": "format and previews",
    "request": "passed on as it is",
}
