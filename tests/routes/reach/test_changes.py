"""What functions, branches and other names change is not stated as it was before."""

from functools import partial

from tests.support.routes import check_routes

check = partial(
    check_routes,
    base="GET https://x.example/",
    before="""\
import requests
ROOT = 'https://x.example/'


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


def add(items, more=()):
    items.append('c')


def extend(given):
    given += ['c']


def keep(given):
    items = [*given]
    items.append('c')


def mark(given):
    given.kind = 'c'


""",
)


# Names of a module --------------------------------------------------------------------------------------------------


def test_names_that_functions_change() -> None:
    check("""\
SET, ADDED = 'a', 'a'
APPENDED, REPLACED, DELETED = ['a', 'b'], ['a', 'b'], ['a', 'b']
ALIASED, ALSO, GIVEN = ['a', 'b'], ['a', 'b'], ['a', 'b']
AGAIN = ALSO

def show():
    requests.get(ROOT + SET)  #> a | {SET}
    requests.get(ROOT + ADDED)  #> a | a{value}
    requests.get(ROOT + '/'.join(APPENDED))  #> a/b/{value} | ~GET https://x.example/a/b
    requests.get(ROOT + '/'.join(REPLACED))  #> a/b | {value}/b
    requests.get(ROOT + '/'.join(DELETED))  #> {DELETED}
    requests.get(ROOT + '/'.join(ALIASED))  #> a/b/{value} | ~GET https://x.example/a/b
    requests.get(ROOT + '/'.join(ALSO))  #> a/b/{value} | ~GET https://x.example/a/b
    requests.get(ROOT + '/'.join(GIVEN))  #> a/b/{more} | ~GET https://x.example/a/b

def change(value):
    global OTHER, SET, ADDED
    SET = value
    ADDED += value
    APPENDED.append(value)
    REPLACED[0] = value
    del DELETED[0]
    items = ALIASED
    items.append(value)
    AGAIN.append(value)
    add(GIVEN)
""")


def test_tables_that_functions_change() -> None:
    check("""\
SET, UPDATED, ANY, FILLED = {'a': 'one', 'b': 'two'}, {'a': 'one'}, {'a': 'one'}, {'a': 'one', 'b': 'two'}

def show():
    requests.get(ROOT + SET['a'])  #> one | {a}
    requests.get(ROOT + SET['b'])  #> two
    requests.get(ROOT + UPDATED['a'])  #> one | {a}
    requests.get(ROOT + ANY['a'])  #> one | {a}
    requests.get(ROOT + FILLED['a'])  #> one | three
    requests.get(ROOT + FILLED['b'])  #> two

def change(value):
    SET['a'] = value
    UPDATED.update(value)
    ANY[value] = value
    fill(FILLED)
""")


def test_names_of_functions_are_their_own() -> None:
    check("""\
SET = 'a'
LISTED, SAME, COPIED, KEPT, NAMED, READ = ['a', 'b'], ['a', 'b'], ['a', 'b'], ['a', 'b'], ['a', 'b'], ['a', 'b']
AGAIN = SAME

def show():
    requests.get(ROOT + SET)  #> a
    requests.get(ROOT + '/'.join(LISTED))  #> a/b
    requests.get(ROOT + '/'.join(SAME))  #> a/b
    requests.get(ROOT + '/'.join(COPIED))  #> a/b
    requests.get(ROOT + '/'.join(KEPT))  #> a/b
    requests.get(ROOT + '/'.join(NAMED))  #> a/b
    requests.get(ROOT + '/'.join(READ))  #> a/b

def change(value):
    global OTHER
    OTHER = value
    SET = value
    LISTED = [value]
    LISTED.append(value)
    add(LISTED)
    AGAIN = []
    AGAIN.append(value)
    items = COPIED[:]
    items.append(value)
    keep(KEPT)
    add(value.NAMED, 'NAMED')
    value.NAMED.append(1)
    print(READ[0] == value, READ.index(value))
""")


def test_a_list_that_is_given_with_another_may_be_changed() -> None:
    check("""\
MORE = ['a', 'b']

def show():
    requests.get(ROOT + '/'.join(MORE))  #> a/b

def change(value):
    add(items=[value],
        more=MORE)
""")


