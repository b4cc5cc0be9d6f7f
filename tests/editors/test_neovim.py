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
check-file = false
"""
CLIENT = """\
from waypost import endpoint
endpoint("GET /repos/octocat/hello")
"""
MISTAKEN = """\
[default]
locale = "en_US"
"""


@pytest.fixture
def neovim(tmp_path: Path) -> Iterator[Neovim]:
    files = {"_typos.toml": BROKEN, "typos.toml": MISTAKEN, "other.toml": BROKEN, "client.py": CLIENT}
    editor = Neovim(write(tmp_path / "project", files), tmp_path / "socket")
    yield editor
    editor.close()


def rules(neovim: Neovim) -> list[tuple[int, str]]:
    return [(each["line"], each["code"]) for each in neovim.diagnostics() if each["source"] == "waypost"]


def test_a_broken_configuration_lists_its_diagnostic(neovim: Neovim) -> None:
    neovim.edit("_typos.toml")

    assert (1, "syntax-error") in until("a diagnostic", lambda: rules(neovim))


def test_typing_the_missing_quote_clears_it(neovim: Neovim) -> None:
    neovim.edit("_typos.toml")
    until("a diagnostic", lambda: (1, "syntax-error") in rules(neovim))

    neovim.keys('2GA"<Esc>')

    until("no syntax error", lambda: (1, "syntax-error") not in rules(neovim), neovim.diagnostics)
    assert neovim.text() == BROKEN.replace("en-us", 'en-us"').rstrip()


def test_a_fix_is_applied(neovim: Neovim) -> None:
    neovim.edit("typos.toml")
    until("a diagnostic", lambda: (1, "unknown-locale") in rules(neovim))

    neovim.choose('Change to "en-us"')
    neovim.keys("2G$:lua vim.lsp.buf.code_action()<CR>")

    until("the fix", lambda: 'locale = "en-us"' in neovim.text(), neovim.text)


def test_the_server_attaches_to_its_documents_alone(neovim: Neovim) -> None:
    if neovim.has_config:
        pytest.skip("since 0.11, Neovim attaches by the type of a file, not by its name")
    neovim.edit("_typos.toml")
    until("the server", neovim.clients)

    neovim.edit("other.toml")

    until("the other file", lambda: neovim.lua("vim.fn.expand('%:t')") == "other.toml")
    assert neovim.clients() == 0


def test_keys_complete_as_they_are_typed(neovim: Neovim) -> None:
    neovim.edit("typos.toml")
    until("a diagnostic", lambda: rules(neovim))

    neovim.keys("Gochecx<BS><C-x><C-o>")
    offered = until("the menu", lambda: [item["word"] for item in neovim.lua("vim.fn.complete_info().items")])

    assert any(word.startswith("check-filename") for word in offered)


def test_the_hover_opens_in_a_window(neovim: Neovim) -> None:
    neovim.edit("typos.toml")
    until("a diagnostic", lambda: rules(neovim))

    neovim.keys("<Esc>2G0:lua vim.lsp.buf.hover()<CR>")

    shown = until("the window", neovim.floating)
    assert "locale" in shown
    assert "en-gb" in shown


def test_the_hover_of_a_route_shows_the_whole_request(neovim: Neovim) -> None:
    neovim.edit("client.py")
    until("the server", neovim.clients)

    neovim.keys("<Esc>2G0f/:lua vim.lsp.buf.hover()<CR>")

    assert "GET https://api.github.com/repos/octocat/hello" in until("the window", neovim.floating)


HEAD = "from waypost import endpoint\n"
HTTP = """\
import requests


def send(verb, path):
    return requests.request(verb, "https://x.example" + path)
"""
USERS = """\
from api.http import send

def remove(name):
    send("DELETE", f"/users/{name}")
