"""What one join has chosen is chosen together: a request is not put together of parts of which no run has both."""

from functools import partial

from tests.support.routes import check_routes

check = partial(
    check_routes, base="GET https://x.example/", before="import requests\nROOT = 'https://x.example/'\n\n\n"
)


def test_parts_that_the_arms_of_a_branch_have_given() -> None:
    check("""\
def statement(far):
    if far:
        base, path = ROOT + 'far', '/a'
    else:
        base, path = ROOT + 'near', '/b'
    requests.get(base + path)  #> far/a | near/b
    requests.get(f'{base.upper().lower()}{path}')  #> far/a | near/b

def expression(far):
    base = 'far' if far else 'near'
    path = 'a' if far else 'b'
    requests.get(f'{ROOT}{base}/{path}')  #> far/a | far/b | near/a | near/b

def nested(given):
    url, verb = ROOT + 'boards', 'GET'
    if given:
        url += '/cards'
        if given(1):
            url += '/more'
            verb = 'POST'
    requests.request(verb, url)  #> POST https://x.example/boards/cards/more | boards/cards | boards

def two_branches(far, new):
    base, path = ('far', 'a') if far else ('near', 'b')
    if new:
        path += '/new'
    requests.get(f'{ROOT}{base}/{path}')  #> far/a/new | near/b/new | far/a | near/b
""")


def test_two_choices_of_the_same_are_two() -> None:
    """What goes together in one of them does not in the other."""
    check("""\
def apart(far, new):
    if far:
        if new:
            base, path = 'a', '1'
        else:
            base, path = 'b', '2'
    else:
        base = 'a' if new else 'b'
        path = '1' if new(1) else '2'
    requests.get(f'{ROOT}{base}/{path}')  #> a/1 | a/2 | b/1 | b/2
""")


def test_what_a_call_or_an_object_gives_together() -> None:
    check("""\
ADDRESSES = {'far': ROOT + 'far', 'near': ROOT + 'near'}
PATHS = {'far': '/a', 'near': '/b'}


class Service:
    def __init__(self, far):
        if far:
            self.base, self.version = ROOT + 'far', '/v1'
        else:
            self.base, self.version = ROOT + 'near', '/v2'

    def show(self):
        requests.get(self.base + self.version)  #> far/v1 | near/v2


def place(far):
    if far:
        return 'far', 'a'
    return 'near', 'b'


def shown(far):
    base, path = place(far)
    requests.get(f'{ROOT}{base}/{path}')  #> far/a | near/b

def twice(one, two):
    base, _ = place(one)
    _, path = place(two)
    requests.get(f'{ROOT}{base}/{path}')  #> far/a | far/b | near/a | near/b

def looked_up(is_far):
    name = 'far' if is_far else 'near'
    requests.get(ADDRESSES[name] + PATHS[name])  #> far/a | near/b

def session(is_far):
    client = requests.Session()
    if is_far:
        client, path = requests, ROOT + 'a'
    else:
        path = ROOT + 'b'
    client.get(path)  #> a | b

def any_of_two(far):
    base, path = place(far) if far is not None else (None, None)
    if base:
        requests.get(f'{ROOT}{base}/{path}')  #> far/a | near/b
""")


def test_items_are_chosen_again_each_time() -> None:
    check("""\
def pairs(count):
    names = []
    for each in range(count):
        names.append('a' if each else 'b')
    for one in names:
        for other in names:
            requests.get(f'{ROOT}{one}/{other}')  #> a/a | a/b | b/a | b/b
    requests.get(f'{ROOT}{names[count]}/{names[-count]}')  #> a/a | a/b | b/a | b/b

def before(given):
    base, path = 'a', 'a'
    while given():
        path = base
        base = 'b' if given(1) else 'c'
        requests.get(f'{ROOT}{base}/{path}')  #> b/a | b/{path} | c/a | c/{path}
""")


