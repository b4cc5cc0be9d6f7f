"""Only files that can hold anything are run, and no file that holds something is left out."""

from collections.abc import Callable

import pytest

from tests.routes.program.test_edits import FILES, Edited
from tests.support.budget import is_in_proportion
from waypost.routes.program.reachability import (
    BlocksReachingRequests,
    FilesOf,
    GroupOf,
    ImportsOf,
    MayRequest,
    ReachesClient,
)
from waypost.routes.program.table import Table
from waypost.routes.sites.from_events import SitesOf

CLIENT = "import requests\n"
REACHES = {
    "a client": ({"a.py": CLIENT}, True),
    "in a function": ({"a.py": "def a():\n    from httpx import get\n"}, True),
    "in a package": ({"a.py": "from urllib import request\n"}, True),
    "another part of that package": ({"a.py": "from urllib import parse\nimport urllib.error\n"}, False),
    "over two files": ({"a.py": "from p import b\n", "p/b.py": "from . import c\n", "p/c.py": CLIENT}, True),
    "a package that imports one": ({"a.py": "import p.b\n", "p/__init__.py": CLIENT, "p/b.py": ""}, True),
    "in a cycle": ({"a.py": "import b\n", "b.py": "import a, c\n", "c.py": "import b, requests\n"}, True),
    "a cycle without one": ({"a.py": "import b\n", "b.py": "import a\n"}, False),
    "through those that inherit": (
        {"a.py": "class A:\n    pass\n", "b.py": f"{CLIENT}from a import A\nclass B(A):\n    pass\n"},
        True,
    ),
    "only in a comment": ({"a.py": "# import requests\nx = 'import requests'\n"}, False),
    "not through those that import it": ({"a.py": "x = 1\n", "b.py": "import requests, a\n"}, False),
    "half-typed": ({"a.py": "import (\nimport requests\ndef a(:\n"}, True),
}


@pytest.mark.parametrize("case", REACHES)
def test_a_client_is_reached_over_imports(case: str) -> None:
    files, expected = REACHES[case]
    world = Edited()
    world.texts = {file: text.encode() for file, text in files.items()}
    assert Table(world).ask(ReachesClient("a.py")) is expected


MAY = {
    "self.client.get('/x')\n": True,
    "call(\n  'DELETE', x)\n": True,
    "ROUTE = 'GET /users'\n": True,
    "x = [1]\nprint(x)\n": False,
    "forget = {}\n": False,
}


@pytest.mark.parametrize("source", MAY)
def test_what_only_looks_like_a_request_has_its_words(source: str) -> None:
    world = Edited()
    world.texts = {"a.py": source.encode()}
    assert Table(world).ask(MayRequest("a.py")) is MAY[source]


TARGETS = {
    "a name": ("SEND = made()", True),
    "the first of two": ("SEND, KEPT = made()", True),
    "in brackets": ("KEPT, (SEND, *_) = made()", True),
    "of a loop": ("for KEPT, SEND in [made()]: pass", True),
    "after `with`": ("with made() as (SEND, KEPT): pass", True),
    "in an expression": ("print(SEND := made())", True),
    "another one": ("KEPT = made()", False),
    "half-typed": ("SEND, = made(", True),
}


@pytest.mark.parametrize("case", TARGETS)
def test_a_name_that_a_module_binds_leads_to_what_it_is_made_of(case: str) -> None:
    written, expected = TARGETS[case]
    world = Edited()
    source = f"{CLIENT}def made():\n    return requests.get\n\n{written}\n\ndef main():\n    SEND('/x')\n"
    world.texts = {"a.py": source.encode()}
    assert ("main" in Table(world).ask(BlocksReachingRequests("a.py"))) is expected


def test_a_file_without_any_is_not_run() -> None:
    world = Edited()
    world.texts["other.py"] = b"def a(x):\n    return x + 1\n"
    table = Table(world)
    assert table.ask(SitesOf("other.py")) == ()
    assert not any(type(each).__name__ == "EventsOf" for each in table.memos)
    assert all(table.ask(SitesOf(file)) for file in FILES if FILES[file])


