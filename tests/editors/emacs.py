"""Drives an Emacs without a screen from outside, through emacsclient."""

import base64
import json
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.editors.driver import documented, environment, program, until

HELPERS = Path(__file__).with_name("emacs.el")
# Debian installs Emacs packages where `emacs -Q` does not look.
PACKAGES = Path("/usr/share/emacs/site-lisp/elpa")


class Emacs:
    """A running Emacs with our set-up, started in `folder`: with eglot, or with another client."""

    set_up, package = "emacs", "eglot"
    # Emacs connects once it is idle, which a daemon without a screen never is.
    connect = "(unless (eglot-current-server) (apply #'eglot--connect (eglot--guess-contact)))"

    def __init__(self, folder: Path, at: Path) -> None:
        self._folder = folder
        self._socket = at
        self._client = program("emacsclient")
        packages = sorted(PACKAGES.glob("*/"))
        if not any(path.name.startswith(self.package) for path in packages):
            pytest.skip(f"{self.package} is not installed: tests/editors/setup.sh installs it")
        load = [word for path in packages for word in ("-L", str(path))]
        setup = at.parent / "setup.el"
        setup.write_text(documented(self.set_up), "utf-8")
        self._log = (at.parent / "emacs.log").open("wb")
        self._process = subprocess.Popen(
            [program("emacs"), "-Q", *load, "-l", str(setup), "-l", str(HELPERS), f"--fg-daemon={at}"],
            cwd=folder,
            env=environment(at.parent),
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        until("Emacs to listen", self._listens, (at.parent / "emacs.log").read_text)

    def _listens(self) -> bool:
        """Its socket is there a moment before anybody can connect to it."""
        with socket.socket(socket.AF_UNIX) as tried:
            return tried.connect_ex(str(self._socket)) == 0

    def close(self) -> None:
        self._run("(kill-emacs)", check=False)
        self._process.wait(timeout=30)
        self._log.close()

    def edit(self, name: str) -> None:
        self.lisp(f'(progn (switch-to-buffer (find-file-noselect "{self._folder / name}")) t)')
        self.lisp(f"(progn {self.connect} t)")

    def keys(self, keys: str) -> None:
        """Type, in Emacs' notation: `C-e`, `M-<`."""
        quoted = keys.replace("\\", "\\\\").replace('"', '\\"')
        self.lisp(f'(progn (execute-kbd-macro (kbd "{quoted}")) t)')

    def command(self, name: str) -> None:
        """Call a command as its key would. The key itself would not do: eglot drops an answer while a macro has more
        keys."""
        self.lisp(f"(progn (call-interactively #'{name}) t)")

    def lisp(self, expression: str) -> Any:
        """The value of a Lisp expression, evaluated in the visible buffer."""
        wrapped = f"(with-current-buffer (window-buffer) (waypost-answer {expression}))"
        return json.loads(base64.b64decode(self._run(wrapped).strip().strip('"')))[0]

    def text(self) -> str:
        return self.lisp("(buffer-substring-no-properties (point-min) (point-max))")

    def diagnostics(self) -> list[tuple[int, str]]:
        """Lines, counted from 0, and messages."""
        return [(line, text) for line, text in self.lisp("(waypost-diagnostics)")]

    def hover(self) -> str:
        return self.lisp("(waypost-hover)")

    def fix(self, title: str) -> None:
        self.lisp(f"(progn (waypost-fix {json.dumps(title)}) t)")

    def _run(self, expression: str, *, check: bool = True) -> str:
        command = [self._client, "-s", str(self._socket), "--eval", expression]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0 or not check, done.stderr
        return done.stdout


class LspMode(Emacs):
    """An Emacs with lsp-mode."""

    set_up, package = "lsp-mode", "lsp-mode"
    connect = "(lsp)"

    def diagnostics(self) -> list[tuple[int, str]]:
        return [(line, text) for line, text in self.lisp("(waypost-lsp-diagnostics)")]

    def hover(self) -> str:
        return self.lisp("(waypost-lsp-hover)")

    def fix(self, title: str) -> None:
        self.lisp(f"(progn (waypost-lsp-fix {json.dumps(title)}) t)")
