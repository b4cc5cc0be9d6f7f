"""What functions, branches and other names change is not stated as it was before."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found

BEFORE = "import requests\nROOT = 'https://x.example/'\n"
CHANGES = {
    "": lambda text: text,
    "CRLF, after an astral character": lambda text: f"# \U0001f600\n{text}".replace("\n", "\r\n"),
    "before half-typed code": lambda text: f"{text}\n\ndef later(:\n    requests.get(\n",
}
NAMES = """\
PART = 'a'
PARTS = ['a', 'b']
TABLE = {'a': 'one', 'b': 'two'}
SAME = PARTS


def show():
    requests.get(ROOT + %s)


def change(value):
    %s


def add(items, more=()):
    items.append('c')


def fill(value, box):
    box['a'] = value


def keep(given):
    items = [*given]
    items.append('c')
"""
OBJECT = """\
class Client:
    kind = 'a'

    def __init__(self, token=None):
        self.path = 'a'
        self.parts = ['a']
        self.table = {'a': 'one'}
        %s

    def show(self, flag):
        %s
        requests.get(ROOT + %s)

    def change(self, value):
        %s


def configure(value):
    %s
"""
WALK = """\
def show(flag, value):
    part, parts, table = 'a', ['a', 'b'], {'a': 'one', 'b': 'two'}
    %s
    requests.get(ROOT + %s)


class Box:
    kind = 'a'

    def __init__(self, name):
        self.name = name

    def rename(self, name):
        self.name = name

    def extend(self, more):
        self.name = self.name + more


def fill(given, box=None):
    given['a'] = 'three'


def append(given):
    given.append('c')


def extend(given):
    given += ['c']


def mark(given):
    given.kind = 'c'
