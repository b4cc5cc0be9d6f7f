"""The sources of the extension."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

SOURCES = sorted((Path(__file__).parents[2] / "client-vscode" / "src").glob("*.ts"))


def test_no_file_leads_back_to_itself() -> None:
    """Imports of types and those on first use count, too: code that needs a name depends on the name's file."""
    named = re.compile(r"""(?:from|import\()\s*"\./(\w+)(?:\.js)?\"""")
    graph = {path.stem: set(named.findall(path.read_text("utf-8"))) for path in SOURCES}
    assert graph["client"] >= {"middleware"}
    assert len(list(TopologicalSorter(graph).static_order())) == len(SOURCES)