def test_a_called_function_changes_names_at_once() -> None:
    check("""\
PART, TABLE = 'a', {'a': 'one', 'b': 'two'}

def show():
    requests.get(ROOT + PART)  #> a

def change(value):
    TABLE['a'] = value

def later(value):
    TABLE.clear()
    change(value)
    requests.get(ROOT + TABLE.get('a', 'c'))  #> {a}
""")


def test_names_that_the_module_changes_after_a_function() -> None:
    check("""\
LOOPED, APPENDED, PERHAPS, TABLE = 'a', ['a', 'b'], ['a', 'b'], {'a': 'one', 'b': 'two'}

def show():
    requests.get(ROOT + '/'.join(APPENDED))  #> a/b/c
    requests.get(ROOT + '/'.join(PERHAPS))  #> a/b/c
    requests.get(ROOT + LOOPED)  #> a{LOOPED} | a{LOOPED}{each}
    requests.get(ROOT + '/'.join(TABLE.values()))  #> three/two

APPENDED.append('c')
if LOOPED.islower():
    PERHAPS.append('c')
TABLE['a'] = 'three'
for each in LOOPED:
    LOOPED += each
    break
""")


# Attributes ---------------------------------------------------------------------------------------------------------


def test_attributes_that_are_changed() -> None:
    check("""\
class Client:
    kind = set_elsewhere = 'a'

    def __init__(self, token=None):
        self.path = self.perhaps = 'a'
        self.parts, self.more, self.appended = ['a'], ['a'], ['a']
        self.table = {'a': 'one'}
        if not token:
            self.perhaps = token
        self.more.append('b')

    def show(self, flag):
        if flag:
            self.path = 'b'
        requests.get(ROOT + self.path)  #> a | b

    def show_parts(self, flag):
        if flag:
            self.parts.append('b')
        requests.get(ROOT + '/'.join(self.parts))  #> a/{more} | ~GET https://x.example/a

    def show_others(self):
        requests.get(ROOT + self.perhaps)  #> a | {perhaps}
        requests.get(ROOT + '/'.join(self.appended))  #> a/{value} | ~GET https://x.example/a
        requests.get(ROOT + self.table['a'])  #> one | {a}
        requests.get(ROOT + self.kind)  #> a | {kind}
        requests.get(ROOT + self.set_elsewhere)  #> {set_elsewhere} | ~GET https://x.example/a

    def change(self, value):
        self.appended.append(value)
        self.table.update(value)

def configure(value):
    Client.kind = value
    value.set_elsewhere = value
""")


def test_attributes_that_are_not() -> None:
    check("""\
class Client:
    label = 'a'

    def __init__(self):
        self.path = 'a'
        self.parts, self.others = ['a'], ['a']
        self.parts.append('b')

    def show(self):
        requests.get(ROOT + self.path)  #> a
        requests.get(ROOT + '/'.join(self.parts))  #> a/b
        requests.get(ROOT + self.label)  #> {label} | ~GET https://x.example/a

    def change(self, value):
        self.others.append(value)
        print(self.parts)

class Other: ...

def configure(value):
    Client.others = value
    value = Other()
    value.label = 'b'
""")


# Values of one function ---------------------------------------------------------------------------------------------


def test_two_names_of_one_object() -> None:
    check("""\
def of_a_list(parts=None):
    parts = ['a', 'b']
    other = parts
    other.append('c')
    requests.get(ROOT + '/'.join(parts))  #> a/b/c

def of_a_table():
    table = {'a': 'one'}
    other = table
    other |= {'a': 'three'}
    requests.get(ROOT + table['a'])  #> three

def the_other_way_round():
    table = {'a': 'one'}
    other = table
    table['a'] = 'three'
    requests.get(ROOT + other['a'])  #> three

def two_tables():
    table = {'a': 'one'}
    other = table.copy()
    other['a'] = 'three'
    requests.get(ROOT + table['a'])  #> one

def two_lists():
    parts = ['a', 'b']
    other = [*parts]
    other.append('c')
    requests.get(ROOT + '/'.join(parts))  #> a/b
""")


