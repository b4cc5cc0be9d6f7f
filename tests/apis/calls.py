"""Calls checked against a document: the findings in a Python source whose project has that document."""

from pathlib import Path
from textwrap import dedent

from waypost.analysis import Analysis
from waypost.results import Diagnostic
from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace, uri_of

BASE = "https://api.shop.example"
HEAD = f"import httpx\n\nclient = httpx.Client(base_url={BASE!r})\n"


class Project:
    """A folder with an API document, and perhaps other files."""

    def __init__(self, folder: Path, document: str, files: dict[str, str] | None = None, *, name: str = "") -> None:
        self.folder = folder
        name = name or ("openapi.json" if document.lstrip().startswith("{") else "openapi.yaml")
        for path, text in {name: document, **(files or {})}.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(dedent(text), encoding="utf-8")
        settings, problems = Settings.read({"apis": {BASE: name}})
        assert not problems, problems
        self.workspace = Workspace([Folder(folder, settings)])
        self.document = folder / name

    def analysis(self, calls: str) -> Analysis:
        """A source with the head, which makes a client, and then the calls."""
        return Analysis(Document.from_text(uri_of(self.folder / "shop.py"), HEAD + calls), self.workspace)

    def findings(self, calls: str) -> list[Diagnostic]:
        """The findings in these calls."""
        return list(self.analysis(calls).diagnostics())

    def found(self, calls: str) -> list[tuple[str, str]]:
        """Each finding's rule and the text it marks."""
        made = self.analysis(calls)
        return [(each.rule, made.document.slice(each.span)) for each in made.diagnostics()]

    def messages(self, calls: str) -> list[str]:
        return [each.message for each in self.findings(calls)]

    def faults(self) -> list[tuple[str, str]]:
        """The faults of the document, with their places."""
        document = Document(uri_of(self.document), self.document.read_bytes())
        found = Analysis(document, self.workspace).diagnostics()
        return [(document.slice(each.span), each.message) for each in found]
