"""What the records of clients say: which dotted names are clients, how one is made, and which calls may be requests."""

import re
from collections.abc import Collection, Iterator
from collections.abc import Mapping as TypingMapping
from functools import cache
from typing import Final

from waypost.clients import CLIENTS, Client
from waypost.clients.shape import VERB_METHODS, VERBS, At, Shape, has_verb
from waypost.clients.words import (
    BODIES,
    CLIENT,
    ENOUGH,
    NO_CLIENT,
    NO_REQUEST,
    ONLY_CLIENT,
    SELF,
    SENT_WITH,
    URL_NAMES,
    VERB_CALL,
    VERB_NAMES,
)
from waypost.routes.domain.events import ANY_METHOD
from waypost.routes.domain.places import Place
from waypost.routes.domain.values import (
    GENERATED,
    OPEN,
    AbstractMachine,
    Arguments,
    Class,
    Entry,
    External,
    Function,
    Mapping,
    Object,
    Piece,
    Sequence,
    Text,
    Unknown,
    Value,
    text_of,
    unknown,
)

# Under this name, a client has the one that made it: no attribute is called so.
CHAINED: Final = "made of"
# What a constructor takes as a mapping.
_TABLES: Final = ("query", "headers", "cookies")
_URL_IN_NAME: Final = re.compile(r"(?i)url|uri|endpoint|path|link|href|address")
_METHODS: Final = frozenset(VERB_METHODS.split())
# Packages whose functions change nothing that they are given, and send nothing.
_HARMLESS: Final = frozenset(
    [
        "builtins",
        "logging",
        "json",
        "re",
        "os",
        "typing",
        "time",
        "datetime",
        "warnings",
        "inspect",
        "itertools",
        "math",
        "sys",
        "uuid",
        "hashlib",
        "base64",
        "hmac",
        "random",
        "string",
        "dataclasses",
        "enum",
        "abc",
        "contextlib",
        "textwrap",
        "struct",
        "secrets",
        "zlib",
        "gzip",
        "io",
        "decimal",
        "fractions",
        "calendar",
        "str",
        "int",
        "float",
        "bytes",
        "dict",
        "list",
        "tuple",
        "set",
        "generator",
        "bool",
    ]
)


# What a client lets see a request before it is sent, as arguments and attributes; and as methods of its subclasses.
_SEEING: Final = ("auth", "hooks", "event_hooks", "transport")
_PREPARING: Final = ("send", "prepare_request", "build_request")
# What says where a request goes.
_WRITTEN: Final = ("url", "method", "full_url")


