import random

import pytest

from tests.exam.suggestions import first_offer, misspelt
from tests.support.budget import TIMES
from waypost.apis import shape_of
from waypost.apis.load import github


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("/repos/{o}/{r}/isues", "/repos/{owner}/{repo}/issues"),
        ("/repo/{o}/{r}/issues", "/repos/{owner}/{repo}/issues"),
        ("/repos/octocat/hello/issue/5", "/repos/{owner}/{repo}/issues/{issue_number}"),
        ("/repos/{o}/{r}/pull/{n}", "/repos/{owner}/{repo}/pulls/{pull_number}"),
        ("/users/{u}/repo", "/users/{username}/repos"),
        ("/repos/{o}/{r}/actions/run/{id}/job", "/repos/{owner}/{repo}/actions/runs/{run_id}/jobs"),
        ("/api/repos/{o}/{r}/issues", "/repos/{owner}/{repo}/issues"),
    ],
)
def test_the_nearest_path(wrong: str, right: str) -> None:
    near = github().nearest(shape_of(wrong))
    assert (github().paths[near[0].path] if near else "") == right


def test_the_steps_say_which_segment_to_change() -> None:
    near = github().nearest(shape_of("/repos/{o}/{r}/isues"))[0]
    changed = [(step.ours, step.theirs) for step in near.steps if step.cost]
    assert changed == [(3, 3)]


def test_nothing_is_near_to_nonsense() -> None:
    assert github().nearest(shape_of("/completely/different/from/every/thing/here")) == []
    assert github().nearest(shape_of("/x" * 1000)) == []


@pytest.mark.slow
def test_the_right_path_is_offered_first_for_misspelt_words() -> None:
    """A sample of all slips in all segments; `python -m tests.exam.suggestions` counts every one."""
    slips = random.Random(0).sample(list(misspelt(github())), 100 * TIMES)
    wrong = [each for each in slips if first_offer(github(), each.path) != each.meant]
    assert len(wrong) <= 0.02 * len(slips), wrong


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("/installation/repositoreis", "/installation/repositories"),
        ("/orgs/{org}/organisation-roles", "/orgs/{org}/organization-roles"),
        ("/ap", "/app"),
    ],
)
def test_one_slip_in_a_long_word_and_in_a_short_one(wrong: str, right: str) -> None:
    assert first_offer(github(), wrong) == right
