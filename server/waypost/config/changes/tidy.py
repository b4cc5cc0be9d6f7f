"""A configuration without entries that have no effect. typos runs before and after, with the same reports."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from waypost.config.changes.change import Change, ConfigurationPlace, FileChange, RefusedChangeError
from waypost.config.edit import edited
from waypost.config.features import ConfigFeatures
from waypost.results import Diagnostic, Edit, Severity
from waypost.text import Document
from waypost.workspace import Folder, Workspace, uri_of

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
    after, removed = _tidied(path, place.tree.source, _asking(workspace, place), RULES)
    if not removed:
        return None
    change = Change(_summary(path, removed), [FileChange(path, place.tree.source, after)])
    if place.checked(change).typos != before.typos:
        raise RefusedChangeError("typos would report something else: nothing was changed")
    return change


def _asking(workspace: Workspace, place: ConfigurationPlace) -> Workspace:
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
        chosen = list(_apart(each for each in found if each.rule in rules))
        if not chosen:
            break
        removed += [each for each, _ in chosen]
        source = edited(source, [edit for _, edits in chosen for edit in edits])
    return source, removed


def _apart(found: Iterator[Diagnostic]) -> Iterator[tuple[Diagnostic, Sequence[Edit]]]:
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
