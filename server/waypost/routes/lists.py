"""The output formats of `waypost routes`."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from waypost.apis import Apis
from waypost.markup import escape, printable
from waypost.routes.as_openapi import openapi
from waypost.routes.described import Described, described
from waypost.routes.inventory import ListedCall
from waypost.workspace import Workspace

_HEAD: Final = ("verb", "template", "operation", "place", "given", "missing", "notes")


class Listed(NamedTuple):
    """A call, the file it is in as it is shown, and the name of the API it calls."""

    file: str
    api: str
    call: ListedCall
    # The file itself, or one of the same project.
    uri: str = ""
    # What its API's document says about the operation: looked up only for `openapi`.
    meant: Described | None = None

    @property
    def place(self) -> str:
        return f"{self.file}:{self.call.line + 1}"


def text(listed: Sequence[Listed]) -> str:
    """Aligned columns for people, with problems at the end of the line."""
    if not listed:
        return "no requests\n"
    found = [
        (each.call.verb or "?", each.call.template, each.call.shown_id, each.place, _notes(each.call))
        for each in listed
    ]
    rows = [tuple(map(printable, row)) for row in found]
    widths = [min(max(len(row[column]) for row in rows), 90) for column in range(4)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, (*widths, 0), strict=True)).rstrip() for row in rows
    ]
    return "\n".join(lines) + "\n"


def markdown(listed: Sequence[Listed]) -> str:
    """A Markdown table."""
    rows = [_HEAD, ("---",) * len(_HEAD), *(tuple(map(escape, _cells(each))) for each in listed)]
    lines = (" | ".join(row) for row in rows)
    return "".join(f"| {line} |\n" for line in lines)


def as_csv(listed: Sequence[Listed]) -> str:
    """Comma-separated values, with a header."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_HEAD)
    writer.writerows(_cells(each) for each in listed)
    return out.getvalue()


def as_json(listed: Sequence[Listed]) -> str:
    """Everything known, for programs."""
    return json.dumps([_data(each) for each in listed], indent=2) + "\n"


def as_openapi(listed: Sequence[Listed]) -> str:
    """A description of what the code uses of its APIs."""
    return json.dumps(openapi([(each.place, each.call, each.meant) for each in listed]), indent=2) + "\n"


def _notes(call: ListedCall) -> str:
    said = [f"missing {', '.join(call.missing)}"] if call.missing else []
    return "; ".join([*said, *_marks(call)])


def _marks(call: ListedCall) -> list[str]:
    return [name for name in ("unknown", "deprecated", "likely") if getattr(call, name)]


def _cells(each: Listed) -> tuple[str, ...]:
    call = each.call
    names = " ".join(call.known), " ".join(call.missing)
    return call.verb, call.template, call.shown_id, each.place, *names, "; ".join(_marks(call))


def _data(each: Listed) -> Mapping[str, Any]:
    call = each.call
    return {
        "verb": call.verb or None,
        "template": call.template,
        "operation": {"id": call.id, "route": call.operation} if call.operation else None,
        "api": each.api or None,
        "file": each.file,
        "line": call.line + 1,
        "column": call.column + 1,
        "given": list(call.known),
        "missing": list(call.missing),
        "unknown": call.unknown,
        "deprecated": call.deprecated,
        "likely": call.likely,
        "guessed": call.guessed,
    }


FORMATS: Final[Mapping[str, Callable[[Sequence[Listed]], str]]] = {
    "text": text,
    "json": as_json,
    "markdown": markdown,
    "openapi": as_openapi,
    "csv": as_csv,
}


def written(form: str, listed: Sequence[Listed], workspace: Workspace) -> str:
    """The calls in one of the formats."""
    return FORMATS[form](_with_meanings(listed, workspace) if form == "openapi" else listed)


def _with_meanings(listed: Sequence[Listed], workspace: Workspace) -> list[Listed]:
    """The calls with what the documents of their own projects say about their operations."""
    found: list[Listed] = []
    by_project: dict[Path | None, list[Listed]] = {}
    for each in listed:
        project = workspace.project_of(each.uri)
        by_project.setdefault(project.path if project else None, []).append(each)
    for own in by_project.values():
        known = described(Apis.of(workspace, own[0].uri), [each.call.operation_of for each in own])
        found += [each._replace(meant=known.get(each.call.operation_of)) for each in own]
    return found
