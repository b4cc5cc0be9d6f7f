"""Unclosed, unmatched and doubled braces: each fix by the document after it."""

import pytest

from tests.routes.check.test_strings import ALONE, GH, fix
from tests.support.check import analysis, check_fix_all

START = "from waypost import endpoint\n\n"
FIXES = {
    "never closed": ('endpoint("GET /{owner/x", owner=1)\n', 'endpoint("GET /{owner}/x", owner=1)\n', "Add `}`"),
    "half-typed below": ('endpoint("GET /{a")\nif x.', 'endpoint("GET /{a}")\nif x.', "Add `}`"),
    "CRLF": ('endpoint("GET /{a", a=1)\r\n', 'endpoint("GET /{a}", a=1)\r\n', "Add `}`"),
    "outside the BMP": ('x = "🦜"; endpoint("GET /{a", a=1)\n', 'x = "🦜"; endpoint("GET /{a}", a=1)\n', "Add `}`"),
    "in an f-string": (
        'v = "x"\nendpoint(f"GET /{{owner/{v}", owner=1)\n',
        'v = "x"\nendpoint(f"GET /{{owner}}/{v}", owner=1)\n',
        "Add `}`",
    ),
    "closes nothing": ('endpoint("GET /owner}/x")\n', 'endpoint("GET /owner/x")\n', "Remove `}`"),
    "closes nothing in an f-string": (
        'v = "x"\nendpoint(f"GET /a}}/{v}")\n',
        'v = "x"\nendpoint(f"GET /a/{v}")\n',
        "Remove `}`",
    ),
    "doubled": ('endpoint("GET /{{a}}", a=1)\n', 'endpoint("GET /{a}", a=1)\n', "Write single braces"),
}


@pytest.mark.parametrize(("source", "expected", "title"), FIXES.values(), ids=FIXES)
def test_fixes(source: str, expected: str, title: str) -> None:
    fix(START + source, START + expected, title)


def test_another_client_has_the_same_fix() -> None:
    source = GH + '    await gh.getitem("/repos/{owner/{repo}", {"owner": owner, "repo": repo})\n'
    fix(source, source.replace("{owner/", "{owner}/"), "Add `}`")


@pytest.mark.parametrize("route", ["GET /{owner/x", "GET /owner}/x"])
def test_what_is_a_guess_is_not_part_of_fix_all(route: str) -> None:
    source = f'{START}endpoint("{route}", owner=1)\n'
    check_fix_all(source, source, "x.py", ALONE | {"rules": {**ALONE["rules"], "unused-parameter": "off"}})


def test_a_name_with_a_fault_inside_closed_braces_has_no_brace_to_add() -> None:
    found = analysis(START + 'endpoint("GET /{a b}", a=1)\n', "x.py").diagnostics()
    assert not any("brace" in fix.title or "`}`" in fix.title for each in found for fix in each.fixes)


def test_a_message_ends_without_a_full_stop() -> None:
    messages = [found.message for found in analysis(START + 'endpoint("GET /{owner/x")\n', "x.py").diagnostics()]
    assert "This expression is never closed; add `}`" in messages
