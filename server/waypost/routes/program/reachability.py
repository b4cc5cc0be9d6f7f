"""Which files can hold anything of interest: only these are run. A fact of what files import, and of their words.

A request of a known client is only where that client can be reached: a file imports it, or one that does, over any
number of steps. What only looks like a request has a verb in its name or among its arguments.

A fact about all files is found among those that imports connect with the one that it is for: nothing flows between
others, and a workspace may hold a thousand of them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from waypost.clients import CLIENTS
from waypost.clients.shape import VERBS, has_verb
from waypost.clients.words import (
    BODIES,
    CLIENT,
    ENOUGH,
    NO_CLIENT,
    NO_REQUEST,
    ONLY_CLIENT,
    READ,
    READ_OF_RESPONSES,
    SELF,
    SENT_WITH,
    VERB_CALL,
)
from waypost.routes.program.sources import (
    BlocksOf,
    CallsOfSettings,
    ClassBasesIn,
    DottedNames,
    Files,
    MayBeIn,
    World,
    absolute_name,
)
from waypost.routes.program.table import FlagQuery, NamesQuery, Query, QueryContext
from waypost.routes.syntax import Block as TextBlock
from waypost.routes.syntax import BlockKind, Blocks, called_in
from waypost.routes.syntax.scope import scope_of

_SPACE: Final = rb"[ \t\\\r\n]*+"
# What fills templates is called where a request is made, or near it.
_HELPERS: Final = "|".join(
    callee.removeprefix("*.")
    for shape in (shape for client in CLIENTS for shape in client.shapes if shape.helper)
    for callee in shape.callees
    if callee.startswith("*.")
).encode()
_ASKS: Final = re.compile(
    rb"[\"'](?i:get|post|put|patch|delete|head|options)[\"']|\b(?:" + _HELPERS + rb")" + _SPACE + rb"\("
)
_VERB: Final = re.compile(rf"(?i:{'|'.join(VERBS)})".encode())
# A call by a name with a verb in it, and what it is called on.
_VERB_CALL: Final = re.compile(
    rb"(?:\b(\w{1,80})"
    + _SPACE
    + rb"(?:\([^()\n]*\)|\[[^\[\]\n]*\])*"
    + _SPACE
    + rb"(\.)"
    + _SPACE
    + rb"|(\.)"
    + _SPACE
    + rb"|\b)(\w{0,80}(?i:"
    + "|".join(VERBS).encode()
    + rb")\w{0,80})"
    + _SPACE
    + rb"\("
)
_ADDRESS: Final = re.compile(rb"[\"'}]https?:")
_PATH: Final = re.compile(rb"[\"'}]/|\b(?i:\w*_)?(?i:url|uri|endpoint|href|link|path|address)s?\b")
_STRING: Final = re.compile(rf"[\"'(][ \t]*(?:{'|'.join(VERBS)})\b".encode())
# Strings with code in them, those that are names, others, and comments.
_QUOTED: Final = r"""
    \"{3}(?:[^"\\]|\\.|"(?!""))*\"{3} | '{3}(?:[^'\\]|\\.|'(?!''))*'{3} | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*'
