"""What random programs are made of beyond the plain language: one fragment a feature, combined at random.

A feature adds ways to the rules of the grammar (`tests/fuzz/programs.py`), and defines what these name. Its texts, its
conditions and its blocks are drawn from the whole grammar, so that features meet: a decorator's prefix may be read from
a table that a generator of another file has changed.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class Feature(NamedTuple):
    """Ways that are added to rules, what is defined in the program and in files of its own, and the names of `main`."""

    ways: Mapping[str, Sequence[str]]
    module: str = ""
    files: Mapping[str, str] = _NOTHING
    names: Mapping[str, Sequence[str]] = MappingProxyType({})


def _stores(*ways: str) -> tuple[str, ...]:
    """Ways to write, for places that have texts and for those that have addresses."""
    kinds = (("«slot»", "«text»"), ("«place»", "«base»"))
    return tuple(way.replace("PLACE", place).replace("VALUE", value) for way in ways for place, value in kinds)


# What every program with features has: an address and a path that can be changed in many ways.
PRELUDE: Final = """\
BASE = 'https://h.example'
SETTINGS = {'base': 'https://h.example', 'path': «word»}


class Config:
    base = 'https://h.example'
    path = «word»

    def __init__(self):
        self.table = {'a': «word», 'b': «word»}
        self.items = [«word», «word»]


CONFIG = Config()
"""
# Of any file that has the prelude: names by their kinds.
SHARED: Final[Mapping[str, Sequence[str]]] = {
    "str": ("SETTINGS['path']", "CONFIG.path"),
    "address": ("BASE", "SETTINGS['base']", "CONFIG.base"),
    "slot": ("SETTINGS['path']", "CONFIG.path"),
    "place": ("SETTINGS['base']", "CONFIG.base"),
    "dict": ("CONFIG.table",),
    "list": ("CONFIG.items",),
}
# The parameters and attributes that functions of features have, by the word after `of`.
_NEAR: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "nothing": {},
    "start": {},
    "text": {"local": ("text",)},
    "path": {"local": ("path",)},
    "value": {"str": ("value",)},
    "self": {"str": ("self.path",), "slot": ("self.path",), "dict": ("self.table",)},
    "self and path": {"local": ("path",), "str": ("self.path",), "slot": ("self.path",), "dict": ("self.table",)},
}
# In files that do not have what other features define.
FAR: Final = {f"far {owner}": _NEAR[owner] for owner in ("path", "value", "self")}
OWN: Final = {**_NEAR, **FAR}
# Ways that any program with features has.
COMMON: Final[Mapping[str, Sequence[str]]] = {
    "base": ("'https://h.example'", "'https://%s.example' % «word»", "«address»", "«address»", "«address» + '/v1'"),
    "url": ("«base» + '/' + «text»", 'f"{«address»}/{«str»}"', "'{}/{}'.format(«base», «text»)"),
    "slot": ("«dict»[«key»]", "«local»"),
    "place": ("SETTINGS['base']",),
    "verb": ("«word».upper()",),
    "call": ("requests.get", "requests.put", "requests.delete"),
    "start": ("SETTINGS['path'] = «word»", "CONFIG.path = «word»", "CONFIG.base = 'https://' + NAME + '.example'"),
}

FEATURES: Final[Mapping[str, Feature]] = {
    "targets": Feature(
        {
            "statement": _stores(
                "PLACE = VALUE",
                "PLACE, «new str» = VALUE, «text»",
                "for PLACE in (VALUE,):\n«block»",
                "for PLACE, «new str» in [(VALUE, «word»), (VALUE, «text»)]:\n«block»",
                "[PLACE, *_] = [VALUE, «word»]",
                "with holding(VALUE) as PLACE:\n«block»",
                "«new str» = PLACE = VALUE",
                "(_, (PLACE, _)) = «word», (VALUE, 1)",
                "*_, PLACE = «word», VALUE",
                "with holding(VALUE) as PLACE, suppress(KeyError):\n«block»",
            ),
        },
        "@contextmanager\ndef holding(value):\n    yield value\n",
    ),
    "functions that change": Feature(
        {
            "statement": (
                "dict.update(«dict», {«key»: «text»})",
                "dict.__setitem__(«dict», «key», «text»)",
                "dict.update(SETTINGS, base=«base»)",
                "operator.setitem(SETTINGS, 'base', «base»)",
                "setattr(CONFIG, 'base', «base»)",
                "object.__setattr__(CONFIG, 'path', «text»)",
                "vars(CONFIG)['path'] = «text»",
                "CONFIG.__dict__.update(base=«base»)",
                "CONFIG.table |= {«key»: «text»}",
                "list(map(SETTINGS.update, [{'path': «text»}]))",
                "list.append(«list», «text»)",
                "list.insert(«list», 0, «text»)",
                "CONFIG.items += [«text»]",
                "CONFIG.path += «text»",
                "dict.setdefault(«dict», 'c', «text»)",
                "dict.clear(«dict»)",
                "list.reverse(«list»)",
                "[SETTINGS.update(path=each) for each in («word», «text»)]",
                "any(map(«list».append, [«text»]))",
                "SETTINGS.update([('base', «base»)])",
                "SETTINGS.update(zip(['path'], [«text»]))",
                "(lambda: SETTINGS.update(path=«text»))()",
                "delattr(CONFIG, 'path')",
                "CONFIG.__dict__.pop('base', None)",
                "SETTINGS.__init__(path=«text»)",
                "SETTINGS['path'] = SETTINGS.pop('base') + «word»",
            ),
        },
        "import operator\n",
    ),
    "changed parameters": Feature(
        {
            "tamper": (
                "settings['base'] = value",
                "settings.update(base=value)",
                "dict.update(settings, base=value)",
                "settings |= {'base': value}",
                "other = settings\n    other['base'] = value",
                "[settings][0]['base'] = value",
                "for each in (settings,):\n        each['base'] = value",
                "settings['base'], _ = value, 1",
                "(lambda: settings.update(base=value))()",
                "for settings['base'] in (value,):\n        pass",
                "if «condition»:\n        settings['base'] = value",
                "settings = {**settings, 'base': value}",
                "settings = settings.copy()\n    settings['base'] = value",
                "def inner():\n        settings['base'] = value\n    inner()",
                "shift(settings, value)",
            ),
            "statement": (
                "configure(SETTINGS, «base»)",
                "configure(value=«base», settings=SETTINGS)",
                "configure(*[SETTINGS, «base»])",
                "configure(**{'settings': SETTINGS, 'value': «base»})",
                "«new str» = configure(SETTINGS, «base»)",
                "partial(configure, SETTINGS)(«base»)",
                "[configure(SETTINGS, each) for each in («base»,)]",
                "point_to(CONFIG, «base»)",
                "point_to(value=«base», config=CONFIG)",
                "several(«base», CONFIG, other=SETTINGS)",
                "«new str» = (configure(SETTINGS, «base»), «text»)[1]",
                "if configure(SETTINGS, «base»):\n«block»",
                "shift(SETTINGS, «base»)",
                "extended(«list», «text»)",
                "«new list» = extended(«list», «text»)",
            ),
            "start": ("configure(SETTINGS, 'https://k.example')", "point_to(CONFIG, 'https://k.example')"),
        },
        """\