def _is_of_program(value: Value) -> bool:
    """Whether code of the program is called through it."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        for option in each.options() if not each.symbolic else ():
            if isinstance(option, Function) or (isinstance(option, Object) and option.in_program):
                return True
            waiting += option.held() if isinstance(option, Mapping | Sequence) else []
    return False


class Records:
    """The names of the records."""

    def __init__(self) -> None:
        self.shapes: dict[str, list[Shape]] = {}
        self.aliases: dict[str, str] = {}
        self.chains: dict[str, str] = {}
        self.connecting: set[str] = set()
        self.attributes: dict[tuple[str, str], str] = {}
        # The records of types, by their dotted names.
        self.types: dict[str, Client] = {}
        # The attributes of each type that change its calls: the constructor's argument, and whether it is a mapping.
        self.roles: dict[str, dict[str, tuple[At, bool]]] = {}
        for client in CLIENTS:
            self._add(client)
        for (owner, _), made in self.attributes.items():
            # What the client is made with that has another one as its attribute, it is made for that one.
            self.roles[owner] = {**self.roles.get(made, {}), **self.roles.get(owner, {})}
        # The packages that clients are in.
        self.packages = {module.partition(".")[0] for client in CLIENTS for module in client.modules}
        self.types |= {alias: self.types[name] for alias, name in self.aliases.items() if name in self.types}

    def _add(self, client: Client) -> None:
        self.aliases |= client.aliases
        self.chains |= client.chains
        self.connecting.update(client.connecting)
        self.attributes |= client.attributes
        self.types |= {name: client for name in client.request_objects if name.rpartition(".")[2][:1].isupper()}
        for (owner, _), made in client.attributes.items():
            self.types.setdefault(owner, client)
            self.types.setdefault(made, client)
        for shape in client.shapes:
            for callee in shape.callees:
                self.shapes.setdefault(callee, []).append(shape)
                owner = callee.rpartition(".")[0]
                if callee.startswith("*."):
                    continue
                if owner.rpartition(".")[2][:1].isupper():
                    self.types.setdefault(owner, client)
                    roles = client.constructor._replace(base=shape.base or client.constructor.base)._asdict()
                    for role, place in roles.items():
                        if place is not None and place.keyword:
                            self.roles.setdefault(owner, {})[place.keyword] = (place, role in _TABLES)


@cache
def known() -> Records:
    return Records()


# How anything that holds connections is left, whichever client it is.
_CLOSING: Final = frozenset(("close", "aclose", "__exit__", "__aexit__"))

# How an authentication is asked for what it adds to a request.
_SIGNING: Final = ("auth_flow", "sync_auth_flow", "__call__")


class UnmodelledCalls:
    """What calls of packages do that no model describes."""

    def __init__(self, described: TypingMapping[str, Collection[str]], named: Collection[str]) -> None:
        # The last names of calls that settings describe, and the types that some are methods of.
        self.named = frozenset((*described, *named))
        owners = {each.rpartition(".")[0] for callees in described.values() for each in callees}
        self.own = frozenset(owners - {"*"})

    def canonical(self, dotted: str) -> str:
        aliases = known().aliases
        owner, _, last = dotted.rpartition(".")
        if owner in aliases:
            dotted = f"{aliases[owner]}.{last}"
        return aliases.get(dotted, dotted)

    def is_type(self, dotted: str) -> bool:
        return self.canonical(dotted) in known().types or dotted in self.own

    def is_package(self, name: str) -> bool:
        """Whether a package is that of a client."""
        return name in known().packages

    def is_harmless(self, dotted: str) -> bool:
        return dotted.partition(".")[0] in _HARMLESS

    def is_connecting(self, dotted: str) -> bool:
        """Whether a method of a client is about its connections: it changes nothing that a program has given it."""
        method = self.canonical(dotted)
        owner, _, last = method.rpartition(".")
        return method in known().connecting or (last in _CLOSING and owner in known().types)

    def call(self, m: AbstractMachine, callee: External, arguments: Arguments, place: Place | None) -> Value | None:
        """A client, if the call makes one; what a client's own method does if a class of the program has changed it."""
        dotted = self.canonical(callee.dotted)
        owner, _, last = dotted.rpartition(".")
        if dotted in known().chains:
            return self.chained(m, known().chains[dotted], callee.receiver, arguments)
        if callee.receiver is None and self.is_type(dotted) and last[:1].isupper():
            return self.made(m, External(dotted), arguments)
        if last == "__init__" and isinstance(callee.receiver, Object):
            self.fill(m, callee.receiver, self.canonical(owner), arguments)
            return callee.receiver
        if isinstance(callee.receiver, Object) and isinstance(callee.receiver.cls, Class) and last in _METHODS:
            own = callee.receiver.found("request")
            if own is not None and isinstance(own.value, Function) and owner in known().types:
                method = own.value.bound(m, callee.receiver, callee.receiver.cls)
                return method.call(m, arguments.after(text_of(last.upper())), place)
        if last in ("__enter__", "__aenter__") and callee.receiver is not None:
            return callee.receiver
        return None

    def chained(self, m: AbstractMachine, dotted: str, of: Value | None, arguments: Arguments) -> Object:
        """A client with more defaults than the one that made it."""
        made = Object(External(dotted), arguments)
        made.write(m, CHAINED, Entry(of if of is not None else External(dotted)))
        return made

    def part(self, of: Object, dotted: str, name: str) -> Object | None:
        """The client that another one has as an attribute: it sends with what that was made with."""
        found = known().attributes.get((self.canonical(dotted), name))
        if found is None:
            return None
        made = Object(External(found), of.built)
        made.generic, made.shared = of.generic, of.shared
        made.table.update(of.attributes())
        return made

    def made(self, m: AbstractMachine, callee: External, arguments: Arguments) -> Object:
        """An object of a package's class, with what its constructor was given."""
        made = Object(callee, arguments)
        self.fill(m, made, callee.dotted, arguments)
        return made

    def fill(self, m: AbstractMachine, made: Object, dotted: str, arguments: Arguments) -> None:
        """Give an object the attributes that its package's constructor sets."""
        if arguments.open and not made.built.open:
            made.write(m, OPEN, Entry(unknown("arguments")))
        roles = known().roles.get(dotted, {})
        for name, entry in arguments.keywords.items():
            if name not in roles:
                made.write(m, name, entry)
        for name, (at, is_table) in roles.items():
            given = arguments.at(*at)
            if is_table:
                table = given.value.copied() if given is not None and isinstance(given.value, Mapping) else Mapping()
                if given is not None and not isinstance(given.value, Mapping) and given.value.literal() is not None:
                    table.update(m, given.value)
                made.write(m, name, Entry(table, place=given.place if given is not None else None))
            elif given is not None:
                made.write(m, name, given)

    def signed(
        self, m: AbstractMachine, receiver: Value | None, arguments: Arguments
    ) -> tuple[Value | None, Arguments]:
        """A call with the headers that code of the program sets: an authentication, in the place of that, and hooks."""
        own = receiver.table.get("auth") if isinstance(receiver, Object) else None
        entry, given = arguments.keywords.get("auth") or own, arguments.keywords.get("headers")
        added = _added_by(m, entry.value) if entry is not None else None
        hooked = list(_added_by_hooks(m, receiver)) if isinstance(receiver, Object) else []
        table = given.value.copied() if given is not None and isinstance(given.value, Mapping) else Mapping()
        is_unknown = given is not None and not isinstance(given.value, Mapping)
        if not (added or hooked) or is_unknown or len(arguments.positional) > 2:  # noqa: PLR2004 - a verb and a URL
            return receiver, arguments
        for each in (*([added] if added else []), *hooked):
            table.update(m, each)
        keywords = {name: each for name, each in arguments.keywords.items() if name != "auth" or added is None}
        if added is not None and own is not None and isinstance(receiver, Object):
            receiver = receiver.frozen()
            receiver.table.pop("auth", None)  # type: ignore[attr-defined]  # a copy of an object is one
        return receiver, arguments._replace(keywords={**keywords, "headers": Entry(table)})

    def doubt(self, m: AbstractMachine, receiver: Value | None, arguments: Arguments) -> str:
        """Why a request may be sent otherwise: code of the program that sees it before may set its verb or URL."""
        if not any(map(m.written_outside, _WRITTEN)):
            return ""
        own = receiver.table if isinstance(receiver, Object) else {}
        given = [entry for name in _SEEING for entry in (arguments.keywords.get(name), own.get(name))]
        if any(entry is not None and _is_of_program(entry.value) for entry in given):
            return "an auth or a hook may change it"
        of = receiver.of if isinstance(receiver, Object) else None
        if isinstance(of, Class) and any(of.find(name) is not None for name in _PREPARING):
            return f"{of.label} may change it"
        return ""

    def may_be_request(self, callee: str, arguments: Arguments) -> bool | None:
        """Whether a finished call is kept: one of a client, or one for which enough may speak, once its result is used.

        Nothing if that depends on what a symbol stands for.
        """
        if self.shapes(callee):
            return True
        if self.is_harmless(callee):
            return False
        owner, _, name = callee.rpartition(".")
        if not callee or any(map(_hides, arguments.values())):
            # What a symbol stands for is not asked here: it is seen where a call puts something in its place.
            return None
        if name in self.named or name == ANY_METHOD:
            return True
        if f"*.{name}" in known().shapes or f"*.{_last(owner)}.{name}" in known().shapes:
            # The call of a client that nobody has seen made: these are told by their last names.
            is_given = bool(arguments.keywords) or any(map(_may_be_url, arguments.positional[:4]))
            return is_given or _gives_verb(name, arguments)
        return _is_like_request(owner, name, arguments)

    def shapes(self, callee: str) -> list[Shape]:
        """The shapes of a call of a client that is known."""
        return known().shapes.get(self.canonical(callee), [])


