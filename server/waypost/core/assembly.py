"""Assembles an expanded URL and guards it: no value escapes its path segment, and none changes the host."""

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import unquote

from waypost.core.errors import RouteError, UnsafePathError
from waypost.core.host import BadHostError, reachable
from waypost.core.template import QUERY_OPERATORS
from waypost.core.url import ExpressionStep, Url, expansion

# How many times a segment is decoded before it is checked: proxies and servers each decode once.
DECODINGS: Final = 3
_AFTER_HOST = re.compile(r"[/?#]")
_AFTER_PATH = re.compile(r"[?#]")
_HOST_TEXT = re.compile(r"[\w.~%:\[\]-]*", re.ASCII)
# What the text of a host must end in before a value, so that the value is a whole label or port.
_HOST_JOINTS: Final = (".", "-", ":", "@")
_SEPARATORS = re.compile(r"[/\\]")
_ADDRESS: Final = ("http://", "https://")


def expanded(url: Url, parameters: Mapping[str, Any]) -> str:
    """The URL with its placeholders replaced: still relative, or absolute on the host that its text names."""
    assembly = _Assembly(url)
    for step in url.steps:
        if isinstance(step, str):
            assembly.add(step, None)
        else:
            assembly.add(expansion(url, step, parameters), step)
    return assembly.finished()


class _Assembly:
    """Host, path and query: each text is appended to the one that is open."""

    def __init__(self, url: Url) -> None:
        self.url = url
        self.done: list[str] = []
        self.open = "host" if url.absolute else "path"
        # Where the path starts in `done`.
        self.root = 0
        # The last segment so far, and the last expression in it.
        self.segment = ""
        self.step: ExpressionStep | None = None

    def add(self, text: str, step: ExpressionStep | None) -> None:
        if self.open == "host":
            text = self._host(text, step)
        if self.open == "path":
            text = self._path(text, step)
        if self.open == "query":
            self.done.append(text)

    def finished(self) -> str:
        if self.open == "host":
            self._end_host()
        if self.open == "path":
            self._end_path()
        text = "".join(self.done)
        if not self.url.absolute and text.startswith(_ADDRESS):
            raise self._unsafe("A value must not contain a host; put the address in the route, or set `baseUrl`.")
        return f"/{text}" if text.startswith("/") and self._starts_with_a_value() else text

    def _starts_with_a_value(self) -> bool:
        """Whether the path starts with a segment that is a value, of which nothing is left if a slash comes first."""
        first = self.url.steps[0]
        return not self.url.absolute and not isinstance(first, str) and not first.expression.operator

    def _host(self, text: str, step: ExpressionStep | None) -> str:
        """Consume what belongs to the host; return the rest."""
        if not self.done and not self.segment:
            scheme = text.index("//") + 2
            self.done.append(text[:scheme])
            text = text[scheme:]
        end = _AFTER_HOST.search(text)
        taken = text[: end.start()] if end else text
        if step is not None and taken:
            self._check_host(text, step)
        self.segment += taken
        if end:  # not after a query that is empty: what follows it would be the host's
            self._end_host()
        return text[len(taken) :]

    def _check_host(self, text: str, step: ExpressionStep) -> None:
        joined = not self.segment or self.segment.endswith(_HOST_JOINTS)
        if not joined or not _HOST_TEXT.fullmatch(text):
            self.step = step
            raise self._unsafe("This value would change the host; put a `/` before the placeholder.")

    def _end_host(self) -> None:
        if not self.segment:
            raise RouteError("The address has no host", self.url.text, rule="missing-host")
        try:
            self.done.append(reachable(self.segment))
        except BadHostError as error:
            raise RouteError(str(error), self.url.text, rule="missing-host") from None
        self.segment = ""
        self.root = len(self.done)
        self.open = "path"

    def _path(self, text: str, step: ExpressionStep | None) -> str:
        """Consume what belongs to the path; return the rest."""
        if step is not None and not text and step.expression.operator in QUERY_OPERATORS:
            return text  # the path goes on after a query that is empty
        end = _AFTER_PATH.search(text)
        path = text[: end.start()] if end else text
        for index, piece in enumerate(path.split("/")):
            if index:
                self._end_segment()
                self.done.append("/")
            self.segment += piece
            if step is not None and (piece or not text):
                self.step = step
        if end:
            self._end_path()
        return text[len(path) :]

    def _end_segment(self) -> None:
        if self.step is not None and climbs(self.segment):
            raise self._unsafe(f"The path segment would be {unquote(self.segment)[:40]!r}, which leads elsewhere.")
        self.done.append(self.segment)
        self.segment, self.step = "", None

    def _end_path(self) -> None:
        """Drop the slash before a last segment that was a placeholder without a value; keep that of the root."""
        vanished = self.step is not None and not self.segment
        self._end_segment()
        if vanished and self.done[-2:-1] == ["/"] and any(self.done[self.root : -2]):
            del self.done[-2:]
        self.open = "query"

    def _unsafe(self, message: str) -> UnsafePathError:
        step = self.step or next(step for step in self.url.steps if isinstance(step, ExpressionStep))
        names = step.expression.variables
        return UnsafePathError(
            message, self.url.text, step.expression.span, rule="unsafe-path", parameter=names[0].name if names else ""
        )


def climbs(segment: str) -> bool:
    """Whether a segment, as it is or decoded, is or contains `.` or `..`."""
    for _ in range(DECODINGS):
        if "." not in segment and "%" not in segment:
            return False
        if not {".", ".."}.isdisjoint(_SEPARATORS.split(segment)):
            return True
        segment = unquote(segment)
    return not {".", ".."}.isdisjoint(_SEPARATORS.split(segment))
