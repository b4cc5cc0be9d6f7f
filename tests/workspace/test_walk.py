"""Walks of folders."""

import signal

import pytest

from waypost import cancel
from waypost.workspace import walk


def test_an_interrupt_waits_until_the_walker_has_returned(tmp_path, monkeypatch) -> None:
    """It panics if the code that it calls is interrupted, and it calls `Path`."""
    for number in range(3):
        (tmp_path / f"m{number}.py").touch()
    seen = []

    def decoded(path):
        signal.raise_signal(signal.SIGINT)
        seen.append(path)
        return path

    monkeypatch.setattr(walk, "_as_python_decodes", decoded)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # background processes ignore it
    try:
        with pytest.raises(KeyboardInterrupt):
            list(walk.walk_names(tmp_path))
        assert {path.name for path in seen} >= {"m0.py", "m1.py", "m2.py"}
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interrupt_is_not_lost_to_an_error() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), cancel.interrupts_wait():  # noqa: PT012 - what is interrupted
            signal.raise_signal(signal.SIGINT)
            raise OSError
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_walk_goes_on_after_many_files(tmp_path) -> None:
    for number in range(600):
        (tmp_path / f"m{number}.py").touch()
    assert len(list(walk.walk_names(tmp_path))) == 600
