"""After any edits of any files, every query has the answer that a fresh table gives."""

import random
from collections.abc import Iterable
from dataclasses import is_dataclass
from typing import Any

import pytest

from tests.support.whole import Sources
from waypost.routes.calls.match import Shapes
from waypost.routes.domain.places import Block
from waypost.routes.ir.operations import Body
from waypost.routes.model.site import Site
from waypost.routes.program.reachability import ClientFiles, GroupOf, Groups, ImportsOf, MayRequest, ReachesClient
from waypost.routes.program.runs import EventsOf, FileRun
from waypost.routes.program.sources import (
    BlocksOf,
    BodyOf,
    ClassBasesIn,
    DottedNames,
    EffectsOf,
    FileNamed,
    Files,
    FunctionAround,
    FunctionOf,
    LoweredAt,
    LoweredBody,
    SetOutside,
    StartOf,
    WrittenFunction,
)
from waypost.routes.program.table import Query, Table
from waypost.routes.program.writers import (
    AllClassBases,
    AllMakers,
    AllSetOutside,
    AllWriters,
    CallsImported,
    FilesThatMake,
    FilesWithSubclasses,
    IsSetOutside,
    WritersOf,
    WritesInto,
)
from waypost.routes.sites.from_events import FormsOf, SecretsIn, ShapesOf, SitesOf
from waypost.routes.syntax import Blocks

CLIENT = """\
import requests
BASE = "https://x.example"

class Client:
    prefix = "/v1"

    def __init__(self, base=BASE):
        self.base = base

    def send(self, verb, path):
        return requests.request(verb, self.base + self.prefix + path)

    def list(self):
        return self.send("GET", self.path())

def fetch(path):
    return requests.get(BASE + path)
"""
USERS = """\
from pkg.client import Client, fetch

class Users(Client):
    def path(self):
        return "/users"

def users():
    Users().list()
    def inner(name):
        fetch(f"/users/{name}")
    inner("me")
"""
MAIN = """\
import pkg.client
from pkg.users import *

pkg.client.BASE = "https://y.example"

def main(client: pkg.client.Client):
    client.send("PUT", "/main")
    client.prefix = "/v2"
    users()
"""
FILES = {"pkg/__init__.py": "", "pkg/client.py": CLIENT, "pkg/users.py": USERS, "main.py": MAIN}
# Each is put somewhere, or takes the place of something.
PIECES = [
    "\n", "    ", "# a comment\n", '"""A docstring: BASE = 1."""\n', "BASE = 'https://z.example'\n", "prefix = '/v3'\n",
    "def fetch(path):\n    return requests.post(BASE + path)\n", "    def path(self):\n        return '/pets'\n",
    "class Pets(Client):\n    def path(self):\n        return '/pets'\n", "from pkg.users import users\n",
    "    client.base = 'https://w.example'\n", "(", "'", '"""', "\\", "def ", "class ", "é", "return ", "import main\n",
    "    global BASE\n    BASE = 'https://g.example'\n", "fetch('/module')\n", "Client().send('DELETE', '/d')\n",
    "lambda: fetch('/l')", "\r\n",
]  # fmt: skip
NAMES = ["pkg/pets.py", "pkg/users.py", "main.py", "other.py", "pkg/client.py", "users.py"]


class Edited(Sources):
    """Files in memory, and edits of them."""

    texts: dict[str, bytes]

    def __init__(self) -> None:
        super().__init__({file: text.encode() for file, text in FILES.items()})

    def edit(self, draw: random.Random) -> list[Query[Any]]:
        """Change something; the queries that look there."""
        what = draw.random()
        file = draw.choice(sorted(self.texts)) if self.texts else ""
        if what < 0.1 and file:
            del self.texts[file]
        elif what < 0.2:
            file = draw.choice(NAMES)
            self.texts[file] = draw.choice([CLIENT, USERS, MAIN]).encode()
        elif what < 0.3 and file:
            other = draw.choice(NAMES)
            self.texts[other] = self.texts.pop(file)
            return [Files(), BlocksOf(file), BlocksOf(other)]
        elif file:
            text = self.texts[file]
            start = draw.randint(0, len(text))
            end = min(len(text), start + draw.choice([0, 0, 0, 1, 5, 40]))
            self.texts[file] = text[:start] + draw.choice(PIECES).encode() + text[end:]
        return [Files(), BlocksOf(file)]


