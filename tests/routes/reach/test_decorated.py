"""A decorator of the same code may change what a function is given, or what it returns."""

from functools import partial

from tests.support.routes import check_routes

check = partial(check_routes, base="GET https://x.example/", before="import requests\nROOT = 'https://x.example/'\n\n")


def test_arguments() -> None:
    check("""\
import functools

def longer(function):
    @functools.wraps(function)
    def wrapper(path, **more):
        return function('v2/' + path, **more)
    return wrapper

def all_(function):
    @functools.wraps(function)
    def wrapper(*args, **more):
        return function(*args, **more)
    return wrapper

def in_order(function):
    @functools.wraps(function)
    def wrapper(path, *args):
        return function(path, *args)
    return wrapper

def returned_later(function):
    @functools.wraps(function)
    def wrapper(*args):
        print(args)
        result = function(*args)
        return result
    return wrapper

@longer  #> v2/{path}
def fetch_longer(path, **more):
    return requests.get(ROOT + path)  #> ...

@all_
def fetch_all(path, **more):
    return requests.get(ROOT + path)  #> ...

@in_order
def fetch_in_order(path, **more):
    return requests.get(ROOT + path)  #> ...

@returned_later
def fetch_later(path, **more):
    return requests.get(ROOT + path)  #> ...

@longer
def url_longer(path):
    return ROOT + path

@all_
def url_all(path):
    return ROOT + path

@in_order
def url_in_order(path):
    return ROOT + path

@returned_later
def url_later(path):
    return ROOT + path

def use():
    fetch_longer('a')  #> v2/a
    fetch_all('a')  #> a
    fetch_in_order('a')  #> a
    fetch_later('a')  #> a
    requests.get(url_longer('b'))  #> v2/b
    requests.get(url_all('b'))  #> b
    requests.get(url_in_order('b'))  #> b
    requests.get(url_later('b'))  #> b
""")


def test_results() -> None:
    check("""\
def replaced(function):
    def wrapper(*args):
        return function(*args).replace('/', '-')
    return wrapper

def another(function):
    def wrapper(*args):
        return ROOT + 'c'
    return wrapper

def longer(function):
    def wrapper(*args):
        return function(*args) + '/d'
    return wrapper

def the_same(function):
    def wrapper(*args):
        return (function(*args))
    return wrapper

@replaced
def url_replaced(path):
    return ROOT + path

@another
def url_another(path):
    return ROOT + path

@longer
def url_longer(path):
    return ROOT + path

@the_same
def url_the_same(path):
    return ROOT + path

requests.get(url_replaced('b'))  #> GET https:--x.example-b
requests.get(url_another('b'))  #> c
requests.get(url_longer('b'))  #> b/d
requests.get(url_the_same('b'))  #> b
""")


def test_methods_and_arguments_of_the_decorator() -> None:
    check("""\
def prefixed(prefix):
    def decorate(function):
        def wrapper(self, path, **more):
            return function(self, prefix + path, **more)
        return wrapper
    return decorate

def own(prefix):
    def decorate(function):
        def wrapper(self, path, **more):
            return function(self, 'own/' + path, **more)
        return wrapper
    return decorate

class Client:
    root = ROOT

    @prefixed('api/')  #> api/{path}
    def show(self, path):
        return requests.get(self.root + path)  #> ...

    @own('api/')  #> own/{path}
    def show_own(self, path):
        return requests.get(self.root + path)  #> ...

def use():
    Client().show('a')  #> api/a
    Client().show_own('a')  #> own/a
""")


def test_a_class_is_decorated_whatever_the_decorators_of_its_methods_have_done() -> None:
    methods = "".join(f"    @command\n    def m{number}(self): pass\n" for number in range(40))
    check_routes(f"""\
import requests

COMMANDS = {{}}
def command(function):
    for alias in ("a", "b", "c", "d", "e", "f", "g", "h"):
        COMMANDS[alias + function.__name__] = function
    return function
def of_tenant(cls):
    cls.kind = "hosts"
    cls.scope = "tenant"
    cls.label = "Hosts"
    COMMANDS[cls.kind] = {{"scope": cls.scope, "label": cls.label}}
    return with_endpoint(cls)
def with_endpoint(cls):
    def endpoint(self, path):
        return f"https://a.example/tenants/{{self.tenant}}/{{path}}"
    cls.endpoint = endpoint
    return cls
class Base:
    def endpoint(self, path):
        return f"https://a.example/{{path}}"
@of_tenant
class Hosts(Base):
{methods}
    def start(self):
        requests.post(self.endpoint("start"))  #> POST https://a.example/tenants/{{tenant}}/start
""")
