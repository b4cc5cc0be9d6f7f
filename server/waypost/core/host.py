"""Which server a URL names: `https://a.example:443` and `https://A.example` are one; `müller.de` is sent in ASCII."""

import re
from typing import Final
from urllib.parse import unquote

from waypost.core.span import CharSpan

_HIGHEST_PORT: Final = 65_535
# Userinfo, host and port.
_AUTHORITY: Final = re.compile(r"(.*@)?(\[[^\]]*\]|[^:]*)(?::(.*))?", re.DOTALL)
# What may be in a host that was encoded: no `/` or `@` of a value, which would end it.
_NAME: Final = re.compile(r"[a-z0-9._-]+")
# IDNA changed what these letters become, so clients disagree about the host; the joiners are invisible as well.
_AMBIGUOUS: Final = re.compile("[\u00df\u03c2\u200c\u200d]")
# Stand-ins of previews, which stay as they are: the last private-use plane.
_UNKNOWN: Final = re.compile("[\U00100000-\U0010fffd]")
_ADDRESS: Final = re.compile(r"(?i)(https?)://(?:[^/?#@]*@)?([^/?#]*)")
_USUAL_PORTS: Final = {"http": ":80", "https": ":443"}


def host_of(url: str) -> tuple[str, CharSpan] | None:
    """The host of an absolute URL, without the default port of its scheme, and where host and port are."""
    found = _ADDRESS.match(url)
    if found is None:
        return None
    return found[2].lower().removesuffix(_USUAL_PORTS[found[1].lower()]), CharSpan(*found.span(2))


class BadHostError(ValueError):
    """No client can connect to this host or port; the message says why."""


def reachable(authority: str) -> str:
    """Userinfo, host and port of a URL, percent-encoded or not, as clients resolve them: the host in ASCII."""
    if authority.isascii() and "%" not in authority and ":" not in authority:
        return authority
    found = _AUTHORITY.fullmatch(authority)
    if found is None:
        return authority  # after `]`, say: not a host that anybody would take for another one
    user, host, port = found[1] or "", found[2], found[3]
    if port and port.isascii() and "%" not in port and not (port.isdigit() and int(port[:6]) <= _HIGHEST_PORT):
        raise BadHostError(f"The port is `{port[:20]}`; it must be a number up to {_HIGHEST_PORT}.")
    return f"{user}{host if host.startswith('[') else _in_ascii(host)}{'' if port is None else ':' + port}"


def _in_ascii(host: str) -> str:
    text = unquote(host)
    if text.isascii() or _UNKNOWN.search(text):
        return host
    try:
        encoded = "" if _AMBIGUOUS.search(text) else text.encode("idna").decode()
    except UnicodeError:
        encoded = ""
    from unicodedata import normalize  # rarely needed, and importing the builder must stay cheap

    # IDNA of 2003 knows fewer letters than clients do: one that it would replace is not taken from it.
    if not _NAME.fullmatch(encoded) or encoded.encode().decode("idna") != normalize("NFC", text).lower():
        raise BadHostError(f"The host `{text[:60]}` has no ASCII form that all clients agree on; write it as `xn--…`.")
    return encoded
