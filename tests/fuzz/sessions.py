"""Random sessions with a real server: after each burst of messages, every answer equals that of a fresh server.

`python -m tests.fuzz sessions MINUTES` runs them with other seeds each time; `run(seed)` repeats one.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any

from tests.support.wire import Wire, wire

_PATIENCE_SECONDS = 20.0
_NAMES = ('BASE = "https://one.example"\n', 'BASE = "https://two.example/v1"\r\nPATH = "/b"\r\n', "", "BASE = (\n")
_CLIENT = """import httpx
from {0} import BASE

FLAG = "\U0001f6a9"; httpx.get(f"{{BASE}}/flag", params={{"a": 1}})


class Api:
    def __init__(self):
        self.client = httpx.Client(base_url=BASE)

    def pet(self, name):
        return self.client.get("/pets/{{name}}", params={{"limit": "x"}})
"""
_USE = """from pkg import API, fetch

fetch("/pets?limit=x")
API.get("/pets/1", params={"limit": "many"})
API.get("/nothing")
"""
_INNER = """import httpx

API = httpx.Client(base_url="https://one.example")


def fetch(path):
    return API.get(path)
"""
_DOCUMENT = """{"openapi": "3.0.3", "info": {"title": "Pets", "version": "1"}, "paths": {
  "/pets": {"get": {"parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer"}}],
  "responses": {}}}%s}}
"""
_ONE_PET = """, "/pets/{name}": {"get": {"summary": "One pet", "parameters": [
  {"name": "name", "in": "path", "required": true, "schema": {"type": "string"}}], "responses": {}}}"""
_API = '[apis]\n"https://one.example" = "api.json"\n'
# What each file may contain: every file is imported, named or hidden by another one.
FILES: Mapping[str, tuple[str, ...]] = {
    "names.py": _NAMES,
    "between.py": ("from names import BASE\n", 'BASE = "https://one.example"\n'),
    "client.py": ("", ".", _CLIENT.format("names"), _CLIENT.format("between"), "import httpx\nhttpx.get('/{x')\n"),
    "pkg/__init__.py": ("from .inner import API, fetch\n", "", "from pkg.inner import fetch\nAPI = None\n"),
    "pkg/inner.py": (_INNER, _INNER.replace("one", "two"), ""),
    "use.py": (_USE, _USE.replace("pkg import API", "pkg.inner import API")),
    "typos.toml": ("{}", ".", '[default.extend-words]\nteh = "teh"\n', "[files]\nextend-exclude = 1\n", ""),
    "_typos.toml": ("[default]\nlocale = 'en-us'\n", "[default\n"),
    "waypost.toml": (
        "{}",
        ".",
        _API,
        _API + 'inlay-hints.routes = "all"\n',
        '[rules]\nbad-value = "off"\nno = 1\n',
        "",
    ),
    "api.json": ("{}", ".", "", _DOCUMENT % "", _DOCUMENT % _ONE_PET, '{"openapi": "3.0'),
    ".gitignore": ("", "use.py\n", "pkg/\n", "*.toml\n"),
    "../side/use.py": (_USE, "import httpx\nhttpx.get('https://one.example/pets?limit=x')\n"),
    "../side/waypost.toml": ('[apis]\n"https://one.example" = "../it/api.json"\n', '[rules]\nbad-value = "off"\n'),
}
# The folders that an editor may have open, by the path from the first one: next to it, and inside it.
FOLDERS: Sequence[str] = (".", "../side", "pkg")
# The names that a folder on disk may have.
_IN_FOLDERS = ("pkg", "pkg.old", "other")
_OPENED = tuple(name for name in FILES if name != ".gitignore")
_PIECES = ('"', "'", "(", ")", "{", "}", "x", "\n", "\r\n", "    ", "def f():\n", "# ", "", "BASE", "/b", "\U0001f6a9")
_SETTINGS: tuple[Mapping[str, Any], ...] = ({}, {"codeLens": True}, {"rules": {"bad-value": "error"}})
_CREATED, _CHANGED, _DELETED = 1, 2, 3


class Client(Wire):
    """A client that answers the server's requests, and remembers the findings that the server sent."""

    def __init__(self, server: Wire) -> None:
        super().__init__(server.process, server._reader, server._writer)
        self.found: dict[str, Any] = {}
        self.ignored: set[Any] = set()

    def read(self) -> Any:
        while True:
            message = super().read()
            if message is None or "method" not in message:
                if message is not None and message.get("id") in self.ignored:
                    continue
                return message
            if "id" in message:
                wanted = message["params"]["items"] if message["method"] == "workspace/configuration" else None
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": wanted and [{} for _ in wanted]})
            elif message["method"] == "textDocument/publishDiagnostics":
                self.found[message["params"]["uri"]] = message["params"]

    def ignore(self, method: str, params: Any, *, cancel: bool) -> None:
        """Ask, and ignore the answer."""
        number = f"ignored {len(self.ignored)}"
        self.ignored.add(number)
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        if cancel:
            self.notify("$/cancelRequest", {"id": number})