from functools import partial


def shift(table, value):
    table['base'] = value


def configure(settings, value):
    «tamper of value»
    return settings.get('path')


def point_to(config, value):
    config.base = value
    config.path = config.path + «text of value»


def several(value, *configs, **more):
    for each in configs:
        each.base = value
    more['other']['base'] = value


def extended(items, value):
    items += [value, «text of value»]
    return items
""",
    ),
    "aliases": Feature(
        {
            "statement": (
                "«new dict» = «dict»",
                "«new dict» = other_table = «dict»",
                "pair = («dict», «dict»)\npair[0][«key»] = «text»",
                "«new dict» = same(«dict»)",
                "«new dict» = («dict»,)[0]",
                "«new dict» = {'k': «dict»}['k']",
                "«dict»['self'] = «dict»",
                "CONFIG.table = «dict»",
                "(«new dict» := «dict»)[«key»] = «text»",
                "«new dict» = «dict» if «condition» else «dict»",
                "for each in («dict», «dict»):\n    each[«key»] = «text»",
                "«new dict», «new dict» = «dict», «dict»",
                "held = SETTINGS\nheld['path'] = «text»",
                "held = CONFIG\nheld.base = «base»",
                "held = [CONFIG]\nheld[0].path = «text»",
                "turn()",
                "turn()\n«send»",
                "CONFIG.items = «list»",
                "«new list» = [*«list»]",
                "«new list» = CONFIG.items\n«list».append(«text»)",
                "same(CONFIG).base = «base»",
                "kept_table(«dict»)[«key»] = «text»",
                "kept_table()[«key»] = «text»",
                "«new dict» = next(iter([«dict»]))",
                "«new dict» = max([«dict»], key=len)",
                "CONFIG.self = CONFIG\nCONFIG.self.self.path = «text»",
                "SAVED['base'] = «base»",
            ),
            "start": ("SAVED = SETTINGS; SETTINGS = None; SETTINGS = SAVED",),
        },
        """\
SAVED = SETTINGS
SETTINGS = None
SETTINGS = SAVED


def same(thing):
    return thing


def kept_table(given=None, held=[]):
    held.append(given)
    return given or next(each for each in held if each is not None)


def turn():
    global SETTINGS, SAVED
    SAVED, SETTINGS = SETTINGS, SAVED
    SAVED['path'] = «text of nothing»
""",
    ),
    "globals": Feature(
        {
            "statement": (
                "rebase(«base»)",
                "globals()['BASE'] = «base»",
                "sys.modules[__name__].BASE = «base»",
                "rename_all(«text»)",
                "def deeper():\n    global BASE\n    BASE = «base»\ndeeper()",
                "reset()",
                "globals().update(NAME=«text»)",
                "setattr(sys.modules[__name__], 'NAME', «text»)",
                "for each in («base»,):\n    rebase(each)",
                "counted(«text»)",
                "«new str» = counted(«text»)",
            ),
            "text": ("counted(«word»)",),
            "start": (
                "rebase('https://g.example')",
                "for NAME in («word», «word»):\n    pass",
                "BASE = BASE + '/v2'",
                "if NAME > 'beta':\n    BASE = 'https://c.example'",
            ),
        },
        """\
import sys

try:
    from nowhere_at_all import ADDRESS
except ImportError:
    ADDRESS = 'https://n.example'


def rebase(value):
    global BASE
    BASE = value


def rename_all(text):
    global NAME, OTHER
    NAME, OTHER = «text of text», «word»
    SETTINGS['path'] = NAME


def reset():
    global SETTINGS
    SETTINGS = {'base': 'https://r.example', 'path': «word»}


def counted(text):
    global NAME
    NAME = NAME + text[:1]
    return NAME
""",
        names={"address": ("ADDRESS",)},
    ),
    "other files": Feature(
        {
            "statement": (
                "parts.BASE = «base»",
                "parts.set_base(«base»)",
                "parts.TABLE[«key»] = «text»",
                "PARTS[«key»] = «text»",
                "setattr(parts, 'NAME', «text»)",
                "set_base(«base»)",
                "parts.SETTINGS.update(path=«text»)",
                "parts.CONFIG.path = «text»",
                "parts.CONFIG = parts.Config()",
                "settle(SETTINGS, «text»)",
                "parts.NAME += «word»",
                "«new dict» = parts.TABLE",
                "settle(parts.SETTINGS, «text»)",
                "LINES.append(«text»)",
                "parts.ITEMS = [«text»]",
                "«new dict» = PARTS",
                "parts.adopt(SETTINGS)",
            ),
            "send": (
                "parts.send(«text»)",
                "parts.send(path=«text»)",
                "parts.Service(«text»).fetch()",
                "SERVICE.fetch()",
                "send_part(«text»)",
                "«call»(parts.BASE + '/' + «text»)",
            ),
            "start": ("parts.set_base('https://p.example')", "parts.NAME = «word»", "import tuning"),
            "text": ("parts.NAME", "PART", "PARTS['a']", "'/'.join(LINES)", "parts.joined(«text»)"),
        },
        """\
import parts
from parts import ITEMS as LINES, NAME as PART, SERVICE, TABLE as PARTS, send as send_part, set_base, settle
""",
        {
            "parts.py": """\
import requests

NAME = «word»
OTHER = «word»
TABLE = {'a': «word», 'b': «word»}
ITEMS = [«word», «word»]
PRELUDE

def set_base(value):
    global BASE
    BASE = value


def settle(settings, value):
    settings['path'] = value + «text of far value»


def adopt(settings):
    global SETTINGS
    SETTINGS = settings


