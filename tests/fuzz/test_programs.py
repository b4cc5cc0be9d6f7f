"""Random programs, run and read: a request that is stated is the one that is sent."""

from random import Random

import pytest

from tests.compare.interpreters import Listed, Told, pattern_of, stated
from tests.fuzz.features import FEATURES
from tests.fuzz.judge import judged, verdict
from tests.fuzz.programs import ALL, MAIN, Program, program
from tests.fuzz.runs import Run
from tests.fuzz.shrink import smaller
from tests.support.budget import TIMES

_ONE = """\
import requests


def main0(flag, *_):
    path = "a"
    if flag:
        path = "b"
    requests.get("https://h.example/" + path)
"""
_THROUGH = """\
import requests


def send(path, **more):
    return requests.get("https://h.example/" + path, **more)


def main0(flag, other, text, *_):
    send("a", headers={"X-A": "1"})
"""


@pytest.mark.parametrize("seed", range(20 * TIMES))
def test_what_is_stated_is_sent(seed: int) -> None:
    assert not judged(program(seed, ALL), seed).false


@pytest.mark.slow
def test_programs_send_and_are_understood() -> None:
    programs = [program(seed) for seed in range(10)]
    assert sum(len(Run(each).sent(Random(0), 8)) for each in programs) > 50
    assert sum(len(stated(each.files).stated) for each in programs) > 50


@pytest.mark.parametrize("feature", FEATURES)
def test_every_feature_sends(feature: str) -> None:
    made = [program(seed, {feature}) for seed in range(2)]
    assert all(each.features == (feature,) for each in made)
    assert sum(len(Run(each).sent(Random(0), 1)) for each in made) > 1


def test_a_seed_is_a_program() -> None:
    assert program(7, ALL) == program(7, ALL) != program(8, ALL)
    assert len({feature for seed in range(60) for feature in program(seed, ALL).features}) == len(ALL)


@pytest.mark.parametrize(
    ("written", "read", "count"),
    [
        ("", "", 0),
        ('"b"', '"c"', 1),
        ("if flag:", "if False:", 1),
        ("requests.get", "requests.put", 1),
        ("+ path", "+ input()", 0),
    ],
)
def test_another_request_than_is_stated_is_noticed(written: str, read: str, count: int) -> None:
    told = stated({MAIN: _ONE.replace(written, read)})
    one = Program({MAIN: _ONE})
    assert len(verdict(one, Run(one).sent(Random(0), 20), told).false) == count


def _listed(line: int, url: str, *, likely: bool = False, headers: tuple[tuple[str, str], ...] | None = None) -> Listed:
    return Listed(MAIN, line, line, "GET", url, likely, url, headers)


_RIGHT = "https://h.example/a"


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        ([_listed(5, "https://h.example/{path}"), _listed(9, _RIGHT)], (0, 0, 0, 0, 0)),
        ([_listed(5, "https://h.example/{path}")], (0, 0, 0, 1, 0)),
        ([], (0, 1, 0, 0, 0)),
        ([_listed(9, "https://h.example/b")], (1, 0, 1, 0, 1)),
        ([_listed(9, "https://h.example/b", likely=True)], (0, 0, 1, 0, 0)),
        ([_listed(9, "https://h.example/b"), _listed(9, _RIGHT)], (0, 0, 0, 0, 1)),
        ([_listed(5, "https://h.example/b")], (1, 0, 1, 0, 1)),
        ([_listed(5, _RIGHT, headers=(("x-a", "1"),))], (0, 0, 0, 0, 0)),
        ([_listed(5, _RIGHT, headers=(("x-a", "{value}"), ("{name}", "2")))], (0, 0, 0, 0, 0)),
        ([_listed(5, _RIGHT, headers=(("x-a", "2"),))], (1, 0, 0, 0, 0)),
    ],
)  # fmt: skip
def test_each_verdict(forms: list[Listed], expected: tuple[int, ...]) -> None:
    """How many are false, lost, hidden, vague and never sent."""
    through = Program({MAIN: _THROUGH})
    found = verdict(through, Run(through).sent(Random(0), 2), Told(forms, forms))
    numbers = len(found.false), len(found.lost), len(found.hidden), len(found.vague), len(found.unsent)
    assert numbers == expected
    assert found.sent == 1


@pytest.mark.parametrize(
    ("template", "url", "fits"),
    [
        ("https://h.example/{a}/b", "https://h.example/x/y/b", True),
        ("https://h.example/{f'{a}'}/b", "https://h.example/x/b", True),
        ("https://h.example/b", "https://h.example/b/", True),
        ("https://h.example/b", "https://h.example/bc", False),
        ("https://h.example/b?{more}", "https://h.example/b", True),
        ("https://h.example/b?{more}", "https://h.example/b?a=1", True),
        ("https://h.example/b?a={a}&c=1", "https://h.example/b?c=1", True),
        ("https://h.example/b?c=1&a={a}", "https://h.example/b?c=1", True),
    ],
)
def test_a_template_stands_for_its_instances(template: str, url: str, fits: bool) -> None:  # noqa: FBT001
    assert (pattern_of(template).fullmatch(url) is not None) == fits


_OBJECT = """\
import requests


def main0(*_):
    request = requests.Request("GET", "https://h.example/a", params={"a": 1})
    request.params["b"] = 2
    requests.Session().send(request.prepare())
"""


def test_a_request_is_one_of_the_place_where_its_object_was_made() -> None:
    [sent] = Run(Program({MAIN: _OBJECT})).sent(Random(0), 2)
    assert sent.line == "GET https://h.example/a?a=1&b=2"
    assert sent.own == ((MAIN, 7), (MAIN, 5))


def test_files_of_a_program_are_imported_when_it_says_so() -> None:
    files = {
        "parts.py": "PATH = 'a'\n",
        "tuning.py": "import parts\nparts.PATH = 'b'\n",
        MAIN: "import parts, requests\ndef main0(flag, *_):\n    if flag:\n        import tuning\n"
        "    requests.get('https://h.example/' + parts.PATH)\n",
    }
    sent = {each.url for each in Run(Program(files)).sent(Random(0), 20)}
    assert sent == {"https://h.example/a", "https://h.example/b"}
    assert len(stated(files).stated) >= 1


def test_a_program_is_made_smaller() -> None:
    found = smaller(Program({MAIN: _THROUGH + _ONE}), lambda each: "**more)" in each.files[MAIN])
    assert found.files[MAIN] == "def send(path, **more):\n    pass\n"
