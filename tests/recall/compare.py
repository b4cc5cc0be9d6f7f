"""Compares the requests that a package made with those listed for its sources."""

# ruff: noqa: C901, E501 - one table of outcomes
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from waypost.routes.inventory import index_files
from waypost.routes.listed import ListedCall, specific
from waypost.text import Document
from waypost.workspace import Folder, Workspace, uri_of

# Where SDKs of clouds ask for credentials by themselves, before a call that would send anything else.
_METADATA = re.compile(r"169\.254\.169\.254|metadata\..*")
# What is fetched on the way to the request that a call makes.
_TOKEN = re.compile(r"(?i)(?:token|oauth\d?|auth|login|session)s?/*\Z|/oauth\d?/")
_SKIPPED = re.compile(r"(^|/)(tests?|docs?|examples?)/|(^|/)(test_\w+|conftest|setup)\.py$")


@dataclass(frozen=True)
class Entry:
    """One listed request, by the lines of its call."""

    file: str
    first: int
    last: int
    verb: str
    template: str
    pattern: re.Pattern[str]
    likely: bool
    # Something of the path is known.
    tells: bool


@dataclass
class Score:
    """The result for one package."""

    made: int = 0
    found: int = 0
    right: int = 0
    lost: list[str] = field(default_factory=list)
    vague: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    unreal: list[str] = field(default_factory=list)
    listed: int = 0
    # Calls that led to a request, and those of them for which the request itself is listed.
    passed: int = 0
    real: int = 0

    def add(self, other: "Score") -> None:
        """Add another package's result."""
        for name in ("made", "found", "right", "listed", "passed", "real"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("lost", "vague", "wrong", "unreal"):
            getattr(self, name).extend(getattr(other, name))


def entries_of(root: Path, package: Path) -> Iterator[Entry]:
    """What is listed for a package's sources."""
    files = [each for each in sorted(package.rglob("*.py")) if not _SKIPPED.search(each.relative_to(root).as_posix())]
    found = specific(index_files(files, Workspace([Folder(root)])).calls)
    for path in files:
        document = Document(path.as_uri(), path.read_bytes())
        for call in found.get(uri_of(path), ()):
            yield _entry(call, document, path.relative_to(root).as_posix())


def _entry(call: ListedCall, document: Document, name: str) -> Entry:
    first, last = (document.lines.line_at(offset) + 1 for offset in (call.call.start, call.call.end))
    path = _path_of(call.template)
    pattern = "".join(
        re.escape(unquote(each)) if index % 2 == 0 else ".*" for index, each in enumerate(path.split("\0"))
    )
    known = re.sub(r"\0[^\0]*\0", "", path)
    return Entry(
        name,
        first,
        last,
        call.verb,
        call.template,
        re.compile(r"(?:/.*?)?/*" + pattern + "/?", re.DOTALL),
        call.likely,
        bool(re.search(r"\w", known)) or not re.search(r"\0", path),
    )


def _path_of(template: str) -> str:
    """The path of a template without its origin and query; a placeholder at the start may hold both origin and path."""
    text = re.sub(r"\{[?&][^}]*\}", "", template)
    text = re.sub(r"\{([^{}]*)\}", "\0\\1\0", text)
    text = re.sub(r"\A(?:https?|\0[^\0]*\0)://[^/\0]*(?:\0[^\0]*\0[^/\0]*)*", "", text)
    bare = text.split("?", 1)[0].split("#", 1)[0].strip("/")
    return posixpath.normpath(bare) if "/.." in bare else bare


def score(records: Sequence[Mapping[str, Any]], entries: Sequence[Entry]) -> Score:
    """How many of the requests are listed, and how many with verb and path."""
    result = Score(listed=len(entries))
    by_file: dict[str, list[Entry]] = {}
    for entry in entries:
        by_file.setdefault(entry.file, []).append(entry)
    passed: dict[Entry, list[tuple[str, str, bool]]] = {}
    seen: set[tuple[object, ...]] = set()
    for each in records:
        address = urlsplit(each["url"])
        if _METADATA.fullmatch(address.hostname or ""):
            continue
        path = unquote(address.path)
        frames = [tuple(frame) for frame in each["frames"] if not _SKIPPED.search(frame[0])]
        unit = (each["verb"], re.sub(r"arg-[\w-]+|\b7\b|answer", "{}", path), tuple(frames[:1]))
        if not frames:
            continue
        met = [
            entry
            for file, first, last in frames
            for entry in by_file.get(file, ())
            if entry.first <= last and first <= entry.last
        ]
        # Without a base address, the first segment has become the host.
        paths = path, f"/{address.netloc}{path}"

        def is_it(entry: Entry, verb: str = each["verb"], paths: tuple[str, str] = paths) -> bool:
            return entry.verb == verb and any(map(entry.pattern.fullmatch, paths))

        # What an earlier call made may be what is sent; most earlier calls have nothing to do with it.
        described = [
            entry
            for file, first, last in each.get("before", ())
            for entry in by_file.get(file, ())
            if first <= entry.first and entry.last <= last and is_it(entry)
        ]
        met += [entry for entry in described if entry not in met]
        good = list(filter(is_it, met))
        # A token that a listed call of its own fetches says nothing of the calls that need it.
        by_itself = bool(_TOKEN.search(path)) and any(entry.tells for entry in good)
        for entry in good if by_itself else met:
            # An entry without a verb is a request of any verb.
            real = entry in good or (not entry.verb and is_it(entry, ""))
            passed.setdefault(entry, []).append((each["verb"], path, real))
        if unit in seen or not re.search(r"\w", unit[1].replace("{}", "")):
            continue  # made already, or all of its path is the driver's own
        seen.add(unit)
        result.made += 1
        shown = f"{each['verb']} {path}  {frames[0][0]}:{frames[0][1]} > {frames[-1][0]}:{frames[-1][1]}"
        result.found += bool(met)
        tells = any(entry.tells for entry in good)
        result.right += bool(tells)
        if not met:
            result.lost.append(shown)
        elif not tells:
            said = "; ".join(sorted({f"{entry.verb} {entry.template}" for entry in met})[:3])
            result.vague.append(f"{shown}   listed: {said}")
    result.passed = len(passed)
    for entry, runs in passed.items():
        siblings = [
            other for other in passed if (other.file, other.first, other.last) == (entry.file, entry.first, entry.last)
        ]
        result.real += any(ok for _, _, ok in runs)
        if not any(ok for _, _, ok in runs):
            result.unreal.append(
                f"{entry.file}:{entry.first} {entry.verb} {entry.template}   sent: {runs[0][0]} {runs[0][1]}"
            )
        if not any(ok for _, _, ok in runs) and len(siblings) == 1 and entry.verb and entry.tells:
            result.wrong.append(
                f"{entry.file}:{entry.first} {'likely ' if entry.likely else ''}{entry.verb} {entry.template}   sent: {runs[0][0]} {runs[0][1]}"
            )
    return result