def _everything(world: Edited, table: Table) -> list[Query[Any]]:
    files = sorted({*world.files(), *FILES, *NAMES})
    bodies = [block for file in world.files() for block in _bodies(file, table)]
    of_text = (
        BlocksOf,
        SetOutside,
        ClassBasesIn,
        ImportsOf,
        ReachesClient,
        MayRequest,
        WritesInto,
        WritersOf,
        CallsImported,
        GroupOf,
    )
    of_file = (*of_text, EventsOf, ShapesOf, FormsOf, SitesOf)
    of_block = (FunctionOf, FunctionAround, StartOf, BodyOf, LoweredAt, EffectsOf, SecretsIn)
    names = ["pkg", "pkg.client", "client", "pkg.pets", "main", "nothing"]
    return [
        Files(),
        DottedNames(),
        AllSetOutside(),
        AllClassBases(),
        AllWriters(),
        AllMakers(),
        ClientFiles(),
        Groups(),
        *(kind(file) for kind in of_file for file in files),
        *(kind(block) for kind in of_block for block in bodies),
        *(FileNamed(name) for name in names),
        *(IsSetOutside(name) for name in ("base", "prefix", "nothing")),
        *(kind(name) for kind in (FilesWithSubclasses, FilesThatMake) for name in ("Client", "Users", "nothing")),
    ]


def _bodies(file: str, table: Table) -> Iterable[Block]:
    waiting = [*table.ask(LoweredAt(Block(file, ""))).functions]
    for block in waiting:
        waiting += table.ask(LoweredAt(block)).functions
    return [Block(file, "nothing"), Block(file, "users.nothing"), *waiting]


def plain(answer: Any) -> Any:  # noqa: C901, PLR0911 - one answer for each kind
    """An answer without its identities: trees as their texts, values as they are shown."""
    match answer:
        case FileRun():
            found = [
                (each.place and _near(each.place), each.callee, plain(tuple(each.arguments.values())), each.likely)
                for each in answer.events
            ]
            # The objects of subclasses that are alike do the same again.
            return sorted(set(map(repr, found)))
        case Site():
            return answer.verb, answer.shown, answer.span, answer.literal, answer.callee, answer.likely, answer.via
        case Shapes():
            return list(answer.callees)
        case Blocks():
            return [block.text for block in answer]
        case Body():
            return plain(answer.operations)
        case LoweredBody():
            return plain(answer.body), [(block, plain(each)) for block, each in answer.functions.items()]
        case WrittenFunction():
            return answer.code, answer.node.text
        case dict():
            return {key: plain(value) for key, value in answer.items()}
        case tuple() | list():
            return [plain(each) for each in answer]
        case _ if isinstance(answer, str | int | frozenset | None) or is_dataclass(answer):
            return answer
    return f"{type(answer).__name__} {getattr(answer, 'name', '')} {plain(getattr(answer, 'pieces', None))}"


def _near(place: Any) -> tuple[str, str, int, int]:
    return place.block.file, place.block.name, place.start, place.end


def test_an_edit_that_changes_no_length_is_seen() -> None:
    world = Edited()
    kept = Table(world)
    kept.ask(EventsOf("pkg/users.py"))
    for old, new in ((b"/users", b"/teams"), (b'"me"', b'"us"')):
        world.texts["pkg/users.py"] = world.texts["pkg/users.py"].replace(old, new)
        kept.renew([BlocksOf("pkg/users.py")])
        found = plain(kept.ask(EventsOf("pkg/users.py")))
        assert new.decode().strip('"') in str(found)
        assert found == plain(Table(world).ask(EventsOf("pkg/users.py")))


@pytest.mark.parametrize("seed", range(4))
def test_after_any_edits_every_answer_is_that_of_a_fresh_table(seed: int) -> None:
    draw = random.Random(seed)
    world = Edited()
    kept = Table(world)
    for _ in range(12):
        for _ in range(draw.randint(1, 3)):
            kept.renew(world.edit(draw))
            if world.files() and draw.random() < 0.5:
                kept.ask(EventsOf(draw.choice(sorted(world.files()))))
        fresh = Table(world)
        for query in draw.sample(everything := _everything(world, fresh), k=len(everything)):
            assert plain(kept.ask(query)) == plain(fresh.ask(query)), query