def test_what_a_function_does_with_what_it_is_given() -> None:
    check("""\
def filled():
    table = {'a': 'one', 'b': 'two'}
    fill(table)
    requests.get(ROOT + table['a'])  #> three
    requests.get(ROOT + table['b'])  #> two

def appended():
    parts = ['a', 'b']
    append(parts)
    requests.get(ROOT + '/'.join(parts))  #> a/b/c

def extended():
    parts = ['a', 'b']
    extend(parts)
    requests.get(ROOT + '/'.join(parts))  #> a/b/c

def left_alone():
    parts = ['a', 'b']
    fill([], box=parts)
    requests.get(ROOT + '/'.join(parts))  #> a/b

def marked(value):
    box = Box(value)
    mark(box)
    requests.get(ROOT + box.kind)  #> c

def longer_and_marked(flag, value):
    box = Box(value)
    if flag:
        box.kind += 'b'
    mark(box)
    requests.get(ROOT + box.kind)  #> c

def longer_and_shown(flag, value):
    box = Box(value)
    if flag:
        box.kind += 'b'
    print(box)
    requests.get(ROOT + box.kind)  #> a | ab

def one_of_two_is_filled(flag):
    table = {'a': 'one', 'b': 'two'}
    if flag:
        table = {'a': 'two'}
    fill(table)
    requests.get(ROOT + table['a'])  #> one | three | two

def renamed(value):
    box = Box('b')
    box.rename(value)
    requests.get(ROOT + box.name)  #> {name}

def one_of_two_is_longer(flag):
    box = Box('b/' if flag else 'c/')
    box.extend('/d')
    requests.get(ROOT + box.name)  #> b//d | c//d
""")


def test_the_order_of_a_dict_is_that_of_its_keys_and_that_of_a_list_what_sorts_it() -> None:
    check("""\
def values():
    table = {'a': 'one', 'b': 'two'}
    table['a'] = 'three'
    requests.get(ROOT + '/'.join(table.values()))  #> three/two

def lists(value):
    parts = ['b', 'a']
    requests.get(ROOT + '/'.join(sorted(parts)))  #> a/b
    requests.get(ROOT + '/'.join(sorted(parts, reverse=True)))  #> b/a
    parts = ['b', value]
    requests.get(ROOT + '/'.join(sorted(parts)))  #> {parts}
""")


def test_an_item_that_is_perhaps_not_there() -> None:
    check("""\
def popped(value):
    table = {'a': 'one', 'b': 'two'}
    table.pop(value)
    requests.get(ROOT + '/'.join(table.values()))  #> {path}

def perhaps_added(flag):
    table = {'a': 'one'}
    if flag:
        table['c'] = 'three'
    table.setdefault('c', 'four')
    table.setdefault('a', 'five')
    requests.get(ROOT + table['c'])  #> four | three
    requests.get(ROOT + table['a'])  #> one

def moved():
    table = {'a': 'one', 'b': 'two'}
    table.setdefault('c', table.pop('b', 'four'))
    requests.get(ROOT + '/'.join(table.values()))  #> one/two

def to_the_end():
    parts = ['a', 'b']
    parts.append(parts.pop())
    requests.get(ROOT + '/'.join(parts))  #> a/b

def deleted():
    table = {'a': 'one', 'b': 'two'}
    del table['a']
    requests.get(ROOT + '/'.join(table.values()))  #> two

def one_is_deleted(value):
    table = {'a': 'one', 'b': 'two'}
    del table[value]
    requests.get(ROOT + '/'.join(table.values()))  #> {path}

def several_are_deleted():
    parts, table = ['a', 'b'], {'a': 'one', 'b': 'two'}
    del parts[0], table['a']
    requests.get(ROOT + '/'.join([*parts, *table]))  #> b/b

def a_name_is_deleted():
    part, parts = 'a', ['a', 'b']
    del part
    requests.get(ROOT + '/'.join(parts))  #> a/b
""")


def test_one_object_inside_another_also_under_a_name_of_its_own() -> None:
    check("""\
def inside():
    table = {'a': {'b': 'c'}}
    table['a']['b'] = 'd'
    requests.get(ROOT + table['a']['b'])  #> d

def under_a_name():
    table = {'a': {'b': 'c'}}
    other = table['a']
    other.update(b='d')
    requests.get(ROOT + table['a']['b'])  #> d

def a_copy():
    table = {'a': {'b': 'c'}}
    other = dict(table['a'])
    other.update(b='d')
    requests.get(ROOT + table['a']['b'])  #> c

def inside_a_copy():
    parts = ['a', 'b']
    table = {'a': parts}
    other = table.copy()
    other['a'].append('c')
    requests.get(ROOT + '/'.join(parts))  #> a/b/c

def made_at_once():
    table = {}
    table.setdefault('c', []).append('d')
    requests.get(ROOT + '/'.join(table['c']))  #> d
""")


