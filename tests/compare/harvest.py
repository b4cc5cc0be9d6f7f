"""Keeps the sources that tests analyse, by running them: a case a line."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from waypost.routes.features import RouteFeatures
from waypost.text import Document
from waypost.workspace import Workspace

# The folder of documents that are on no disk.
_MEMORY = "/w"
# What this module imports may be what the runner would have rewritten.
_OPTIONS = ("-q", "-n", "0", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")


class Harvest:
    """A plugin of the test runner."""

    def __init__(self) -> None:
        self._test = ""
        self.cases: dict[str, dict[str, Any]] = {}

    @pytest.hookimpl
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self._test = item.nodeid

    def keep(self, document: Document, workspace: Workspace) -> None:
        """One document that is analysed, with all files around it."""
        path = Path(document.uri.removeprefix("file://"))
        root = next((folder.path for folder in workspace.folders if path.is_relative_to(folder.path)), path.parent)
        files = dict(_files(root)) if root.as_posix() != _MEMORY else {}
        name = path.relative_to(root).as_posix()
        files[name] = document.source.decode("utf-8", "replace")
        case = {"test": self._test, "name": name, "files": files}
        self.cases.setdefault(json.dumps([name, sorted(files.items())]), case)


def _files(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(root.rglob("*.py")):
        yield path.relative_to(root).as_posix(), path.read_bytes().decode("utf-8", "replace")


def harvest(arguments: list[str], target: Path) -> int:
    """Run tests, and write what they analyse."""
    plugin = Harvest()
    start = RouteFeatures.__init__

    def noted(own: RouteFeatures, document: Document, workspace: Workspace, *rest: Any) -> None:
        plugin.keep(document, workspace)
        start(own, document, workspace, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RouteFeatures, "__init__", noted)
        pytest.main([*_OPTIONS, *arguments], [plugin])
    target.write_text("".join(json.dumps(each) + "\n" for each in plugin.cases.values()), "utf-8")
    return len(plugin.cases)
