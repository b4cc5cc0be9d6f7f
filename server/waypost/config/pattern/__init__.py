"""Patterns in Rust's syntax: what one means in words, and where it matches.

Written by hand: the only bindings of Rust's engine that are kept up say whether a pattern matches, not where, and no
library puts its syntax into words.
"""

from waypost.config.pattern.search import matches
from waypost.config.pattern.words import meaning

__all__ = ["matches", "meaning"]
