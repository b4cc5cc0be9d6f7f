"""Credentials are never shown."""

import re
from collections.abc import Mapping
from typing import Final

_HEADERS: Final = frozenset(
    ("authorization", "cookie", "x-api-key", "private-token", "proxy-authorization", "x-auth-token", "api-key")
)
_IN_QUERY: Final = re.compile(
    r"([?&](?:access_token|token|api_key|apikey|key|client_secret|password|secret|signature)=)([^&#{]+)", re.IGNORECASE
)
_USER_INFO: Final = re.compile(r"(?<=://)[^/@\s]*:[^/@\s]*@")


def masked_headers(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: masked(name, str(value)) for name, value in headers.items()}


def masked(name: str, value: str) -> str:
    """A header's value without its secret. What is not known is no secret, and its scheme is none."""
    if name.lower() not in _HEADERS or re.fullmatch(r"(?:\w+ )?\{[^{}]*\}", value):
        return value
    scheme = re.match(r"(?:token|bearer|basic|digest)\s+", value, re.IGNORECASE)
    return f"{scheme[0] if scheme else ''}***"


def masked_url(url: str) -> str:
    return _USER_INFO.sub("***@", _IN_QUERY.sub(r"\1***", url))
