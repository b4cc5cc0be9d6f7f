"""An edit gives exactly the answers that opening the new text gives, to every question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.mutations import changes
from tests.fuzz.questions import place
from tests.fuzz.seeds import APIS, CONFIGS, SOURCES, Seed, surroundings
from tests.support.budget import examples
from waypost.analysis import Analysis
from waypost.text import Document, Encoding, Span

FILES = surroundings()


def answers(made: Analysis, places: list[int]) -> dict[str, object]:
    whole = Span(0, len(made.document.source))
    return {
        "diagnostics": [(found, tuple(found.fixes)) for found in made.diagnostics()],
        "symbols": list(made.symbols()),
        "hints": list(made.inlay_hints(whole)),
        "folds": list(made.folds()),
        "links": list(made.links()),
        "lenses": list(made.lenses()),
        "tokens": list(made.tokens()),
        "fix all": made.fix_all(),
        "completions": [made.complete(place) for place in places],
        "hovers": [made.hover(place) for place in places],
        "highlights": [list(made.highlights(place)) for place in places],
        "signatures": [made.signature(place) for place in places],
    }


def edit_and_compare(seed: Seed, draw: st.DataObject) -> None:
    document = Document(seed.uri, seed.source)
    made = Analysis(document, FILES)
    made.diagnostics()
    for _ in range(draw.draw(st.integers(1, 4))):
        edits = []
        for _ in range(draw.draw(st.sampled_from((1, 1, 1, 2)))):
            document, applied = document.edited([draw.draw(changes(document))], Encoding.UTF16)
            edits += applied
        made = made.updated(document, edits, FILES)
        if draw.draw(st.booleans()):
            made.diagnostics()
    places = [place(document, draw.draw(st.integers(0, len(document.source)))) for _ in range(2)]
    updated, fresh = answers(made, places), answers(Analysis(document, FILES), places)
    for question, answer in fresh.items():
        assert updated[question] == answer, question


@examples(10)
@given(st.sampled_from(CONFIGS), st.data())
def test_configurations(seed: Seed, draw: st.DataObject) -> None:
    edit_and_compare(seed, draw)


@examples(10)
@given(st.sampled_from(SOURCES), st.data())
@pytest.mark.slow
def test_python_sources(seed: Seed, draw: st.DataObject) -> None:
    edit_and_compare(seed, draw)


@examples(3)
@given(st.sampled_from(APIS), st.data())
def test_descriptions_of_apis(seed: Seed, draw: st.DataObject) -> None:
    edit_and_compare(seed, draw)