def joined(path):
    return «text of far path»


def send(path):
    return requests.get(«url of far path»)


class Service:
    path = «word»

    def __init__(self, path, table=TABLE):
        self.path = self.path + path
        self.table = table

    def fetch(self):
        return requests.get(«url of far self»)


SERVICE = Service(«text of nothing»)
""",
            "tuning.py": (
                "import parts\n\nparts.BASE = 'https://t.example'\n"
                "parts.SERVICE.path = «word»\nparts.TABLE['a'] = «word»\n"
            ),
        },
        names={"address": ("parts.BASE", "parts.SETTINGS['base']"), "dict": ("PARTS",), "list": ("LINES",)},
    ),
    "subclasses": Feature(
        {
            "statement": (
                "«new api» = Teams(«text»)",
                "«new api» = Tasks()",
                "«new api» = Things(path=«text»)",
                "«new api» = Teams()",
                "«new api» = «api»",
                "«api».path = «text»",
                "Resource.root = «base»",
                "Teams.root = «base»",
                "«api».move(«text»)",
                "«new api» = Lists(«text»)",
                "del «api».path",
            ),
            "send": (
                "«api».fetch()",
                "«api».fetch(«text»)",
                "Teams(«text»).fetch()",
                "Tasks().fetch(«text»)",
                "Things().all()",
                "«api».all()",
                "THINGS.fetch()",
                "Lists(«text»).all()",
            ),
        },
        """\
class Resource:
    root = 'https://h.example'
    kind = None
    ready = None

    def __init__(self, path=«word»):
        self.path = path
        self.table = {}

    def address(self, more):
        return '/'.join([self.root, self.kind or 'none', self.path, more])

    def fetch(self, path=«word»):
        return requests.get(self.address(path))

    def move(self, path):
        self.path = self.path + path

    def all(self):
        raise NotImplementedError


class Teams(Resource):
    kind = 'teams'

    def all(self):
        return requests.put(self.root + '/' + «text of self»)


class Tasks(Resource):
    kind = 'tasks'

    def __init__(self):
        super().__init__(path=«word»)
        self.kind = «text of self»

    def all(self):
        return self.fetch('all')


class Things(Teams):
    root = 'https://s.example'

    def __init__(self, **more):
        Resource.__init__(self, **more)
        self.table['a'] = self.path

    def address(self, more):
        return super().address(«text of self») + '/' + more


class Lists(Teams, Tasks):
    def __init__(self, path):
        Teams.__init__(self)
        self.path += path

    def all(self):
        super(Teams, self).all()
        return Teams.all(self)


THINGS = Things(path=«word»)
""",
        names={"api": ("THINGS",)},
    ),
    "mixins": Feature(
        {
            "statement": (
                "«new door» = Door(«text»)",
                "«new door» = Gate(«text»)",
                "«door».turn(«text»)",
                "«door».opened = True",
                "«door».part = «text»",
                "«new door» = «door»",
                "Turning.part = «text»",
                "«door».held = CONFIG",
                "«door».set(part=«text»)",
                "«door».set(**{'opened': «flag»})",
            ),
            "send": ("«door».call(«text»)", "Gate(«text»).call()", "«door».when_open()", "DOOR.call(«text»)"),
            "start": ("DOOR.turn(«word»)", "DOOR.opened = True", "Door.part = «word»"),
        },
        """\
class Turning:
    part = None

    def turn(self, path):
        self.part = path
        self.opened = not self.opened

    def set(self, **values):
        for name, value in values.items():
            setattr(self, name, value)


class Calling:
    part = «word»

    def call(self, path=«word»):
        return requests.get(BASE + '/' + (self.part or 'nothing') + '/' + path)

    def when_open(self):
        if not self.opened:
            return None
        return requests.post(BASE + '/open/' + self.path)


class Door(Turning, Calling):
    def __init__(self, path):
        self.opened = False
        self.path = path


class Gate(Calling, Turning):
    opened = None

    def __init__(self, path):
        self.path = path
        self.turn(«text of path»)


DOOR = Door(«text of nothing»)
""",
        names={"door": ("DOOR",)},
    ),
    "decorators": Feature(
        {
            "statement": (
                "«new str» = shaped(«text»)",
                "REGISTRY['a'] = loud_send",
                "told = prefixed(«word»)(plain_send)\ntold(«text»)",
                "MARKED.append(«text»)",
            ),
            "send": (
                "loud_send(«text»)",
                "plain_send(«text»)",
                "twice_sent(«text»)",
                "Decorated().fetch(«text»)",
                "REGISTRY['sent'](«text»)",
                "with_base(«text»)",
                "guarded(«text»)",
                "marked_send(«text»)",
                "posted()",
            ),
            "text": ("shaped(«text»)", "Decorated.kind", "Decorated().cached"),
        },
        """\
import functools

REGISTRY = {}
MARKED = [«word»]


def prefixed(prefix):
    def decorate(function):
        @functools.wraps(function)
        def call(path, *args, **more):
            return function(prefix + path, *args, **more)

        return call

    return decorate


def registered(function):
    REGISTRY['sent'] = function
    return function


def upper(function):
    return lambda *args, **more: function(*args, **more).upper()


def based(function):
    def call(path, **more):
        more.setdefault('base', SETTINGS['base'])
        return function(path, **more)

    return call


def only_once(function):
    function.seen = set()

    @functools.wraps(function)
    def call(path):
        if path in function.seen:
            return None
        function.seen.add(path)
        return function(path)

    return call


def marked(function):
    def call(path):
        return function('-'.join([*MARKED, path]))

    return call


def post(name):
    def decorate(function):
        def call():
            return requests.post(BASE + '/' + name + '/' + function())

        return call

    return decorate


def kinded(kind):
    def decorate(cls):
        cls.kind = kind
        return cls

    return decorate


@prefixed(«word»)
@prefixed('x')
def loud_send(path):
    return requests.get(«url of path»)


@registered
def plain_send(path):
    return requests.put(BASE + '/' + path)


@upper
def shaped(path):
    return «text of path»


@functools.lru_cache
@prefixed(«word»)
def twice_sent(path):
    return requests.get(BASE + '/' + path)


@based
def with_base(path, base=BASE):
    return requests.get(base + '/' + path)


@only_once
def guarded(path):
    return requests.get(BASE + '/' + path)


@marked
def marked_send(path):
    return requests.get(BASE + '/' + path)


@post(«word»)
def posted():
    return «text of nothing»


