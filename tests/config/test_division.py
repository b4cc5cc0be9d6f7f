"""Next to another server for TOML: features that it has as well can be left to it, one by one."""

import pytest

from tests.support.check import analysis, completions, hover

BOTH = "[default]\nlocale = 'en-us'\n[default.extend-words]\nteh = 'teh'\n"
BESIDE_TOMBI = {"other-servers": ["tombi"]}


def _labels(source: str, name: str, settings: dict[str, object]) -> set[str]:
    return {each.label for each in completions(source, name, settings)}


@pytest.mark.parametrize(
    ("settings", "is_offered"),
    [
        ({}, True),
        (BESIDE_TOMBI, False),
        ({"other-servers": ["Taplo"]}, False),
        ({"other-servers": ["ruff"]}, True),
        ({"config-completion": "off"}, False),
        ({**BESIDE_TOMBI, "config-completion": "on"}, True),
        ({**BESIDE_TOMBI, "config-hover": "on"}, False),
    ],
)
def test_keys_are_completed_once(settings: dict[str, object], *, is_offered: bool) -> None:
    assert ("locale" in _labels("[default]\n$0", "typos.toml", settings)) is is_offered
    assert ("en-gb" in _labels("[default]\nlocale = $0", "typos.toml", settings)) is is_offered
    assert ("true" in _labels("[default]\nbinary = $0", "typos.toml", settings)) is is_offered


@pytest.mark.parametrize(
    ("source", "label"),
    [
        ("[type.$0", "type.rust"),
        ("[default]\nextend-ignore-re = [$0]", "URLs"),
        ("[default.extend-words]\nteh = $0", "teh"),
    ],
)
def test_what_no_schema_knows_is_completed_all_the_same(source: str, label: str) -> None:
    assert label in _labels(source, "typos.toml", BESIDE_TOMBI)


def test_a_shared_file_keeps_completion_and_hover_for_its_schema_may_not_know_typos() -> None:
    assert "locale" in _labels("[tool.typos.default]\n$0", "pyproject.toml", BESIDE_TOMBI)
    assert hover("[tool.typos.default]\nloc$0ale = 'en-us'\n", "pyproject.toml", BESIDE_TOMBI)
    assert analysis("[tool.typos.default]\n", "pyproject.toml", BESIDE_TOMBI).symbols() == ()


def test_json_is_not_what_a_server_of_toml_reads() -> None:
    assert "locale" in _labels('{"default": {$0}}', "typos.json", BESIDE_TOMBI)


def test_keys_are_explained_once_and_words_always() -> None:
    assert hover("[default]\nloc$0ale = 'en-us'\n", "typos.toml", BESIDE_TOMBI) is None
    assert hover("[def$0ault]\n", "typos.toml", BESIDE_TOMBI) is None
    assert hover("[default.extend-words]\nte$0h = 'teh'\n", "typos.toml", BESIDE_TOMBI)
    assert hover("[type.p$0y]\n", "typos.toml", BESIDE_TOMBI)
    assert hover("[default]\nloc$0ale = 'en-us'\n", "typos.toml", {**BESIDE_TOMBI, "config-hover": "on"})


def test_syntax_errors_are_shown_once_and_still_found() -> None:
    made = analysis("[default\nwrong = 1\n", "typos.toml", {"config-syntax-errors": "off"})
    assert [each.rule for each in made.diagnostics()] == ["syntax-error", "unknown-key"]
    assert [each.rule for each in made.shown()] == ["unknown-key"]
    assert [each.rule for each in analysis("[default\n", "typos.toml", BESIDE_TOMBI).shown()] == []
    assert [each.rule for each in analysis("[default\n", "typos.toml").shown()] == ["syntax-error"]


def test_the_outline_is_shown_once() -> None:
    assert analysis(BOTH, "typos.toml").symbols()
    assert analysis(BOTH, "typos.toml", {"config-symbols": "off"}).symbols() == ()