def test_what_an_unknown_mapping_has_or_what_perhaps_is_in_a_list() -> None:
    check("""\
def updated(value):
    table = {'a': 'one', 'b': 'two'}
    table.update(value)
    requests.get(ROOT + table['a'])  #> one | {a}

def another_is_updated(value):
    table = {'a': 'one', 'b': 'two'}
    table.update({'b': value})
    requests.get(ROOT + table['a'])  #> one

def perhaps(flag):
    parts = [each for each in ('a', 'b') if flag]
    requests.get(ROOT + '/'.join(parts))  #>  | a/b

def certainly():
    parts = [each for each in ('a', 'b') if each != 'a']
    requests.get(ROOT + '/'.join(parts))  #> b
""")


def test_what_functions_inside_another_change_and_what_they_see_of_it() -> None:
    check("""\
def nonlocal_():
    part = 'a'
    def inner():
        nonlocal part
        part = 'b'
    inner()
    requests.get(ROOT + part)  #> b

def of_its_own():
    part = 'a'
    def inner():
        part = 'b'
    inner()
    requests.get(ROOT + part)  #> a

def in_place(value):
    parts = ['a', 'b']
    def inner():
        parts.append(value)
    inner()
    requests.get(ROOT + '/'.join(parts))  #> a/b/{value}

def given(value):
    parts = ['a', 'b']
    def inner(parts):
        parts.append(value)
    inner([])
    requests.get(ROOT + '/'.join(parts))  #> a/b

def changed_later():
    part = 'a'
    def inner():
        requests.get(ROOT + part)  #> b
    part = 'b'
    requests.get(ROOT + part)  #> b
""")


def test_what_is_skipped_after_an_error() -> None:
    check("""\
def passed(value):
    part = 'a'
    try:
        part = 'b'
        int(value)
        part = 'c'
    except ValueError:
        pass
    requests.get(ROOT + part)  #> a | b | c

def returned(value):
    part = 'a'
    try:
        part = 'b'
        int(value)
        part = 'c'
    except ValueError:
        return
    requests.get(ROOT + part)  #> c

def added_in_the_end():
    part = 'a'
    try:
        part = 'b'
    finally:
        part += 'c'
    requests.get(ROOT + part)  #> bc

def set_in_the_end():
    part = 'a'
    try:
        pass
    finally:
        part = 'b'
    requests.get(ROOT + part)  #> b

def sent_in_the_end():
    part = 'a'
    try:
        part = 'b'
    finally:
        requests.get(ROOT + part)  #> a | b
    requests.get(ROOT + part)  #> b

def suppressed(value):
    part = 'a'
    with suppress(ValueError):
        part = 'b'
        int(value)
        part = 'c'
    requests.get(ROOT + part)  #> a | b | c

def suppressed_at_once():
    part = 'a'
    with suppress(KeyError):
        part = 'b'
    requests.get(ROOT + part)  #> a | b

def suppressed_return():
    part = 'a'
    with suppress(KeyError):
        return
    part = 'b'
    requests.get(ROOT + part)  #> b

def opened(value):
    part = 'a'
    with open(value):
        part = 'b'
    requests.get(ROOT + part)  #> b
""")


def test_a_loop_goes_on_with_what_it_has_changed() -> None:
    check("""\
def popped(value):
    table = {'a': 'one'}
    for each in value:
        requests.get(ROOT + table.pop('a', 'c'))  #> c | one

def renamed(value):
    box = Box('b')
    for each in value:
        requests.get(ROOT + box.name)  #> b | {name}
        box.name = each
""")


