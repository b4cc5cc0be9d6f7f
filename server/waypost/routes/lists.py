"""The output formats of `waypost routes`."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import not_
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import unquote

from waypost.apis import Apis
from waypost.markup import escape, noun, printable
from waypost.routes.as_openapi import openapi
from waypost.routes.described import Described, described
from waypost.routes.listed import ListedCall, SentName, title_of
from waypost.shown.names import brief_query, path_and_query
from waypost.workspace import Workspace

# An address, which may be known by its name only. What follows a whole host without a sign is a path.
_ADDRESS: Final = re.compile(
    r"https?://[^/?#]*(?:\.[a-z]{2,}|:\d+)(?=\{[^{}]*\}(?:/|\Z))"
    r"|https?://[^/?#]*\}(?=\{[^{}]*(?:path|uri|endpoint|route|resource)[^{}]*\}(?:/|\Z))"
    r"|https?://[^/?#]+"
    r"|\{[\w.]*(?:url|base|host|server|api|endpoint|root|address)[\w.]*\??\}(?=/)"
    r"|\{[\w.]*(?:url|base|host|address)\??\}(?=[a-z])",
    re.IGNORECASE,
)
_NAME_IN_QUERY: Final = re.compile(r"(?<=[?&])[^=&?{}]+(?==)")
# Where requests go whose address is not known.
_NOWHERE: Final = "an address that is not known"
_MOST_FORMS: Final = 3
# A longer path moves what is behind it in its own line only.
_WIDEST: Final = 70
_MOST_NAMES: Final = 20
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


def text(listed: Sequence[Listed], what: str = "request", by: str = "host") -> str:
    """Aligned columns for people below each base address, file or operation, with problems at the end of the line.

    A call has one line for all its forms. Calls whose path is not known are only counted, unless there are no others.
    """
    if not listed:
        return f"no {what}s\n"
    heading_of, row_of = _GROUPS[by]
    calls, unclear = _grouped(listed, heading_of)
    is_clear = calls is not unclear
    calls = _below_all_hosts(calls) if by == "host" else calls
    rows = {key: tuple(map(printable, row_of(forms))) for key, forms in calls.items()}
    widths = [min(max(map(len, column)), _WIDEST) for column in zip(*rows.values(), strict=True)]
    headings = dict.fromkeys(sorted((heading for heading, *_ in rows), key=None if by == "operation" else not_))
    lines: list[str] = []
    for heading in headings:
        is_headed = bool(heading) or len(headings) > 1
        lines += [printable(heading or _NOWHERE)] if is_headed else []
        own = (row for key, row in rows.items() if key[0] == heading)
        lines += [_aligned(row, (*widths[:-1], 0), indent="  " if is_headed else "") for row in own]
    said = _summary(len(calls) if is_clear else 0, len({key[1:3] for key in unclear}), what)
    return "\n".join([*lines, said]) + "\n"


# The heading above a call, its file, where it starts, and its verb.
_Key: TypeAlias = tuple[str, str, int, str]
_Calls: TypeAlias = dict[_Key, list[Listed]]


def _grouped(listed: Sequence[Listed], heading_of: Callable[[Listed], str]) -> tuple[_Calls, _Calls]:
    """The forms of each call, and those of calls of which no path is known: these are all calls if there are no others.

    A form whose path is not known stands beside the others that the same call may send to the same address.
    """
    calls: _Calls = {}
    for each in listed:
        if not each.call.vague:
            calls.setdefault(_key(each, heading_of(each)), []).append(each)
    own: dict[tuple[str, int, str], list[_Key]] = {}
    for key in calls:
        own.setdefault(key[1:], []).append(key)
    unclear: _Calls = {}
    for each in (each for each in listed if each.call.vague):
        at = _key(each, heading_of(each))
        beside = next((key for key in own.get(at[1:], ()) if _is_below(each.call, calls[key][0].call)), None)
        if beside is not None:
            calls[beside].append(each)
        else:
            unclear.setdefault(at, []).append(each)
    return calls or unclear, unclear


def _below_all_hosts(calls: _Calls) -> _Calls:
    """Calls with one line for all hosts to which they may send the same paths, or some of them."""
    paths = {key: frozenset(map(_path_below, forms)) for key, forms in calls.items()}
    own: dict[tuple[str, int, str], list[_Key]] = {}
    for key in calls:
        own.setdefault(key[1:], []).append(key)
    hosts: dict[_Key, list[str]] = {}
    for key in calls:
        most = max((each for each in own[key[1:]] if paths[key] <= paths[each]), key=lambda each: len(paths[each]))
        hosts.setdefault(most, []).append(key[0])
    return {(" | ".join(_at_most(filter(None, hosts[key]))), *key[1:]): calls[key] for key in hosts}


def _path_below(each: Listed) -> str:
    """A path, whether or not its address ends with a slash."""
    return each.call.template.removeprefix(_base(each.call).written).removeprefix("/")


def _at_most(texts: Iterable[str]) -> list[str]:
    """The first of several that stand side by side, and how many more there are."""
    first = list(texts)
    more = len(first) - _MOST_FORMS
    return [*first[:_MOST_FORMS], *([f"and {more} more"] if more > 0 else [])]


def _key(each: Listed, heading: str) -> _Key:
    return heading, each.file, each.call.call.start, each.call.verb


def _is_below(call: ListedCall, other: ListedCall) -> bool:
    """Whether a request goes to the address of another one."""
    base = _base(other).written
    return bool(base) and call.template.startswith(base)


def _aligned(row: Sequence[str], widths: Sequence[int], indent: str) -> str:
    return indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _summary(known: int, unclear: int, what: str) -> str:
    """What the list knows of itself."""
    left = f"{unclear} {noun(unclear, 'call')} whose path is not known"
    if not unclear:
        return f"{known} {noun(known, what)}"
    return f"{known} {noun(known, what)}; {left} (--unclear lists them)" if known else left


class _Base(NamedTuple):
    """The address of requests, and what it is unless another one is given."""

    written: str
    default: str = ""

    @property
    def heading(self) -> str:
        said = f"{self.default} unless another one is given"
        return f"{self.written} ({said})" if self.written and self.default else said if self.default else self.written


def _base(call: ListedCall) -> _Base:
    """The address that a request goes to: the one it is written with, or its API's."""
    written = _ADDRESS.match(call.template)
    base = call.api.rstrip("/")
    if base and (call.template.startswith(f"{base}/") or not written):
        return _Base(base)
    return _Base(written[0] if written else "", call.default)


