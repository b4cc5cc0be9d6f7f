"""Tokens written in the source: in URLs, and in headers anywhere."""

from collections.abc import Iterator
from itertools import compress, count
from typing import Final

from tree_sitter import Node

from waypost.core.problems import CREDENTIALS
from waypost.results import Diagnostic
from waypost.routes.edit.environment import environment_fix
from waypost.routes.syntax import Block, Blocks
from waypost.routes.syntax.tree import field
from waypost.rules import RULES
from waypost.shown.secrets import hides, named_pairs, secret_of, user_secrets
from waypost.shown.tokens import BEGINNINGS, TOKEN_IN_SOURCE, is_random, is_varied, tokens
from waypost.text import Span

MESSAGE: Final = "This looks like a real token: anyone who can read the source can use it"
_CREDENTIALS: Final = tuple(name.encode() for name in CREDENTIALS)


def tokens_in(text: str, name: str = "") -> Iterator[tuple[Span, str]]:
    """Where a text that has perhaps a name contains tokens, and random values that a secret's name says to be some.

    With each, that name.
    """
    shaped = [Span(*found.span()) for found in tokens(text)]
    yield from ((span, "") for span in shaped)
    named = [*named_pairs(text), *([(name, (0, len(text)))] if hides(name, text) else [])]
    named += [("password", span) for span in user_secrets(text)]
    for key, (start, end) in named:
        secret = secret_of(text[start:end])
        span = Span(end - len(secret), end)
        if is_random(secret) and not any(each.meets(span) for each in shaped):
            yield span, key


def may_hold_token(source: bytes) -> bool:
    """A quick test that nearly all sources fail."""
    return any(beginning in source for beginning in BEGINNINGS)


def tokens_in_headers(blocks: Blocks, source: bytes) -> Iterator[Diagnostic]:
    """The tokens written next to the name of a header, as in the headers of a client."""
    for index in compress(count(), blocks.each(_may_hold_both)):
        yield from _in_headers_of(blocks[index], blocks.starts[index], source)


def _may_hold_both(block: Block) -> bool:
    """Whether a block may hold such a header and a token; the header's name is much faster to search for."""
    lowered = block.text.lower()
    return any(name in lowered for name in _CREDENTIALS) and may_hold_token(block.text)


def _in_headers_of(block: Block, start: int, source: bytes) -> Iterator[Diagnostic]:
    for found in TOKEN_IN_SOURCE.finditer(block.text):
        at = Span(*found.span())
        node = block.root.descendant_for_byte_range(at.start + block.prefix, at.end + block.prefix)
        if is_varied(found[0]) and node is not None and _is_credential(node):
            rule = RULES["secret-in-route"]
            fixes = tuple(environment_fix(source, at.shift(start)))
            yield Diagnostic(rule.name, rule.severity, at.shift(start), MESSAGE, fixes=fixes)


def _is_credential(node: Node) -> bool:
    """Whether a string is the value of a key that has the name of a header for credentials."""
    inner: Node | None = node
    while inner is not None and inner.type in (
        "string_content",
        "string",
        "concatenated_string",
        "parenthesized_expression",
    ):
        inner = inner.parent
    key = field(inner, "key") if inner is not None and inner.type == "pair" else None
    return key is not None and (key.text or b"").strip(b"rRbBuU\"'").lower().decode("utf-8", "replace") in CREDENTIALS
