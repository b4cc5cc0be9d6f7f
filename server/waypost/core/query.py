"""The remaining parameters, as the query of a GET or HEAD request."""

from collections.abc import Mapping
from typing import Any

from waypost.core.errors import RouteError
from waypost.core.values import HALF_A_PAIR, BadValueError, encode_query, encode_search, query_text


def with_query(url: str, parameters: Mapping[str, Any]) -> str:
    """`url` with `parameters` after the query it has, and before its fragment."""
    pairs = [pair for name, value in parameters.items() if (pair := _pair(name, value)) is not None]
    if not pairs:
        return url
    address, mark, fragment = url.partition("#")
    return address + joiner(address) + "&".join(pairs) + mark + fragment


def joiner(address: str) -> str:
    if "?" not in address:
        return "?"
    return "" if address.endswith(("?", "&")) else "&"


def _pair(name: str, value: object) -> str | None:
    try:
        text = query_text(value)
        if text is None:
            return None
        return f"{encode_query(name)}={encode_search(text) if name == 'q' else encode_query(text)}"
    except BadValueError as error:
        raise RouteError(f"`{name}` {error}", rule="unsendable-value", parameter=name) from None
    except UnicodeEncodeError:
        raise RouteError(f"`{name!a}` {HALF_A_PAIR}", rule="unsendable-value", parameter=name) from None
