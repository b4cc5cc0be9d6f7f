"""Patterns in Rust's syntax: their meaning in words.

Written by hand: no library describes its syntax in words.
"""

from waypost.config.pattern.words import meaning

__all__ = ["meaning"]
