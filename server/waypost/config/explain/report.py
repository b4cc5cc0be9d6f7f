"""The effective configuration of a file, for people: which file and why, then every value with its origin."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from waypost.config.explain.dump import value_text
from waypost.config.explain.provenance import Holding, OriginLine
from waypost.config.explain.verdicts import Verdict
from waypost.config.typos.runs import CANDIDATES
from waypost.workspace.files import is_folder


def heading(holding: Holding) -> Iterator[tuple[str, str]]:
    """The facts about the file as a whole, each with its name."""
    yield "run", f"typos in {holding.run.folder}"
    yield "configuration", _configuration(holding)
    for path in holding.shadowed:
        yield "not read", f"{path}, because the one above takes precedence"
    if not is_folder(holding.path):
        match = holding.type
        yield "type", f"{match.name}, for the glob {match.glob}" if match else "no type"
    yield from (("not valid", fault) for fault in holding.faults)


def sections(holding: Holding) -> Iterator[str]:
    """The values by table as TOML, with the origin before each. Invalid values are commented out."""
    for name, lines in holding.sections():
        yield ""
        yield f"[{name}]"
        for key, parts in groupby(lines, key=lambda line: line.key):
            if key.endswith("[]"):
                yield from (f"{key.removesuffix('[]')} = [", *_list(tuple(parts)), "]")
            else:
                yield from (text for line in parts for text in _value(line))


def _value(line: OriginLine) -> Iterator[str]:
    yield f"# {line.origin}"
    yield f"{'# ' if line.fault else ''}{line.key} = {value_text(line.value)}"


def _list(parts: Sequence[OriginLine]) -> Iterator[str]:
    for part in parts:
        yield f"  # {part.origin}"
        yield f"  {'# ' if part.fault else ''}{value_text(part.value)},"


def _configuration(holding: Holding) -> str:
    source = holding.source
    if source is None:
        return f"none: there is no {', '.join(CANDIDATES)} with one in that folder or above"
    if source.is_unreadable:
        return f"{source.path}: cannot be read, and typos stops there"
    table = f", [{'.'.join(source.table)}]" if source.table else ""
    return f"{source.path}{table}: the first one on the way up from that folder"


def explained(verdict: Verdict, holding: Holding) -> str:
    """What typos does with a word, and the deciding entry with its line."""
    said = f"`{verdict.text}` {verdict.reason}"
    if verdict.entry is not None:
        said += f" `{verdict.entry.value}`" if verdict.key.endswith("-re") else ""
        said += f" {verdict.key} ({holding.origin(verdict.entry)})"
    corrections = " or ".join(f"`{each}`" for each in verdict.corrections)
    return f"{said}: {corrections}" if corrections else said