"""


def shown(root: Path, source: str, change: str) -> list[str]:
    routes = found(root, {"x.py": CHANGES[change](BEFORE + source)}, "x.py")
    return sorted(route.removeprefix("GET https://x.example/") for route in routes)


@pytest.mark.parametrize(
    ("sent", "changed", "forms"),
    [
        ("PART", "global PART\n    PART = value", ["a", "{PART}"]),
        ("PART", "global OTHER, PART\n    PART += value", ["a", "{PART}"]),
        ("'/'.join(PARTS)", "PARTS.append(value)", ["{PARTS}"]),
        ("'/'.join(PARTS)", "PARTS[0] = value", ["{PARTS}"]),
        ("'/'.join(PARTS)", "del PARTS[0]", ["{PARTS}"]),
        ("TABLE['a']", "TABLE['a'] = value", ["one", "{a}"]),
        ("TABLE['a']", "TABLE.update(value)", ["{a}"]),
        ("TABLE['a']", "TABLE[value] = value", ["{a}"]),
        # Another item, another name, one of its own, only read.
        ("TABLE['b']", "TABLE['a'] = value", ["two"]),
        ("PART", "PART = value", ["a"]),
        ("PART", "global OTHER\n    OTHER = value", ["a"]),
        ("'/'.join(PARTS)", "PARTS = []\n    PARTS.append(value)", ["a/b"]),
        ("'/'.join(PARTS)", "add(PARTS)", ["{PARTS}"]),
        ("'/'.join(PARTS)", "items = PARTS\n    items.append(value)", ["{PARTS}"]),
        ("'/'.join(PARTS)", "SAME.append(value)", ["{PARTS}"]),
        ("'/'.join(PARTS)", "add(items=[value],\n        more=PARTS)", ["{PARTS}"]),
        ("TABLE['a']", "fill(value, TABLE)", ["one", "{a}"]),
        ("TABLE['b']", "fill(value, TABLE)", ["two"]),
        ("'/'.join(PARTS)", "items = PARTS[:]\n    items.append(value)", ["a/b"]),
        ("'/'.join(PARTS)", "SAME = []\n    SAME.append(value)", ["a/b"]),
        ("'/'.join(PARTS)", "keep(PARTS)", ["a/b"]),
        ("'/'.join(PARTS)", "add(value.PARTS, 'PARTS')", ["a/b"]),
        ("'/'.join(PARTS)", "PARTS = [value]\n    add(PARTS)", ["a/b"]),
        ("'/'.join(PARTS)", "print(PARTS[0] == value, PARTS.index(value))", ["a/b"]),
        ("'/'.join(PARTS)", "value.PARTS.append(1)", ["a/b"]),
    ],
)
@pytest.mark.parametrize("change", CHANGES)
def test_names_of_the_module(sent: str, changed: str, forms: list[str], change: str, tmp_path: Path) -> None:
    assert shown(tmp_path, NAMES % (sent, changed), change) == forms


def test_names_of_the_module_that_a_called_function_changes(tmp_path: Path) -> None:
    source = NAMES % ("PART", "TABLE['a'] = value")
    source += (
        "\n\ndef later(value):\n    TABLE.clear()\n    change(value)\n    requests.get(ROOT + TABLE.get('a', 'c'))\n"
    )
    assert shown(tmp_path, source, "") == ["a", "{a}"]


@pytest.mark.parametrize(
    ("then", "sent", "forms"),
    [
        ("PARTS.append('c')", "'/'.join(PARTS)", ["a/b/c"]),
        ("if PART.islower():\n    PARTS.append('c')", "'/'.join(PARTS)", ["{PARTS}"]),
        ("for each in PART:\n    PART += each\n    break", "PART", ["a{PART}"]),
        ("TABLE['a'] = 'three'", "'/'.join(TABLE.values())", ["three/two"]),
    ],
)
def test_names_that_the_module_changes_after_a_function(then: str, sent: str, forms: list[str], tmp_path: Path) -> None:
    source = f"{NAMES % (sent, 'pass')}\n\n{then}\n"
    assert shown(tmp_path, source, "") == forms


@pytest.mark.parametrize(
    ("made", "before", "sent", "changed", "elsewhere", "forms"),
    [
        ("pass", "if flag:\n            self.path = 'b'", "self.path", "pass", "pass", ["a", "b"]),
        ("pass", "if flag:\n            self.parts.append('b')", "'/'.join(self.parts)", "pass", "pass", ["{parts}"]),
        ("if not token:\n            self.path = token", "pass", "self.path", "pass", "pass", ["a", "{path}"]),
        ("pass", "pass", "'/'.join(self.parts)", "self.parts.append(value)", "pass", ["{parts}"]),
        ("pass", "pass", "self.table['a']", "self.table.update(value)", "pass", ["{a}"]),
        ("pass", "pass", "self.kind", "pass", "Client.kind = value", ["a", "{kind}"]),
        ("pass", "pass", "self.kind", "pass", "value.kind = value", ["a", "{kind}"]),
        # Nothing of it.
        ("pass", "pass", "self.path", "self.parts.append(value)", "Client.kind = value", ["a"]),
        ("self.parts.append('b')", "pass", "'/'.join(self.parts)", "print(self.parts)", "pass", ["a/b"]),
        ("pass", "pass", "self.kind", "pass", "value = Other()\n    value.kind = 'b'", ["a"]),
    ],
)
@pytest.mark.parametrize("change", CHANGES)
def test_attributes(  # noqa: PLR0917 - the places of one class
    made: str, before: str, sent: str, changed: str, elsewhere: str, forms: list[str], change: str, tmp_path: Path
) -> None:
    assert shown(tmp_path, OBJECT % (made, before, sent, changed, elsewhere), change) == forms


@pytest.mark.parametrize(
    ("lines", "sent", "forms"),
    [
        # Two names of one object, and two objects.
        ("other = parts\n    other.append('c')", "'/'.join(parts)", ["a/b/c"]),
        ("other = table\n    other |= {'a': 'three'}", "table['a']", ["three"]),
        ("other = table\n    table['a'] = 'three'", "other['a']", ["three"]),
        ("other = table.copy()\n    other['a'] = 'three'", "table['a']", ["one"]),
        ("other = [*parts]\n    other.append('c')", "'/'.join(parts)", ["a/b"]),
        # What a function does with what it is given.
        ("fill(table)", "table['a']", ["one", "{a}"]),
        ("fill(table)", "table['b']", ["two"]),
        ("append(parts)", "'/'.join(parts)", ["{parts}"]),
        ("extend(parts)", "'/'.join(parts)", ["{parts}"]),
        ("fill([], box=parts)", "'/'.join(parts)", ["a/b"]),
        ("box = Box(value)\n    mark(box)", "box.kind", ["{kind}"]),
        ("box = Box(value)\n    if flag:\n        box.kind += 'b'\n    mark(box)", "box.kind", ["{kind}"]),
        ("box = Box(value)\n    if flag:\n        box.kind += 'b'\n    print(box)", "box.kind", ["a", "ab"]),
        ("if flag:\n        table = {'a': 'two'}\n    fill(table)", "table['a']", ["one", "two", "{a}"]),
        ("box = Box('b')\n    box.rename(value)", "box.name", ["{name}"]),
        ("box = Box('b/' if flag else 'c/')\n    box.extend('/d')", "box.name", ["b//d", "c//d"]),
        # The order of a dict is that of its keys, and that of a list what sorts it.
        ("table['a'] = 'three'", "'/'.join(table.values())", ["three/two"]),
        ("parts = ['b', 'a']", "'/'.join(sorted(parts))", ["a/b"]),
        ("parts = ['b', 'a']", "'/'.join(sorted(parts, reverse=True))", ["{join}"]),
        ("parts = ['b', value]", "'/'.join(sorted(parts))", ["{join}"]),
        # An item that is perhaps not there.
        ("table.pop(value)", "'/'.join(table.values())", ["{join}"]),
        ("if flag:\n        table['c'] = 'three'\n    table.setdefault('c', 'four')", "table['c']", ["four", "three"]),
        ("table.setdefault('a', 'four')", "table['a']", ["one"]),
        ("table.setdefault('c', table.pop('b', 'four'))", "'/'.join(table.values())", ["one/two"]),
        ("parts.append(parts.pop())", "'/'.join(parts)", ["{parts}"]),
        ("del table['a']", "'/'.join(table.values())", ["two"]),
        ("del table[value]", "'/'.join(table.values())", ["{join}"]),
        ("del parts[0], table['a']", "'/'.join([*parts, *table])", ["{join}"]),
        ("del part", "'/'.join(parts)", ["a/b"]),
        # One object inside another, also under a name of its own.
        ("table = {'a': {'b': 'c'}}\n    table['a']['b'] = 'd'", "table['a']['b']", ["d"]),
        ("table = {'a': {'b': 'c'}}\n    other = table['a']\n    other.update(b='d')", "table['a']['b']", ["d"]),
        ("table = {'a': {'b': 'c'}}\n    other = dict(table['a'])\n    other.update(b='d')", "table['a']['b']", ["c"]),
        ("table = {'a': parts}\n    other = table.copy()\n    other['a'].append('c')", "'/'.join(parts)", ["a/b/c"]),
        ("table.setdefault('c', []).append('d')", "'/'.join(table['c'])", ["d"]),
        # What an unknown mapping has, or what perhaps is in a list.
        ("table.update(value)", "table['a']", ["one", "{a}"]),
        ("table.update({'b': value})", "table['a']", ["one"]),
        ("parts = [each for each in ('a', 'b') if flag]", "'/'.join(parts)", ["{parts}"]),
        ("parts = [each for each in ('a', 'b') if each != 'a']", "'/'.join(parts)", ["b"]),
        # What functions inside this one change, and what they see of it.
        ("def inner():\n        nonlocal part\n        part = 'b'\n    inner()", "part", ["a", "{part}"]),
        ("def inner():\n        part = 'b'\n    inner()", "part", ["a"]),
        ("def inner():\n        parts.append(value)\n    inner()", "'/'.join(parts)", ["{parts}"]),
        ("def inner(parts):\n        parts.append(value)\n    inner([])", "'/'.join(parts)", ["a/b"]),
        ("def inner():\n        requests.get(ROOT + part)\n    part = 'b'", "part",
         ["a", "b", "b", "{part}"]),
        # What is skipped after an error.
        ("try:\n        part = 'b'\n        int(value)\n        part = 'c'\n    except ValueError:\n        pass",
         "part", ["a", "b", "c"]),
        ("try:\n        part = 'b'\n        int(value)\n        part = 'c'\n    except ValueError:\n        return",
         "part", ["c"]),
        ("try:\n        part = 'b'\n    finally:\n        part += 'c'", "part", ["bc"]),
        ("with suppress(ValueError):\n        part = 'b'\n        int(value)\n        part = 'c'",
         "part", ["a", "b", "c"]),
        ("with suppress(KeyError):\n        part = 'b'", "part", ["a", "b"]),
        ("with suppress(KeyError):\n        return\n    part = 'b'", "part", ["b"]),
        ("with open(value):\n        part = 'b'", "part", ["b"]),
        ("try:\n        part = 'b'\n    finally:\n        requests.get(ROOT + part)", "part", ["a", "b", "b"]),
        ("try:\n        pass\n    finally:\n        part = 'b'", "part", ["b"]),
        # A loop goes on with what it has changed.
        ("for each in value:\n        requests.get(ROOT + table.pop('a', 'c'))", "part", ["a", "{pop}"]),
        ("box = Box('b')\n    for each in value:\n        requests.get(ROOT + box.name)\n        box.name = each",
         "part", ["a", "{name}"]),
        # An object that a loop has changed is the same object, with other attributes.
        ("box = Box('b')\n    for each in value:\n        box.rename(each)", "box.name + box.kind", ["{name}a"]),
        ("box = Box('b')\n    for each in value:\n        box.kind = 'c'", "box.kind + box.name", ["{kind}b"]),
        ("box = other = Box('b')\n    for each in value:\n        box.rename(each)\n    other.kind = 'c'",
         "box.kind", ["c"]),
        ("box = Box('b')\n    for each in value:\n        box = Box(each)", "box.name + box.kind", ["{name}{kind}"]),
        ("box = Box('b')\n    for each in value:\n        mark(each)", "box.name + box.kind", ["ba"]),
        # More ways than are shown.
        ("for each in ('b', 'c', 'd', 'e', 'f', 'g', 'h'):\n        part = each", "part", ["{part}"]),
        ("box = Box('b')\n    if flag:\n        box.kind = 'b'\n    if value:\n        box.kind += 'c'",
         "box.kind", ["a", "b", "{kind}"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("change", CHANGES)
def test_a_walk(lines: str, sent: str, forms: list[str], change: str, tmp_path: Path) -> None:
    assert shown(tmp_path, WALK % (lines, sent), change) == forms


@pytest.mark.parametrize(
    ("made", "looped", "sent"),
    [
        ("{'a': 'one'}", "own.clear()", "other.pop('a', 'two')"),
        ("{'a': 'one'}", "own['a'] = each", "other['a']"),
        ("{'a': 'one'}", "own.update(each)", "other['a']"),
        ("['one']", "own.append(each)", "other[-1]"),
        ("['one']", "own.insert(0, each)", "other[0]"),
    ],
)
def test_what_a_loop_changes_has_another_name(made: str, looped: str, sent: str, tmp_path: Path) -> None:
    source = (
        "def show(many):\n    own = %s\n    other = own\n    for each in many:\n        %s\n    requests.get(ROOT + %s)"
    )
    assert shown(tmp_path, source % (made, looped, sent), "") != ["one"]
    assert shown(tmp_path, source % (made, looped.replace("own", "many"), sent), "") == ["one"]


API = """\
class Api:
    def __init__(self, root):
        self.root = root

    def update(self, name):
        requests.get(f'{self.root}{name}')

    def remove(self, name):
        requests.get(f'{self.root}{name}')


