"""The page that binds an API is followed step by step, and says what is then shown."""

import re
from pathlib import Path

from tests.cli.run import found, run
from waypost.workspace.setting_kinds import EDITION_NAMES

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


def test_a_wrapper_in_another_file_is_checked_where_an_api_is_bound(tmp_path: Path) -> None:
    """The caller imports no client, as most code of a project does not."""
    (tmp_path / "openapi.yaml").write_text(re.findall(r"```yaml\n(.*?)```", _PAGE, re.DOTALL)[0])
    (tmp_path / "wrapper.py").write_text(_WRAPPER)
    (tmp_path / "shop.py").write_text('from wrapper import Api\n\nApi().get("/pet/7")\nApi().get("/pets/7")\n')
    assert found(".", cwd=tmp_path) == []
    (tmp_path / "waypost.toml").write_text('[apis]\n"https://pets.example/v2" = "openapi.yaml"\n')
    assert found(".", cwd=tmp_path) == [("shop.py", "unknown-route", 3)]


_WRAPPER = """\
import httpx


class Api:
    def __init__(self):
        self.session = httpx.Client(base_url="https://pets.example/v2")

    def get(self, path):
        return self.session.get(path)
"""
