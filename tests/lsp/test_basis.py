"""A change replaces the state of the workspace under the documents that it concerns, and under no others."""

import pytest

from waypost.analysis import Analysis
from waypost.lsp.session import Session
from waypost.text import TextChange
from waypost.workspace import Index

SOURCE, OTHER_SOURCE = "file:///w/client.py", "file:///w/other.py"
CONFIG, OTHER_CONFIG = "file:///w/typos.toml", "file:///w/inner/_typos.toml"
EVERY = (SOURCE, OTHER_SOURCE, CONFIG, OTHER_CONFIG)


@pytest.fixture
def session() -> Session:
    made = Session()
    for uri in EVERY:
        made.open(uri, "", 1, "python" if uri.endswith(".py") else "toml")
    return made


def analysis(session: Session, uri: str) -> Analysis:
    question = session.question(uri)
    assert question
    return question.analysis


def replaced(session: Session, before: dict[str, Analysis]) -> set[str]:
    return {uri for uri in EVERY if analysis(session, uri) is not before[uri]}


def all_analysed(session: Session) -> dict[str, Analysis]:
    return {uri: analysis(session, uri) for uri in EVERY}


@pytest.mark.parametrize(("edited", "concerned"), [(SOURCE, {SOURCE, OTHER_SOURCE}), (CONFIG, {CONFIG, OTHER_CONFIG})])
def test_an_edit_concerns_documents_of_its_kind(session: Session, edited: str, concerned: set[str]) -> None:
    before = all_analysed(session)
    session.change(edited, [TextChange("# \U0001f600\r\n")], 2)
    assert replaced(session, before) == concerned
    for uri in concerned:
        assert analysis(session, uri).workspace.open[edited].text == "# \U0001f600\r\n"


def test_the_index_concerns_sources_and_configurations_each_other(session: Session) -> None:
    before = all_analysed(session)
    session.set_index(Index())
    assert replaced(session, before) == {SOURCE, OTHER_SOURCE}
    before = all_analysed(session)
    session.set_configurations([CONFIG])
    assert replaced(session, before) == {CONFIG, OTHER_CONFIG}


def test_what_is_outside_concerns_all(session: Session) -> None:
    before = all_analysed(session)
    session.look_again()
    assert replaced(session, before) == set(EVERY)
    before = all_analysed(session)
    session.close(SOURCE)
    session.open(SOURCE, "", 2, "python")
    assert replaced(session, before) == set(EVERY)


def test_a_question_knows_every_document_as_it_is_now(session: Session) -> None:
    all_analysed(session)
    session.change(SOURCE, [TextChange("x = 1")], 2)
    question = session.question(CONFIG)
    assert question
    assert question.workspace.open[SOURCE].text == "x = 1"