def prefixed_method(method):
    def call(self, path):
        return method(self, self.cached + path)

    return call


@kinded(«word»)
class Decorated:
    kind = 'none'

    @functools.cached_property
    def cached(self):
        return self.kind + «text of nothing»

    @staticmethod
    def root(path):
        return BASE + '/' + path

    @classmethod
    def named(cls, path):
        return cls.root(cls.kind + '/' + path)

    @prefixed_method
    def fetch(self, path):
        return requests.get(self.named(path))
""",
    ),
    "closures": Feature(
        {
            "statement": (
                "send_it, «new shifter» = made_sender(«base»)\nsend_it(«text»)\n«shifter»(«base»)\nsend_it(«text»)",
                "SHIFT(«base»)",
                (
                    "senders = [lambda path: requests.get(base + '/' + path) for base in («base», «base»)]\n"
                    "senders[0](«text»)"
                ),
                (
                    "senders = [lambda path, base=base: requests.get(base + '/' + path) for base in («base», «base»)]\n"
                    "senders[0](«text»)"
                ),
                "held = «text»\ndef later():\n    return requests.get(BASE + '/' + held)\nheld = «text»\nlater()",
                "def bump():\n    nonlocal text\n    text += «word»\n    return text\nbump()",
                "cell = [«text»]\ndef fill():\n    cell[0] = «text»\nfill()\nrequests.get(BASE + '/' + cell[0])",
                "count = counter()\ncount()\nrequests.get(BASE + '/' + count())",
                "«new str» = counter()()",
                "for each in («text», «word»):\n    later = lambda: requests.get(BASE + '/' + each)\nlater()",
                (
                    "if «condition»:\n    def made():\n        return «text»\nelse:\n"
                    "    def made():\n        return «word»\nrequests.get(BASE + '/' + made())"
                ),
            ),
            "send": ("SEND(«text»)", "made_sender(«base»)[0](«text»)"),
        },
        """\
def made_sender(base):
    made = «text of nothing»

    def send(path):
        return requests.get(base + '/' + made + '/' + path)

    def change(value):
        nonlocal base
        base = value

    return send, change


def counter(start=«word»):
    kept = start

    def count():
        nonlocal kept
        kept = kept + 'x'
        return kept

    return count


SEND, SHIFT = made_sender('https://h.example')
""",
    ),
    "generators": Feature(
        {
            "statement": (
                "for «new str» in pages(«text»):\n«block»",
                "«new list» = list(pages(«text»))",
                "list(sent_pages(«list»))",
                "for _ in changing(«text»):\n«block»",
                "made = changing(«text»)\nnext(made)\n«send»\nnext(made, None)\n«send»",
                "list(changing(«text»))",
                "talk = talking()\nnext(talk)\ntalk.send(«text»)",
                "changing(«text»)",
                "for «new str» in (each + 'x' for each in «list»[:2]):\n«block»",
                "list(chained(«text»))",
                "for «new str» in Pages(«list»[:2]):\n«block»",
                "[«send» for _ in range(2)]",
                "lazy = (configure_path(each) for each in [«text»])\n«send»\nlist(lazy)\n«send»",
            ),
            "text": ("next(pages(«text»))", "'-'.join(pages(«word»))"),
        },
        """\
def pages(path):
    yield path
    path = path + «word»
    yield path


def changing(path):
    SETTINGS['path'] = path
    yield path
    SETTINGS['path'] = «text of path»
    yield path


def sent_pages(items):
    for each in items[:3]:
        yield requests.get(BASE + '/' + each)


def talking():
    while True:
        path = yield
        requests.get(BASE + '/' + path)


def chained(path):
    yield from pages(path)
    yield requests.get(BASE + '/' + path)
    yield from changing(path)


def configure_path(path):
    CONFIG.path = path


class Pages:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        for each in self.items:
            yield «word» + each
""",
    ),
    "contexts": Feature(
        {
            "statement": (
                "with temporarily(SETTINGS, base=«base»):\n«block»",
                "with temporarily(SETTINGS, path=«text»):\n«block»",
                "with Moved(CONFIG, «base»):\n«block»",
                "with Moved(CONFIG, «base») as moved:\n    moved.path = «text»\n«block»",
                "with ExitStack() as stack:\n    stack.enter_context(Moved(CONFIG, «base»))\n«block»",
                "with ExitStack() as stack:\n    stack.callback(SETTINGS.update, path=«text»)\n«block»",
                (
                    "try:\n    with Moved(CONFIG, «base»):\n«inner block»\n"
                    "        raise KeyError\nexcept KeyError:\n«block»"
                ),
                "with Moved(CONFIG, «base»), temporarily(SETTINGS, path=«text»):\n«block»",
                "with Swallowing():\n«block»\n    raise KeyError\n«send»",
                "with requests.Session() as session:\n    session.get(«url»)",
                "manager = Moved(CONFIG, «base»)\nmanager.__enter__()\n«send»\nmanager.__exit__(None, None, None)",
            ),
        },
        """\
from contextlib import ExitStack


@contextmanager
def temporarily(table, **values):
    before = dict(table)
    table.update(values)
    try:
        yield table
    finally:
        table.clear()
        table.update(before)


class Moved:
    def __init__(self, config, base):
        self.config = config
        self.base = base

    def __enter__(self):
        self.before, self.config.base = self.config.base, self.base
        return self.config

    def __exit__(self, *_):
        self.config.base = self.before


class Swallowing:
    def __enter__(self):
        SETTINGS['path'] = «text of nothing»

    def __exit__(self, *_):
        CONFIG.path = «text of nothing»
        return True
""",
    ),
    "auth and hooks": Feature(
        {
            "statement": (
                "SESSION.auth = Signed(«text»)",
                "SESSION.headers['X-Key'] = «text»",
                "SESSION.auth = moved_to",
                "SESSION.params['key'] = «text»",
                "with httpx.Client(event_hooks={'request': [signed]}) as web:\n    web.get(«url»)",
                "web = httpx.Client(event_hooks={'request': [rerouted]})\nweb.get(«url»)",
                "web = httpx.Client(auth=Flow(«text»))\nweb.post(«url»)",
                "web = httpx.Client()\nweb.event_hooks['request'].append(signed)\nweb.get(«url»)",
                "web = httpx.Client(base_url=«base»)\nweb.get('/' + «text»)",
                "web = httpx.Client(headers={'X-Key': «text»})\nweb.headers.update({'X-Key': «word»})\nweb.get(«url»)",
                "web = httpx.Client(base_url=«base»)\nweb.base_url = «base»\nweb.get('/' + «text»)",
                "SESSION.headers.update(KEYS)",
                "KEYS['X-Key'] = «text»",
            ),
            "send": (
                "requests.get(«url», auth=Signed(«text»))",
                "requests.get(«url», auth=moved_to)",
                "SESSION.get(«url»)",
                "requests.post(«url», headers={'X-Key': «text»}, auth=Signed(«text»))",
                "Prefixed().get(«url»)",
                "Rooted().get(«text»)",
                "httpx.get(«url», auth=Flow(«text»))",
                "requests.get(«url», hooks={'response': again})",
                "RESIGNED.get(«url»)",
            ),
        },
        """\
