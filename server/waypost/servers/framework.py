"""The facts about one web framework: what makes its apps and routers, what declares a route, what composes them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from waypost.clients import httpx
from waypost.clients.shape import At, Fills, Shape
from waypost.servers.patterns import Pattern

# The arguments of httpx's methods, which most test clients take.
LIKE_HTTPX: Final = replace(httpx.shapes(httpx.CLIENT.name)[0], callees=(), base_url="http://testserver")


# What webtest's client takes, whatever framework an app is made with.
WEBTEST: Final = Shape(
    "webtest", (), At(0, "url"), fills=Fills.NOTHING, headers=At(None, "headers"), base_url="http://localhost"
)


class Own(NamedTuple):
    """A path that an app or a router serves without being told to."""

    path: str
    # The argument that says another one.
    argument: str = ""
    # Files are below it.
    has_files: bool = False
    # The argument with the folder of these files, whose name is the path if nothing else says that.
    folder: str = ""
    # Only if there is such a folder.
    needs_folder: bool = False


class Holder(NamedTuple):
    """An object that has routes: an app, or a router that is put into one."""

    is_app: bool = False
    # The constructor's arguments: what stands before all of its paths, and routes that it has from the start.
    prefix: At | None = None
    routes: At | None = None
    # Attributes that are the object itself: `app.router.add_get(…)`.
    itself: tuple[str, ...] = ()
    # The attribute of a class below it that says what stands before its paths: `Controller.path`.
    class_prefix: str = ""
    # The methods of its class are its routes, if they are declared: a controller.
    by_methods: bool = False
    own: tuple[Own, ...] = ()
    # The argument with a path that requests may have before all others, or not.
    root: At | None = None
    # The argument with what sees all requests first.
    wraps: At | None = None
    # The attribute with what is put in the place of what handlers need.
    overrides: str = ""
    # Attributes that are clients of it, by their types.
    clients: Mapping[str, str] = MappingProxyType({})
    # All arguments without names are routers in it.
    is_group: bool = False
    # Arguments that change its paths in ways that are not read.
    opened_by: tuple[str, ...] = ()


class Declares(NamedTuple):
    """A call that declares a route: a method of what holds it, or something that is put into a list of routes."""

    path: At = At(0, "path")
    # An argument with the verb or the verbs; the verbs themselves; without either, the name of what is called.
    verbs: At | tuple[str, ...] | None = None
    # The verbs where that argument is missing.
    default: tuple[str, ...] = ("GET",)
    # The argument with what answers; without one, or where it is missing, what is decorated does.
    handler: At | None = None
    # The route of a socket, which no request is for.
    is_socket: bool = False
    # Parameters are read from the signature of what answers, and not by that from the request.
    by_signature: bool = False
    # How its pattern is written, if not as the framework's other ones.
    pattern: Callable[[str], Pattern] | None = None
    # What answers may be a list of routes instead, which is mounted there.
    may_mount: bool = False
    # What answers is a set of views, which has several routes below.
    views: "ViewSets | None" = None
    # The argument with the end of the names of the methods that answer: `on_get_all`.
    suffix: At | None = None
    # The argument with a name, by which what answers refers to it.
    name: At | None = None
    # Arguments that change the path in ways that are not read.
    opened_by: tuple[str, ...] = ()
    # Without a path, that has the name of what answers.
    may_be_named: bool = False


class ViewSets(NamedTuple):
    """How a set of views is served: by its methods, some for a list and some for what is in it."""

    # The methods of each, with their verbs.
    of_list: Mapping[str, str]
    of_one: Mapping[str, str]
    # The methods that a set has from classes of the framework.
    inherited: Mapping[str, tuple[str, ...]]
    # The decorator of other methods that are routes, and its arguments: whether they are of one thing, their verbs, and
    # what their paths end with, if not with their names.
    action: str
    of_one_thing: At
    verbs: At
    ending: At
    # The attributes of the class that say how the parameter is called, the first that is there; otherwise its name.
    parameter: tuple[str, ...]
    parameter_name: str
    # The router's argument that says whether there is a slash at the end of a path.
    slash: At
    # Routers that serve each path with the name of a format as well: `.json`.
    with_formats: frozenset[str] = frozenset()


class Answers(NamedTuple):
    """A call, or a decorator, that says what answers a route that has a name."""

    name: At
    verbs: At
    handler: At = At(None, "no argument")


class Includes(NamedTuple):
    """A call that gives an app to a function of a module, which adds to it: by the name of the module, or by itself."""

    what: At = At(0, None)
    path: At | None = None
    # How the function is called in a module.
    function: str = ""


class Mounts(NamedTuple):
    """A call that puts routes below a path: those of a router, an app, a module or a list."""

    what: At
    path: At | None = None
    # Another argument for the same: a list of routes.
    or_what: At | None = None
    # The path takes the place of the router's own prefix instead of standing before it.
    replaces: bool = False
    # What is mounted is an app of its own, which may be one that is not seen.
    is_app: bool = False
    # The call gives a list of it.
    in_list: bool = False


class Wraps(NamedTuple):
    """A call that puts something before an app, which sees its requests first: a middleware."""

    # Without one, or where it is missing, it is what is decorated.
    what: At | None = At(0, None)


class Takes(NamedTuple):
    """A call that says from where a parameter of a handler comes: `Query()`."""

    # OpenAPI's name of the place; that of a form is "form", that of a file in one "file".
    place: str
    default: At = At(0, "default")
    alias: At = At(None, "alias")


class Needs(NamedTuple):
    """A call that says that a parameter of a handler is the result of something, which has parameters of its own."""

    what: At = At(0, "dependency")


class Tests(NamedTuple):
    """A call that makes a client of an app: its requests go there and nowhere else."""

    # The argument that is the app, or what has it; without one, what the method is called on.
    app: At | None = At(0, "app")
    # Another argument for the same.
    or_app: At | None = None
    # What its methods take, each named after a verb.
    shape: Shape | None = None
    # Its other methods that send a request, each with a verb in its name.
    more: frozenset[str] = frozenset()
    # It is a client of the app that a setting names.
    of_root: bool = False
    # Its attributes that are the app.
    apps: tuple[str, ...] = ("app", "application", "asgi_app", "wsgi_app")


Meaning: TypeAlias = Holder | Declares | Mounts | Wraps | Takes | Needs | Tests | Answers | Includes


class Signatures(NamedTuple):
    """How a framework reads parameters from the signature of a handler."""

    # Types of parameters that are the request itself: the handler may read all of it by hand.
    requests: frozenset[str]
    # Types of parameters that the framework gives, and that take nothing of the request.
    given: frozenset[str]
    # The beginnings of the names of what may be needed and takes nothing of path, query and body.
    takes_nothing: tuple[str, ...] = ()
    # The argument of apps, routers, mounts, routes and controllers with what is needed besides: a list; or a table, by
    # the names of the parameters for which something is needed.
    needs: At | None = None
    # Names of parameters that are the request or a part of it; that take nothing of query and body; that are the body.
    named_requests: frozenset[str] = frozenset()
    named_given: frozenset[str] = frozenset()
    named_body: str = ""
    # A parameter that may be None is not required, and one of any other type is of the query.
    may_be_none: bool = False
    # Arguments of apps, routers, routes and controllers that change what handlers take in ways that are not read.
    opened_by: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Framework:
    """How the routes of one web framework are declared."""

    name: str
    # The packages whose imports make a file one of its files.
    modules: tuple[str, ...]
    # What a call of each dotted name means: of a class, what its objects are; of a method, what it declares.
    meanings: Mapping[str, Meaning]
    # How a pattern is written.
    pattern: Callable[[str], Pattern]
    # Other names of its types and functions.
    aliases: Mapping[str, str] = field(default_factory=dict)
    # Methods of its objects that change no routes.
    quiet: frozenset[str] = frozenset()
    # Attributes of the class of a handler that are the answers to verbs, and how they are called: `def get(self)`.
    class_verbs: tuple[str, ...] = ()
    verb_method: str = "{}"
    # The classes of the framework below which those are, and which answer no verb themselves.
    views: frozenset[str] = frozenset()
    # The names of fixtures that make a client of an app, and what that is; and of those that are clients of the app
    # that a setting names.
    fixtures: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    # Attributes of objects of its classes, and of what is below them, that are clients.
    client_attributes: Mapping[str, str] = field(default_factory=dict)
    # The first route that fits answers; otherwise the one that fits best.
    by_order: bool = True
    # Slashes between parts of a path are one, and there is none at its end.
    normalizes: bool = False
    # What stands before all paths of an app, and once between a prefix and what follows.
    begins: str = ""
    between: str = ""
    # The setting that names the module which is the app, the name of the list of its routes, and what that makes.
    root: tuple[str, str] = ("", "")
    root_type: str = ""
    # Routes have names, and what answers refers to these.
    names_routes: bool = False
    # The type of the app on which functions of the package itself declare, and the functions that give that.
    implicit: str = ""
    gives_implicit: frozenset[str] = frozenset()
    # The type of what a function is given that adds to an app.
    includes: str = ""
    # What a tuple in a list of routes is.
    pair: str = ""
    # How parameters are read from the signatures of handlers, of routes that are declared so.
    signatures: Signatures | None = None


def methods(owners: str, names: str, meaning: Meaning) -> dict[str, Meaning]:
    """The same meaning for every name of every owner."""
    return {f"{owner}.{name}": meaning for owner in owners.split() for name in names.split()}


def names(written: str) -> frozenset[str]:
    """Names with spaces between them."""
    return frozenset(written.split())
