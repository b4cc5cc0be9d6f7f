"""A real Neovim with its built-in client."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.driver import until, write
from tests.editors.neovim import Neovim

pytestmark = pytest.mark.editors

BROKEN = """\
[default]
locale = "en-us
check-file = true
"""


@pytest.fixture
def neovim(tmp_path: Path) -> Iterator[Neovim]:
    editor = Neovim(write(tmp_path / "project", {"_typos.toml": BROKEN}), tmp_path / "socket")
    yield editor
    editor.close()


def test_a_broken_configuration_lists_its_diagnostic(neovim: Neovim) -> None:
    neovim.edit("_typos.toml")

    (diagnostic,) = until("a diagnostic", neovim.diagnostics)

    assert (diagnostic["line"], diagnostic["code"], diagnostic["source"]) == (1, "syntax-error", "waypost")


def test_typing_the_missing_quote_clears_it(neovim: Neovim) -> None:
    neovim.edit("_typos.toml")
    until("a diagnostic", neovim.diagnostics)

    neovim.keys('2GA"')

    until("no diagnostic", lambda: not neovim.diagnostics(), neovim.diagnostics)
    assert neovim.text() == BROKEN.replace("en-us", 'en-us"').rstrip()


def test_the_server_attaches_to_its_documents_alone(neovim: Neovim) -> None:
    neovim.edit("_typos.toml")
    until("the server", lambda: neovim.lua("#vim.lsp.buf_get_clients(0)"))

    neovim.edit("other.toml")

    until("the other file", lambda: neovim.lua("vim.fn.expand('%:t')") == "other.toml")
    assert neovim.lua("#vim.lsp.buf_get_clients(0)") == 0
