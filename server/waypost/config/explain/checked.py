"""Whether typos checks a file at all, and if not, why."""

from collections.abc import Iterator

from waypost.config.explain.provenance import Holding
from waypost.config.model.effective import Sourced
from waypost.config.typos.discover import CANDIDATES
from waypost.config.typos.program import spell_checker_of
from waypost.workspace import Workspace, uri_of
from waypost.workspace.files import is_folder


def not_checked(holding: Holding, workspace: Workspace) -> Iterator[str]:
    """Each reason, in a sentence; none for a file that is checked."""
    source, path = holding.source, holding.path
    if source is not None and source.is_refused:
        yield f"typos stops with an error, because {source.path} {source.refusal}"
        return
    if is_folder(path):
        return
    if path.name in CANDIDATES:
        yield "typos does not check configuration files"
    flag = holding.engine.get("check-file")
    if isinstance(flag, Sourced) and flag.value is False:
        yield f"typos checks only the name of this file: `check-file = false` ({holding.origin(flag)})"
    checker = spell_checker_of(workspace, uri_of(path))
    if checker is not None and source is not None and checker.meets(path, source.path.parent) is False:
        yield f"typos skips this file: a pattern of `extend-exclude` in {source.path} matches it"
