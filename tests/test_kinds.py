"""Which features a document gets, also after an edit or a change of settings."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from waypost.analysis import Analysis
from waypost.text import Document, Encoding, TextChange
from waypost.workspace import Folder, Settings, Workspace, uri_of

FAULTY = '{"$schema": "https://x.example/typos.json", "default": {"nope": 1}}'
PLAIN = '{"default": {"nope": 1}}'


def rules(analysis: Analysis) -> list[str]:
    return [each.rule for each in analysis.diagnostics()]


def edited(before: str, after: str, name: str = "words.json") -> Analysis:
    document = Document.from_text(f"file:///w/{name}", before)
    analysis = Analysis(document, Workspace())
    analysis.diagnostics()
    later, edits = document.edited([TextChange(after)], Encoding.UTF16)
    return analysis.updated(later, edits, Workspace())


def under(root: Path, settings: Mapping[str, Any]) -> Workspace:
    read, problems = Settings.read(settings)
    assert not problems
    return Workspace(folders=[Folder(root, read)])


@pytest.mark.parametrize(("before", "after", "expected"), [(PLAIN, FAULTY, ["unknown-key"]), (FAULTY, PLAIN, [])])
def test_a_json_file_becomes_a_configuration_and_stops_being_one_by_an_edit(before, after, expected) -> None:
    assert rules(edited(before, after)) == expected
    assert rules(edited(before, after, "elsewhere.jsonc")) == expected


def test_a_configuration_by_its_name_stays_one() -> None:
    assert rules(edited(FAULTY, PLAIN, "typos.json")) == ["unknown-key"]


def test_a_file_becomes_what_the_settings_say(tmp_path) -> None:
    path = tmp_path / "spelling" / "words.json"
    document = Document.from_text(uri_of(path), PLAIN)
    before = Analysis(document, under(tmp_path, {}))
    assert rules(before) == []
    after = before.updated(document, (), under(tmp_path, {"configFiles": ["spelling/*.json"]}))
    assert rules(after) == ["unknown-key"]
    assert rules(after.updated(document, (), before.workspace)) == []
