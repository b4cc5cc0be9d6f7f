"""Settings: every way to write them, and every way to get them wrong."""

import pytest

from waypost.results import Severity
from waypost.workspace.settings import SETTINGS, Settings, field_name, json_name, toml_name


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_is_found_by_both_of_its_names(name: str) -> None:
    assert field_name(toml_name(name)) == field_name(json_name(name)) == name


@pytest.mark.parametrize(
    "layer",
    [
        {"inlayHints": {"routes": "off"}},
        {"inlay-hints": {"routes": "off"}},
        {"inlayHints.routes": "off"},
        {"inlay-hints.routes": "off"},
    ],
)
def test_a_group_may_be_nested_or_dotted(layer: dict) -> None:
    assert Settings.read(layer)[0].inlay_hints_routes == "off"


def test_later_layers_outrank_earlier_ones_rule_by_rule() -> None:
    settings, problems = Settings.read(
        {"codeLens": True, "rules": {"dead-word": "hint", "case-trap": "off"}},
        {"rules": {"dead-word": "error"}},
        {"code-lens": False},
    )
    assert problems == []
    assert settings.code_lens is False
    assert settings.rules == {"dead-word": Severity.ERROR, "case-trap": None}


def test_null_is_not_set() -> None:
    assert Settings.read({"codeLens": None, "rules": None}) == (Settings(), [])


@pytest.mark.parametrize(
    ("layer", "key", "part"),
    [
        ({"codeLenses": True}, "codeLenses", 'did you mean "code-lens"?'),
        ({"nothing-like-it": 1}, "nothing-like-it", "there is no such setting"),
        ({"codeLens": 1}, "codeLens", "must be true or false, not `1`"),
        ({"inlayHints": {"routes": "some"}}, "inlayHints.routes", "must be `off`, `url` or `all`, not"),
        ({"inlayHints": "off"}, "inlayHints", "there is no such setting"),
        ({"typosPath": []}, "typosPath", "must be a string, not `[]`"),
        ({"configFiles": "x"}, "configFiles", "must be a list of strings, not"),
        ({"apis": 5}, "apis", "must be a table"),
        ({"calls": {"x": 1}}, "calls", "must be a table of tables"),
        ({"rules": []}, "rules", "must be a table of rules, not `[]`"),
        ({"rules": {"dead-words": "off"}}, "rules.dead-words", 'did you mean "dead-word"?'),
        ({"rules": {"dead-word": "loud"}}, "rules.dead-word", "must be `off`, `error`"),
        ({"rules": {"dead-word": ["off"]}}, "rules.dead-word", "must be `off`, `error`"),
    ],
)
def test_a_wrong_setting_is_named_and_left_out(layer: dict, key: str, part: str) -> None:
    settings, [problem] = Settings.read(layer)
    assert settings == Settings()
    assert problem.key == key
    assert part in problem.message


def test_a_wrong_entry_in_apis_costs_itself_alone() -> None:
    given = {"https://a.example": "a.yaml", "https://b.example": 5, "ftp://c.example": "c.yaml", "not a url": "d.yaml"}
    settings, problems = Settings.read({"apis": given})
    assert settings.api_documents == ("a.yaml",)
    assert [each.keys for each in problems] == [
        ("apis", "https://b.example"),
        ("apis", "ftp://c.example"),
        ("apis", "not a url"),
    ]
    assert problems[0].message == "must be the path of a document, or a table, not `5`"
    assert problems[1].message == "`ftp://c.example` must be a URL that starts with http:// or https://"