def _added_by(m: AbstractMachine, auth: Value) -> Mapping | None:
    """The headers that an authentication of the program adds to a request; nothing if it adds none that are known."""
    of = auth.cls if isinstance(auth, Object) else None
    if not isinstance(auth, Object) or not isinstance(of, Class):
        return None
    method = next((found.value for name in _SIGNING if (found := auth.found(name)) is not None), None)
    return _set_by(m, method.bound(m, auth, of)) if isinstance(method, Function) else None


def _added_by_hooks(m: AbstractMachine, client: Object) -> Iterator[Mapping]:
    """The headers that hooks set which a client calls with each request."""
    hooks = client.table.get("event_hooks")
    table = hooks.value if hooks is not None else None
    entry = table.lookup(text_of("request"))[0] if isinstance(table, Mapping) else None
    known = entry.value.known_items() if entry is not None and isinstance(entry.value, Sequence) else None
    for each in known or ():
        if isinstance(each, Function) and (added := _set_by(m, each)) is not None:
            yield added


def _set_by(m: AbstractMachine, function: Value) -> Mapping | None:
    """The headers that a function sets on the request that it is given; nothing if none are known."""
    request, headers = Object(External("requests.PreparedRequest")), Mapping()
    request.write(m, "headers", Entry(headers))
    for name in ("method", "url"):
        request.write(m, name, Entry(unknown(name)))
    if isinstance(function, Function) and function.code.kind in GENERATED:
        # The request is sent when it is yielded.
        function = function.copied()
        function.manages = True
    function.call(m, Arguments((Entry(request),)))
    return headers if headers.table and not headers.open else None


