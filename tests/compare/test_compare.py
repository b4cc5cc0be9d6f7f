"""What the exams say, and that other words change no program."""

from collections.abc import Mapping
from random import Random

import pytest

from tests.compare.exams import Compared, by_feature, changed_answers, summary
from tests.compare.interpreters import Listed, Told
from tests.fuzz.judge import Judged
from tests.fuzz.programs import ALL, MAIN, Program, program
from tests.fuzz.runs import Run, Sent
from tests.fuzz.variants import commented, renamed


def test_a_report_has_numbers_and_examples() -> None:
    rows = [Compared("a", "equal"), Compared("b", "worse", ["why"])]
    assert list(summary(rows)) == ["equal 1  worse 1", "worse: b", "    why"]
    table = list(by_feature([(["x", "y"], Judged(4, found=3)), (["y"], Judged(4, found=4, false=["f"]))]))
    assert [line.split()[:4] for line in table[1:]] == [
        ["all", "2", "8", "1"],
        ["x", "1", "4", "0"],
        ["y", "2", "8", "1"],
    ]


def _sends(made: Program) -> set[Sent]:
    """What a program sends, wherever the lines are now."""
    return {each._replace(places=(), made=()) for each in Run(made).sent(Random(1), 2)}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.slow
def test_a_program_in_other_words_does_the_same(seed: int) -> None:
    made = program(seed, ALL)
    more = {name: commented(text, Random(seed)) for name, text in made.files.items()}
    others = dict(zip(made.files, renamed(list(made.files.values()), Random(seed)), strict=True))
    for name, text in made.files.items():
        was = [text.splitlines()[line - 1] for line in more[name].lines[1:]]
        own = [line for line in more[name].text.splitlines() if line in was]
        assert set(text.splitlines()) == set(own)
        assert len(text.splitlines()) == len(others[name].splitlines())
    expected = _sends(made)
    assert _sends(Program({name: each.text for name, each in more.items()})) == expected
    assert _sends(Program(others)) == expected


_WORDS = """\
import requests


@staticmethod
def send(path, *, base="x", **more):
    url = f"https://h.example/{path}"
    inner = [path for each in more]
    return requests.get(url, params=dict(base=base))
"""


def test_names_that_others_see_stay() -> None:
    [made] = renamed([_WORDS], Random(0), 1)
    assert "base=base" in made
    assert 'base="x"' in made
    assert "path" not in made
    assert "requests.get(" in made


def test_comments_are_between_statements() -> None:
    made = commented(_WORDS, Random(0), 1)
    assert made.text.count("#") == 5
    assert made.text.count("r'''") == 1
    assert [made.text.splitlines()[i - 1] for i, line in enumerate(made.lines) if line == 4][-1] == "@staticmethod"
    compile(made.text, MAIN, "exec")


def test_other_words_that_change_an_answer_are_noticed() -> None:
    def reads_words(files: Mapping[str, str]) -> Told:
        text = files[MAIN]
        line = text[: text.index("requests.get")].count("\n") + 1
        url = "https://h.example/" + ("x" if "#" in text or "path" not in text else "y")
        return Told([], [Listed(MAIN, line, line, "GET", url)])

    found = {each.name: each.outcome for each in changed_answers("x", {MAIN: _WORDS}, 0, reads_words)}
    assert found == {"x with comments": "changed", "x with other names": "changed"}
    found = {each.name: each.outcome for each in changed_answers("x", {MAIN: _WORDS}, 0)}
    assert found == {"x with comments": "equal", "x with other names": "equal"}
