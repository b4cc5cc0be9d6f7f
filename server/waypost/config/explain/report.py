"""What holds for a file, written for people: which configuration and why, then every value with where it comes from."""

from collections.abc import Iterator

from waypost.config.explain.dump import value_text
from waypost.config.explain.provenance import Holding
from waypost.config.explain.verdicts import Verdict
from waypost.config.typos.discover import CANDIDATES

_WIDEST = 60


def heading(holding: Holding) -> Iterator[tuple[str, str]]:
    """What is known of the file as a whole, each fact with its name."""
    yield "configuration", _configuration(holding)
    for path in holding.shadowed:
        yield "not read", f"{path}, for the one above comes first"
    if not holding.path.is_dir():
        match = holding.type
        yield "type", f"{match.name}, for the glob {match.glob}" if match else "none of its own"


def sections(holding: Holding) -> Iterator[str]:
    """The values by table, what each comes from as a comment."""
    for name, lines in holding.sections():
        yield ""
        yield f"[{name}]"
        texts = [f"{line.key} = {value_text(line.value)}" for line in lines]
        width = min(max(map(len, texts), default=0), _WIDEST)
        yield from (f"{text:{width}}  # {line.origin}" for text, line in zip(texts, lines, strict=True))


def _configuration(holding: Holding) -> str:
    source = holding.source
    if source is None:
        return f"none: there is no {', '.join(CANDIDATES)} with one in any folder above"
    table = f", [{'.'.join(source.table)}]" if source.table else ""
    return f"{source.path}{table}: the first one on the way up from the file"


def explained(verdict: Verdict, holding: Holding) -> str:
    """What becomes of a word, and the entry that decides, with its line."""
    said = f"`{verdict.text}` {verdict.reason}"
    if verdict.entry is not None:
        said += f" `{verdict.entry.value}`" if verdict.key.endswith("-re") else ""
        said += f" {verdict.key} ({holding.origin(verdict.entry)})"
    corrections = " or ".join(f"`{each}`" for each in verdict.corrections)
    return f"{said}: {corrections}" if corrections else said
