"""The example with both ends of an API says what its page says."""

from pathlib import Path

import pytest

from tests.cli.run import run

_SERVER = Path(__file__).parents[2] / "server"
_EXAMPLE = _SERVER / "examples" / "both_ends"
_PAGE = (_SERVER / "docs" / "served.md").read_text()


@pytest.fixture(scope="module")
def findings() -> list[str]:
    return [line for line in run("check", ".", cwd=_EXAMPLE).out.splitlines() if ": warning[" in line]


def test_the_findings_of_the_page(findings: list[str]) -> None:
    written = [line for line in _PAGE.splitlines() if ": warning[" in line]
    assert sorted(findings) == sorted(written)


@pytest.mark.parametrize(
    ("arguments", "expected"), [((), "3 routes\n"), (("--unused",), "1 route without a known call\n")]
)
def test_the_list_of_the_page(arguments: tuple[str, ...], expected: str) -> None:
    out = run("routes", "--served", *arguments, ".", cwd=_EXAMPLE).out
    assert out.endswith(expected)
    assert arguments or out in _PAGE
