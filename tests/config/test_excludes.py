"""Our reading of exclude patterns is that of typos."""

import subprocess
from random import Random

import pytest

from tests.support.typos import TYPOS, write
from waypost.config.typos.globs import Excludes

FILES = [
    "top.md",
    "src/a.md",
    "src/b.md",
    "src/deep/a.md",
    "src/deep/x y.md",
    "lib/a.txt",
    "lib/[b].md",
    "!c.md",
    "#d.md",
]
LISTS = [
    ["*", "!src/a.md"], ["src/", "!src/a.md"], ["src/*", "!src/a.md"], ["*", "!src/", "!src/a.md"], ["/*", "!/src"],
    [" *.md"], ["*.md "], ["[a-"], ["[b"], ["src/{a,b}.md"], ["{a,b}.md", "!src/deep/"], ["src/**"], ["**/deep"],
    ["**"], ["src/a.md/"], ["[!a].md"], ["[^a].md"], ["[]a].md"], ["*.md", "!*"], ["!src/a.md"], ["\\!c.md", "#d.md"],
    ["\\#d.md"], ["src/***/a.md"], ["src**a.md"], ["SRC/"], ["a\\.md"], ["s?c/a.md"], ["src/**/a.md"],
    ["**/a.*", "!**/*.txt"], ["/"], ["src//"], ["./src"], ["lib/[[]b].md"], ["lib/\\[b\\].md"], ["x y.md"],
    ["x\\ y.md"], ["*/*.md"], ["/*.md"], ["deep/*"],
]  # fmt: skip
PIECES = ["src", "a.md", "*", "**", "/", "!", "deep", "[ab]", "?", "{a,b}", ".md", "lib", "/", "*.md", "x y", "\\"]


def checked(folder, patterns):
    """The files that typos checks."""
    quoted = ", ".join(f"'{each}'" for each in patterns)
    (folder / "typos.toml").write_text(f"files.extend-exclude = [{quoted}]\n")
    done = subprocess.run([TYPOS, "--files", "."], cwd=folder, capture_output=True, check=False)
    if done.returncode:
        return None
    return sorted(line.removeprefix("./") for line in done.stdout.decode().splitlines() if "typos.toml" not in line)


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tree")
    write(folder, dict.fromkeys(FILES, "x\n"))
    return folder


def check(tree, patterns):
    theirs = checked(tree, patterns)
    if theirs is not None:
        excludes = Excludes(patterns)
        assert sorted(each for each in FILES if excludes.excluding(each) is None) == theirs, patterns


@pytest.mark.parametrize("patterns", LISTS, ids=str)
def test_the_same_files_are_left(tree, patterns):
    check(tree, patterns)


@pytest.mark.slow
def test_the_same_files_are_left_by_random_patterns(tree):
    random = Random(5)
    for _ in range(300):
        check(tree, ["".join(random.choices(PIECES, k=random.randint(1, 4))) for _ in range(random.randint(1, 3))])
