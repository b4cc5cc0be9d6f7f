"""What sets an attribute elsewhere than in an assignment to `self` is not overlooked."""

from functools import partial
from pathlib import Path

from tests.support.routes import check_routes

check = partial(check_routes, base="GET https://x.example/", before="import requests\nROOT = 'https://x.example/'\n\n")


def test_attributes_of_any_object() -> None:
    """An attribute of this name is set on what may be such an object."""
    check("""\
class Client:
    def __init__(self):
        self.one = self.two = self.three = self.four = self.five = 'b'

    def show(self):
        requests.get(ROOT + self.one)  #> {one} | ~GET https://x.example/b
        requests.get(ROOT + self.two)  #> {two} | ~GET https://x.example/b
        requests.get(ROOT + self.three)  #> {three} | ~GET https://x.example/b
        requests.get(ROOT + self.four)  #> {four} | ~GET https://x.example/b
        requests.get(ROOT + self.five)  #> {five} | ~GET https://x.example/b

def change(client, value):
    client.one = value
    value.two += '/'
    setattr(client, 'three', value)
    value.client.four = 'c'
    client = Client()
    client.five = value
""")


def test_all_attributes_of_an_object() -> None:
    check("""\
class Updated:
    kind = 'a'

    def __init__(self, **given):
        self.part = 'b'
        self.__dict__.update(given)

    def show(self):
        requests.get(ROOT + self.kind + self.part)  #> ab | a{part} | {kind}b | {kind}{part}

class Vars:
    kind = 'a'

    def __init__(self, **given):
        self.part = 'b'
        vars(self).update(given)

    def show(self):
        requests.get(ROOT + self.kind + self.part)  #> ab | a{part} | {kind}b | {kind}{part}

class Each:
    kind = 'a'

    def __init__(self, **given):
        self.part = 'b'
        [setattr(self, *each) for each in given]

    def show(self):
        requests.get(ROOT + self.kind + self.part)  #> ~GET https://x.example/ab

class Any:
    kind = 'a'

    def __init__(self, **given):
        self.part = 'b'
        setattr(self, given[0], given[1])

    def show(self):
        requests.get(ROOT + self.kind + self.part)  #> ~GET https://x.example/ab
""")


def test_other_attributes_objects_of_other_classes_and_reading() -> None:
    check("""\
class Other:
    pass

class Client:
    kind = 'a'

    def __init__(self, **given):
        self.part = 'b'
        setattr(given, 'parts', self.__dict__)

    def show(self):
        requests.get(ROOT + self.kind + self.part)  #> a{part} | ~GET https://x.example/ab

def change(client, value):
    client.parts = value
    print(client.part == value, client.part)
    client = Other()
    client.part = value
""")


def test_a_parameter_is_what_it_is_declared_as() -> None:
    check("""\
class Other:
    pass

class Client:
    def __init__(self):
        self.own = self.other = self.perhaps = 'b'

    def show(self):
        requests.get(ROOT + self.own)  #> {own} | ~GET https://x.example/b
        requests.get(ROOT + self.other)  #> b
        requests.get(ROOT + self.perhaps)  #> b

def change(client: Client, other: Other, perhaps: 'Other | None', value):
    client.own = value
    other.other = value
    perhaps.perhaps = value
""")


def test_what_an_object_has_instead_of_its_class() -> None:
    check("""\
class Set:
    kind = 'a'

    def __init__(self):
        self.kind = 'c'

    def show(self):
        requests.get(ROOT + self.kind)  #> c

class Joined:
    kind, other = 'a', 'b'

    def __init__(self):
        self.kind = 'c' + self.other

    def show(self):
        requests.get(ROOT + self.kind)  #> cb

class Perhaps:
    kind, other = 'a', 'b'

    def __init__(self):
        if self.other:
            self.kind = 'c'

    def show(self):
        requests.get(ROOT + self.kind)  #> a | c

class Longer:
    kind = 'a'

    def __init__(self):
        self.kind = self.kind + 'c'

    def show(self):
        requests.get(ROOT + self.kind)  #> ac

class Reset:
    gone = 'a'

    def __init__(self):
        self.gone = 'c'

    def reset(self):
        del self.gone

    def show(self):
        requests.get(ROOT + self.gone)  #> a | c

class AnotherOne:
    kind, other = 'a', 'b'

    def __init__(self):
        self.other = 'c'

    def show(self):
        requests.get(ROOT + self.kind)  #> a
""")


def test_classes_that_decide_themselves_what_an_attribute_is() -> None:
    check("""\
class Reads:
    kind = 'a'

    def __getattribute__(self, name):
        return name

    def show(self):
        requests.get(ROOT + self.kind)  #> {kind} | ~GET https://x.example/a

class Writes:
    kind = 'a'

    def __setattr__(self, name, value):
        pass

    def show(self):
        requests.get(ROOT + self.kind)  #> a

class ReadsWhatIsNotThere:
    kind = 'a'

    def __getattr__(self, name):
        return name

    def show(self):
        requests.get(ROOT + self.kind)  #> a
""")


def test_a_property_sets_what_its_setter_makes_of_a_value() -> None:
    check("""\
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
        requests.get(self.root + path)  #> ...

def use(client):
    client = Client('https://x.example/v1/')
    client.show('/a')  #> v1/api/a
    client.root = 'https://x.example/v2/'
    client.show('/b')  #> v2/api/b
""")


