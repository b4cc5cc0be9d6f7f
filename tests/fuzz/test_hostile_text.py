"""A document's text is shown as text everywhere: in Markdown, on a terminal, in the log of a workflow."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.fuzz.test_secrets import shown
from tests.support.check import uri, workspace
from waypost.analysis import Analysis
from waypost.cli.group import waypost
from waypost.text import Document

HOSTILE = (
    "![x](https://evil.example/x.png)",
    "[x](command:evil.example)",
    "<img src=https://evil.example/x>",
    "`` ` ``![x](https://evil.example/x.png)",
    "a|b|![x](https://evil.example/x.png)|",
    "a\n\n![x](https://evil.example/x.png)\n\n# b",
    "a\r\n\r\n[x]: https://evil.example\r\n\r\n[x]",
    "a\u2028![x](https://evil.example/x.png)",
    "```\n![x](https://evil.example/x.png)\n```",
    "&lt;img src=https://evil.example/x&gt;",
    "\\![x](https://evil.example/x.png)",
    "<https://evil.example/x>",
    "**a** ~~b~~ [command:evil.example](command:evil.example)",
)
RENDERER = MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough")


def document_of(text: str) -> str:
    """A description of an API with this text everywhere that text is allowed."""
    parameter = {"name": text, "in": "query", "description": text, "required": True}
    parameter["schema"] = {"type": "string", "format": text, "enum": [text, text + "b"], "default": text}
    known = {"name": "q", "in": "query", "schema": {"type": "string", "format": text, "enum": [text], "default": text}}
    operation = {
        "operationId": text,
        "summary": text,
        "description": text,
        "tags": [text],
        "externalDocs": {"url": f"command:evil.example?{text}", "description": text},
        "parameters": [parameter, known],
        "requestBody": {"content": {text: {}, "application/json": {"schema": {"properties": {text: {"title": text}}}}}},
    }
    paths = {"/a": {"get": operation, "put": operation | {"deprecated": True, "x-sunset": text}}}
    return json.dumps({"openapi": "3.0.3", "info": {"title": text, "version": text}, "paths": paths})


def source_of(text: str) -> str:
    """A source with this text everywhere that it can be shown."""
    quoted, name = repr(text), json.dumps(text)
    return (
        f"import httpx\nc = httpx.Client(base_url='https://h.example', headers={{{name}: {quoted}}})\n"
        f"c.get('/a', params={{'q': {quoted}, {name}: {quoted}}})\n"
        f"c.put('/a' + {quoted}, json={{{name}: {quoted}}}, cookies={{{name}: {quoted}}})\n"
        f"x = 'b'\nc.get(f'/a/{{x or {quoted}}}')\nc.get('/a/{{}}'.format({quoted}))\nc.post({quoted})\n"
    )


def hovers(text: str) -> Iterator[str]:
    """All Markdown that is made from a source and an API document with this text."""
    settings = {"apis": {"https://h.example": "openapi.json"}, "inlay-hints": {"routes": "all"}}
    config = f"[default.extend-words]\n{json.dumps(text)} = 1\n[type.{json.dumps(text)}]\nlocale = {json.dumps(text)}\n"
    for name, source in (("a.py", source_of(text)), ("typos.toml", config)):
        made = Analysis(Document.from_text(uri(name), source), workspace(settings, {name: source}))
        for at in range(0, len(made.document.source), 2):
            found = made.hover(at)
            yield found.markdown if found is not None else ""
        yield from (made.resolve(item).markdown for item in made.complete(source.find("/a") + 2).items)


def tokens_of(markdown: str) -> Iterator[Token]:
    for block in RENDERER.parse(markdown):
        yield block
        yield from block.children or ()


@pytest.fixture(params=HOSTILE)
def text(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_nothing_of_a_document_becomes_markdown(text: str) -> None:
    from waypost.apis.load import read_cached
    from waypost.apis.operation_text import describe, describe_parameter

    api = read_cached(document_of(text).encode()).api
    described = [describe(each) for each in api.operations]
    described += [describe_parameter(parameter) for each in api.operations for parameter in each.parameters]
    assert any("q" in each for each in described)
    for markdown in {*described, *hovers(text)}:
        for token in tokens_of(markdown):
            assert token.type not in ("image", "html_inline", "html_block", "heading_open", "s_open"), markdown
            assert token.type != "link_open" or "evil" not in str(token.attrs), markdown


def test_only_pages_are_linked() -> None:
    from waypost.markup import link

    for target in (
        "command:x",
        "javascript:x",
        "file:///x",
        "data:x",
        "https://h/a b",
        "https://h/)x",
        "//h",
        "vscode://x",
    ):
        assert not link("x", target)
    assert link("a]b", "https://h.example/a?b=c#d") == "[a\\]b](https://h.example/a?b=c#d)"


CONTROLS = "\x1b[31mred\x1b]0;title\x07\r\n::error file=x::injected\n##[error]injected\u2028\x9b31m\x7f"


def test_no_text_moves_the_terminal_or_commands_a_workflow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = CONTROLS.replace("/", "")
    for folder in (tmp_path, tmp_path / name):
        folder.mkdir(exist_ok=True)
        source = f"from waypost import endpoint\nendpoint({CONTROLS!r})\nendpoint('GET /{{a{CONTROLS!r}')\n"
        (folder / f"{name}.py").write_text(source + f"endpoint('GET /a', headers={{{CONTROLS!r}: 'b'}})\n")
        (folder / "typos.toml").write_text(f"[default.extend-words]\n{json.dumps(CONTROLS)} = 1\n")
        (folder / "waypost.toml").write_text(f"{json.dumps(CONTROLS)} = 1\nrules = {{{json.dumps(CONTROLS)} = 1}}\n")
    for command in (
        *(("check", "--output-format", each) for each in ("full", "concise", "github")),
        ("check", "--diff"),
        ("routes",),
        ("routes", "--output", "markdown"),
        ("check", name + "nothing"),
    ):
        done = CliRunner().invoke(waypost, list(command))
        assert done.output, command
        for line in done.output.splitlines() if command[-1] != "--diff" else ():
            if command[-1] != "github":
                assert not line.lstrip().startswith(("::", "##[")), (command, line)
            assert "injected" not in line.split("::")[0] or not line.startswith("##"), (command, line)
            assert not set(line) & set("\x1b\x07\x9b\x7f\u2028"), (command, line)


def test_the_answers_hold_the_text_all_the_same() -> None:
    assert any("evil" in each for each in shown(source_of(HOSTILE[0])))