def _below_host(forms: Sequence[Listed]) -> tuple[str, ...]:
    """A call, with its forms side by side."""
    return *_request(forms, _base(forms[0].call).written), forms[0].place, _all_notes(forms)


def _in_file(forms: Sequence[Listed]) -> tuple[str, ...]:
    return f"{forms[0].call.line + 1}", *_request(forms, ""), _all_notes(forms)


def _of_operation(forms: Sequence[Listed]) -> tuple[str, ...]:
    """A call, with its path where that is not the heading."""
    path = _request(forms, "")[1]
    said = {title_of(each.call.verb, path) for each in forms if not each.call.operation}
    return forms[0].place, "" if _operation(forms[0]) in said else path, _all_notes(forms)


def _request(forms: Sequence[Listed], base: str) -> tuple[str, str, str]:
    """The verb, the paths below an address, and the operations."""
    paths = list(dict.fromkeys(_path(each.call, base) for each in forms))
    ids = dict.fromkeys(each.call.shown_id for each in forms if each.call.shown_id)
    return forms[0].call.verb or "?", " | ".join(_at_most(paths)), " | ".join([*ids][:_MOST_FORMS])


def _all_notes(forms: Sequence[Listed]) -> str:
    return "; ".join(dict.fromkeys(note for each in forms if (note := _notes(each.call))))


def _operation(each: Listed) -> str:
    """The operation of an API; without one, the request itself."""
    call = each.call
    return f"{call.operation}  {call.shown_id}".rstrip() if call.operation else call.route


# What requests are listed by: the heading above a call, and its columns.
_GROUPS: Final[Mapping[str, tuple[Callable[[Listed], str], Callable[[Sequence[Listed]], tuple[str, ...]]]]] = {
    "host": (lambda each: _base(each.call).heading, _below_host),
    "file": (lambda each: each.file, _in_file),
    "operation": (_operation, _of_operation),
}
GROUPS: Final = tuple(_GROUPS)


