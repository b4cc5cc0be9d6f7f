"""The effective values for a file, and where each comes from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from waypost.config.check import check
from waypost.config.edit import key_text
from waypost.config.explain.dump import plain_setting
from waypost.config.model.effective import (
    Layer,
    Setting,
    Settings,
    Sourced,
    effective_engine,
    effective_files,
    fallback,
)
from waypost.config.model.schema import root
from waypost.config.model.subject import Subject
from waypost.config.parse import Table
from waypost.config.typos.filetype import TypeMatch, type_of
from waypost.config.typos.runs import CANDIDATES, FoundConfiguration, Run, weaker
from waypost.results import Diagnostic
from waypost.rules import RULES
from waypost.text import Document, LineIndex
from waypost.workspace import Workspace, uri_of
from waypost.workspace.files import is_folder


class OriginLine(NamedTuple):
    """One value, or one part of a list or table, and its origin."""

    key: str
    value: Any
    origin: str
    # What is wrong with the value; empty where it is valid.
    fault: str = ""


@dataclass(frozen=True)
class Holding:
    """All effective values for one file or folder."""

    path: Path
    run: Run
    # Other configurations of the same folder, which are not read.
    shadowed: Sequence[Path]
    # Why typos refuses the configuration.
    refused: Sequence[Diagnostic] = ()

    @classmethod
    def of(cls, path: Path, workspace: Workspace, run: Run | None = None) -> "Holding":
        """In another run, the one that checks it, or for a configuration the one that reads it."""
        run = run or Run.reading(path, workspace) or Run.of(path, workspace)
        shadowed = list(weaker(run.path, workspace)) if run.path else []
        return cls(path, run, shadowed, _errors(run.source, workspace) if run.source else ())

    @property
    def source(self) -> FoundConfiguration | None:
        return self.run.source

    @property
    def config(self) -> Table | None:
        return self.source.config if self.source else None

    @cached_property
    def type(self) -> TypeMatch | None:
        return None if is_folder(self.path) else type_of(self.path.name, self.config)

    @cached_property
    def files(self) -> Settings:
        return effective_files(self.config)

    @cached_property
    def engine(self) -> Settings:
        return effective_engine(self.config, self.type.name if self.type else None)

    def sections(self) -> Iterator[tuple[str, list[OriginLine]]]:
        """The values of `files` and of how this file is checked; unset ones with their fallbacks."""
        yield "files", [line for key in root().properties["files"].properties for line in self._file_lines(key)]
        name = f"type.{key_text(self.type.name)}" if self.type else "default"
        yield name, [line for key, setting in self.engine.items() for line in self._lines(key, setting)]

    def _file_lines(self, key: str) -> Iterator[OriginLine]:
        if key in self.files:
            yield from self._lines(key, self.files[key])
            return
        other = fallback(self.files, key)
        if other is not None:
            yield OriginLine(key, plain_setting(other[1]), f"as `{other[0]}`")

    def _lines(self, key: str, setting: Setting) -> Iterator[OriginLine]:
        if isinstance(setting, Sourced):
            yield self._line(key, setting)
        elif isinstance(setting, Mapping):
            yield from (self._line(f"{key}.{key_text(name)}", each) for name, each in setting.items())
        else:
            yield from (self._line(f"{key}[]", each) for each in setting)

    def _line(self, key: str, value: Sourced) -> OriginLine:
        fault = self._fault(value)
        origin = self.origin(value)
        return OriginLine(key, value.value, f"{origin}, not valid: {fault}" if fault else origin, fault)

    def _fault(self, value: Sourced) -> str:
        if value.node is None or self.source is None or not self.refused:
            return ""
        span = self.source.tree.span(value.node)
        return next((each.message for each in self.refused if span.start <= each.span.start < span.end), "")

    @property
    def faults(self) -> Iterator[str]:
        """The problems of the configuration, each with its line."""
        for each in self.refused:
            yield f"line {self._lines_of_source.line_at(each.span.start) + 1}: {each.message}"

    def origin(self, sourced: Sourced) -> str:
        """The origin of a value, in words: a line of the configuration, or built in."""
        if sourced.node is None or self.source is None:
            of_type = sourced.layer is Layer.BUILT_IN_TYPE and self.type
            return f"built in for {self.type.name}" if of_type and self.type else "built in"
        line = self._lines_of_source.line_at(self.source.tree.span(sourced.node).start)
        return f"{self.source.path.name}:{line + 1}"

    def place(self, sourced: Sourced | None) -> dict[str, Any] | None:
        """The document and line that a value comes from; None if it is built in."""
        if sourced is None or sourced.node is None or self.source is None:
            return None
        line = self._lines_of_source.line_at(self.source.tree.span(sourced.node).start)
        return {"uri": uri_of(self.source.path), "line": line}

    @cached_property
    def _lines_of_source(self) -> LineIndex:
        return LineIndex.of(self.source.tree.source if self.source else b"")


def _errors(source: FoundConfiguration, workspace: Workspace) -> Sequence[Diagnostic]:
    uri = uri_of(source.path)
    document = Document(uri, source.tree.source)
    subject = Subject(
        document, workspace, workspace.settings_of(document.uri), CANDIDATES[source.path.name], source.tree
    )
    return [each for each in check(subject).diagnostics if RULES[each.rule].is_refusal]
