"""Next to nothing is a document, too: every question about it gets an answer, and so do those about its users."""

from pathlib import Path

import pytest

from tests.fuzz.questions import Asked
from tests.fuzz.seeds import with_files
from tests.support.check import uri
from waypost.text import Document
from waypost.text.encoding import encode
from waypost.workspace import Folder, Settings, Workspace, uri_of

TEXTS = (
    "",
    "\n",
    "{}",
    "[]",
    ".",
    "=",
    ":",
    "-",
    '"',
    "'",
    "[",
    "{",
    "#",
    "null",
    "0",
    "\ufeff",
    "\ufeff{}",
    "a",
    "a.",
    "é",
)
NAMES = {
    "typos.toml": (
        "[default]",
        "[default.extend-words]",
        "[type]",
        "[files]\nextend-exclude = []",
        "default = {}",
        "[.]",
    ),
    "typos.json": (
        '{"default": {}}',
        '{"default": {"extend-words": {}}}',
        '{"": {}}',
        '{"files": {"extend-exclude": []}}',
    ),
    "Cargo.toml": ("[package.metadata.typos]", "[workspace]"),
    "pyproject.toml": ("[tool.typos]", "[tool.waypost]", "[tool]", "[project]", "tool = {}", "[tool.waypost.apis]"),
    "waypost.toml": (
        "[apis]",
        "[rules]",
        "[calls]",
        "[per-file-rules]",
        "extend-exclude = []",
        'apis."" = ""',
        "[calls.a]",
    ),
    "a.py": (
        "import httpx\nhttpx.get()",
        "import httpx\nhttpx.get('')",
        "import httpx\nhttpx.get(f'{}')",
        "import httpx.",
    ),
    "a.ipynb": ('{"cells": []}', '{"cells": [{}]}'),
}


@pytest.mark.parametrize("name", NAMES)
def test_next_to_nothing_is_answered(name: str) -> None:
    for text in (*TEXTS, *NAMES[name]):
        document = Document(uri(name), encode(text))
        Asked(document, with_files({name: text})).everything({0, len(document.source)})


_BODY = '{"requestBody": {"content": {"a/json": {"schema": {"oneOf": []}}}}}'
APIS = (
    *TEXTS,
    *(
        f'{{"openapi": "3.1.0"{more}}}'
        for more in (
            "",
            ', "webhooks": {}',
            ', "paths": {}',
            ', "paths": {"/": {}}',
            ', "paths": {"/": {"get": {}}}',
            ', "paths": {"/a": {}}',
            ', "paths": {"": {"get": {}}}',
            ', "paths": {"//": {"get": {}}, "/{}": {"post": {}}}',
            ', "servers": [], "paths": {"/a": {"post": {"parameters": [], "requestBody": {"content": {}}}}}',
            f', "paths": {{"/a": {{"post": {_BODY}}}}}',
        )
    ),
)
USES = """import httpx
from waypost import endpoint
client = httpx.Client(base_url="https://x.example")
client.get("")
client.get("/")
client.get("/a/")
client.post("/a", json={"": 1})
client.post("/a", params={"b": []}, headers={})
httpx.get("https://x.example/?")
endpoint("GET ")
endpoint("GET /", baseUrl="https://x.example")
"""


PLACES = ('.get("', '.get("/', '"/a/', '"/a", json={"', 'params={"', "headers={", "example/?", '"GET ', '"GET /')


@pytest.mark.parametrize("base", ["https://x.example", "/"])
@pytest.mark.slow
def test_an_api_of_next_to_nothing_is_asked(tmp_path: Path, base: str) -> None:
    source = tmp_path / "uses.py"
    settings, _ = Settings.read({"apis": {base: "api.json"}})
    places = [USES.index(written) + len(written) for written in PLACES]
    for text in APIS:
        (tmp_path / "api.json").write_bytes(encode(text))
        files = Workspace([Folder(tmp_path, settings)])
        Asked(Document(uri_of(source), USES.encode()), files).everything(places)
        own = Document(uri_of(tmp_path / "api.json"), encode(text))
        Asked(own, files).everything({0, len(own.source)})
