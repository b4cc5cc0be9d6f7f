"""Whatever a document contains, every question about it gets an answer that an editor can use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.mutations import documents
from tests.fuzz.odd_calls import odd_calls
from tests.fuzz.odd_documents import ODD_DOCUMENTS
from tests.fuzz.questions import Asked, place
from tests.fuzz.seeds import APIS, CONFIGS, SOURCES, Seed, surroundings, with_files
from tests.support.budget import examples
from tests.support.check import uri
from waypost.text import Document, Span
from waypost.text.encoding import encode
from waypost.workspace import Workspace

FILES = surroundings()


def ask(document: Document, draw: st.DataObject, places: int, files: Workspace = FILES) -> None:
    asked = Asked(document, files)
    size = len(document.source)
    asked.everything({0, size, *(place(document, draw.draw(st.integers(0, size))) for _ in range(places))})
    start, end = sorted(place(document, draw.draw(st.integers(0, size))) for _ in "ab")
    asked.over(Span(start, end))


@examples(6)
@given(documents(CONFIGS), st.data())
@pytest.mark.slow
def test_configurations(document: Document, draw: st.DataObject) -> None:
    ask(document, draw, 5)


@examples(6)
@given(documents(SOURCES), st.data())
def test_python_sources(document: Document, draw: st.DataObject) -> None:
    ask(document, draw, 5)


@examples(5)
@given(documents(APIS), st.data())
def test_descriptions_of_apis(document: Document, draw: st.DataObject) -> None:
    ask(document, draw, 1)


@examples(13)
@given(st.integers(0, 2**32), st.data())
@pytest.mark.slow
def test_calls_with_odd_values(seed: int, draw: st.DataObject) -> None:
    ask(Document(uri("odd_calls.py"), encode(odd_calls(seed))), draw, 5)


@pytest.mark.parametrize("name", ODD_DOCUMENTS)
@examples(8)
@given(seed=st.integers(0, 2**32), draw=st.data())
@pytest.mark.slow
def test_right_keys_with_odd_values(name: str, seed: int, draw: st.DataObject) -> None:
    text = ODD_DOCUMENTS[name](seed)
    files = with_files({name: text})
    ask(Document(uri(name), encode(text)), draw, 3, files)
    ask(Document(SOURCES[0].uri, SOURCES[0].source), draw, 2, files)


def test_what_was_found() -> None:
    """An entry that is moved to a place inside of what would be removed."""
    source = (
        b'{\n  "files": {"extend-exclude": ["a"]},\n"  "default": {\n    "locale": "en-us",\nend": ["b"], '
        b'"ignore-hidden": "no"    "extend-words": {"a": null},\n    "extend-ignore-re": ["x"]\n  },\n  "type": {}\n}\n'
    )
    Asked(Document(CONFIGS[-1].uri, source), FILES).everything({0, 60, len(source)})


@pytest.mark.parametrize("seed", [*CONFIGS, *SOURCES, *APIS], ids=lambda seed: seed.name)
def test_documents_as_they_are(seed: Seed) -> None:
    document = Document(seed.uri, seed.source)
    Asked(document, FILES).everything({place(document, offset) for offset in range(0, len(seed.source) + 1, 29)})