class Use:
    def __init__(self, api=None):
        self.api = Api(ROOT)
        self.given = api or Api(ROOT)

    def use(self, names):
        %s


shared = Api(ROOT)


def use(names):
    own = Api(ROOT)
    %s
"""


@pytest.mark.parametrize("method", ["update", "remove"])
@pytest.mark.parametrize(
    ("in_class", "in_function"),
    [
        ("self.api.%s('a')", "pass"),
        ("self.given.%s('a')", "pass"),
        ("for each in names:\n            self.api.%s('a')", "pass"),
        ("pass", "shared.%s('a')"),
        ("pass", "for each in names:\n        own.%s('a')"),
        ("pass", "for each in names:\n        shared.%s('a')"),
        ("pass", "while names:\n        shared.%s('a')"),
        ("pass", "for each in names:\n        own.%s('a')\n    own.update('a')"),
    ],
)
@pytest.mark.parametrize("change", CHANGES)
def test_a_method_named_like_that_of_a_list_sends(
    method: str, in_class: str, in_function: str, change: str, tmp_path: Path
) -> None:
    source = API % tuple(each.replace("%s", method) for each in (in_class, in_function))
    assert {*shown(tmp_path, source, change)} - {"GET {root}{name}"} == {"a"}


def test_an_object_that_a_loop_replaces_is_another_one(tmp_path: Path) -> None:
    source = API % ("pass", "for each in names:\n        own.update('a')\n        own = Api(each)")
    assert "a" not in shown(tmp_path, source, "")


HOLDER = """\
class Users:
    def __init__(self, root):
        self.root = root

    def update(self, name):
        requests.put(f'{self.root}{name}')

    def show(self, name):
        requests.get(f'{self.root}{name}')


