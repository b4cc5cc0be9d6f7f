"""Every answer is about the present state of the workspace; what a change does not affect is not computed again."""

from collections.abc import Sequence
from typing import Any

import pytest

from waypost.config.features import ConfigFeatures
from waypost.lsp.session import Session
from waypost.routes.features import RouteFeatures
from waypost.text import TextChange
from waypost.workspace import Index, Workspace

CLIENT, IMPORTER = "file:///nowhere/client.py", "file:///nowhere/importer.py"
CONFIG, SIBLING, OTHER_CONFIG = "file:///w/typos.toml", "file:///w/_typos.toml", "file:///w/inner/_typos.toml"
CALL = 'import httpx\n\nBASE = "https://h.example"\n\n\ndef f():\n    httpx.get(f"{BASE}/a")\n'
EVERY = (CLIENT, IMPORTER, CONFIG, SIBLING, OTHER_CONFIG)


@pytest.fixture
def session() -> Session:
    made = Session()
    for uri in EVERY:
        made.open(uri, CALL if uri.endswith(".py") else "", 1, "python" if uri.endswith(".py") else "toml")
    return made


def worked_out(session: Session, uri: str) -> Sequence[Any]:
    """What an answer is made of: the same objects if nothing was computed again."""
    question = session.snapshot(uri)
    assert question
    question.analysis.diagnostics()
    features = question.analysis.features
    if isinstance(features, RouteFeatures):
        return features.routes.sites()
    assert isinstance(features, ConfigFeatures)
    return [features.checked]


def states(session: Session) -> dict[str, Sequence[Any]]:
    return {uri: worked_out(session, uri) for uri in EVERY}


def changed(session: Session, before: dict[str, Sequence[Any]]) -> set[str]:
    now = states(session)
    return {uri for uri in EVERY if list(map(id, now[uri])) != list(map(id, before[uri]))}


@pytest.mark.parametrize(
    ("edited", "concerned"),
    [(CLIENT, {CLIENT}), (SIBLING, {SIBLING, CONFIG, OTHER_CONFIG}), (OTHER_CONFIG, {OTHER_CONFIG})],
)
def test_an_edit_concerns_those_who_read_the_document(session: Session, edited: str, concerned: set[str]) -> None:
    before = states(session)
    session.change(edited, [TextChange("# \U0001f600\r\n" + (CALL if edited == CLIENT else ""))], 2)
    assert changed(session, before) == concerned


def test_the_index_and_the_list_of_configurations_concern_nothing_that_was_found(session: Session) -> None:
    before = states(session)
    session.set_index(Index())
    session.set_configurations([CONFIG])
    assert changed(session, before) == set()


def test_what_is_outside_concerns_whatever_was_read_from_disk(session: Session) -> None:
    """Sources compare what they have read with what is there now; configurations are checked again."""
    before = states(session)
    session.invalidate()
    assert changed(session, before) == {CONFIG, SIBLING, OTHER_CONFIG}


@pytest.mark.parametrize("uri", EVERY)
def test_a_question_knows_every_document_as_it_is_now(session: Session, uri: str) -> None:
    states(session)
    session.change(CLIENT, [TextChange("x = 1")], 2)
    question = session.snapshot(uri)
    assert question
    assert question.analysis.workspace is question.analysis.features.workspace is question.workspace
    assert question.workspace.open[CLIENT].text == "x = 1"


def test_states_agree_unless_something_read_is_another(session: Session) -> None:
    one = session.workspace
    session.change(CLIENT, [TextChange("x = 1")], 2)
    two = session.workspace
    assert two.agrees(one, [CONFIG, "file:///not/open"])
    assert not two.agrees(one, [CONFIG, CLIENT])
    assert not Workspace(moment=1).agrees(Workspace(), [])