"""
_NO_CODE: Final = re.compile(
    rf"(?xs) \b(?i:r?fr?) ({_QUOTED}) | (?:(?P<q>[\"'])(?=[^\W\d])(\w+)(?P=q)) | (?:{_QUOTED}) | \#[^\n]*"
)
_WORD: Final = re.compile(r"[^\W\d]\w*")
_DEFINED: Final = re.compile(r"\b(?:def|class)[ \t]+(\w+)")
_OUTER: Final = re.compile(r"\b(?:global|nonlocal)[ \t]+([\w, \t]+)")
# A name, or a few of them, as in `first, (second, *rest) = …`.
_TARGETS: Final = r"(\w+[\])]{0,2}(?:[ \t]*,[ \t]*[\[(*]{0,2}\w+[\])]{0,2}){0,20},?)"
_BOUND: Final = re.compile(
    rf"(?<![\w.]){_TARGETS}[ \t]*(?::[^=\n]{{1,300}}|:)?=(?!=)|\b(?:as|for)[ \t]+[\[(]{{0,2}}{_TARGETS}"
)
_SET: Final = re.compile(r"\.(\w+)[ \t]*(?::[^=\n]{1,300})?=(?!=)([^\n]*)")


@cache
def _calls_of_clients() -> frozenset[str]:
    """What requests are called by, and what fills templates, which is called where a request is made, or near it."""
    callees = (callee for client in CLIENTS for shape in client.shapes for callee in shape.callees)
    return frozenset(name for callee in callees for name in callee.split(".")[-2:] if name != "*")


@cache
def _client_modules() -> frozenset[str]:
    return frozenset(module for client in CLIENTS for module in client.modules)


@cache
def _imports_client(dotted: str) -> bool:
    """Whether a module is a client, or in one; of a package with another client in it, only that, and the package."""
    packages = {each.rpartition(".")[0] for each in _client_modules()}
    return any(dotted == each or (each not in packages and dotted.startswith(f"{each}.")) for each in _client_modules())


@dataclass(frozen=True, slots=True)
class ImportsOf(NamesQuery):
    """What a file imports, anywhere in it, by dotted names: modules, and what may be a module in one."""

    file: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        written = {each for names in context.ask(BlocksOf(self.file)).each(_imports) for each in names}
        return tuple(sorted(absolute_name(context, self.file, each) for each in written))


_IMPORT: Final = re.compile(
    r"(?m)(?:^|[:;])[ \t]*"
    r"(?:from[ \t]*([.\w]+)[ \t]*import[ \t]*(\((?:[^)#]|#[^\n]*\n)*\)|[^\n;]*)|import[ \t]+([^\n;]*))"
)
_GOES_ON: Final = re.compile(r"\\(?:\r\n?|\n)")
_LINE_END: Final = re.compile(r"\r\n?")
_COMMENT: Final = re.compile(r"#[^\n]*")
_FIRST_NAME: Final = re.compile(r"[\w.]+")


def _imports(block: TextBlock) -> frozenset[str]:
    """As the text shows them, also where it is no code."""
    if b"import" not in block.text:
        return frozenset()
    found: set[str] = set()
    source = _LINE_END.sub("\n", _GOES_ON.sub(" ", block.text.decode(errors="replace")))
    for module, names, modules in _IMPORT.findall(source):
        before = module if module.endswith(".") or not module else f"{module}."
        written = (_FIRST_NAME.search(each) for each in _COMMENT.sub("", names or modules).split(","))
        found.update(f"{before}{each[0]}" if each is not None else module for each in written if each or module)
    return frozenset(found)


def _files_of(dotted: str, named: Mapping[str, str]) -> set[str]:
    """The files that an import runs: the module, and the packages that it is in."""
    return {named[name] for name in _way_to(dotted) if name in named}


def _way_to(dotted: str) -> Iterator[str]:
    parts = dotted.split(".")
    return (".".join(parts[:length]) for length in range(1, len(parts) + 1))


@dataclass(frozen=True, slots=True)
class Groups(Query[Mapping[str, tuple[str, ...]]]):
    """The files of each file's group, in order. Who imports from one place is connected, whatever is there."""

    def answer(self, context: QueryContext) -> Mapping[str, tuple[str, ...]]:
        named: Mapping[str, str] = context.ask(DottedNames())
        files: tuple[str, ...] = context.ask(FilesOf(""))
        leads_to: dict[str, str] = {}
        for file in files:
            for each in _places_of(context, file, named):
                one, other = _last(leads_to, file), _last(leads_to, each)
                if one != other:
                    leads_to[max(one, other)] = min(one, other)
        found: dict[str, list[str]] = {}
        for file in files:
            found.setdefault(_last(leads_to, file), []).append(file)
        return {file: group for group in map(tuple, found.values()) for file in group}

    def on_cycle(self) -> Mapping[str, tuple[str, ...]]:
        return {}


def _places_of(context: QueryContext, file: str, named: Mapping[str, str]) -> set[str]:
    """What a file imports of the program: files, and the names of folders that are none."""
    dotted = [each for each in context.ask(ImportsOf(file)) if context.ask(MayBeIn(each.partition(".")[0]))]
    return {named.get(name, name) for each in dotted for name in _way_to(each)}


def _last(leads_to: dict[str, str], name: str) -> str:
    """Where a way ends; who comes next is there in one step."""
    way = [name]
    while way[-1] in leads_to:
        way.append(leads_to[way[-1]])
    leads_to.update(dict.fromkeys(way[:-1], way[-1]))
    return way[-1]


