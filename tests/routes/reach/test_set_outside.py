"""What sets an attribute elsewhere than in an assignment to `self` is not overlooked."""

from pathlib import Path

import pytest

from tests.routes.reach.test_changes import CHANGES, shown

CLIENT = """\
class Other:
    pass


class Client:
    kind = 'a'

    def __init__(self%s):
        self.part = 'b'
        %s

    def show(self):
        requests.get(ROOT + self.kind + self.part)


def change(client, value):
    %s
"""


@pytest.mark.parametrize(
    ("given", "made", "elsewhere", "forms"),
    [
        ("", "pass", "client.part = value", ["ab", "a{part}"]),
        ("", "pass", "value.part += '/'", ["ab", "a{part}"]),
        ("", "pass", "client = Client()\n    client.part = value", ["ab", "a{part}"]),
        ("", "pass", "setattr(client, 'part', value)", ["ab", "a{part}"]),
        ("", "pass", "value.client.part = 'c'", ["ab", "a{part}"]),
        (", **given", "self.__dict__.update(given)", "pass", ["ab", "a{part}", "{kind}b", "{kind}{part}"]),
        (", **given", "vars(self).update(given)", "pass", ["ab", "a{part}", "{kind}b", "{kind}{part}"]),
        (", **given", "[setattr(self, *each) for each in given]", "pass", ["ab", "a{part}", "{kind}b", "{kind}{part}"]),
        (", **given", "setattr(self, given[0], given[1])", "pass", ["ab", "a{part}", "{kind}b", "{kind}{part}"]),
        # Another attribute, an object of another class, only read, a name that is written.
        ("", "pass", "client.parts = value", ["ab"]),
        ("", "pass", "client = Other()\n    client.part = value", ["ab"]),
        ("", "pass", "print(client.part == value, client.part)", ["ab"]),
        (", **given", "setattr(given, 'parts', self.__dict__)", "pass", ["ab"]),
    ],
)
@pytest.mark.parametrize("change", CHANGES)
def test_attributes_of_any_object(  # noqa: PLR0917 - the places of one module
    given: str, made: str, elsewhere: str, forms: list[str], change: str, tmp_path: Path
) -> None:
    assert shown(tmp_path, CLIENT % (given, made, elsewhere), change) == sorted(forms)


@pytest.mark.parametrize(
    ("declared", "forms"), [("Client", ["ab", "a{part}"]), ("Other", ["ab"]), ("'Other | None'", ["ab"])]
)
def test_a_parameter_is_what_it_is_declared_as(declared: str, forms: list[str], tmp_path: Path) -> None:
    source = CLIENT.replace("client, value", f"client: {declared}, value") % ("", "pass", "client.part = value")
    assert shown(tmp_path, source, "") == forms


HOOKS = """\
class Client:
    kind = 'a'
    other = 'b'

    def __init__(self):
        %s

    %s

    def show(self):
        requests.get(ROOT + self.kind)
"""


@pytest.mark.parametrize(
    ("made", "method", "forms"),
    [
        ("pass", "def __getattribute__(self, name):\n        return name", ["a", "{kind}"]),
        ("pass", "def __setattr__(self, name, value):\n        pass", ["a", "{kind}"]),
        ("self.kind = 'c'", "pass", ["c"]),
        ("self.kind = 'c' + self.other", "pass", ["cb"]),
        # It is what the class has until then, at other times, or again.
        ("if self.other:\n            self.kind = 'c'", "pass", ["a", "c"]),
        ("self.kind = self.kind + 'c'", "pass", ["a", "ac"]),
        ("self.kind = 'c'", "def reset(self):\n        del self.kind", ["a", "c"]),
        ("self.other = 'c'", "pass", ["a"]),
        ("pass", "def __getattr__(self, name):\n        return name", ["a"]),
    ],
)
def test_what_an_object_has_instead_of_its_class(made: str, method: str, forms: list[str], tmp_path: Path) -> None:
    assert {*shown(tmp_path, HOOKS % (made, method), "")} - {"{kind}"} == {*forms} - {"{kind}"}
    assert ("{kind}" in shown(tmp_path, HOOKS % (made, method), "")) >= ("{kind}" in forms)


PROPERTY = """\
class Client:
    def __init__(self, root):
        self.root = root

    @property
    def root(self):
        return self._root

    @root.setter
    def root(self, value):
        self._root = value.rstrip('/') + '/api'

    def show(self, path):
        requests.get(self.root + path)


def use(client):
    client = Client('https://x.example/v1/')
    client.show('/a')
    client.root = 'https://x.example/v2/'
    client.show('/b')
"""


@pytest.mark.parametrize("change", CHANGES)
def test_a_property_sets_what_its_setter_makes_of_a_value(change: str, tmp_path: Path) -> None:
    assert [each for each in shown(tmp_path, PROPERTY, change) if "{" not in each] == ["v1/api/a", "v2/api/b"]


FIELDS = """\
from dataclasses import dataclass


@dataclass
class Request:
    path: str
    root: str = ROOT

    def %s(self):
        self.path = 'api/' + self.path.strip('/')

    def send(self):
        requests.get(self.root + self.path)


def use():
    Request('/users/').send()
"""


