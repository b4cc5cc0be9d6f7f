"""What of others a file changes, which attributes code sets from outside: as far as the text can show it."""

import pytest

from tests.routes.program.test_edits import Edited
from waypost.routes.program.sources import SetOutside
from waypost.routes.program.table import Table
from waypost.routes.program.writers import CallsImported, WritesInto

SET = {
    "an assignment": ("client.base = 'x'\n", "base"),
    "an item": ("client.headers['a'] = 'x'\n", "headers[]"),
    "one of a few targets": ("a, client.base = 'x', 'y'\n", "base"),
    "in a loop": ("for client.base in urls:\n    pass\n", "base"),
    "in a loop over pairs": ("for a, (b, client.base) in urls:\n    pass\n", "base"),
    "an item in a loop": ("for client.headers['a'] in urls:\n    pass\n", "headers[]"),
    "with a context": ("with open('x') as client.base:\n    pass\n", "base"),
    "with a few of them": ("with open('x') as (a, client.base):\n    pass\n", "base"),
    "a loop over something of an object": ("for each in client.pages[0].all:\n    print(each)\n", ""),
    "a context of an object": ("with client.open() as file:\n    print(file.read())\n", ""),
    "an argument after a call": ("print(len(a), end=b)\n", ""),
    "half-typed": ("for client.base in (", ""),
}


@pytest.mark.parametrize("case", SET)
def test_what_is_set_from_outside_is_seen(case: str) -> None:
    source, expected = SET[case]
    world = Edited()
    world.texts = {"a.py": source.encode()}
    assert " ".join(Table(world).ask(SetOutside("a.py"))) == expected


FILES = {"pkg/__init__.py": "", "pkg/a.py": "BASE = {}\nclass A:\n    pass\ndef make(x):\n    return A()\n"}
WRITES = {
    "a name of the program": ("from pkg import a\na.BASE = {}\n", ("pkg.a",)),
    "in what it has": ("from pkg.a import BASE\nBASE['x'] = 1\n", ("pkg.a.BASE",)),
    "what is handed over": ("from pkg import a\nimport other\nother.fill(a.BASE)\n", ("pkg.a.BASE",)),
    "a definition that is handed over": ("from pkg.a import A, make\nmake(A)\n", ()),
    "a module that is": ("from pkg import a\nprint\ndef f(x):\n    f(a)\n", ()),
    "something else's": ("import os\nos.environ['x'] = 'y'\ndef f(x):\n    f(os.sep)\n", ()),
    "a part of a name": ("from pkg import a\ndata = {}\ndata['a'] = 1\n", ()),
    "half-typed": ("from pkg import a\na.BASE = {}\ndef f(\n", ("pkg.a",)),
}


@pytest.mark.parametrize("case", WRITES)
def test_what_a_file_changes_of_others_is_found(case: str) -> None:
    source, expected = WRITES[case]
    world = Edited()
    world.texts = {file: text.encode() for file, text in {**FILES, "x.py": source}.items()}
    assert Table(world).ask(WritesInto("x.py")) == expected


def test_only_makers_of_what_the_program_has_are_noted() -> None:
    world = Edited()
    source = "from pkg.a import A, make\nfrom other import B\nmake(A())\nB()\n"
    world.texts = {file: text.encode() for file, text in {**FILES, "x.py": source}.items()}
    assert Table(world).ask(CallsImported("x.py")) == ("A", "make")
