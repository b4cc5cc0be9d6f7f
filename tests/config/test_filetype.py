"""A file has the type that typos gives it."""

import re
import subprocess

import pytest

from tests.support.budget import some
from tests.support.typos import TYPOS, write
from waypost.config.model.facts import facts
from waypost.config.parse import parse
from waypost.config.typos.filetype import _alternatives, type_of
from waypost.workspace.homes import Syntax

ODD = [
    "README.md",
    "x.h",
    "pyproject.toml.in",
    "CMakeLists.txt",
    "x.m",
    "x",
    ".bashrc",
    "a.b.c",
    "LICENSE-MIT.md",
    "x.PY",
]


def theirs(folder):
    """The types that typos prints."""
    done = subprocess.run([TYPOS, "--file-types", "--hidden", "--sort"], cwd=folder, check=True, capture_output=True)
    lines = (line.rpartition(": ") for line in done.stdout.decode().splitlines())
    return {path.removeprefix("./"): None if name == "-" else name for path, _, name in lines}


def names():
    """File names for each built-in glob: where it matches alone, and where several globs match."""
    for globs in facts().globs.values():
        for glob in globs:
            plain = re.sub(r"\[(?:a-z|!?(.))[^\]]*\]", lambda found: found[1] or "a", glob)
            for each in _alternatives(plain.removeprefix("**/")):
                for stem in ("q", "Dockerfile", "x_test"):
                    name = each.replace("*", stem)
                    yield from (name, f"{name}.in", f"{name}.py", f"a.{name}")


def test_every_built_in_glob_gives_the_type_it_gives_the_checker(tmp_path):
    tried = {*some(names()), *ODD}
    write(tmp_path, dict.fromkeys(tried, ""))
    told = theirs(tmp_path)
    assert len(told) > 0.9 * len(tried) > 450
    ours = {name: (match.name if (match := type_of(name, None)) else None) for name in told}
    assert {name: (ours[name], told[name]) for name in told if ours[name] != told[name]} == {}


@pytest.mark.parametrize("name", ["t.py", "t.foo", "t.own", "x.own", "other", "sub.x"])
def test_types_of_the_configuration_outrank_built_in_ones(name, tmp_path):
    source = (
        '[type.own]\nextend-glob = ["*.own", "t.py", "{other,some}", "**/sub.x"]\n[type.x]\nextend-glob = ["t.own"]\n'
    )
    write(tmp_path, {"typos.toml": source, name: ""})
    match = type_of(name, parse(source.encode(), Syntax.TOML).root)
    assert (match.name if match else None) == theirs(tmp_path)[name]


@pytest.mark.parametrize("glob", ["*.py", "*.x.py", "t.*", "t*", "*", "*.{py,own}", "t.py", "*y"])
def test_a_glob_of_the_configuration_competes_with_those_built_in(glob, tmp_path):
    source = f'[type.own]\nextend-glob = ["{glob}"]\n[type.aaa]\nextend-glob = ["*.foo"]\n'
    write(
        tmp_path, {"typos.toml": source, **dict.fromkeys(["t.py", "t.x.py", "test_a.py", "t", "t.foo", "Makefile"], "")}
    )
    config = parse(source.encode(), Syntax.TOML).root
    told = theirs(tmp_path)
    assert {name: match.name if (match := type_of(name, config)) else None for name in told} == told
