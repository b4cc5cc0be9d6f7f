"""The page that binds an API is followed step by step, and says what is then shown."""

import re
from pathlib import Path

from tests.cli.run import run
from waypost.workspace.api_settings import EDITION_NAMES

_PAGE = (Path(__file__).parents[2] / "server" / "docs" / "bind.md").read_text("utf-8")
_FILES = {"yaml": "docs/openapi.yaml", "toml": "pyproject.toml", "python": "shop.py"}


def test_the_steps_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    commands = 0
    for language, text in re.findall(r"```(\w+)\n(.*?)```", _PAGE, re.DOTALL):
        if language in _FILES:
            (tmp_path / _FILES[language]).write_text(text)
            continue
        command, _, shown = text.removeprefix("$ ").partition("\n")
        assert run(*command.split()[1:], cwd=tmp_path).out.strip() == shown.strip()
        commands += 1
    assert commands == 3
    described = run("check", "--show-settings", ".", cwd=tmp_path)
    assert (described.code, "mylib.Client.fetch" in described.out) == (0, True), described


def test_the_editions_of_the_page() -> None:
    assert "Enterprise Server 3.17 to 3.19" in _PAGE
    assert [each for each in EDITION_NAMES if each.startswith("ghes")] == ["ghes-3.17", "ghes-3.18", "ghes-3.19"]
