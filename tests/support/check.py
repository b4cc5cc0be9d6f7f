"""One way to check each kind of answer, so that tests are text; `routes.py` checks which requests a source makes."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath

from tests.support.marked import Expected, cursor, differences, unmarked
from tests.support.variants import variants
from waypost.analysis import Analysis
from waypost.cli.fix import applied, fixed
from waypost.results import Action, Completion, Edit, Hover
from waypost.text import Document, Span
from waypost.workspace import Folder, Settings, Workspace


def workspace(settings: Mapping[str, object] | None = None, files: Mapping[str, str] | None = None) -> Workspace:
    """A workspace in memory: its files are open documents in /w."""
    read, problems = Settings.read(settings or {})
    assert not problems, problems
    texts = {uri(name): Document.from_text(uri(name), text) for name, text in (files or {}).items()}
    return Workspace([Folder(Path("/w"), read)], texts, read)


def uri(name: str) -> str:
    return name if "://" in name or name.startswith("untitled:") else f"file:///w/{name}"


def analysis(source: str, name: str, settings: Mapping[str, object] | None = None) -> Analysis:
    document = Document.from_text(uri(name), source)
    return Analysis(document, workspace(settings, {name: source}))


def check_diagnostics(source: str, name: str, settings: Mapping[str, object] | None = None) -> None:
    """Exactly the marked findings are reported, in whatever variant. JSON has no comments, so none is put before it."""
    text, expected = unmarked(source)
    for variant, lines in variants(text, comments=PurePosixPath(name).suffix not in (".json", ".jsonc")):
        moved = [replace(mark, line=mark.line + lines, end_line=mark.end_line + lines) for mark in expected]
        _check(variant, moved, name, settings)


def _check(text: str, expected: list[Expected], name: str, settings: Mapping[str, object] | None) -> None:
    made = analysis(text, name, settings)
    wrong = differences(made.document, list(made.diagnostics()), expected)
    assert not wrong, "\n".join([*wrong, "", text])


def after(document: Document, edits: Iterable[Edit]) -> str:
    """The text with these edits applied."""
    own = [edit for edit in edits if edit.uri in (None, document.uri)]
    return Document(document.uri, applied(document.source, own)).text


def check_fix(source: str, expected: str, name: str, title: str, settings: Mapping[str, object] | None = None) -> None:
    """The fix whose title contains `title`, offered anywhere in the document, turns it into `expected`."""
    made = analysis(source, name, settings)
    fixes = [fix for found in made.diagnostics() for fix in found.fixes if title in fix.title]
    assert fixes, [fix.title for found in made.diagnostics() for fix in found.fixes]
    assert after(made.document, fixes[0].edits) == expected


def check_fix_all(source: str, expected: str, name: str, settings: Mapping[str, object] | None = None) -> None:
    """All safe fixes produce `expected`, and then none are left."""
    made = analysis(source, name, settings)
    once = fixed(made.document, made.workspace)
    assert once.text == expected
    assert fixed(once, made.workspace).source == once.source


def completions(source: str, name: str, settings: Mapping[str, object] | None = None) -> list[Completion]:
    """What is offered at `$0`."""
    text, offset = cursor(source)
    return list(analysis(text, name, settings).complete(offset).items)


def check_completion(
    source: str, label: str, expected: str, name: str, settings: Mapping[str, object] | None = None
) -> None:
    """Accepting `label` at `$0` leaves `expected`; a `$0` in it is where a snippet would put the cursor."""
    text, offset = cursor(source)
    made = analysis(text, name, settings)
    items = list(made.complete(offset).items)
    item = next((each for each in items if each.label == label), None)
    assert item is not None, f"{label!r} is not offered, only {[each.label for each in items][:40]}"
    assert after(made.document, [item.edit, *item.more_edits]) == expected


def hover(source: str, name: str, settings: Mapping[str, object] | None = None) -> Hover | None:
    text, offset = cursor(source)
    return analysis(text, name, settings).hover(offset)


def actions(source: str, name: str, settings: Mapping[str, object] | None = None) -> list[Action]:
    text, offset = cursor(source)
    return list(analysis(text, name, settings).actions(Span.at(offset)))


def check_action(
    source: str, title: str, expected: str, name: str, settings: Mapping[str, object] | None = None
) -> None:
    """The action whose title contains `title`, offered at `$0`, produces `expected`."""
    text, _ = cursor(source)
    offered = actions(source, name, settings)
    found = next((each for each in offered if title in each.title), None)
    assert found is not None, f"{title!r} is not offered, only {[each.title for each in offered]}"
    assert after(Document.from_text("", text), found.edits) == expected
