"""What is let pass in the middle of an answer may be about another state of the same files."""

from dataclasses import replace
from itertools import count

import pytest

from tests.support.check import uri, workspace
from waypost.cancel import cancelled_by
from waypost.routes.features import RouteFeatures
from waypost.text import Document
from waypost.workspace import Workspace

BASE = "import requests\nROOT = 'https://x.example/{}'\n"
USE = "from base import ROOT\nimport requests\n\n\ndef f(a):\n    requests.get(f'{ROOT}/{a}')\n"
# Another text than the one that is open, as one that is being completed.
TYPED = Document.from_text(
    uri("use.py"), f"# longer than before\n{USE}\n\ndef g(b):\n    requests.get(f'{{ROOT}}/b/{{b}}')\n"
)


def opened(version: int) -> Workspace:
    return workspace({}, {"base.py": BASE.format(version), "use.py": USE})


def found(document: Document, around: Workspace) -> list[tuple[int, str]]:
    return [(site.span.start, site.shown) for site in RouteFeatures(document, around).sites()]


@pytest.mark.parametrize("version", [1, 2])
def test_an_answer_is_about_its_own_text_whatever_was_let_pass(version: int) -> None:
    expected = found(TYPED, opened(1))
    assert len(expected) == 2
    for at in count(1):
        around = opened(1)
        later = replace(opened(version), services=around.services)
        passed = 0

        def let_pass(at: int = at, later: Workspace = later) -> None:
            nonlocal passed
            passed += 1
            if passed == at:
                base = later.document(uri("base.py"))
                assert base is not None
                RouteFeatures(base, later).sites()
                assert found(Document.from_text(uri("use.py"), USE), later)

        with cancelled_by(lambda: False, let_pass):
            assert found(TYPED, around) == expected
        if passed < at:
            return
