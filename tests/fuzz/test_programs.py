"""Random programs, run and read: a request that is stated is the one that is sent."""

from pathlib import Path
from random import Random

import pytest

from tests.fuzz import programs
from tests.fuzz.programs import program, sent, stated, wrong, wrong_in

_ONE = """\
import requests


def main0(flag, *_):
    path = "a"
    if flag:
        path = "b"
    requests.get("https://h.example/" + path)
"""


@pytest.mark.parametrize("seed", range(60))
def test_what_is_stated_is_sent(seed: int, tmp_path: Path) -> None:
    assert not wrong(seed, tmp_path)


def test_programs_send_and_are_understood(tmp_path: Path) -> None:
    sources = [program(seed) for seed in range(10)]
    assert sum(len(sent(source, Random(0))) for source in sources) > 50
    assert sum(len(calls) for source in sources for calls in stated(source, tmp_path).values()) > 50


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
def test_another_request_than_is_stated_is_noticed(
    written: str, read: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "stated", lambda source, folder: stated(source.replace(written, read), folder))
    assert len(wrong_in(_ONE, 0, tmp_path)) == count
