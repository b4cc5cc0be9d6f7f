"""Files, commands and tests that the pages name exist."""

import importlib.util
import json
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.cli.run import run
from waypost.lsp.commands import COMMANDS
from waypost.lsp.to_proto import APPLY_EDIT
from waypost.rules import HOME

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "client-vscode"
DOCS = ROOT / "server" / "docs"
# Those about this repository, and not about a user's project.
PAGES = ("architecture.md", "comparison.md", "contributing.md", "glossary.md", "interpreter.md", "security.md")
# What a command makes, a method of the protocol, and a file of a user's.
_NO_FILES = {"tests/artifacts", "workspace/diagnostic", "../common.py"}
_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"(?:[\w.-]+/)+(?:[\w-]+(?:\.[a-z]+)?)?|\w+\.(?:py|json|ts|sh)")


def tracked() -> list[str]:
    listing = ["git", "ls-files", "-co", "--exclude-standard"]
    return sorted(
        set(subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines())
    )


@pytest.mark.parametrize("page", PAGES)
def test_every_path_exists(page: str) -> None:
    known = "\n".join(f"/{path}/" for path in tracked())
    named = {word for code in _named(page) for word in code.split() if _PATH.fullmatch(word)}
    endings = ("/", ".py/")
    assert [path for path in named - _NO_FILES if not any(f"/{path.strip('/')}{end}" in known for end in endings)] == []


@pytest.mark.parametrize("page", ["glossary.md", "interpreter.md"])
def test_every_class_exists(page: str) -> None:
    named = {found[0] for code in _named(page) if (found := re.match(r"[A-Z][a-z]+[A-Z]?\w*(?=\Z|\.\w)", code))}
    sources = "\n".join(path.read_text("utf-8") for path in (ROOT / "server").rglob("*.py"))
    assert named - set(re.findall(r"\w+", sources)) == set()


def _named(page: str) -> list[str]:
    return _CODE.findall((DOCS / page).read_text("utf-8"))


@pytest.mark.parametrize("page", sorted((*DOCS.glob("*.md"), ROOT / "README.md")), ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    # A link of the README has to work on a package index, too.
    text = re.sub(rf"{HOME}/(blob|tree)/main/", page.parent.as_posix() + "/", page.read_text("utf-8"))
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    assert [each for each in targets if "://" not in each and not page.parent.joinpath(each).exists()] == []


def test_links_of_the_readme_work_on_a_package_index() -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", (ROOT / "README.md").read_text("utf-8"))
    assert [each for each in targets if not each.startswith("https://")] == []


def test_the_licence_of_everything_that_is_installed_is_named() -> None:
    pinned = re.findall(r"^([\w-]+)==", (ROOT / "server" / "requirements.txt").read_text("utf-8"), re.MULTILINE)
    assert re.findall(r"^\| ([\w-]+) \|", (DOCS / "licences.md").read_text("utf-8"), re.MULTILINE)[1:] == pinned


def test_each_term_has_one_meaning() -> None:
    glossary, interpreter = ((DOCS / name).read_text("utf-8") for name in ("glossary.md", "interpreter.md"))
    words = interpreter.partition("## Words")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|`]+) \|", glossary + words, re.MULTILINE)
    terms = [term for row in rows for term in row.split(", ")]
    twice = {term for term in terms if terms.count(term) > 1}
    assert len(terms) > 20
    assert twice == set()


@pytest.mark.slow
def test_the_main_command_shows_what_the_readme_shows() -> None:
    [shown] = re.findall(r"```text\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    done = run("check", "--exit-zero", "--no-cache", "server/examples", cwd=ROOT)
    assert shown in done.out
    # Another project around the examples would change what is found.
    assert {"missing-parameter", "unknown-verb", "unknown-route"} <= set(re.findall(r"\[([\w-]+)\]", done.out))
    assert done.code == 0


def test_every_picture_of_the_extension_has_its_small_copy() -> None:
    # Packaging puts the copies into the page, for an editor shows an installed one no others.
    shown = re.findall(r"!\[[^\]]*\]\(images/([\w-]+)\.png\)", (CLIENT / "README.md").read_text("utf-8"))
    assert "served" in shown
    assert [name for name in shown if not (CLIENT / "images" / "walkthrough" / f"{name}.jpg").exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_command_can_be_run(page: str) -> None:
    assert [code for code in _named(page) if " " in code and not _can_be_run(code.split())] == []


def _can_be_run(words: list[str]) -> bool:
    if words[:2] == ["python", "-m"]:
        return importlib.util.find_spec(words[2]) is not None
    if words[0] == "npm" and "run" in words:
        scripts = json.loads((ROOT / words[2] / "package.json").read_text("utf-8"))["scripts"]
        return words[words.index("run") + 1] in scripts
    return True


@pytest.mark.parametrize("page", PAGES)
def test_every_test_exists(page: str) -> None:
    assert {code for code in _named(page) if re.fullmatch(r"test_\w+", code)} - _tests() == set()


def test_every_command_of_the_server_is_documented() -> None:
    table = (DOCS / "editors.md").read_text("utf-8").partition("## Commands of the server")[2]
    assert set(re.findall(r"^\| `(waypost\.\w+)`", table, re.MULTILINE)) == set(COMMANDS) - {APPLY_EDIT}


@cache
def _tests() -> set[str]:
    sources = (path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    return {name for source in sources for name in re.findall(r"^ *(?:async )?def (test_\w+)", source, re.MULTILINE)}