@pytest.mark.parametrize(
    ("file", "written", "expected"),
    [
        ("pkg/sub/x.py", "os.path", "os.path"),
        ("pkg/sub/x.py", ".", "pkg.sub"),
        ("pkg/sub/x.py", "..api", "pkg.api"),
        ("pkg/sub/__init__.py", ".x", "pkg.sub.x"),
        ("x.py", ".y", "y"),
        ("x.py", "...y", "^.^.y"),
    ],
)
def test_a_relative_import_is_made_absolute(file: str, written: str, expected: str) -> None:
    world = Edited()
    world.texts = {file: f"from {written} import a\n".encode()}
    (name,) = Table(world).ask(ImportsOf(file))
    assert name == f"{expected}.a"


def test_imports_are_those_of_the_tree() -> None:
    world = Edited()
    world.texts = {"pkg/a.py": b'"""import no"""\nimport b.c as d\nfrom . import e\ndef f():\n    from .g import h\n'}
    assert Table(world).ask(ImportsOf("pkg/a.py")) == ("b.c", "pkg.e", "pkg.g.h")


IMPORTS = {
    "over several lines": ("from a import (\n    b,  # not c)\n    d,\n)\n", ("a", "a.b", "a.d")),
    "continued": ("from a \\\n    import b, \\\n    c\nimport d, \\\r\n  e\n", ("a.b", "a.c", "d", "e")),
    "in one line": ("if x: import a; from b import c as d\n", ("a", "b.c")),
    "lines that end as they did once": ("import a\rfrom b import c\r", ("a", "b.c")),
    "half-typed": ("from a import (b,\nimport c\n", ("a", "a.b", "c")),
    "another word": ("reimport = a\nfrom_ = important\n", ()),
}


@pytest.mark.parametrize("case", IMPORTS)
def test_imports_are_found_however_they_are_written(case: str) -> None:
    source, expected = IMPORTS[case]
    world = Edited()
    world.texts = {"x.py": source.encode()}
    assert Table(world).ask(ImportsOf("x.py")) == expected


GROUPS = {
    "one imports the other": ({"a.py": "import b\n", "b.py": ""}, "a.py b.py"),
    "over a third": ({"a.py": "import c\n", "b.py": "from c import x\n", "c.py": ""}, "a.py b.py c.py"),
    "a module of a folder that is no package": (
        {"a.py": "import ns\nns.m.x = 1\n", "b.py": "import ns.m\n", "ns/m.py": "x = 0\n"},
        "a.py b.py ns/m.py",
    ),
    "what is outside": ({"a.py": "import requests\n", "b.py": "import requests\n"}, "a.py"),
    "beside one another": ({"p/a.py": "", "p/b.py": "", "p/__init__.py": ""}, "p/a.py"),
    "a package on the way": ({"a.py": "import p.x.y\n", "p/__init__.py": "", "p/z.py": ""}, "a.py p/__init__.py"),
    "themselves": ({"a.py": "import a\n", "b.py": ""}, "a.py"),
    "half-typed": ({"a.py": "from b import (\n", "b.py": "", "c.py": ""}, "a.py b.py"),
}


@pytest.mark.parametrize("case", GROUPS)
def test_files_that_imports_connect_are_a_group(case: str) -> None:
    texts, expected = GROUPS[case]
    world = Edited()
    world.texts = {file: text.encode() for file, text in texts.items()}
    table = Table(world)
    assert " ".join(table.ask(FilesOf(table.ask(GroupOf(next(iter(texts))))))) == expected


def test_nothing_but_imports_is_looked_for_in_files_that_nothing_connects() -> None:
    """A workspace of many programs is no slower than the one that is asked about."""
    world = Edited()
    world.texts.update({f"other/{name}.py": text.encode() for name, text in (("a", FILES["main.py"]), ("b", ""))})
    table = Table(world)

    assert table.ask(SitesOf("pkg/users.py"))

    asked = {type(each).__name__ for each in table.memos if getattr(each, "file", "") == "other/b.py"}
    assert asked == {"BlocksOf", "ImportsOf"}


def test_the_files_of_a_group_are_found_without_looking_at_all_others() -> None:
    def prepared(count: int) -> Callable[[], object]:
        world = Edited()
        world.texts = {f"f{at}.py": b"import requests\n" for at in range(count)}
        table = Table(world)
        return lambda: [table.ask(FilesOf(table.ask(GroupOf(file)))) for file in world.texts]

    assert is_in_proportion(prepared, 500, 4_000)