class World:
    """The files on disk, the editor's folders, documents and settings: all that a server needs for its answers."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder = folder / "it"
        self.folders = ["."]
        self.random = random
        self.pulls = random.random() < 0.5
        self.open: dict[str, tuple[int, str]] = {}
        self.settings: Mapping[str, Any] = {}
        self.log: list[str] = []
        for name, texts in FILES.items():
            if random.random() < 0.8:
                self.write(name, random.choice(texts))

    def path(self, name: str) -> Path:
        return Path(os.path.normpath(self.folder / name))

    def uri(self, name: str) -> str:
        return self.path(name).as_uri()

    def write(self, name: str, text: str) -> None:
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self.path(name).write_bytes(text.encode())

    def as_folder(self, name: str) -> Mapping[str, str]:
        return {"uri": self.uri(name), "name": name}

    def on_disk(self, name: str) -> str | None:
        return self.path(name).read_bytes().decode() if self.path(name).exists() else None

    def greet(self, client: Client) -> None:
        """Send all of this to a server."""
        document = {"hover": {"contentFormat": ["markdown"]}, "documentSymbol": {}, "publishDiagnostics": {}}
        workspace = {"didChangeWatchedFiles": {"dynamicRegistration": True}, "workspaceFolders": True}
        client.ask(
            "initialize",
            {
                "processId": None,
                "capabilities": {
                    "textDocument": document | ({"diagnostic": {}} if self.pulls else {}),
                    "workspace": workspace,
                },
                "workspaceFolders": [self.as_folder(name) for name in self.folders],
            },
        )
        client.notify("initialized", {})
        client.notify("workspace/didChangeConfiguration", {"settings": {"waypost": self.settings}})
        for name, (version, text) in self.open.items():
            client.open(self.uri(name), text, _language(name), version)


def _language(name: str) -> str:
    return {"py": "python", "toml": "toml", "json": "json"}[name.rpartition(".")[2]]


# -- what may happen -----------------------------------------------------------------------------------------------


def _open(world: World, client: Client) -> None:
    name = world.random.choice(_OPENED)
    if name not in world.open:
        text = world.on_disk(name)
        text = world.random.choice(FILES[name]) if text is None else text
        world.open[name] = (1, text)
        world.log.append(f"open {name} {text!r}")
        client.open(world.uri(name), text, _language(name))


def _close(world: World, client: Client) -> None:
    if world.open:
        name = world.random.choice(sorted(world.open))
        del world.open[name]
        world.log.append(f"close {name}")
        client.notify("textDocument/didClose", {"textDocument": {"uri": world.uri(name)}})


def _edit(world: World, client: Client) -> None:
    if not world.open:
        return
    name = world.random.choice(sorted(world.open))
    text = world.open[name][1]
    start = _between_characters(text, world.random.randint(0, len(text)))
    end = _between_characters(text, min(len(text), start + world.random.choice((0, 0, 1, 3, 30))))
    piece = world.random.choice(_PIECES)
    change = {"range": {"start": _position(text, start), "end": _position(text, end)}, "text": piece}
    _change(world, client, name, text[:start] + piece + text[end:], change)


def _between_characters(text: str, at: int) -> int:
    """Not between the two characters of a line break."""
    return at - 1 if text[at - 1 : at + 1] == "\r\n" else at


def _replace(world: World, client: Client) -> None:
    if world.open:
        name = world.random.choice(sorted(world.open))
        text = world.random.choice(FILES[name])
        _change(world, client, name, text, {"text": text})


def _change(world: World, client: Client, name: str, text: str, change: Mapping[str, Any]) -> None:
    version = world.open[name][0] + 1
    world.open[name] = (version, text)
    world.log.append(f"change {name} {change}")
    document = {"uri": world.uri(name), "version": version}
    client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})


def _save(world: World, client: Client) -> None:
    if world.open:
        name = world.random.choice(sorted(world.open))
        kind = _CHANGED if world.path(name).exists() else _CREATED
        world.write(name, world.open[name][1])
        world.log.append(f"save {name}")
        client.notify("textDocument/didSave", {"textDocument": {"uri": world.uri(name)}})
        _report(world, client, {name: kind})


def _on_disk(world: World, client: Client) -> None:
    """Change, create and delete some files at once, as a checkout does."""
    changes = {}
    for name in world.random.sample(sorted(FILES), world.random.choice((1, 1, 1, 4))):
        was_there = world.path(name).exists()
        if was_there and world.random.random() < 0.3:
            world.path(name).unlink()
            changes[name] = _DELETED
        else:
            world.write(name, world.random.choice(FILES[name]))
            changes[name] = _CHANGED if was_there else _CREATED
    world.log.append(f"disk { {name: world.on_disk(name) for name in changes} }")
    _report(world, client, changes)


def _folder_on_disk(world: World, client: Client) -> None:
    """Rename, delete or create a folder, whether or not files in it are open; a client reports the folder alone.

    What is in a new folder is reported file by file.
    """
    there = [name for name in _IN_FOLDERS if world.path(name).is_dir()]
    name = world.random.choice(there or _IN_FOLDERS)
    other = world.random.choice([each for each in _IN_FOLDERS if each != name])
    events = {}
    if not world.path(name).exists():
        world.write(f"{name}/inner.py", world.random.choice(FILES["pkg/inner.py"]))
        events = {name: _CREATED, f"{name}/inner.py": _CREATED}
    elif world.random.random() < 0.3:
        rmtree(world.path(name))
        events = {name: _DELETED}
    elif not world.path(other).exists():
        world.path(name).rename(world.path(other))
        inside = {f"{other}/{each.name}": _CREATED for each in sorted(world.path(other).iterdir())}
        events = {name: _DELETED, other: _CREATED, **inside}
    world.log.append(f"folder {events}")
    _report(world, client, events)


def _report(world: World, client: Client, changes: Mapping[str, int]) -> None:
    events = [{"uri": world.uri(name), "type": kind} for name, kind in changes.items()]
    client.notify("workspace/didChangeWatchedFiles", {"changes": events})


def _set(world: World, client: Client) -> None:
    world.settings = world.random.choice(_SETTINGS)
    world.log.append(f"settings {world.settings}")
    client.notify("workspace/didChangeConfiguration", {"settings": {"waypost": world.settings}})


def _folders(world: World, client: Client) -> None:
    name = world.random.choice(FOLDERS)
    was_there = name in world.folders
    world.folders = [*(each for each in world.folders if each != name), *([] if was_there else [name])]
    world.log.append(f"folders {world.folders}")
    changed = {"added": [], "removed": [], "removed" if was_there else "added": [world.as_folder(name)]}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": changed})


def _ask(world: World, client: Client) -> None:
    if world.open:
        name = world.random.choice(sorted(world.open))
        text = world.open[name][1]
        place = {
            "textDocument": {"uri": world.uri(name)},
            "position": _position(text, world.random.randint(0, len(text))),
        }
        method = world.random.choice(("textDocument/hover", "textDocument/completion", "textDocument/documentSymbol"))
        client.ignore(method, place, cancel=world.random.random() < 0.5)


_STEPS: Mapping[Callable[[World, Client], None], int] = {
    _open: 4, _close: 1, _edit: 8, _replace: 2, _save: 1, _on_disk: 3, _folder_on_disk: 1, _set: 1, _folders: 1, _ask: 3
}  # fmt: skip


def _position(text: str, at: int) -> dict[str, int]:
    before = text[:at]
    line = before.count("\n") + before.replace("\r\n", "\n").count("\r")
    start = max(before.rfind("\n"), before.rfind("\r")) + 1
    return {"line": line, "character": len(before[start:].encode("utf-16-le")) // 2}


# -- what is compared ----------------------------------------------------------------------------------------------


def answers(world: World, client: Client) -> dict[str, Any]:
    """Everything that the server says about the open documents and the workspace."""
    found: dict[str, Any] = {}
    for name, (_, text) in sorted(world.open.items()):
        document = {"uri": world.uri(name)}
        asked = dict(_questions(document, text))
        if world.pulls:
            asked["findings"] = ("textDocument/diagnostic", {"textDocument": document})
        for topic, (method, params) in asked.items():
            found[f"{name} {topic}"] = _outcome(client.ask(method, params))
        if not world.pulls:
            sent = client.found.get(world.uri(name))
            found[f"{name} findings"] = sent and sent["diagnostics"]
    found["symbols"] = _outcome(client.ask("workspace/symbol", {"query": ""}))
    listed = _outcome(client.ask("workspace/executeCommand", {"command": "waypost.routes"}))
    found["routes"] = listed.get("routes") if isinstance(listed, dict) else listed
    found["complete"] = isinstance(listed, dict) and listed.get("complete")
    return found


def _questions(document: Mapping[str, str], text: str) -> Iterator[tuple[str, tuple[str, Any]]]:
    whole = {"start": {"line": 0, "character": 0}, "end": _position(text, len(text))}
    yield "symbols", ("textDocument/documentSymbol", {"textDocument": document})
    yield "lenses", ("textDocument/codeLens", {"textDocument": document})
    yield "hints", ("textDocument/inlayHint", {"textDocument": document, "range": whole})
    yield (
        "actions",
        (
            "textDocument/codeAction",
            {"textDocument": document, "range": whole, "context": {"diagnostics": []}},
        ),
    )
    for at in range(5, len(text), 41):
        place = {"textDocument": document, "position": _position(text, _between_characters(text, at))}
        yield f"hover {at}", ("textDocument/hover", place)
        yield f"definition {at}", ("textDocument/definition", place)
        yield f"references {at}", ("textDocument/references", place | {"context": {"includeDeclaration": True}})
        if at % 3 == 0:
            yield f"completion {at}", ("textDocument/completion", place)


def _outcome(answer: Mapping[str, Any]) -> Any:
    return answer["result"] if "result" in answer else answer["error"]


class DifferentError(AssertionError):
    """A server's answer differs from that of a fresh server."""