class Api:
    def __init__(self):
        self.users = Users(ROOT)
        self.parts = ['a']


def sync(api):
    api.users.update('a')
    %s


shared = Api()


def change(names):
    own = Api()
    %s


def use(names):
    own = Api()
    %s
"""


@pytest.mark.parametrize(
    ("synced", "changed", "used", "form"),
    [
        ("pass", "shared.users.update('a')", "shared.users.show('all')", "all"),
        ("pass", "shared.users = names", "shared.users.show('all')", None),
        ("pass", "pass", "sync(own)\n    own.users.show('all')", "all"),
        ("api.users = names", "pass", "sync(own)\n    own.users.show('all')", None),
        ("pass", "pass", "for each in names:\n        own.users.show('all')\n        own.users.update(each)", "all"),
        ("pass", "pass", "requests.get(ROOT + own.parts[0])\n    own.users.show('all')", "a"),
        ("pass", "shared.parts.append('b')", "requests.get(ROOT + shared.parts[-1])", "{parts}"),
        ("api.parts.insert(0, 'b')", "pass", "sync(own)\n    requests.get(ROOT + own.parts[0])", "{parts}"),
        ("pass", "shared.users.update('a')", "requests.get(ROOT + shared.parts[-1])", "a"),
    ],
)
@pytest.mark.parametrize("change", CHANGES)
def test_what_an_object_holds_is_changed_in_place_or_replaced(  # noqa: PLR0917 - the places of one module
    synced: str, changed: str, used: str, form: str | None, change: str, tmp_path: Path
) -> None:
    listed = shown(tmp_path, HOLDER % (synced, changed, used), change)
    assert form in listed if form is not None else "all" not in listed


@pytest.mark.parametrize(
    ("changed", "form"),
    [("Box.parts.insert(0, value)", "{parts}"), ("Box.part.update(value)", "a"), ("Other.parts.clear()", "a")],
)
def test_functions_change_what_a_class_has_in_place(changed: str, form: str, tmp_path: Path) -> None:
    lines = "class Box:\n    parts = ['a']\n\n    def show(self):\n        requests.get(ROOT + self.parts[0])\n\n"
    assert shown(tmp_path, f"{lines}\ndef change(value):\n    {changed}\n", "") == [form]


MADE_IN_A_LOOP = """\
class Grammar:
    def __init__(self, names):
        self.names = {}
        for name in names:
            self.names[name] = []
            self.count = 1
        self.path = 'a'

    def show(self, name):
        requests.get(ROOT + self.path + name)


def use(names):
    grammar = Grammar(names)
    %s
    for name in names:
        grammar.names.append(3)
        grammar.show('/b')
"""


@pytest.mark.parametrize("lines", ["pass", "grammar.names.clear()", "grammar.path = 'a'"])
def test_an_object_that_was_changed_is_not_made_again(lines: str, tmp_path: Path) -> None:
    """Its `__init__` would ask for what it sets, of another object each time."""
    assert "a/b" in shown(tmp_path, MADE_IN_A_LOOP % lines, "")


@pytest.mark.parametrize(("change", "form"), [("parts.append('b')", "{path}"), ("parts = [*parts, 'b']", "a/b")])
def test_a_list_that_each_call_has_by_default(change: str, form: str, tmp_path: Path) -> None:
    source = (
        "def path(parts=['a']):\n    %s\n    return '/'.join(parts)\n\n\ndef show():\n    requests.get(ROOT + path())\n"
    )
    assert shown(tmp_path, source % change, "") == [form]