def test_an_object_that_a_loop_has_changed_is_the_same_object_with_other_attributes() -> None:
    check("""\
def renamed(value):
    box = Box('b')
    for each in value:
        box.rename(each)
    requests.get(ROOT + box.name + box.kind)  #> ba | {name}a

def of_another_kind(value):
    box = Box('b')
    for each in value:
        box.kind = 'c'
    requests.get(ROOT + box.kind + box.name)  #> ab | cb

def under_two_names(value):
    box = other = Box('b')
    for each in value:
        box.rename(each)
    other.kind = 'c'
    requests.get(ROOT + box.kind)  #> c

def made_again(value):
    box = Box('b')
    for each in value:
        box = Box(each)
    requests.get(ROOT + box.name + box.kind)  #> ba | {each}a | {name}{kind}

def left_alone(value):
    box = Box('b')
    for each in value:
        mark(each)
    requests.get(ROOT + box.name + box.kind)  #> ba
""")


def test_more_ways_than_are_shown() -> None:
    check("""\
def many():
    part = 'a'
    for each in ('b', 'c', 'd', 'e', 'f', 'g', 'h'):
        part = each
    requests.get(ROOT + part)  #> h

def marked(flag, value):
    box = Box('b')
    if flag:
        box.kind = 'b'
    if value:
        box.kind += 'c'
    requests.get(ROOT + box.kind)  #> a | ac | b | bc
""")


def test_what_a_loop_changes_has_another_name() -> None:
    check("""\
def cleared(many):
    own = {'a': 'one'}
    other = own
    for each in many:
        own.clear()
    requests.get(ROOT + other.pop('a', 'two'))  #> one | two

def set_(many):
    own = {'a': 'one'}
    other = own
    for each in many:
        own['a'] = each
    requests.get(ROOT + other['a'])  #> one | {a}

def updated(many):
    own = {'a': 'one'}
    other = own
    for each in many:
        own.update(each)
    requests.get(ROOT + other['a'])  #> one | {a}

def appended(many):
    own = ['one']
    other = own
    for each in many:
        own.append(each)
    requests.get(ROOT + other[-1])  #> one | {other}

def inserted(many):
    own = ['one']
    other = own
    for each in many:
        own.insert(0, each)
    requests.get(ROOT + other[0])  #> one | {other}

def something_else(many):
    own, parts = {'a': 'one'}, ['one']
    other, others = own, parts
    for each in many:
        many.clear()
        many['a'] = each
        many.update(each)
        many.append(each)
        many.insert(0, each)
    requests.get(ROOT + other['a'])  #> one
    requests.get(ROOT + other.pop('a', 'two'))  #> one
    requests.get(ROOT + others[-1])  #> one
    requests.get(ROOT + others[0])  #> one
""")


# Objects ------------------------------------------------------------------------------------------------------------


def test_a_method_named_like_that_of_a_list_sends() -> None:
    check("""\
class Api:
    def __init__(self, root):
        self.root = root

    def update(self, name):
        requests.get(f'{self.root}{name}')  #> ...

    def remove(self, name):
        requests.get(f'{self.root}{name}')  #> ...


class Use:
    def __init__(self, api=None):
        self.api = Api(ROOT)
        self.given = api or Api(ROOT)

    def use(self, names):
        self.api.update('a')  #> a
        self.api.remove('b')  #> b
        self.given.update('c')  #> c
        self.given.remove('d')  #> d

    def in_a_loop(self, names):
        for each in names:
            self.api.update('e')  #> e
            self.api.remove('f')  #> f


shared = Api(ROOT)


def use(names):
    shared.update('a')  #> a
    shared.remove('b')  #> b
    own = Api(ROOT)
    for each in names:
        own.update('c')  #> c
        own.remove('d')  #> d
        shared.update('e')  #> e
        shared.remove('f')  #> f
    while names:
        shared.update('g')  #> g
        shared.remove('h')  #> h
    own.update('i')  #> i

def another_one(names):
    own = Api(ROOT)
    for each in names:
        own.update('j')  #> GET {root}j | j
        own = Api(each)
""")