import httpx


class Signed(requests.auth.AuthBase):
    def __init__(self, key):
        self.key = key

    def __call__(self, request):
        request.headers['X-Key'] = self.key
        request.prepare_url(request.url, {'signed': self.key})
        return request


def moved_to(request):
    request.url = BASE + '/moved'
    return request


def again(response, **_):
    requests.delete(BASE + '/again')


class Flow(httpx.Auth):
    def __init__(self, key):
        self.key = key

    def auth_flow(self, request):
        request.headers['X-Key'] = self.key
        request.url = request.url.copy_with(path='/flow')
        yield request


def signed(request):
    request.headers['X-Key'] = «text of nothing»


def rerouted(request):
    request.url = httpx.URL(BASE + '/rerouted')
    request.method = 'PUT'


class Prefixed(requests.Session):
    def request(self, method, url, **more):
        return super().request(method, url + '/prefixed', **more)


class Rooted(requests.Session):
    def get(self, url, **more):
        return super().get(BASE + '/' + url, **more)


class Resigned(requests.Session):
    def prepare_request(self, request):
        request.headers['X-Key'] = «text of nothing»
        prepared = super().prepare_request(request)
        prepared.url = prepared.url + '/resigned'
        return prepared


KEYS = {'X-Key': «word»}
SESSION = requests.Session()
RESIGNED = Resigned()
""",
    ),
    "getattr": Feature(
        {
            "statement": (
                "«new loose» = Loose()",
                "«new loose» = Loose(«text»)",
                "«loose».extra = «text»",
                "setattr(«loose», 'extra', «text»)",
                "setattr(«loose», «str»[:1], «text»)",
                "«loose».enabled = True",
                "«loose».client = SENDER",
                "for each in ('extra', 'kind'):\n    setattr(«loose», each, «text»)",
                "enable(«loose»)",
                "if not getattr(CONFIG, 'enabled', None):\n«block»",
                "if hasattr(«loose», 'extra'):\n«block»",
                "CONFIG.enabled = «flag»",
                "«new str» = getattr(CONFIG, 'missing', «text»)",
            ),
            "send": (
                "«loose».fetch()",
                "«loose».optional(«text»)",
                "«loose».by_name('one')",
                "«loose».by_name(«word»)",
                "LOOSE.fetch()",
                "LOOSE.optional(«text»)",
                "getattr(requests, 'get')(«url»)",
                "getattr(«loose», 'optional')(«text»)",
                "«loose».chained(«text»)",
            ),
            "text": ("getattr(«loose», 'extra', «word»)", "vars(«loose»).get('extra', «word»)", "FREE.anything"),
            "start": ("LOOSE.enabled = True", "LOOSE.client = SENDER", "LOOSE.extra = «word»"),
        },
        """\
class Loose:
    enabled = False
    path_one = «word»

    def __init__(self, kind=None):
        self.kind = kind
        self.client = None

    def fetch(self):
        extra = getattr(self, 'extra', None)
        if not extra:
            return None
        return requests.get(BASE + '/' + extra)

    def optional(self, path):
        if self.enabled:
            requests.get(BASE + '/enabled/' + path)
        if self.kind is None:
            return requests.get(BASE + '/kindless/' + path)
        return requests.get(BASE + '/' + self.kind + '/' + path)

    def by_name(self, name):
        path = getattr(self, 'path_' + name, «word»)
        return requests.get(BASE + '/' + path)

    def chained(self, path):
        client = getattr(self, 'client', None)
        if client is None:
            return None
        return client.send(path)


class Sender:
    def send(self, path):
        return requests.put(BASE + '/' + path)


class Free:
    def __getattr__(self, name):
        return name + «word»


def enable(thing):
    thing.enabled = True
    thing.extra = «text of nothing»


SENDER = Sender()
LOOSE = Loose()
FREE = Free()
""",
        names={"loose": ("LOOSE",)},
    ),
    "request objects": Feature(
        {
            "statement": (
                "«new request» = requests.Request('GET', «url»)",
                "«new request» = requests.Request('GET', «url», params={'a': «text»})",
                "«new request» = requests.Request(«verb», «url», headers={'X-A': «text»})",
                "«request».params['b'] = «text»",
                "«request».url = «url»",
                "«request».url += '/' + «text»",
                "«request».method = 'PUT'",
                "«request».headers['X-A'] = «text»",
                "«request».params = {'c': «text»}",
                "«new request» = «request»",
                "adjust(«request», «text»)",
                "setattr(«request», 'url', «url»)",
                "«new prepared» = «request».prepare()",
                "«prepared».url = «url»",
                "«prepared».url += «word»",
                "«prepared».headers['X-A'] = «text»",
                "«prepared».method = 'PATCH'",
                "«prepared».prepare_url(«url», {'p': «text»})",
                "«new request» = made_request(«text»)",
                "asked = urllib.request.Request(«url»)\nasked.add_header('X-a', «text»)\nurllib.request.urlopen(asked)",
                (
                    "asked = urllib.request.Request(«url»)\nasked.full_url = «url»\n"
                    "asked.method = 'PUT'\nurllib.request.urlopen(asked)"
                ),
                (
                    "web = httpx.Client()\nasked = web.build_request('GET', «url»)\n"
                    "asked.url = httpx.URL(«url»)\nweb.send(asked)"
                ),
                (
                    "web = httpx.Client()\nasked = web.build_request('GET', «url»)\n"
                    "asked.headers['X-A'] = «text»\nasked.method = 'PUT'\nweb.send(asked)"
                ),
            ),
            "send": (
                "requests.Session().send(«request».prepare())",
                "send_now(«request»)",
                "requests.Session().send(«prepared»)",
                "requests.Session().send(requests.Session().prepare_request(«request»))",
                "send_now(made_request(«text»))",
                "send_now(adjust(made_request(«text»), «text»))",
            ),
        },
        """\