def run(seed: int, folder: Path, bursts: int = 4) -> None:
    """Run one session, which is the same for the same seed."""
    world = World(folder, Random(seed))
    with _client(world) as client:
        for _ in range(bursts):
            for _ in range(world.random.randint(1, 12)):
                step = world.random.choices(list(_STEPS), list(_STEPS.values()))[0]
                step(world, client)
            world.log.append("-- compared")
            with _client(world) as fresh:
                _compare(seed, world, client, fresh)


@contextmanager
def _client(world: World) -> Iterator[Client]:
    with wire() as server:
        client = Client(server)
        world.greet(client)
        yield client


def _compare(seed: int, world: World, client: Client, fresh: Client) -> None:
    """Both servers follow changes outside the loop: in the end they agree."""
    latest = time.monotonic() + _PATIENCE_SECONDS
    while True:
        ours, theirs = answers(world, client), answers(world, fresh)
        if not theirs["complete"]:  # on a busy machine, that alone can take long
            latest = time.monotonic() + _PATIENCE_SECONDS
        different = [topic for topic in theirs if ours[topic] != theirs[topic]]
        if theirs["complete"] and not different:
            return
        if time.monotonic() > latest:
            shown = "\n".join(f"{topic}\n  is    {ours[topic]}\n  fresh {theirs[topic]}" for topic in different)
            raise DifferentError(f"seed {seed}\n" + "\n".join([*world.log, shown]))