def by_host(listed: Sequence[Listed]) -> str:
    """The hosts, and for each what is sent to it and how much of that is marked."""
    hosts: dict[str, list[ListedCall]] = {}
    for each in listed:
        hosts.setdefault(_base(each.call).heading or _NOWHERE, []).append(each.call)
    lines: list[str] = []
    for host in sorted(hosts, key=lambda each: -len(hosts[each])):
        lines += [printable(host), *(f"  {printable(line)}" for line in _facts(hosts[host]))]
    return "\n".join([*lines, f"{len(hosts)} {noun(len(hosts), 'host')}"]) + "\n"


def _facts(calls: Sequence[ListedCall]) -> Iterator[str]:
    verbs = Counter(call.verb or "?" for call in calls)
    listed = ", ".join(f"{count} {verb}" for verb, count in verbs.most_common())
    yield f"{len(calls)} {noun(len(calls), 'request')}: {listed}"
    sent: dict[str, dict[str, None]] = {}
    for each in (SentName.read(text) for call in calls for text in call.sends):
        if each.place != "path" and each.name:
            sent.setdefault(each.place, {})[each.name] = None
    for place, names in sorted(sent.items()):
        more = [f"and {len(names) - _MOST_NAMES} more"] if len(names) > _MOST_NAMES else []
        yield f"{place}: {', '.join([*list(names)[:_MOST_NAMES], *more])}"
    marks = Counter(mark for call in calls for mark in [*_marks(call), *(["path not known"] if call.vague else [])])
    if marks:
        yield ", ".join(f"{count} {mark}" for mark, count in marks.items())


def _path(call: ListedCall, base: str) -> str:
    """The path with the names of its query, whose brackets are as people write them: `page[size]=20`."""
    path, query = path_and_query(call.template.removeprefix(base) or "/")
    written = _NAME_IN_QUERY.sub(lambda name: unquote(name[0]), query)
    query = _NAME_IN_QUERY.sub(lambda name: name[0].replace("%5B", "[").replace("%5D", "]"), query)
    names = (unquote(each.name) for each in map(SentName.read, call.sends) if each.place == "query")
    more = [name for name in dict.fromkeys(names) if not _names(name).search(written)]
    return path + brief_query(f"{query}{'&' if query else '?'}{'&'.join(more)}" if more else query)


def _names(name: str) -> re.Pattern[str]:
    """Where the query of a path names a parameter."""
    return re.compile(rf"[?&,]{re.escape(name)}(?![\w.-])")


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
    return json.dumps([data_of(each) for each in listed], indent=2) + "\n"


def as_openapi(listed: Sequence[Listed]) -> str:
    """A description of what the code uses of its APIs."""
    return json.dumps(openapi([(each.place, each.call, each.meant) for each in listed]), indent=2) + "\n"


def _notes(call: ListedCall) -> str:
    said = [f"missing {', '.join(call.missing)}"] if call.missing else []
    return "; ".join([*said, *_marks(call)])


def _marks(call: ListedCall) -> list[str]:
    marks = [name for name in ("unknown", "deprecated", "likely") if getattr(call, name)]
    return [*marks, *dict.fromkeys(fault.rule.replace("-", " ") for fault in call.faults)]


def _cells(each: Listed) -> tuple[str, ...]:
    call = each.call
    names = " ".join(call.known), " ".join(call.missing)
    return call.verb, call.template, call.shown_id, each.place, *names, "; ".join(_marks(call))


def data_of(each: Listed) -> Mapping[str, Any]:
    call = each.call
    return {
        "verb": call.verb or None,
        "template": call.template,
        "operation": {"id": call.id, "route": call.operation} if call.operation else None,
        "api": each.api or None,
        "default_base": call.default or None,
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


def written(form: str, listed: Sequence[Listed], workspace: Workspace, what: str = "request", by: str = "host") -> str:
    """The calls in one of the formats; `what` they are, and in which order, is for people only."""
    if form == "text":
        return text(listed, what, by)
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
