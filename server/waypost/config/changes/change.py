"""A change to a few files, written only if a run of typos on copies shows its effect; tidying is one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from waypost.config import edit
from waypost.config.edit import edited
from waypost.config.explain.provenance import Holding
from waypost.config.features import ConfigFeatures
from waypost.config.parse import Array, Entry, Tree, parse
from waypost.config.typos.program import SpellChecker, TyposRun
from waypost.config.typos.runs import Run
from waypost.results import Diagnostic, Edit, Severity
from waypost.text import Document
from waypost.workspace import Folder, Workspace, uri_of
from waypost.workspace.bounds import real_path
from waypost.workspace.files import is_folder, read_regular
from waypost.workspace.homes import Syntax
from waypost.workspace.write import write_file

_NEW_NAME = "_typos.toml"


class RefusedChangeError(Exception):
    """Nothing was changed; the message says why."""


@dataclass(frozen=True)
class FileChange:
    """A file before and after; `before` is None for a new file."""

    path: Path
    before: bytes | None
    after: bytes


@dataclass(frozen=True)
class Change:
    """The change in a sentence, and the files that it touches."""

    summary: str
    files: Sequence[FileChange]

    def write(self) -> None:
        for each in self.files:
            write_file(each.path, each.after, each.before)


@dataclass(frozen=True)
class ConfigurationPlace:
    """The configuration that a run reads, to be changed for a file or folder that the run checks."""

    target: Path
    holding: Holding
    # None if typos is not installed: then nothing confirms a change.
    checker: SpellChecker | None
    # What an editor has as the content of the file.
    text: bytes | None = None

    @classmethod
    def of(
        cls,
        target: Path,
        workspace: Workspace,
        checker: SpellChecker | None,
        *,
        run: Run | None = None,
        text: bytes | None = None,
    ) -> "ConfigurationPlace":
        holding = Holding.of(target, workspace, run)
        if holding.source is not None and holding.source.tree.errors:
            raise RefusedChangeError(f"{holding.source.path} is not valid TOML: fix it first")
        if not target.is_relative_to(holding.run.folder):
            raise RefusedChangeError(f"a run of typos in {holding.run.folder} does not come to {target}")
        return cls(target, holding, checker, text)

    @property
    def run(self) -> Run:
        return self.holding.run

    @property
    def path(self) -> Path:
        """A new file is created where typos is run."""
        return self.run.path or self.run.folder / _NEW_NAME

    @cached_property
    def tree(self) -> Tree:
        return self.holding.source.tree if self.holding.source else parse(b"", Syntax.TOML)

    @property
    def prefix(self) -> tuple[str, ...]:
        return self.holding.source.table if self.holding.source else ()

    @cached_property
    def source(self) -> bytes:
        """The content of the file."""
        return read_regular(self.target) if self.text is None else self.text

    def engine(self, *, by_type: bool) -> tuple[str, ...]:
        """The table that says how the file is checked: `default`, or that of its type."""
        if not by_type:
            return ("default",)
        if self.holding.type is None:
            raise RefusedChangeError(f"{self.target} has no type")
        return ("type", self.holding.type.name)

    def entry(self, *path: str) -> Entry | None:
        return self.tree.root.find(*self.prefix, *path)

    def with_entry(self, path: Sequence[str], value: str) -> FileChange:
        """The configuration with `path = value`."""
        there = self.entry(*path)
        if there is not None:
            return self._edited(edit.replace(self.tree, there.value, value))
        return self._edited(edit.insert_entry(self.tree, self.prefix, path, value))

    def with_item(self, path: Sequence[str], value: str) -> FileChange:
        """The configuration with another item in the list at a path."""
        there = self.entry(*path)
        if there is not None and isinstance(there.value, Array):
            return self._edited(edit.append_members(self.tree, there.value, [edit.Carried(value)]))
        return self._edited([] if there else edit.insert_entry(self.tree, self.prefix, path, f"[{value}]"))

    def _edited(self, edits: Sequence[Edit]) -> FileChange:
        if not edits:
            raise RefusedChangeError(f"{self.path} is written in a way that leaves no room for this change")
        before = self.tree.source if self.holding.source else None
        return FileChange(self.path, before, edit.edited(self.tree.source, edits))

    def checked(self, change: Change | None = None) -> TyposRun:
        """What the run reports about the file or folder, with a change made to copies; nothing without typos."""
        if self.checker is None:
            return TyposRun(is_refused=False, typos=(), errors="")
        changed = {each.path: each.after for each in change.files} if change else {}
        text = changed.get(self.target, self.text)
        with TemporaryDirectory(prefix="waypost-") as name:
            folder, target = self.run.folder, self.target
            if text is not None and not is_folder(target):
                folder = real_path(Path(name)) / "files"
                target = folder / self.target.relative_to(self.run.folder)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(text)
            copy = Path(name) / self.path.name
            copy.write_bytes(changed.get(self.path, self.tree.source))
            done = self.checker.check(target, folder, copy)
        if done is None:
            raise RefusedChangeError("typos could not be run")
        return done

    def before(self) -> TyposRun:
        """What it reports now, if it reports anything."""
        done = self.checked()
        if done.is_refused:
            raise RefusedChangeError(done.errors)
        return done


RULES = (
    "dead-glob",
    "dead-identifier",
    "dead-word",
    "deprecated-key",
    "duplicate-word",
    "needless-entry",
    "redundant-exclude",
    "unused-entry",
)
_MOST_ROUNDS = 20


def tidy(place: ConfigurationPlace, workspace: Workspace) -> Change | None:
    """The change that was tried; None if everything in the configuration has an effect."""
    path = place.path
    before = place.before()
    after, removed = _tidied(path, place.tree.source, _with_rules(workspace, place), RULES)
    if not removed:
        return None
    change = Change(_summary(path, removed), [FileChange(path, place.tree.source, after)])
    if place.checked(change).typos != before.typos:
        raise RefusedChangeError("typos would report something else: nothing was changed")
    return change


def _with_rules(workspace: Workspace, place: ConfigurationPlace) -> Workspace:
    """The same with the rules enabled that are off by default, about this run."""
    settings = workspace.settings_of(uri_of(place.path))
    rules = {**settings.rules, **dict.fromkeys(RULES, Severity.INFORMATION)}
    asked = replace(settings, rules=rules, run_at=(str(place.run.folder),))
    return Workspace([Folder(place.run.folder, asked)], settings=asked, services=workspace.services)


def _tidied(path: Path, source: bytes, workspace: Workspace, rules: Sequence[str]) -> tuple[bytes, list[Diagnostic]]:
    removed: list[Diagnostic] = []
    for _ in range(_MOST_ROUNDS):
        document = Document(uri_of(path), source)
        found = ConfigFeatures(document, workspace).diagnostics()
        chosen = list(_disjoint(each for each in found if each.rule in rules))
        if not chosen:
            break
        removed += [each for each, _ in chosen]
        source = edited(source, [edit for _, edits in chosen for edit in edits])
    return source, removed


def _disjoint(found: Iterator[Diagnostic]) -> Iterator[tuple[Diagnostic, Sequence[Edit]]]:
    """The findings that can be fixed at once: their edits do not touch each other."""
    taken: list[Edit] = []
    for each in found:
        fix = next((fix for fix in each.fixes if fix.title.startswith("Remove")), None)
        if fix is None or any(edit.span.meets(other.span) for edit in fix.edits for other in taken):
            continue
        taken += fix.edits
        yield each, fix.edits


def _summary(path: Path, removed: Sequence[Diagnostic]) -> str:
    return "\n".join([f"Removed from {path}:", *(f"  {each.rule}: {each.message}" for each in removed)])
