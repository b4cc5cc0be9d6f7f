"""The types that users of the library see: every example of its page passes mypy and pyright, and mistakes do not."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.npm import packages, program

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "server" / "docs" / "library.md").read_text(encoding="utf-8")
HEAD = "from waypost import EndpointOptions, MergedOptions, Problem, endpoint\n"
GOOD = (
    HEAD
    + """
from typing import assert_type

assert_type(endpoint("GET /x", page=1), EndpointOptions)
assert_type(endpoint({"method": "GET", "url": "/x"}), EndpointOptions)
assert_type(endpoint.merge("GET /x", headers={"a": None, "b": 1}), MergedOptions)
assert_type(endpoint.problems("GET /x"), list[Problem])
assert_type(endpoint.strict.defaults(base_url="https://h", media_type={"previews": ["a"]})("GET /x")["url"], str)
assert_type(endpoint("GET /x", labels=["a"], state="open")["headers"], dict[str, str])
"""
)
BAD = (
    'endpoint("GET /x", headers="no")',
    'endpoint("GET /x", headers={"a": ["no"]})',
    'endpoint("GET /x", base_url=5)',
    'endpoint.defaults(media_type="raw")',
    'endpoint("GET /x", mediaType={"format": 5})',
    'endpoint("GET /x", media_type={"formats": "raw"})',
    "endpoint(5)",
    'endpoint.merge("GET /x", method=5)',
    'endpoint.problems("GET /x", url=5)',
    'endpoint("GET /x")["bdy"]',
    "endpoint.parse()",
    'endpoint.for_api(vendor="acme")',
)


def examples() -> str:
    """The page's examples as one program. The page shows an expression's value, so the program uses it."""
    parsed = doctest.DocTestParser().get_examples(PAGE)
    return "".join(_statement(each.source) for each in parsed)


def _statement(source: str) -> str:
    try:
        compile(source, "library.md", "eval")
    except SyntaxError:
        return source
    return f"print({source.rstrip()})\n"


@pytest.fixture(
    scope="module",
    params=[pytest.param("mypy", marks=pytest.mark.slow), pytest.param("pyright", marks=pytest.mark.network)],
)
def errors_in(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """Gives the lines of a program in which a type checker finds a mistake, with its messages."""
    folder = tmp_path_factory.mktemp("types")
    check = _mypy if request.param == "mypy" else _pyright

    def errors_in(program: str) -> dict[int, str]:
        file = folder / "program.py"
        file.write_text(program, encoding="utf-8")
        found = re.findall(r"program\.py:(\d+):(?:\d+)?.*?error: (.*)", check(file))
        return {int(line): message for line, message in found}

    return errors_in


def _mypy(file: Path) -> str:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", file.parent / "cache", file]
    # The package as users have it: found on the path, and typed by its marker.
    env = {"MYPYPATH": str(ROOT / "server"), "PATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env, cwd=file.parent)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


def _pyright(file: Path) -> str:
    config = f'{{"extraPaths": ["{(ROOT / "server").as_posix()}"]}}'
    (file.parent / "pyrightconfig.json").write_text(config, encoding="utf-8")
    command = [program("node"), packages() / "pyright" / "index.js", "--pythonpath", sys.executable, file]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=file.parent)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


def test_every_example_of_the_page_passes(errors_in) -> None:
    assert errors_in(examples()) == {}


def test_results_have_their_types(errors_in) -> None:
    assert errors_in(GOOD) == {}


def test_every_mistake_is_found(errors_in) -> None:
    program = HEAD + "\n".join(BAD) + "\n"
    assert set(errors_in(program)) == set(range(2, 2 + len(BAD)))
