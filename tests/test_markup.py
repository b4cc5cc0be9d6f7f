"""Markdown as plain text, and text as Markdown."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.fuzz.questions import Asked
from waypost.lsp import to_proto
from waypost.markup import block, cell, code, escape, plain
from waypost.text import Document, Span
from waypost.workspace import Folder, Settings, Workspace, uri_of


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("plain", "plain"),
        ("# Title\n\ntext", "Title\n\ntext"),
        ("**bold** and *slanted*", "bold and slanted"),
        ("`code` and ``a ` b``", "code and a ` b"),
        ("`**not bold**`", "**not bold**"),
        ("```toml\n[a]\n**b**\n```\nafter", "[a]\n**b**\nafter"),
        ("[docs](https://x.example/a)", "docs (https://x.example/a)"),
        ("[https://x.example](https://x.example)", "https://x.example"),
        ("| a | b |\n|---|---|\n| `1` | 2 |", "a  b\n1  2"),
        (r"2 \* 3 \[x\]", "2 * 3 [x]"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("", ""),
    ],
)
def test_marks_are_taken_out_and_nothing_else(markdown: str, expected: str) -> None:
    assert plain(markdown) == expected


@pytest.mark.parametrize("text", ["x", "a`b", "`", "``", "a``b`c", " "])
def test_any_text_can_stand_as_code(text: str) -> None:
    assert plain(code(text)).strip() == text.strip()


@pytest.mark.parametrize("text", ["*a*", "[x](y)", "a_b", "`c`", "<b>", "1 | 2", "#", r"\n"])
def test_escaped_text_reads_as_it_was_written(text: str) -> None:
    assert plain(escape(text)) == text


def test_a_block_may_hold_fences() -> None:
    assert block("```", "md").splitlines()[0] == "````md"


# Text of documents in answers ----------------------------------------------------------------------------------------

# What a renderer would load, run, show as a heading or take as HTML, if a text were read as Markdown.
HOSTILE = "![p](https://evil.example/p.png) [run](command:evil) <img src=x> <b>b</b> **b** `c` | # h"
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": HOSTILE, "version": HOSTILE},
    "servers": [{"url": "https://h.example"}],
    "paths": {
        "/orders/{id}": {
            "get": {
                "summary": f"# {HOSTILE}",
                "description": HOSTILE,
                "operationId": HOSTILE,
                "deprecated": True,
                "externalDocs": {"url": "command:evil"},
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string", "format": HOSTILE}},
                    {
                        "name": "limit",
                        "in": "query",
                        "description": HOSTILE,
                        "schema": {"type": "string", "default": HOSTILE, "enum": [HOSTILE, "a"]},
                    },
                    {"name": HOSTILE, "in": "query", "schema": {"type": "string"}},
                ],
            }
        }
    },
}
CODE = f"""\
import httpx

c = httpx.Client(base_url="https://h.example", headers={{"x-a": {HOSTILE!r}}})
c.get("/orders/1", params={{"limit": {HOSTILE!r}, }})
c.get(f"/orders/{{a['{HOSTILE.replace("'", "")[:40]}']}}", params={{"limit": "a"}})
c.get("/orders/2?limit=")
"""


def answers(folder: Path) -> Iterator[tuple[str, str]]:
    """Every text that an editor shows as Markdown, and what it answers."""
    (folder / "api.json").write_text(json.dumps(DOCUMENT))
    settings, problems = Settings.read({"apis": {"https://h.example": "api.json"}})
    assert not problems
    document = Document.from_text(uri_of(folder / "a.py"), CODE)
    asked = Asked(document, Workspace([Folder(folder, settings)], {document.uri: document}, settings))
    made, ask = asked.made, asked.asks[0]
    for at in range(CODE.index("c ="), len(document.source)):
        hover = made.hover(at)
        yield from (("hover", each) for each in _markdown(to_proto.hover(ask, hover) if hover is not None else {}))
        signature = made.signature(at)
        shown = to_proto.signature(ask, signature) if signature is not None else {}
        yield from (("signature", each) for each in _markdown(shown))
        for item in made.complete(at).items[:20] if at % 5 == 0 else ():
            yield from (("completion", each) for each in _markdown(to_proto.completion(ask, made.resolve(item), None)))
    for each in made.inlay_hints(Span(0, len(document.source))):
        yield from (("hint", text) for text in _markdown(to_proto.inlay_hint(ask, each)))


def _markdown(answer: object) -> Iterator[str]:
    """The values of all that says that it is Markdown, at any depth."""
    if isinstance(answer, dict):
        if answer.get("kind") == "markdown":
            yield answer["value"]
        for each in answer.values():
            yield from _markdown(each)
    elif isinstance(answer, list):
        for each in answer:
            yield from _markdown(each)


def live(markdown: str) -> list[str]:
    """What a renderer would make of a text besides plain text, code, tables and links to pages."""
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(markdown)
    every = [inner for each in tokens for inner in (each, *(each.children or ()))]
    wrong = [each.type for each in every if each.type in ("image", "heading_open", "html_inline", "html_block")]
    targets = [str(each.attrs.get("href", "")) for each in every if each.type == "link_open"]
    return wrong + [each for each in targets if not each.startswith(("https://", "http://"))]


def test_no_text_of_a_document_becomes_markup(tmp_path: Path) -> None:
    found = set(answers(tmp_path))
    assert {kind for kind, _ in found} >= {"hover", "signature", "completion"}
    assert [(kind, live(text), text) for kind, text in found if live(text)] == []


@pytest.mark.parametrize(
    "text", [HOSTILE, f"# {HOSTILE}", "<!-- x -->", "[a]: command:x", "&lt;", "a\n\n# b", "![a][b]"]
)
def test_escaped_text_is_dead(text: str) -> None:
    assert live(escape(text)) == []
    assert live(f"| a |\n|---|\n| {cell(text)} |") == []


def test_what_is_alive_is_seen() -> None:
    assert live(HOSTILE) == ["image", "html_inline", "html_inline", "html_inline", "command:evil"]
    assert live("# a") == ["heading_open"]
