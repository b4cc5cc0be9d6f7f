"""Paths with values known only at run time: if each is a whole segment, slips are found as in templates."""

import random
import re

import pytest

from tests.exam.suggestions import misspelt
from tests.support.budget import TIMES
from tests.support.check import analysis
from waypost.apis.load import github

HEAD = "import httpx\n\nclient = httpx.Client(base_url='https://api.github.com')\n\n\n"


def rules(call: str, names: str = "owner, repo, full_name, number, x") -> list[str]:
    made = analysis(f"{HEAD}def f({names}):\n    {call}\n", "x.py")
    return [each.rule for each in made.diagnostics() if each.rule == "unknown-route"]


def test_a_slip_is_found_beside_values_that_are_segments() -> None:
    assert rules('client.get(f"/repos/{owner}/{repo}/isues")') == ["unknown-route"]
    assert rules('client.get(f"/repos/{self.owner}/{self.repo}/isues/{int(x)}")') == ["unknown-route"]


def test_a_value_that_may_hold_slashes_may_make_a_path_right() -> None:
    assert rules('client.get(f"/repos/{full_name}/issues")') == []
    assert rules('client.get(f"/repos/{repo}/issues")') == []  # `owner/name`, a common name for both in one
    assert rules('client.get(f"/repos/{x}/{number}")') == []
    assert rules('client.get(f"/repos/{owner}/{repo}/{x}")') == []
    assert rules('client.get(f"/{x}")') == []


def test_a_value_never_holds_the_words_of_a_path() -> None:
    assert rules('client.get(f"/orgs/{org}/pakcages")  # 😀', "org") == ["unknown-route"]
    assert rules('client.get(f"/orgs/{organization}/pakcages")', "organization") == []  # nobody knows what it holds
    assert rules('client.get(f"/orgs/{org}/packages', "org") == []


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ('client.get(f"/orgs/{org}/repos", params={"sort": "newest"})', ["bad-value"]),
        ('client.get(f"/orgs/{org}/repos", params={"kind": "all"})  # 😀', ["unknown-parameter"]),
        ('client.get(f"/orgs/{org}/repos", params={"sort": "pushed"})', []),
        # Of these, nobody knows which path they make: `/orgs/octo/teams/red/repos` has no such parameter.
        ('client.get(f"/orgs/{path}/repos", params={"sort": "newest"})', []),
        ('client.get(f"/orgs/{org}/repos", params={"sort": "newest"', []),
    ],
)
def test_a_value_that_is_named_as_a_segment_leaves_no_doubt_about_the_path(call: str, found: list[str]) -> None:
    made = analysis(f"{HEAD}def f(org, path):\n    {call}\n", "x.py")
    assert [each.rule for each in made.diagnostics() if each.rule in ("bad-value", "unknown-parameter")] == found


@pytest.mark.slow
def test_slips_are_found_in_f_strings_as_often_as_in_templates() -> None:
    """Values are named as the API names them; a sample of all slips in all paths."""
    slips = random.Random(1).sample(list(misspelt(github())), 100 * TIMES)
    template = [f'client.get("{each.path}")' for each in slips]
    formatted = [f'client.get(f"{re.sub("{([^}]*)}", _name, each.path)}")' for each in slips]
    found = [_lines(calls) for calls in (template, formatted)]
    assert len(found[0]) > 0.96 * len(slips)
    missed = [slips[line].path for line in sorted(found[0] - found[1])]
    assert len(missed) <= 0.1 * len(found[0]), missed


def _lines(calls: list[str]) -> set[int]:
    """The calls for which an unknown route is reported."""
    made = analysis(HEAD + "\n".join(calls) + "\n", "x.py")
    found = (each for each in made.diagnostics() if each.rule == "unknown-route")
    return {made.document.lines.line_at(each.span.start) - HEAD.count("\n") for each in found}


def _name(found: re.Match[str]) -> str:
    return "{" + re.sub(r"\W", "_", found[1]) + "}"