def test_fields_are_what_is_made_of_them() -> None:
    check("""\
from dataclasses import dataclass

@dataclass
class Made:
    path: str
    root: str = ROOT

    def __post_init__(self):
        self.path = 'api/' + self.path.strip('/')

    def send(self):
        requests.get(self.root + self.path)  #> ...

@dataclass
class Given:
    path: str
    root: str = ROOT

    def prepare(self):
        self.path = 'api/' + self.path.strip('/')

    def send(self):
        requests.get(self.root + self.path)  #> ...

def use():
    Made('/users/').send()  #> api/users
    Given('/users/').send()  #> /users/
""")


def test_super_is_what_comes_next_in_the_class_of_the_object() -> None:
    check("""\
class Base:
    def url(self):
        return ROOT

class Left(Base):
    def url(self):
        return super().url() + 'left/'

class Right(Base):
    def url(self):
        return super().url() + 'right/'

class LeftRight(Left, Right): ...
class RightLeft(Right, Left): ...
class OnlyLeft(Left): ...
class OnlyBase(Base): ...

def use():
    requests.get(LeftRight().url() + 'both')  #> right/left/both
    requests.get(RightLeft().url() + 'both')  #> left/right/both
    requests.get(OnlyLeft().url() + 'both')  #> left/both
    requests.get(OnlyBase().url() + 'both')  #> both
""")


def test_what_a_base_sets_a_subclass_adds_to() -> None:
    check("""\
class Base:
    def __init__(self):
        self.setup()

    def setup(self):
        self.kind = 'a'

    def show(self):
        requests.get(ROOT + self.kind)  #> a | ab

class Adds(Base):
    def setup(self):
        super().setup()
        self.kind += 'b'

class SetsAnother(Base):
    def setup(self):
        super().setup()
        self.other = 'b'

class SetsNothing(Base):
    def setup(self):
        super().setup()

def use():
    requests.get(ROOT + Adds().kind + '/c')  #> ab/c
    requests.get(ROOT + SetsAnother().kind + '/c')  #> a/c
    requests.get(ROOT + SetsNothing().kind + '/c')  #> a/c
""")


def test_statements_of_the_module_set_attributes() -> None:
    check("""\
class Settings:
    path = 'a'
    perhaps = 'a'
    patched = 'a'
    other = 'a'

    def show(self):
        requests.get(ROOT + self.path)  #> {path} | ~GET https://x.example/a
        requests.get(ROOT + self.patched)  #> {patched} | ~GET https://x.example//fake
        requests.get(ROOT + self.other)  #> a

def fake():
    return '/fake'

settings = Settings()

def show():
    requests.get(ROOT + settings.path)  #> ~GET https://x.example/c
    requests.get(ROOT + settings.perhaps)  #> ~GET https://x.example/c
    requests.get(ROOT + Settings.patched)  #> ~GET https://x.example//fake
    requests.get(ROOT + settings.other)  #> a
    requests.get(ROOT + Settings.other)  #> a

settings.path = 'c'
if show:
    settings.perhaps = 'c'
Settings.patched = fake()
settings.parts = 'c'
Settings.parts = fake()
""")


def test_functions_replace_functions_of_the_module() -> None:
    check("""\
def fake():
    return '/fake'

def replaced():
    return '/a'

def kept():
    return '/b'

def patch():
    global replaced
    replaced = fake
    kept = fake

def show():
    requests.get(ROOT + replaced())  #> /a | /fake
    requests.get(ROOT + kept())  #> /b
""")
    check("""\
def fake():
    return '/fake'

def replaced():
    return '/a'

def patch():
    globals()['replaced'] = fake

def show():
    requests.get(ROOT + replaced())  #> /a | /fake
""")


def test_all_names_of_a_module_replace_those_before(tmp_path: Path) -> None:
    check(
        """\
#-- over.py
PATH = 'over'
_OWN = 'over'
#-- all.py
PATH = _OWN = LATER = 'a'
from over import *

def show():
    requests.get(ROOT + PATH + _OWN)  #> overa
#-- one.py
PATH = _OWN = LATER = 'a'
from over import _OWN

def show():
    requests.get(ROOT + PATH + _OWN)  #> aover
""",
        tmp_path,
    )


def test_what_a_context_manager_sets_while_it_is_open() -> None:
    check("""\
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
        requests.get(ROOT + self.part + path)  #> ...

    def others(self, path):
        requests.get(ROOT + self.other + path)  #> ...

def use():
    client = Client()
    if client:
        client.show('d')  #> a/d
    with client.using('x/'):
        client.show('d')  #> x/d
        client.others('d')  #> b/d

def enter():
    client = Client()
    with client:
        client.show('d')  #> a/c/d
        client.others('d')  #> b/d

def use_after():
    client = Client()
    with client.using('x/') as same:
        same.show('d')  #> x/d
    client.show('e')  #> a/e

def make():
    with Client() as client:
        client.show('d')  #> a/c/d
""")


def test_attributes_that_are_set_by_their_names() -> None:
    check("""\
class Client:
    def __init__(self):
        self.part = 'a/'
        self.other = 'b/'

    def show(self, path):
        requests.get(ROOT + self.part + path)  #> ...

def known():
    client = Client()
    setattr(client, 'part', 'x/')
    client.show('d')  #> x/d

def unknown():
    client = Client()
    setattr(client, input(), 'x/')
    client.show('d')  #> ~GET https://x.example/a/d

def another():
    client = Client()
    setattr(client, 'other', 'x/')
    client.show('d')  #> a/d

def one_of_two(name):
    client = Client()
    setattr(client, 'part' if name else 'other', 'x/')
    client.show('d')  #> ~GET https://x.example/a/d
""")