"""
CALLS = """\
from waypost import endpoint
endpoint("GET /repos/{owner}/{repo}", owner="octocat", repo="x")
endpoint("GET /repos/{owner}/{repo}", owner="octocat", repo="y")
"""
WORKSPACE = {
    "calls.py": CALLS,
    "api/wrong.py": 'from waypost import endpoint\n\nendpoint("GET /users/{username}")\n',
    "api/other.py": HEAD + 'endpoint("GET /repos/{o}/{r}", o="octocat", r="z")\n',
    "api/http.py": HTTP,
    "api/users.py": USERS,
    "_typos.toml": MISTAKEN,
    "waypost.toml": "code-lens = true\n",
}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Neovim]:
    editor = Neovim(write(tmp_path / "project", WORKSPACE), tmp_path / "socket")
    editor.edit("calls.py")
    until("the server", editor.clients)
    yield editor
    editor.close()


def test_every_file_of_the_workspace_is_checked_as_documented(workspace: Neovim) -> None:
    workspace.add("neovim-check")

    workspace.keys("<Esc>:WaypostCheck<CR>")

    listed = "vim.tbl_map(function(each) return { vim.fn.bufname(each.bufnr), each.lnum } end, vim.fn.getqflist())"
    assert sorted(until("the list", lambda: workspace.lua(listed))) == [["_typos.toml", 2], ["api/wrong.py", 3]]


def test_lenses_count_the_other_calls(workspace: Neovim) -> None:
    titles = "vim.tbl_map(function(each) return each.command and each.command.title end, vim.lsp.codelens.get(0))"

    def shown() -> object:
        workspace.keys("<Esc>:lua vim.lsp.codelens.refresh()<CR>")
        return workspace.lua(titles)

    until("the lenses", lambda: shown() == ["2 other calls", "copy as curl"] * 2, shown)


def test_the_hover_of_a_placeholder_is_one_line(workspace: Neovim) -> None:
    workspace.keys("<Esc>2G0f{:lua vim.lsp.buf.hover()<CR>")

    shown = until("the window", workspace.floating)
    assert shown == "`{owner}` · path · `octocat` · argument · required · `string`"


def lists(neovim: Neovim) -> list[list[object]]:
    """The quickfix list: file, line from 1, and text."""
    entry = "{ vim.fn.bufname(each.bufnr), each.lnum, each.text }"
    return neovim.lua(f"vim.tbl_map(function(each) return {entry} end, vim.fn.getqflist())") or []


def test_definition_leads_from_a_placeholder_to_its_value(workspace: Neovim) -> None:
    workspace.keys("<Esc>2G0f{l:lua vim.lsp.buf.definition()<CR>")

    at = CALLS.splitlines()[1].index("owner=")
    until("the value", lambda: workspace.lua("vim.api.nvim_win_get_cursor(0)[2]") == at)


def test_references_list_the_calls_of_a_route_in_every_file(workspace: Neovim) -> None:
    workspace.keys("<Esc>2G0f/l:lua vim.lsp.buf.references()<CR>")

    found = until("the list", lambda: lists(workspace))
    assert [each[:2] for each in found] == [["api/other.py", 2], ["calls.py", 2], ["calls.py", 3]]


def test_the_callers_of_a_function_that_makes_requests_are_listed(workspace: Neovim) -> None:
    workspace.edit("api/http.py")
    until("the server", workspace.clients)

    workspace.keys("<Esc>4G05l:lua vim.lsp.buf.incoming_calls()<CR>")

    assert until("the list", lambda: lists(workspace)) == [["api/users.py", 4, "remove"]]


def test_the_key_copies_the_request_without_a_warning(workspace: Neovim) -> None:
    workspace.add("neovim-copy")
    workspace.keys("<Esc>:lua vim.fn.setreg = function(_, text) vim.g.copied = text end<CR>")

    workspace.keys("<Esc>2G0f/\\wc")

    copied = until("the command", lambda: workspace.lua("vim.g.copied"), workspace.messages)
    assert "https://api.github.com/repos/octocat/x" in copied
    assert workspace.messages() == ""
