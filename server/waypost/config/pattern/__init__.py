"""Patterns in Rust's syntax: their meaning in words, and where they match.

Written by hand: the only maintained bindings of Rust's engine report whether a pattern matches, not where, and no
library describes its syntax in words.
"""

from waypost.config.pattern.search import matches
from waypost.config.pattern.words import meaning

__all__ = ["matches", "meaning"]