def test_what_an_object_holds_is_changed_in_place() -> None:
    check("""\
class Users:
    def __init__(self, root):
        self.root = root

    def update(self, name):
        requests.put(f'{self.root}{name}')  #> ...

    def show(self, name):
        requests.get(f'{self.root}{name}')  #> ...

class Api:
    def __init__(self):
        self.users = Users(ROOT)
        self.parts = ['a']

def sync(api):
    api.users.update('a')

shared = Api()
listed = Api()

def change(names):
    shared.users.update('a')  #> PUT https://x.example/a
    listed.parts.append('b')

def use_shared():
    shared.users.show('all')  #> all
    requests.get(ROOT + shared.parts[-1])  #> a
    requests.get(ROOT + listed.parts[-1])  #> a | b

def use_own():
    own = Api()
    sync(own)  #> PUT https://x.example/a
    own.users.show('all')  #> all

def use_in_a_loop(names):
    own = Api()
    for each in names:
        own.users.show('all')  #> all
        own.users.update(each)  #> PUT https://x.example/{name}

def use_parts():
    own = Api()
    requests.get(ROOT + own.parts[0])  #> a
    own.users.show('all')  #> all

def insert(api):
    api.parts.insert(0, 'b')

def use_inserted():
    own = Api()
    insert(own)
    requests.get(ROOT + own.parts[0])  #> b
""")


def test_what_an_object_holds_is_replaced() -> None:
    check("""\
class Users:
    def __init__(self, root):
        self.root = root

    def show(self, name):
        requests.get(f'{self.root}{name}')  #> ...

class Api:
    def __init__(self):
        self.users = Users(ROOT)

shared = Api()

def change(names):
    shared.users = names

def use_shared():
    shared.users.show('all')  #> all

def replace(api, names):
    api.users = names

def use_own(names):
    own = Api()
    replace(own, names)
    own.users.show('all')
""")


def test_functions_change_what_a_class_has_in_place() -> None:
    check("""\
class Changed:
    parts = ['a']

    def show(self):
        requests.get(ROOT + self.parts[0])  #> a | {value}

class Kept:
    items = ['a']

    def show(self):
        requests.get(ROOT + self.items[0])  #> a

def change(value):
    Changed.parts.insert(0, value)
    Kept.item.update(value)
    Other.items.clear()
""")


def test_an_object_that_was_changed_is_not_made_again() -> None:
    """Its `__init__` would ask for what it sets, of another object each time."""
    check("""\
class Grammar:
    def __init__(self, names):
        self.names = {}
        for name in names:
            self.names[name] = []
            self.count = 1
        self.path = 'a'

    def show(self, name):
        requests.get(ROOT + self.path + name)  #> ...

def use(names):
    grammar = Grammar(names)
    for name in names:
        grammar.names.append(3)
        grammar.show('/b')  #> a/b

def use_cleared(names):
    grammar = Grammar(names)
    grammar.names.clear()
    for name in names:
        grammar.names.append(3)
        grammar.show('/c')  #> a/c

def use_set(names):
    grammar = Grammar(names)
    grammar.path = 'a'
    for name in names:
        grammar.names.append(3)
        grammar.show('/d')  #> a/d
""")


def test_a_list_that_each_call_has_by_default() -> None:
    check("""\
def appended(parts=['a']):
    parts.append('b')
    return '/'.join(parts)

def replaced(parts=['a']):
    parts = [*parts, 'b']
    return '/'.join(parts)

def show():
    requests.get(ROOT + appended())  #> a/{more} | ~GET https://x.example/a
    requests.get(ROOT + replaced())  #> a/b
""")


def test_what_the_body_of_a_module_changes_after_it_has_called_a_function() -> None:
    check("""\
url = 'a'
settings = {'part': 'b'}
other = 'c'

def inner():
    requests.get(ROOT + settings['part'])  #> b | d

def called():
    requests.get(ROOT + url)  #> a | e
    inner()

def after():
    requests.get(ROOT + url)  #> e

def not_changed():
    requests.get(ROOT + other)  #> c

url = 'x'
url = 'a'
called()  #> a | b
not_changed()
url = 'e'
settings['part'] = 'd'
after()
called()  #> e | d
""")


def test_what_the_body_of_a_module_was_before_it_calls_a_function_is_over() -> None:
    check("""\
url = 'a/'
if url.endswith(OTHER):
    url = 'b'
url = url.rstrip('/') + '/c'

def main():
    requests.get(ROOT + url)  #> a/c | b/c | a/c/d | b/c/d

if __name__ == '__main__':
    url = url + '/d'
    main()  #> a/c/d | b/c/d
""")