def _hides(value: Value) -> bool:
    """Whether what is given depends on what a symbol stands for."""
    return any(each.symbolic for each in (value, *value.children()))


def _last(owner: str) -> str:
    """The name that an object is reached by, or what made it is called: `session` of `self.session().get`."""
    return re.sub(r"[(\[].*", "", owner.rpartition(".")[2])


def _is_like_request(owner: str, name: str, arguments: Arguments) -> bool:
    """Whether enough may speak for a request."""
    if has_verb(name) and any(_is_path(entry.value) for entry in arguments.positional[:2]):
        # What it is called on may be a client of an app, which is known by its place.
        return True
    if NO_REQUEST.fullmatch(name) is not None:
        return False
    return _gives_verb(name, arguments) or (bool(owner) and _is_named_as_request(owner, name, arguments))


def _is_path(value: Value) -> bool:
    """Whether a text begins as a path or an address does."""
    firsts = (each.pieces[0] for each in value.options() if isinstance(each, Text) and each.pieces)
    return any(isinstance(first, Piece) and first.text.startswith(("/", "http")) for first in firsts)


def _gives_verb(name: str, arguments: Arguments) -> bool:
    """Whether a verb is given beside what may be a URL, or in a mapping that describes a request."""
    keywords = arguments.keywords
    if any(each in keywords and _is_any_verb(keywords[each].value) for each in VERB_NAMES):
        return True
    given = [entry.value for entry in arguments.positional[:4]]
    if any(map(_is_any_verb, given)) and (len(given) > 1 or not keywords.keys().isdisjoint(URL_NAMES)):
        return True
    if name == "request" and any(isinstance(each, Unknown) and each.name in VERB_NAMES for each in given[:1]):
        return True
    tables = [*given[:1], *(entry.value for entry in keywords.values())]
    options = (option for table in tables for option in table.options() if isinstance(option, Mapping))
    return any(key in ("method", "http_method") for option in options for key, _ in option.entries())


def _is_any_verb(value: Value) -> bool:
    return any(map(_is_verb, value.options()))


def _is_named_as_request(owner: str, name: str, arguments: Arguments) -> bool:
    """Whether a method is named after a verb, and its object, and what it is given, may speak for a request."""
    of = owner.rpartition(".")[2]
    if VERB_CALL.fullmatch(name) is None:
        return False
    given = [*arguments.positional[:2], *(entry for key, entry in arguments.keywords.items() if key in URL_NAMES)]
    url = max((_weight_of_url(entry.value) for entry in given), default=_NO_URL)
    receiver = 2 if ONLY_CLIENT.fullmatch(of) else int(bool(CLIENT.fullmatch(of) or SELF.fullmatch(of)))
    receiver -= 4 * bool(NO_CLIENT.fullmatch(of))
    keywords = int(not arguments.keywords.keys().isdisjoint(SENT_WITH | BODIES) or arguments.more is not None)
    # Its name is a verb, and a response may be read later.
    return 1 + url + receiver + keywords + 2 >= ENOUGH


# What cannot be made up for.
_NO_URL: Final = -9


def _weight_of_url(value: Value) -> int:
    return max(map(_weight_of_option, value.options()), default=_NO_URL)


def _weight_of_option(value: Value) -> int:
    """What a value may speak for a request at most: an address, a path, something called a URL, another text."""
    if not isinstance(value, Text) or not value.pieces:
        # What it is given to may be called anything.
        maker = value.operands[0].name if isinstance(value, Unknown) and value.kind == "call" and value.operands else ""
        return 1 if _URL_IN_NAME.search(value.name) or _URL_IN_NAME.search(maker) else _NO_URL
    first = value.pieces[0]
    if isinstance(first, Piece):
        return 2 if first.text.startswith("http") else 1 if "/" in first.text else -1
    return 2


def _may_be_url(entry: Entry) -> bool:
    return _weight_of_url(entry.value) > 0 or _is_any_verb(entry.value)


def _is_verb(value: Value) -> bool:
    literal = value.literal()
    return isinstance(literal, str) and literal.upper() in VERBS
