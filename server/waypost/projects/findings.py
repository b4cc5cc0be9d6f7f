"""Problems in a settings file, each at its position."""

from collections.abc import Iterator

from waypost.config.parse import Array, Entry, Scalar, Table, Tree
from waypost.projects.file import SettingsFile
from waypost.results import Diagnostic, Edit, Fix
from waypost.rules import RULES
from waypost.text import Span
from waypost.workspace.settings import SettingProblem

__all__ = ["findings_in"]


def findings_in(file: SettingsFile) -> Iterator[Diagnostic]:
    """The settings that cannot be used, as findings."""
    for problem in file.problems:
        rule = RULES["unknown-setting" if problem.unknown else "bad-setting"]
        entry = _entry(file, problem)
        fixes = _fixes(problem, entry, file.tree)
        message = f"`{problem.key}`: {problem.message}"
        yield Diagnostic(rule.name, rule.severity, _span(problem, entry, file), message, fixes=fixes)
    dead = RULES["dead-glob"]
    for key, globs in file.dead_globs.items():
        for glob, why in globs.items():
            for span in _spans_of(glob, key, file):
                yield Diagnostic(dead.name, dead.severity, span, f"`{glob}` {why}")


def _spans_of(glob: str, key: str, file: SettingsFile) -> Iterator[Span]:
    """Where a glob is: an item of a list, or the key of a table."""
    value = file.table.get(key)
    if isinstance(value, Array):
        yield from (file.tree.span(each) for each in value.items if isinstance(each, Scalar) and each.value == glob)
    elif isinstance(value, Table):
        yield from (file.tree.span(each) for each in value.entries[glob].keys)


def _entry(file: SettingsFile, problem: SettingProblem) -> Entry | None:
    """The entry of a problem, or the nearest one that encloses it."""
    keys = problem.keys
    for length in range(len(keys), 0, -1):
        found = file.table.find(*keys[:length])
        if found is not None:
            return found
    return None


def _span(problem: SettingProblem, entry: Entry | None, file: SettingsFile) -> Span:
    if entry is None:
        return file.tree.span(file.table)
    whole = problem.unknown or isinstance(entry.value, Table)
    return file.tree.span(entry.key if whole else entry.value)


def _fixes(problem: SettingProblem, entry: Entry | None, tree: Tree) -> tuple[Fix, ...]:
    """Fixes the spelling at every place that names the key."""
    if not problem.nearest or entry is None or entry.name != problem.keys[-1]:
        return ()
    name = problem.nearest.rpartition(".")[2] if len(problem.keys) > 1 else problem.nearest
    edits = tuple(Edit(tree.span(key), name) for key in entry.keys)
    return (Fix(f"Change to `{name}`", edits, preferred=True),)
