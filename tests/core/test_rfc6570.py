"""All 270 cases of the official suite, kept in tests/data/rfc6570.json."""

import json
from pathlib import Path

import pytest

from waypost import RouteError
from waypost.core.url import expand

SUITE = json.loads((Path(__file__).parents[1] / "data" / "rfc6570.json").read_text(encoding="utf-8"))
CASES = [(group["variables"], case["template"], case["expected"]) for group in SUITE for case in group["cases"]]


def test_the_suite_is_whole():
    assert len(CASES) == 270
    assert sum(not expected for _, _, expected in CASES) == 36


@pytest.mark.parametrize(("variables", "template", "expected"), [case for case in CASES if case[2]])
def test_a_template_expands_as_the_suite_says(variables, template, expected):
    assert expand(template, variables) in expected


@pytest.mark.parametrize(("variables", "template", "expected"), [case for case in CASES if not case[2]])
def test_a_malformed_template_is_refused_at_the_fault(variables, template, expected):
    assert expected == []
    with pytest.raises(RouteError) as refused:
        expand(template, variables)
    start, end = refused.value.span
    assert 0 <= start < end <= len(template)
    assert refused.value.route == template
    assert "^" * (end - start) in refused.value.rendering


@pytest.mark.parametrize(
    ("template", "values", "expected"),
    [
        ("{+v}", {"v": "a b%20c%"}, "a%20b%20c%25"),
        ("{#v:4}", {"v": "é%20x"}, "#%C3%A9%20"),
        ("{+v:2}", {"v": "éa"}, "%C3%A9a"),
        ("{?m*}", {"m": {"z": 1, "a": True}}, "?z=1&a=true"),
        ("{;list}", {"list": []}, ""),
        ("{list}", {"list": [None, "a"]}, "a"),
        ("{m}", {"m": {"a": None, "b": "x"}}, "b,x"),
        ("/:a", {"a": "x"}, "/:a"),
    ],
)
def test_what_the_suite_leaves_open(template, values, expected):
    assert expand(template, values) == expected