@dataclass(frozen=True, slots=True)
class GroupOf(Query[str]):
    """The group of a file, called by its first one; empty, for all that there are, if the file is not among them."""

    file: str

    def answer(self, context: QueryContext) -> str:
        return next(iter(context.ask(Groups()).get(self.file, ())), "")

    def on_cycle(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class FilesOf(NamesQuery):
    """The files of a group, in order; without one, all."""

    group: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        if self.group:
            return context.ask(Groups()).get(self.group, ())
        files: frozenset[str] = context.ask(Files())
        return tuple(sorted(files))


@dataclass(frozen=True, slots=True)
class ClientFiles(Query[frozenset[str]]):
    """The files from which a client can be reached."""

    group: str = ""

    def answer(self, context: QueryContext) -> frozenset[str]:
        named: Mapping[str, str] = context.ask(DottedNames())
        files = context.ask(FilesOf(self.group))
        importers: dict[str, list[str]] = {}
        definers: dict[str, list[str]] = {}
        waiting: list[str] = []
        heads = {file: context.ask(ClassBasesIn(file)) for file in files}
        for file in files:
            for name in heads[file]:
                definers.setdefault(name, []).append(file)
            for dotted in context.ask(ImportsOf(file)):
                if _imports_client(dotted):
                    waiting.append(file)
                for target in _files_of(dotted, named):
                    importers.setdefault(target, []).append(file)
        found: set[str] = set()
        while waiting:
            file = waiting.pop()
            if file not in found:
                found.add(file)
                waiting += importers.get(file, ())
                # What a class inherits may call its own methods.
                waiting += (each for bases in heads[file].values() for base in bases for each in definers.get(base, ()))
        return frozenset(found)

    def on_cycle(self) -> frozenset[str]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class ReachesClient(FlagQuery):
    """Whether a known client can be reached from a file: findings about requests are only there."""

    file: str

    def answer(self, context: QueryContext) -> bool:
        return self.file in context.ask(ClientFiles(context.ask(GroupOf(self.file))))


class Words(NamedTuple):
    """What a block names, and what others reach it by: as its text shows it, for no more than a tree would take."""

    # The functions and classes in it, by how a function says where it is.
    names: frozenset[str]
    words: frozenset[str]
    # Its functions and classes, the names around them that they set, and the class whose objects do it by themselves.
    reached_by: frozenset[str]
    # The attributes that it sets, each with the words of the value.
    sets: tuple[tuple[str, frozenset[str]], ...]


@dataclass(frozen=True, slots=True)
class WordsIn(Query[tuple[Words, ...]]):
    """The words of a file's blocks."""

    file: str

    def answer(self, context: QueryContext) -> tuple[Words, ...]:
        blocks = context.ask(BlocksOf(self.file))
        owner = ""
        found: list[Words] = []
        for block, words in zip(blocks, blocks.each(_words), strict=True):
            owner = owner if block.kind is BlockKind.MEMBER else block.name
            found.append(_of_member(words, owner) if block.kind is BlockKind.MEMBER and owner else words)
        return tuple(found)

    def on_cycle(self) -> tuple[Words, ...]:
        return ()


def _of_member(words: Words, owner: str) -> Words:
    """What a class does by itself is reached by whatever names it."""
    by_itself = any(name.startswith("__") for name in words.reached_by)
    names = frozenset(f"{owner}.{name}" for name in words.names)
    return words._replace(names=names, reached_by=words.reached_by | {owner} if by_itself else words.reached_by)


def _words(block: TextBlock) -> Words:
    source = block.text.decode(errors="replace")
    words = _words_of(source)
    defined = _DEFINED.findall(source)
    values = _SET.findall(source)
    # All that a block binds is looked for only where it counts.
    bound = _bound_in(source) if values or not block.name else frozenset[str]()
    outer = {name for names in _OUTER.findall(source) for name in _WORD.findall(names)}
    # Statements that define nothing bind names of their module, or class.
    reached_by = frozenset((*defined, *outer, *(() if block.name else bound)))
    names = frozenset((block.name,) if block.name else defined)
    sets = tuple((name, _given(value, words, bound)) for name, value in values)
    return Words(names, words, reached_by, sets)


def _bound_in(source: str) -> frozenset[str]:
    return frozenset(name for found in _BOUND.findall(source) for names in found for name in _WORD.findall(names))


def _given(value: str, words: frozenset[str], bound: frozenset[str]) -> frozenset[str]:
    """The words of a value; if it goes on, or a name stands for it that the block binds, all words there are."""
    written = frozenset(_WORD.findall(value))
    goes_on = value.rstrip().endswith(("(", "[", "{", ",", "\\"))
    return words if goes_on or not written.isdisjoint(bound) else written


def _words_of(source: str) -> frozenset[str]:
    return frozenset(_WORD.findall(_NO_CODE.sub(_code_in, source)))


def _code_in(found: re.Match[str]) -> str:
    """What of a string or a comment may be code, or a name: `getattr(client, "get")`."""
    with_code, _, plain = found.groups()
    return f" {with_code} " if with_code else f" {plain} " if plain else " "


@dataclass(frozen=True, slots=True)
class LooksLikeRequests(FlagQuery):
    """Whether something in a file may be told for a request by what it looks like, or is a route in a string."""

    file: str

    def answer(self, context: QueryContext) -> bool:
        return any(context.ask(BlocksOf(self.file)).each(_looks))


def _looks(block: TextBlock) -> bool:
    return holds_routes_in_strings(block) or _looks_like_request(block) or _declares_request(block)


# A decorator that is given words with slashes between them, of a function that does nothing itself.
_DECLARED: Final = re.compile(rb"(?m)^[ \t]*@[\w.]+\([ \t]*[\"'][\w{}.%:-]*/")
_EMPTY: Final = re.compile(rb":[ \t\r\n]*(?:\.\.\.|pass\b)")


def _declares_request(block: TextBlock) -> bool:
    return _DECLARED.search(block.text) is not None and _EMPTY.search(block.text) is not None


def holds_routes_in_strings(block: TextBlock) -> bool:
    """Whether a verb stands at the beginning of a string, or of a tuple."""
    return _STRING.search(block.text) is not None


def _looks_like_request(block: TextBlock) -> bool:
    """As far as the text shows: values are not known."""
    if _ASKS.search(block.text) is not None:
        return True
    if _VERB.search(b" ".join(called_in(block.text))) is None:
        return False
    calls = set(_VERB_CALL.findall(block.text))
    around = _weight_around(block.text)
    return any(_weight(*(each.decode(errors="replace") for each in call), around=around) >= ENOUGH for call in calls)


def _weight_around(source: bytes) -> int:
    words = _words_of(source.decode(errors="replace"))
    url = 2 if _ADDRESS.search(source) is not None else int(_PATH.search(source) is not None)
    sent = not words.isdisjoint(SENT_WITH) or not words.isdisjoint(BODIES)
    read = 2 if not words.isdisjoint(READ_OF_RESPONSES) else int(not words.isdisjoint(READ))
    return 1 + url + sent + read


def _weight(owner: str, dot: str, unclear: str, name: str, *, around: int) -> int:
    """What may speak for a request at most."""
    is_named_so = VERB_CALL.fullmatch(name) is not None or has_verb(name)
    if not is_named_so or NO_REQUEST.fullmatch(name) is not None:
        return 0
    if dot and NO_CLIENT.fullmatch(owner) is not None:
        return 0
    if dot and ONLY_CLIENT.fullmatch(owner) is not None:
        # Whoever calls the function may give it a path.
        return ENOUGH
    is_client = dot and (CLIENT.fullmatch(owner) or SELF.fullmatch(owner)) is not None
    return around + (bool(is_client) or bool(unclear))


@dataclass(frozen=True, slots=True)
class MayCallApps(FlagQuery):
    """Whether a client that is made of an app may be in a file, or given to it. Looks at the world."""

    file: str

    def answer(self, context: QueryContext) -> bool:
        world: World = context.world
        return world.may_call_apps(self.file)


@dataclass(frozen=True, slots=True)
class BlocksWithRequests(Query[tuple[int, ...]]):
    """The blocks of a file that may make a request themselves, by their numbers."""

    file: str

    def answer(self, context: QueryContext) -> tuple[int, ...]:
        calls = _calls_of_clients() if context.ask(ReachesClient(self.file)) else frozenset[str]()
        described: tuple[str, ...] = context.ask(CallsOfSettings(self.file))
        calls |= frozenset(described)
        words = context.ask(WordsIn(self.file))
        blocks: Blocks = context.ask(BlocksOf(self.file))
        calls_apps = context.ask(MayCallApps(self.file))
        return tuple(
            at
            for at, block in enumerate(blocks)
            if calls_apps or not words[at].words.isdisjoint(calls) or _looks(block)
        )

    def on_cycle(self) -> tuple[int, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class NamesReachingRequests(Query[frozenset[str]]):
    """The names by which something is reached from which a request can be."""

    group: str = ""

    def answer(self, context: QueryContext) -> frozenset[str]:
        files = [file for file in context.ask(FilesOf(self.group)) if context.ask(MayHoldRequests(file))]
        words = {file: context.ask(WordsIn(file)) for file in files}
        blocks = [each for file in files for each in words[file]]
        named = {name for each in blocks for name in (*each.reached_by, *(attribute for attribute, _ in each.sets))}
        users: dict[str, list[frozenset[str]]] = {}
        for each in blocks:
            for word in each.words & named:
                users.setdefault(word, []).append(each.reached_by)
            for attribute, given in each.sets:
                for word in given & named:
                    users.setdefault(word, []).append(frozenset((attribute,)))
        found: set[str] = set()
        waiting = [words[file][at].reached_by for file in files for at in context.ask(BlocksWithRequests(file))]
        while waiting:
            new = waiting.pop() - found
            found |= new
            waiting += (each for name in new for each in users.get(name, ()) if not each <= found)
        return frozenset(found)

    def on_cycle(self) -> frozenset[str]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class BlocksReachingRequests(NamesQuery):
    """The blocks of a file, by name, from which a request can be reached, with "" for those of its own.

    A function that is not among them has no events.
    """

    file: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        if not context.ask(MayHoldRequests(self.file)):
            return ()
        names = context.ask(NamesReachingRequests(context.ask(GroupOf(self.file))))
        own = context.ask(BlocksWithRequests(self.file))
        words: tuple[Words, ...] = context.ask(WordsIn(self.file))
        requesting = [each.names for at, each in enumerate(words) if at in own or not each.words.isdisjoint(names)]
        return ("", *sorted({name for each in requesting for name in each})) if requesting else ()


@dataclass(frozen=True, slots=True)
class MayHoldRequests(Query[bool]):
    """Whether a client can be reached from a file, or settings describe calls, or something looks like a request."""

    file: str

    def answer(self, context: QueryContext) -> bool:
        if context.ask(ReachesClient(self.file)) or context.ask(CallsOfSettings(self.file)):
            return True
        return context.ask(LooksLikeRequests(self.file)) or context.ask(MayCallApps(self.file))

    def on_cycle(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class MayRequest(Query[bool]):
    """Whether a file can have any entry in a list: a request, what looks like one, or a route in a string."""

    file: str

    def answer(self, context: QueryContext) -> bool:
        return bool(context.ask(BlocksReachingRequests(self.file)))

    def on_cycle(self) -> bool:
        return True


def _called_with_more(block: TextBlock) -> frozenset[str]:
    """The last names of what is called with more than what is at hand."""
    return frozenset(call.callee[-1] for call in scope_of(block).all_calls if call.callee and not call.forwards)


@dataclass(frozen=True, slots=True)
class SendersIn(NamesQuery):
    """The functions of a file, by their last names, from which a request can be reached."""

    file: str

    def answer(self, context: QueryContext) -> tuple[str, ...]:
        requesting: tuple[str, ...] = context.ask(BlocksReachingRequests(self.file))
        classes = context.ask(ClassBasesIn(self.file))
        names = {name.rpartition(".")[2] for name in requesting if name not in classes}
        return tuple(sorted(name for name in names if name and not name.startswith("__")))


def _senders_in(context: QueryContext, file: str) -> tuple[str, ...]:
    return context.ask(SendersIn(file))


@dataclass(frozen=True, slots=True)
class CallsSenders(Query[bool]):
    """Whether a file calls a function of another one that it imports, from which a request can be reached.

    Who hands on what is given, and nothing else, says nothing more of the request than that function.
    """

    file: str

    def answer(self, context: QueryContext) -> bool:
        if not context.ask(MayRequest(self.file)):
            return False
        blocks: Blocks = context.ask(BlocksOf(self.file))
        names: frozenset[str] = context.ask(NamesReachingRequests(context.ask(GroupOf(self.file))))
        called = names & frozenset[str]().union(*blocks.each(_called_with_more))
        return bool(called) and any(
            not called.isdisjoint(_senders_in(context, each)) for each in self._imported(context)
        )

    def _imported(self, context: QueryContext) -> Iterator[str]:
        """The files that it imports, and those that a package among them imports for others."""
        named: Mapping[str, str] = context.ask(DottedNames())
        waiting, found = [self.file], {self.file}
        while waiting:
            file = waiting.pop()
            new = {each for dotted in context.ask(ImportsOf(file)) for each in _files_of(dotted, named)} - found
            found |= new
            yield from sorted(new)
            waiting += (each for each in sorted(new) if each.endswith("__init__.py"))

    def on_cycle(self) -> bool:
        return True
