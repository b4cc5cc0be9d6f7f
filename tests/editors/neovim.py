"""Drives a headless Neovim from outside: keys arrive as if typed, and expressions return what it shows."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from tests.editors.driver import documented, environment, program, until


class Neovim:
    """A running Neovim with our set-up, started in `folder`."""

    def __init__(self, folder: Path, socket: Path) -> None:
        self._program = program("nvim")
        self._socket = socket
        said = subprocess.run([self._program, "--version"], capture_output=True, text=True, check=True).stdout
        #: Whether it starts servers for us, with `vim.lsp.config`, as since 0.11.
        self.has_config = tuple(map(int, re.findall(r"\d+", said)[:2])) >= (0, 11)
        setup = socket.parent / "init.lua"
        setup.write_text(documented("neovim-0.11" if self.has_config else "neovim"), "utf-8")
        arguments = ["--clean", "--headless", "--listen", str(socket), "-u", str(setup)]
        self._process = subprocess.Popen([self._program, *arguments], cwd=folder, env=environment(socket.parent))
        until("Neovim to listen", socket.exists)

    def close(self) -> None:
        self._run("--remote-send", "<Esc>:qall!<CR>", check=False)  # it may be gone before it answers
        self._process.wait(timeout=30)

    def keys(self, keys: str) -> None:
        """Type, in Neovim's notation: `<Esc>`, `<C-x>`."""
        self._run("--remote-send", keys)

    def add(self, name: str) -> None:
        """Run an extra set-up that the documentation gives under a name."""
        file = self._socket.parent / f"{name}.lua"
        file.write_text(documented(name), "utf-8")
        self.keys(f"<Esc>:luafile {file}<CR>")

    def edit(self, name: str) -> None:
        self.keys(f"<Esc>:edit {name}<CR>")

    def lua(self, expression: str) -> Any:
        """The value of a Lua expression."""
        quoted = f"vim.json.encode({{ {expression} }})".replace("'", "''")
        return (json.loads(self._run("--remote-expr", f"luaeval('{quoted}')")) or [None])[0]

    def clients(self) -> int:
        """How many servers are attached to the current buffer."""
        return self.lua("#(vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0))")

    def messages(self) -> str:
        """What Neovim has said, such as a warning."""
        return self.lua("vim.fn.execute('messages')").strip()

    def text(self) -> str:
        return "\n".join(self.lua("vim.api.nvim_buf_get_lines(0, 0, -1, false)"))

    def diagnostics(self) -> list[dict[str, Any]]:
        """The diagnostics of the current buffer; `code` is our rule, lines and columns count from 0."""
        return self.lua(
            "vim.tbl_map(function(d) return { line = d.lnum, column = d.col, message = d.message,"
            " code = d.user_data.lsp.code, source = d.source } end, vim.diagnostic.get(0))"
        )

    def choose(self, title: str) -> None:
        """Answer the next menu with this entry, once the entry is there."""
        self.keys(
            "<Esc>:lua vim.ui.select = function(items, options, done) for _, item in ipairs(items) do"
            f" if options.format_item(item) == [[{title}]] then return done(item) end end end<CR>"
        )

    def floating(self) -> str:
        """The text of the floating window, or an empty text without one."""
        return self.lua(
            "(function() for _, window in ipairs(vim.api.nvim_list_wins()) do"
            " if vim.api.nvim_win_get_config(window).relative ~= [[]] then"
            " local buffer = vim.api.nvim_win_get_buf(window)"
            " return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), [[ ]]) end end return [[]] end)()"
        )

    def _run(self, *arguments: str, check: bool = True) -> str:
        command = [self._program, "--server", str(self._socket), *arguments]
        # Before 0.10, Neovim answers on standard error.
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=check, timeout=60
        )
        return done.stdout