@pytest.mark.parametrize(("name", "form"), [("__post_init__", "api/users"), ("prepare", "/users/")])
def test_fields_are_what_is_made_of_them(name: str, form: str, tmp_path: Path) -> None:
    assert form in shown(tmp_path, FIELDS % name, "")


DIAMOND = """\
class Base:
    def url(self):
        return ROOT

    def show(self):
        requests.get(self.url())


class Left(Base):
    def url(self):
        return super().url() + 'left/'


class Right(Base):
    def url(self):
        return super().url() + 'right/'


class Both(%s):
    pass


def use():
    requests.get(Both().url() + 'both')
"""


@pytest.mark.parametrize(
    ("bases", "form"),
    [("Left, Right", "right/left/both"), ("Right, Left", "left/right/both"), ("Left", "left/both"), ("Base", "both")],
)
def test_super_is_what_comes_next_in_the_class_of_the_object(bases: str, form: str, tmp_path: Path) -> None:
    assert form in shown(tmp_path, DIAMOND % bases, "")


GROWS = """\
class Base:
    def __init__(self):
        self.setup()

    def setup(self):
        self.kind = 'a'

    def show(self):
        requests.get(ROOT + self.kind)


class Heir(Base):
    def setup(self):
        super().setup()
        %s


def use():
    requests.get(ROOT + Heir().kind + '/c')
"""


@pytest.mark.parametrize(
    ("lines", "form"), [("self.kind += 'b'", "a{kind}/c"), ("self.other = 'b'", "a/c"), ("pass", "a/c")]
)
def test_what_a_base_sets_an_heir_adds_to(lines: str, form: str, tmp_path: Path) -> None:
    assert shown(tmp_path, GROWS % lines, "") == ["a", form]


MODULE = """\
class Settings:
    path = 'a'

    def show(self):
        requests.get(ROOT + self.path)


def fake():
    return '/fake'


def build():
    return '/b'


settings = Settings()


def show():
    requests.get(ROOT + %s)


%s
"""


@pytest.mark.parametrize(
    ("sent", "lines", "forms"),
    [
        ("settings.path", "settings.path = 'c'", ["a", "c"]),
        ("settings.path", "if show:\n    settings.path = 'c'", ["a", "c"]),
        ("Settings.path", "Settings.path = fake()", ["a", "{path}"]),
        ("build()", "def patch():\n    global build\n    build = fake", ["a", "/b", "{build}"]),
        ("build()", "def patch():\n    globals()['build'] = fake", ["a", "/b", "{build}"]),
        # Another name, or another attribute.
        ("settings.path", "settings.parts = 'c'", ["a"]),
        ("Settings.path", "Settings.parts = fake()", ["a"]),
        ("build()", "def patch():\n    build = fake", ["a", "/b"]),
    ],
)
def test_statements_of_the_module_set_attributes(sent: str, lines: str, forms: list[str], tmp_path: Path) -> None:
    assert {*shown(tmp_path, MODULE % (sent, lines), "")} - {"{path}"} == {*forms} - {"{path}"}


def test_all_names_of_a_module_replace_those_before(tmp_path: Path) -> None:
    (tmp_path / "over.py").write_text("PATH = 'over'\n_OWN = 'over'\n")
    source = "PATH = _OWN = LATER = 'a'\n%s\n\n\ndef show():\n    requests.get(ROOT + PATH + _OWN)\n"
    assert shown(tmp_path, source % "from over import *", "") == ["overa"]
    assert shown(tmp_path, source % "from over import _OWN", "") == ["aover"]


MANAGED = """\
from contextlib import contextmanager


class Client:
    def __init__(self):
        self.part = 'a/'
        self.other = 'b/'

    @contextmanager
    def using(self, part):
        before, self.part = self.part, part
        yield self
        self.part = before

    def __enter__(self):
        self.part += 'c/'
        return self

    def __exit__(self, *_):
        pass

    def show(self, path):
        requests.get(ROOT + self.part + path)

    def others(self, path):
        requests.get(ROOT + self.other + path)


def use():
    client = Client()
    %s
        client.%s('d')
"""


@pytest.mark.parametrize(
    ("opened", "called", "form"),
    [
        ("with client.using('x/'):", "show", "{part}d"),
        ("with client:", "show", "{part}d"),
        ("with Client() as client:", "show", "{part}d"),
        ("with client.using('x/'):", "others", "b/d"),
        ("with client:", "others", "b/d"),
        ("if client:", "show", "a/d"),
    ],
)
def test_what_a_context_manager_sets_while_it_is_open(opened: str, called: str, form: str, tmp_path: Path) -> None:
    assert form in shown(tmp_path, MANAGED % (opened, called), "")


@pytest.mark.parametrize(
    ("name", "form"),
    [("'part'", "x/d"), ("name", "{part}d"), ("'other'", "a/d"), ("'part' if name else 'other'", "{part}d")],
)
def test_attributes_that_are_set_by_their_names(name: str, form: str, tmp_path: Path) -> None:
    lines = f"client = Client()\n    name = input()\n    setattr(client, {name}, 'x/')\n    if client:"
    assert form in shown(tmp_path, MANAGED % (lines, "show"), "")