import urllib.request

import httpx


def adjust(request, value):
    request.params['adjusted'] = value
    request.url = request.url + '/' + «text of value»
    return request


def made_request(path):
    return requests.Request('POST', «url of path»)


def send_now(request):
    with requests.Session() as session:
        return session.send(session.prepare_request(request))
""",
    ),
    "guards": Feature(
        {
            "statement": (
                "if not «text»:\n    return",
                "if «condition»:\n«block»\n    return",
                "if «condition»:\n«block»\n    raise KeyError",
                "assert «text»",
                "try:\n«block»\n    return\nfinally:\n«block»",
                "for «new str» in «list»[:2]:\n«block»\n    if «condition»:\n        continue\n«block»\nelse:\n«block»",
                "try:\n    «new str» = TABLE[«text»]\nexcept KeyError:\n    «local» = «text»\nelse:\n«block»",
                "while True:\n«block»\n    if «condition»:\n        break\n    break",
                "if «flag» and «condition»:\n«block»",
                "if not («flag» or «condition»):\n«block»",
                "if («new str» := «text»):\n«block»",
                "try:\n    raise KeyError(«text»)\nexcept KeyError as error:\n    «new str» = error.args[0]\n«block»",
            ),
            "send": (
                "requests.get(absolute(«text»))",
                "requests.get(absolute(«url»))",
                "requests.get(chosen(«flag»))",
                "careful(«text»)",
                "careful(None)",
                "careful(«url»)",
            ),
            "text": ("first_of(«text», «word»)", "first_of('', «text»)", "(«text» and «word»)"),
        },
        """\
def absolute(path):
    if path.startswith('https://'):
        return path
    return BASE + '/' + path


def chosen(flag):
    url = BASE
    if flag:
        url = url + '/' + «text of nothing»
    elif NAME == «word»:
        return url + '/named'
    return url + '/end'


def first_of(*texts):
    for each in texts:
        if each:
            return each
    return «word»


def careful(path):
    if path is None:
        path = «word»
    try:
        if not path.startswith('https://'):
            path = BASE + '/' + path
        return requests.get(path)
    finally:
        SETTINGS['path'] = «text of nothing»
