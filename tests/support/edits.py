"""Edits that do not depend on the text they meet, for tests that draw them at random."""

from collections.abc import Sequence

from waypost.text import AppliedEdit, Document, Encoding, TextChange


def with_edit(document: Document, place: float, length: int, text: str) -> tuple[Document, Sequence[AppliedEdit]]:
    """The document with `text` in place of `length` bytes, which start at a share of its text from 0 to 1."""
    size = len(document.source)
    first = int(place * size)
    start, end = (document.position(min(size, at), Encoding.UTF8) for at in (first, first + length))
    return document.edited([TextChange(text, start, end)], Encoding.UTF8)


def with_other_text(document: Document, old: str, new: str) -> tuple[Document, Sequence[AppliedEdit]]:
    """The document with another text in the first place of one."""
    at = document.source.index(old.encode())
    start, end = (document.position(each, Encoding.UTF8) for each in (at, at + len(old.encode())))
    return document.edited([TextChange(new, start, end)], Encoding.UTF8)
