"""Commands about the spell checker's configuration."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waypost.workspace import Workspace, path_of, uri_of

if TYPE_CHECKING:
    from waypost.lsp.server import Server


async def effective_config(server: "Server", given: Mapping[str, Any]) -> dict[str, Any] | None:
    """What holds for the file `uri` and where it comes from: `{text, source}`; null for a document without a file."""
    path = path_of(str(given.get("uri", "")))
    if path is None:
        return None
    return await server.worker.run(partial(_effective, path, server.session.workspace))


def _effective(path: Path, workspace: Workspace) -> dict[str, Any]:
    from waypost.config.provenance import Holding
    from waypost.config.report import heading, sections

    holding = Holding.of(path, workspace)
    lines = [f"# {name}: {fact}" for name, fact in heading(holding)]
    source = uri_of(holding.source.path) if holding.source else None
    return {"text": "\n".join([f"# {path}", *lines, *sections(holding)]) + "\n", "source": source}


async def explain(server: "Server", given: Mapping[str, Any]) -> dict[str, Any] | None:
    """What the checker does with each word of `text` in the file `uri`, and why: `{lines}`; null without a file."""
    path = path_of(str(given.get("uri", "")))
    if path is None:
        return None
    return await server.worker.run(partial(_explained, path, str(given.get("text", "")), server.session.workspace))


def _explained(path: Path, text: str, workspace: Workspace) -> dict[str, Any]:
    from waypost.config.explain import Explainer
    from waypost.config.provenance import Holding
    from waypost.config.report import explained

    holding = Holding.of(path, workspace)
    explainer = Explainer(holding.engine, workspace.settings_of(uri_of(path)).typos_path)
    return {"lines": [explained(each, holding) for each in explainer.explain(text)]}