""",
    ),
    "code in words": Feature(
        {
            "statement": (
                '"""BASE = \'https://doc.example\'"""',
                "# SETTINGS['base'] = 'https://comment.example'\n«send»",
                "code = \"TABLE['a'] = 'told'\"\n«send»",
                "documented(«text»)",
                "«new str» = «text»  # CONFIG.base = 'https://comment.example'",
                "'global NAME'\n«send»",
                "if «condition»:\n    # requests.get('https://comment.example/')\n«block»",
                'print_code = lambda: """SETTINGS[\'path\'] = 1"""',
            ),
            "send": ("documented(«text»)", "Documented().fetch(«text»)", "long_comment(«text»)"),
        },
        f"""\
def documented(path):
    \"\"\"Send it.

    SETTINGS['base'] = 'https://doc.example'
    BASE = path
    TABLE['a'] = path; CONFIG.path = path
    requests.get('https://doc.example/' + path)
    \"\"\"
    # global BASE
    # BASE = path
    return requests.get(BASE + '/' + path)


class Documented:
    \"\"\"self.path = None; Documented.path = 1\"\"\"

    path = «word»

    def fetch(self, path):
        '''self.path = path; del self.path'''
        return requests.get(BASE + '/' + self.path + '/' + path)

    # def fetch(self): self.path = SETTINGS


def long_comment(path):
    # {"It is sent as it is. " * 30}
    other = «text of path»
    # {"Nothing of this is code; return requests.put(path). " * 12}
    return requests.get(BASE + '/' + path)
""",
    ),
    "defaults": Feature(
        {
            "statement": (
                "remembered(«text»)",
                "«new list» = remembered(«text»)",
                "noted('a', «text»)",
                "«new dict» = noted(«key», «text»)",
                "by_default.__defaults__ = («base»,)",
                "noted(«key», «text», «dict»)",
                "fixed(path=«text»)",
            ),
            "send": (
                "by_default()",
                "by_default(«base»)",
                "only_named(path=«text»)",
                "only_named()",
                "send_all(«text»)",
                "send_all(«text», «word»)",
                "late_default(«text»)",
                "late_default(«text», «base»)",
                "requests.get(BASE + '/' + '/'.join(remembered(«text»)))",
            ),
            "text": ("'/'.join(remembered(«word»))", "noted(«key», «word»)['a']", "fixed()"),
        },
        """\
def remembered(path, items=[]):
    items.append(path)
    return items


def noted(key, value, table={'a': 'start'}):
    table[key] = value
    return table


def by_default(base=BASE):
    return requests.get(base + '/default')


def late_default(path, base=None):
    base = base or BASE
    return requests.get(base + '/' + path)


def only_named(*, path=NAME):
    return requests.get(BASE + '/' + path)


def fixed(path=NAME, *, more=SETTINGS):
    more['path'] = path
    return path + more['path']


def send_all(*paths, end=«word», **more):
    return requests.get('/'.join([BASE, *paths, end, *more.values()]))


""",
    ),
    "class state": Feature(
        {
            "statement": (
                "«new state» = State(«text»)",
                "«new state» = SubState(«text»)",
                "«new state» = «state»",
                "State.path = «text»",
                "SubState.path = «text»",
                "«state».path = «text»",
                "«state».here(«text»)",
                "«state».everywhere(«text»)",
                "State.of_class(«text»)",
                "«state».shared[«key»] = «text»",
                "State.shared = {'a': «text»}",
                "«state».tracked = «text»",
                "setattr(State, 'path', «text»)",
                "type(«state»).path = «text»",
                "«state».__class__ = SubState",
                "State.fetch = replaced",
                "«state».fetch = lambda: requests.put(BASE + '/own')",
                "«new state» = Single(«text»)",
                "del «state».path",
            ),
            "send": (
                "«state».fetch()",
                "STATE.fetch()",
                "State(«text»).fetch()",
                "«state»(«text»)",
                "SubState(«text»).fetch()",
                "Single(«text»).fetch()",
                "requests.get(BASE + '/' + «state»['a'])",
            ),
            "text": ("State.path", "«state».path", "«state».shared['a']", "«state».tracked"),
            "start": ("State.of_class(«word»)", "STATE.path = «word»", "State.shared['a'] = «word»"),
        },
        """\
class Tracked:
    def __get__(self, instance, owner=None):
        return instance.path + 't'

    def __set__(self, instance, value):
        instance.path = value + 's'


class State:
    path = «word»
    shared = {'a': «word»}
    tracked = Tracked()
    made = []

    def __init__(self, path):
        self.path = self.path + path
        State.made.append(self)

    def __init_subclass__(cls):
        cls.path = cls.path + 'i'

    def __call__(self, path):
        return requests.get(BASE + '/called/' + self.path + '/' + path)

    def __getitem__(self, key):
        return self.shared[key]

    def here(self, path):
        self.path = path

    def everywhere(self, path):
        type(self).path = path
        for each in State.made:
            each.path = path

    @classmethod
    def of_class(cls, path):
        cls.path = path
        cls.shared['a'] = path

    def fetch(self):
        return requests.get(BASE + '/' + self.path + '/' + self.shared['a'])


class SubState(State):
    def fetch(self):
        self.shared['a'] = «text of nothing»
        return super().fetch()


class Single(State):
    one = None

    def __new__(cls, path):
        if cls.one is None:
            cls.one = super().__new__(cls)
        return cls.one


def replaced(self):
    return requests.delete(BASE + '/replaced/' + self.path)


STATE = State(«text of nothing»)
""",
        names={"state": ("STATE",)},
    ),
    "dispatch": Feature(
        {
            "statement": (
                "CALLS['get'] = requests.put",
                "CALLS['own'] = send_one",
                "«new job» = Job(«text»)",
                "«new job» = Job(«text», action=Verb.PUT)",
                "«job».action = Verb.DELETE",
                "«job».url = «url»",
                "send_later.append(partial(send_one, «text»))",
                "for each in send_later:\n    each()",
                "send_later.clear()",
                "«new caller» = partial(send_one, «text»)",
                "«new caller» = CALLS['get']",
                "caller = SENDER_OBJECT.send\nSENDER_OBJECT.root = «base»\ncaller(«text»)",
                "SENDER_OBJECT.root = «base»",
            ),
            "send": (
                "CALLS[«verb».lower()](«url»)",
                "CALLS.get('get')(«url»)",
                "run(Job(«text»))",
                "run(«job»)",
                "retried(send_one)(«text»)",
                "send_verb(Verb.POST, «text»)",
                "send_verb('DELETE', «text»)",
                "SENDER_OBJECT.retry(SENDER_OBJECT.send)(path=«text»)",
                "SENDER_OBJECT.by('put', «text»)",
                "SENDER_OBJECT.by(method=«verb», path=[«text», «word»])",
                "operator.methodcaller('send', «text»)(SENDER_OBJECT)",
                "[send_one, requests.get][0](«text»)",
                "partial(requests.request, «verb»)(«url»)",
                "apply(send_one, «text»)",
                "apply(lambda path: requests.put(BASE + '/' + path), «text»)",
            ),
        },
        """\
import operator
from enum import Enum
from functools import partial

CALLS = {'get': requests.get, 'put': requests.put}
send_later = []


class Verb(str, Enum):
    PUT = 'PUT'
    POST = 'POST'
    DELETE = 'DELETE'


@dataclass
class Job:
    url: str
    action: Verb = Verb.POST

    def __post_init__(self):
        self.url = BASE + '/' + self.url


def run(job):
    return requests.request(job.action.value, job.url)


def send_one(path):
    return requests.get(«url of path»)


def send_verb(verb, path):
    if isinstance(verb, Verb):
        verb = verb.value
    if verb == 'POST':
        return requests.post(BASE + '/posted/' + path)
    return requests.request(verb, BASE + '/' + path)


def retried(function):
    def call(*args, **more):
        try:
            return function(*args, **more)
        except ValueError:
            return function(*args, **more)

    return call


def apply(function, *args):
    return function(*args)


class SenderObject:
    root = 'https://h.example'

    def send(self, path):
        return requests.get(self.root + '/' + path)

    def retry(self, function):
        return lambda **given: function(**given)

    def by(self, method, path):
        path = path if isinstance(path, str) else '/'.join(path)
        return getattr(requests, method.lower())(self.root + '/' + path)


SENDER_OBJECT = SenderObject()
""",
    ),
    "urls": Feature(
        {
            "url": (
                "urljoin(«base» + '/', «text»)",
                "urljoin(«url», «text»)",
                "urlsplit(«url»)._replace(path='/' + «text»).geturl()",
                "urlparse(«url»).geturl()",
                "«base» + '/?' + urlencode({'a': «text»})",
                "«base» + '/?' + urlencode({'a': «text», 'b': «word»}, safe='/,')",
                "«base» + '/?' + urlencode({'a': «text»}, quote_via=quote)",
                "«base» + '/' + quote(«text»)",
                "«base» + '/' + quote(«text», safe='')",
                "'{base}/{path}'.format(**SETTINGS)",
                "'{base}/{path}'.format_map(SETTINGS)",
                "'%(base)s/%(path)s' % SETTINGS",
                "«base» + '/' + '/'.join(each.strip('/') for each in [«text», «text»])",
                "«base» + posixpath.join('/', «text», «text»)",
                'f"{CONFIG.base}/{CONFIG.path:>8}"',
                'f"{CONFIG.base}/{NAME!r}"',
                "«base» + '/' + str(«digit») + str(len(«text»))",
                "'/'.join((«base», *«list»))",
                "Template('$base/$path').substitute(SETTINGS)",
                "«base» + '/{path}'.replace('{path}', «text»)",
                "('%s/%s' + '/%s') % («base», «text», «text»)",
                "«base» + urlunsplit(('', '', '/' + «text», 'x=1', ''))",
                "«base» + '/' + parse_qs('a=1&a=2')['a'][1]",
            ),
            "text": (
                "quote(«text»)",
                "unquote(«text»)",
                "«text».lower()",
                "«text».split('a', 1)[-1]",
                "('%03d' % «digit»)",
                "'{:>4}'.format(«text»)",
                "«text».center(9, '-')",
                "str(«flag»).lower()",
                "«text».rsplit('/', 1)[0]",
                "(«text» * 2)",
                "'{0}-{0}'.format(«text»)",
                "«text».encode().decode()",
                "«text».zfill(7)",
                "repr(«text»)[1:-1]",
            ),
            "statement": (
                "params = {'a': «text»}\nparams['b'] = «text»\nrequests.get(«url», params=params)",
                "requests.get(«url», params=«dict»)",
                "requests.get(«url», params=[('a', «text»), ('a', «word»)])",
                "requests.post(«url», headers={'X-A': «text», **«dict»})",
                (
                    "headers = {'X-A': «text»}\nif «condition»:\n"
                    "    headers['X-A'] = «text»\nrequests.get(«url», headers=headers)"
                ),
                (
                    "params = {'a': «text», 'b': None}\nparams.update({'c': «word»})\n"
                    "del params['a']\nrequests.get(«url», params=params)"
                ),
            ),
        },
        (
            "import posixpath\nfrom string import Template\n"
            "from urllib.parse import parse_qs, quote, unquote, urlencode, urljoin, urlparse, urlsplit, urlunsplit\n"
        ),
    ),
    "items that nobody knows": Feature(
        {
            "statement": (
                "for «new str» in gathered(«list», «text»):\n«block»",
                "«new list» = gathered(«text», «text»)",
                "«new list» = kept(given(«text»))",
                "for «new str» in kept(given(«text»)):\n«block»",
                "Holder(«text», «list»).send()",
                "if __name__ == '__main__':\n«block»\nelse:\n«block»",
                "if sys.version_info[0] == 2:\n«block»\nelse:\n«block»",
                "«list»[-1:] = [«text», «word»]",
                "requests.get(str(Address(«base») / «text»))",
                "requests.get('{}/end'.format(Address(«base») / «text»))",
                "address = Address(«base») / «text»\nrequests.get(f'{address}/end')",
                "requests.get(«base» + '/' + Tail().full())",
                "requests.Session.request(requests.Session(), «verb», «url»)",
            ),
            "text": ("'/'.join(gathered(«text», «list»))", "'-'.join(kept(given(«text»)))", "(«str» or «text»)"),
        },
        """\
import os
import sys


def given(path):
    return os.environ.get('NOWHERE_AT_ALL', path).split('/')


def spread(*given):
    for each in given:
        if not isinstance(each, (list, tuple)):
            yield each
            continue
        yield from each


def gathered(*given):
    found = []
    for each in spread(*given):
        found += [each]
    return found


def kept(items):
    found = ()
    while items:
        found += (items.pop(0),)
    return found


class Holder:
    def __init__(self, *given):
        self.targets = []
        for each in gathered(*given):
            self.targets.append(each)

    def send(self):
        for each in self.targets:
            requests.get(BASE + '/' + each)


class Address:
    def __init__(self, text):
        self.text = text

    def __truediv__(self, part):
        return Address(f'{self.text}/{part}')

    def __str__(self):
        return self.text


class Head:
    def tail(self): ...

    def full(self):
        return «word» + f'-{self.tail()}'


class Tail(Head):
    def tail(self):
        return «text of nothing»
""",
    ),
    "builders": Feature(
        {
            "statement": (
                "«new query» = Query(«text»)",
                "«new query» = «query».where(a=«text»)",
                "«query».where(b=«text»)",
                "«query».add(«text»).add(«word»)",
                "«new query» = «query»",
                "«query».kept['c'] = «text»",
                "«query».url.append(«text»)",
                "«new query» = «query».copied()",
                "«query».copied().add(«text»)",
                "«new query» = Immutable((«word»,)).add(«text»)",
                "«query».root = «base»",
            ),
            "send": (
                "«query».run()",
                "Query(«text»).where(a=«text»).run()",
                "Query(«text»).add(«text»).run()",
                "QUERY.run()",
                "Immutable((«word»,)).add(«text»).run()",
                "Query.start(«text»).run()",
                "QUERY.where(z=«word»).run()",
                "Path('x')[«text»].more.get()",
                "(Path('x') / «text»).get()",
            ),
            "start": ("QUERY.where(a=«word»)", "QUERY.add(«word»)"),
        },
        """\
class Query:
    root = 'https://h.example'

    def __init__(self, path):
        self.url = [path]
        self.kept = {}

    @classmethod
    def start(cls, path):
        return cls('start').add(path)

    def where(self, **more):
        self.kept.update(more)
        return self

    def add(self, path):
        self.url.append(path)
        return self

    def copied(self):
        made = Query(«text of nothing»)
        made.url = list(self.url)
        made.kept = self.kept
        return made

    def run(self):
        return requests.get('/'.join([self.root, *self.url]), params=self.kept)


class Immutable:
    def __init__(self, parts):
        self.parts = parts

    def add(self, path):
        return Immutable((*self.parts, path))

    def where(self, **_):
        return self

    def run(self):
        return requests.get(BASE + '/' + '/'.join(self.parts))


class Path:
    def __init__(self, path):
        self.path = path

    def __getattr__(self, name):
        return Path(self.path + '/' + name)

    def __getitem__(self, name):
        return Path(f'{self.path}/{name}')

    def __truediv__(self, name):
        return Path(self.path + '/' + name)

    def get(self):
        return requests.get(BASE + '/' + self.path)


QUERY = Query(«text of nothing»)
""",
        names={"query": ("QUERY",)},
    ),
    "async": Feature(
        {
            "statement": (
                "asyncio.run(sent_async(«text»))",
                "asyncio.run(both_async(«text», «text»))",
                "asyncio.run(AsyncApi(«base»).fetch(«text»))",
                "made = AsyncApi(«base»)\nmade.path = «text»\nasyncio.run(made.fetch(«text»))",
                "asyncio.run(async_path(«text»))",
            ),
            "send": ("asyncio.run(sent_async(«text»))", "asyncio.run(AsyncApi(«base»).fetch(«text»))"),
        },
        """\
import asyncio

import httpx


async def sent_async(path):
    async with httpx.AsyncClient(base_url=BASE) as web:
        return await web.get('/' + path)


async def async_path(path):
    SETTINGS['path'] = path


async def both_async(path, other):
    await async_path(other)
    await asyncio.gather(sent_async(path), sent_async(SETTINGS['path']))


class AsyncApi:
    path = «word»

    def __init__(self, base):
        self.web = httpx.AsyncClient(base_url=base)

    async def fetch(self, path):
        async with self.web as web:
            async for each in self.pages(path):
                await web.get(each)

    async def pages(self, path):
        yield '/' + self.path + '/' + path
        self.path = «text of path»
        yield '/' + self.path
""",
    ),
}