def test_what_two_callers_choose_is_not_chosen_together() -> None:
    check("""\
def send(base, path):
    requests.get(f'{ROOT}{base.strip()}/{path.strip()}')  #> {base}/{path}

def together(far):
    base, path = ('far', 'a') if far else ('near', 'b')
    send(base, path)  #> far/a | near/b

def crossed(far):
    base, path = ('near', 'a') if far else ('far', 'b')
    send(base, path)  #> near/a | far/b

def apart(far, new):
    base = 'far' if far else 'near'
    path = 'a' if new else 'b'
    send(base, path)  #> far/a | far/b | near/a | near/b
""")


def test_a_copy_is_another_object() -> None:
    check("""\
import copy


class Query:
    def __init__(self, name):
        self.name = name
        self.parts = ['a']

    def named(self, name):
        new = copy.copy(self)
        new.name = name
        return new


query = Query('one')
other = query.named('two')
other.parts.append('b')
requests.get(ROOT + query.name + '/' + '/'.join(query.parts))  #> one/a/b
requests.get(ROOT + other.name)  #> two
deep = copy.deepcopy(query)
deep.parts.append('c')
requests.get(ROOT + query.name + '/' + '/'.join(query.parts))  #> one/a/b
requests.get(ROOT + '/'.join(deep.parts))  #> a/b/c
""")


def test_a_branch_that_a_loop_does_not_decide_goes_the_same_way_in_each_turn() -> None:
    check("""\
import enum


class Action(enum.Enum):
    DELETE = 'delete'
    ACKNOWLEDGE = 'acknowledge'


def of_each(action, numbers):
    method = requests.post
    for number in numbers:
        if action == Action.DELETE:
            url = f'{ROOT}{number}'
            method = requests.delete
        elif action == Action.ACKNOWLEDGE:
            url = f'{ROOT}{number}/acknowledge'
        else:
            url = f'{ROOT}{number}/notes'
        method(url)  #> DELETE https://x.example/{number} | POST https://x.example/{number}/acknowledge | POST https://x.example/{number}/notes

def of_known(far):
    method = requests.post
    for number in (1, 2):
        url = f'{ROOT}{number}'
        if far:
            method = requests.delete
        else:
            url += '/near'
        method(url)  #> DELETE https://x.example/1 | POST https://x.example/1/near | DELETE https://x.example/2 | POST https://x.example/2/near
""")


def test_a_branch_that_a_loop_decides_may_go_another_way_in_the_next_turn() -> None:
    check("""\
turned = False


def by_item(items):
    method = requests.post
    for item in items:
        url = ROOT + 'a'
        if item == 'all':
            method = requests.delete
        else:
            url = ROOT + 'b'
        method(url)  #> DELETE https://x.example/a | POST https://x.example/b | DELETE https://x.example/b

def by_what_it_assigns(items, more):
    method = requests.post
    for item in items:
        url = ROOT + 'a'
        if more:
            method = requests.delete
        else:
            url = ROOT + 'b'
        more = item(1)
        method(url)  #> DELETE https://x.example/a | POST https://x.example/b | DELETE https://x.example/b

def by_a_list(items, more):
    method = requests.post
    seen = []
    for item in items:
        url = ROOT + 'a'
        if seen:
            method = requests.delete
        else:
            url = ROOT + 'b'
        seen.append(item)
        method(url)  #> POST https://x.example/b | DELETE https://x.example/a

def turn():
    global turned
    turned = not turned

def by_a_global(items):
    method = requests.post
    for item in items:
        url = ROOT + 'a'
        if turned:
            method = requests.delete
        else:
            url = ROOT + 'b'
        turn()
        method(url)  #> DELETE https://x.example/a | POST https://x.example/b | DELETE https://x.example/b

def by_a_call(items, more):
    method = requests.post
    for item in items:
        url = ROOT + 'a'
        if more():
            method = requests.delete
        else:
            url = ROOT + 'b'
        method(url)  #> DELETE https://x.example/a | POST https://x.example/b | DELETE https://x.example/b
""")
