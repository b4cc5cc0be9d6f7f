"""What is answered in a few documents, word for word: their findings, and everything that an editor can ask.

`tests/data/findings.txt` and `answers.txt` have the documents, and after each what is said about it. After a change of
the words that is meant, `python -m tests.test_answers` writes them again: read what has changed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.support.check import analysis
from waypost.analysis import Analysis
from waypost.results import Location, Symbol
from waypost.rules import RULES
from waypost.text import Span

_FOLDER: Final = Path(__file__).parent / "data"
# So many items of a completion.
_FIRST: Final = 5


def _cases(file: str) -> Iterator[tuple[str, str, list[str]]]:
    """The name of each document, its text, and what is said about it."""
    for case in (_FOLDER / file).read_text("utf-8").split("=== ")[1:]:
        head, _, expected = case.partition("---\n")
        name, _, source = head.partition("\n")
        yield name, source, expected.strip().splitlines()


# -- findings --------------------------------------------------------------------------------------------------------


def findings(source: str, name: str) -> Iterator[str]:
    """In the order of their places; a fix marked with `*` is applied without a choice."""
    made = analysis(source, name)
    for found in sorted(made.diagnostics(), key=lambda each: (each.span, each.rule)):
        yield f"{found.severity.value} {found.rule} {made.document.slice(found.span)!r}: {found.message}"
        for fix in found.fixes:
            yield f"  {'*' if fix.preferred else '-'} {fix.title}"


@pytest.mark.parametrize(("name", "source", "expected"), list(_cases("findings.txt")))
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_findings_word_for_word(name: str, source: str, expected: list[str], end: str) -> None:
    assert list(findings(source.replace("\n", end), name)) == expected


def test_most_rules_have_their_words_here() -> None:
    said = {line.split()[1] for *_, expected in _cases("findings.txt") for line in expected if line[0] != " "}
    assert said <= RULES.keys()
    assert len(said) > 40


# -- answers ---------------------------------------------------------------------------------------------------------


def answers(source: str, name: str) -> Iterator[str]:
    """In general, and at each `$0`."""
    *before, last = source.split("$0")
    text = "".join([*before, last])
    made = analysis(text, name)
    yield from _in_general(made)
    offset = 0
    for number, part in enumerate(before, 1):
        offset += len(part.encode())
        yield f"$0 {number}"
        yield from _at(made, offset)


def _in_general(made: Analysis) -> Iterator[str]:
    whole = Span(0, len(made.document.source))
    yield from _outline(made.symbols())
    yield from (f"hint {each.offset} {each.label!r} {each.tooltip!r}" for each in made.inlay_hints(whole))
    yield from (f"lens {_place(each.span)} {each.title} {each.command}".strip() for each in made.lenses())
    yield from (f"link {_place(each.span)} {each.target} {each.tooltip}".strip() for each in made.links())
    yield from (f"fold {_place(each.span)} {each.kind}".strip() for each in made.folds())
    yield " ".join(("tokens", *(f"{_place(each.span)}:{each.type}" for each in made.tokens())))


def _outline(symbols: Iterable[Symbol], depth: int = 0) -> Iterator[str]:
    for each in symbols:
        places = f"{_place(each.span)} {_place(each.selection)}"
        yield f"{'  ' * depth}symbol {each.name} {each.kind} {places} {each.detail}".rstrip()
        yield from _outline(each.children, depth + 1)


def _at(made: Analysis, offset: int) -> Iterator[str]:
    hover = made.hover(offset)
    yield from _lines(f"hover {_place(hover.span)}", hover.markdown) if hover is not None else ()
    signature = made.signature(offset)
    if signature is not None:
        yield f"signature {signature.active} {signature.label} {signature.markdown}".strip()
        yield from (f"  {signature.label[start:end]}" for start, end, _ in signature.parameters)
    offered = made.complete(offset)
    yield f"completion {len(offered.items)}{' and more' if offered.incomplete else ''}"
    for item in offered.items[:_FIRST]:
        marks = "".join(sign for sign, on in (("!", item.preselect), ("~", item.deprecated)) if on)
        text = repr(item.edit.text if item.snippet is None else item.snippet)
        yield f"  {marks}{item.label} {item.kind} {_place(item.edit.span)} {text} {item.detail}".rstrip()
    titles = [f"{'*' if each.preferred else ''}{each.title}" for each in made.actions(Span.at(offset))]
    yield f"actions {' | '.join(titles)}".rstrip()
    yield from (f"definition {_name(each)} {_place(each.span)}" for each in made.definition(offset))
    yield from (f"reference {_name(each)} {_place(each.span)}" for each in made.references(offset, declaration=True))
    yield " ".join(("highlights", *map(_place, made.highlights(offset))))
    renamable = made.renamable(offset)
    yield f"renamable {_place(renamable) if renamable is not None else '-'}"
    yield " ".join(("selection", *map(_place, made.selection(offset).spans)))


def _place(span: Span) -> str:
    return f"{span.start}-{span.end}"


def _name(location: Location) -> str:
    """The file that a location is in; that of the document itself has none."""
    return (location.uri or "here").rpartition("/")[2]


def _lines(head: str, text: str) -> Iterator[str]:
    yield from (f"{head} {line}" for line in text.splitlines() if line)


@pytest.mark.parametrize(("name", "source", "expected"), list(_cases("answers.txt")))
def test_answers_word_for_word(name: str, source: str, expected: list[str]) -> None:
    assert list(answers(source, name)) == expected


# -- writing them again ----------------------------------------------------------------------------------------------

_SAID: Final[Mapping[str, Callable[[str, str], Iterable[str]]]] = {"findings.txt": findings, "answers.txt": answers}

if __name__ == "__main__":
    for file, said in _SAID.items():
        written = (f"=== {name}\n{source}---\n{chr(10).join(said(source, name))}\n" for name, source, _ in _cases(file))
        (_FOLDER / file).write_text("\n".join(written), "utf-8")
