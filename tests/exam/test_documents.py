"""A seeded part of the exam with documents: GitHub's, and calls made from the npm package."""

from pathlib import Path

import pytest

from tests.exam.documents import Result, examine
from tests.github_catalogue import PACKAGE
from tests.support.npm import packages
from waypost.apis import cache

pytestmark = pytest.mark.network

DOCUMENT = PACKAGE / "generated" / "api.github.com.json"


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    packages()
    folder = tmp_path_factory.mktemp("exam")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "user_cache_path", lambda *_, **__: folder)
        return examine(Path(DOCUMENT), most=150, seed=1)


def test_valid_calls_have_no_findings(result: Result) -> None:
    assert result.counts["valid calls"] > 400
    assert result.wrong == []


def test_mistakes_of_every_kind_are_found(result: Result) -> None:
    assert sum(result.seeded.values()) > 400
    few = {
        kind: f"{result.found[kind]} of {of}" for kind, of in result.seeded.items() if result.found[kind] < 0.95 * of
    }
    assert few == {}, "\n".join(result.missed)
