"""Output formats of a request: commands and text, with secrets masked, and keywords for Python clients."""

from waypost.render.clients import as_httpx, as_requests, as_urllib
from waypost.render.curl import as_curl
from waypost.render.http_file import as_http
from waypost.render.httpie import as_httpie
from waypost.render.masking import masked
from waypost.render.python import as_httpx_code, as_requests_code

__all__ = [
    "as_curl",
    "as_http",
    "as_httpie",
    "as_httpx",
    "as_httpx_code",
    "as_requests",
    "as_requests_code",
    "as_urllib",
    "masked",
]
