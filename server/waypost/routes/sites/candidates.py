"""Which blocks of a file may contain a route, decided by their bytes, before any is evaluated."""

import builtins
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from itertools import chain
from typing import Final

from waypost.clients.shape import VERBS
from waypost.routes.calls.match import built_in
from waypost.routes.reach.looks import VERB_CALL
from waypost.routes.sites.client_imports import imports_package_of_client
from waypost.routes.source.names import bound_names
from waypost.routes.syntax import Block, BlockKind, Blocks, called_in

_VERBS: Final = tuple(verb.encode() for verb in VERBS)
# A verb before a path in one string.
_WITH_VERB: Final = re.compile(rf"[\"'](?:{'|'.join(VERBS)})[ \t]+(?:/|https?://|[\"'{{])".encode())
# A verb, or a path, as a separate argument.
_VERB_ALONE: Final = re.compile(
    rb"""[(,=]\s*["'](?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|get|post|put|patch|delete|head)["']"""
)
_PATH_ALONE: Final = re.compile(
    rb"""[(,=\[][ \t]*[fFrR]{0,2}["'](?:/[\w{%:<]|https?://)|\bmethod[ \t]*=|\bhttp_method["']?[ \t]*[=:]"""
)
# The same for a file that does not mention requests otherwise: what is given the path must sound like a request. It is
# searched for from the path on: there are few, and a search for one of many words takes thirty times as long.
_PATH_GIVEN: Final = re.compile(
    rb"(?i)[(=]\s*(?:[fr]{0,2}[\"'](?:/[\w{%:<]|https?://)|f[\"']\{[\w.]+\}/[\w{])",
)
_LIKE_A_REQUEST: Final = re.compile(
    r"(?i)(?:get|post|put|patch|delete|request|fetch|call|send|query|api|http|url|path|endpoint|uri|base|resource)"
    r"(?:_\w*)?\Z"
)
# A verb by its name. Another word alone says how anything is done, `minimize(f, method="simplex")`.
_METHOD: Final = re.compile(
    rb"(?i)\bhttp_method[\"']?[ \t]*[=:][ \t]*[\"'][a-z]|"
    rb"\bmethod[ \t]*=[ \t]*[\"'](?:(?P<word>(?!(?:%b)[\"'])[a-z][\w-]*+[\"'])|[a-z])" % b"|".join(_VERBS)
)
_CLOSED: Final = re.compile(rb"\([^()]*\)")
# How far before an argument its call is looked for.
_FARTHEST_CALL: Final = 400
_BY_NAME: Final = re.compile(rb"getattr\([^()\n]*(?:\(\))?\)[ \t]*[(\r\n#]")
_OF_CLIENT: Final = re.compile(rb"getattr\([\w.]*(?:client|session|requests|httpx?)_*,")
_PATH_AFTER: Final = re.compile(rb"\bf[\"']\{[\w.]+\}/[\w{]")
_VERB_IN_NAME: Final = re.compile(rb"(?:\A|_)(?:get|post|put|patch|delete)_")
# A method named after a verb that is given a word, what a method named after paths returns, or something of such a
# name; and names around a verb that say how it is sent: `call_api_get`.
_WORD_GIVEN: Final = re.compile(
    rb"\.(?:get|post|put|patch|delete|request|fetch|call|send|query|api)\(\s*"
    rb"(?:[fFrR]{0,2}[\"'][\w{]|(?:self|cls)\.\w*(?:path|url|uri|endpoint)\w*\(|"
    rb"\w*(?:path|url|uri|endpoint)[ \t]*[,)+])"
)
# A method with more than a verb in its name that is given a class, whose path it may send: `client._get_all(User)`.
_CLASS_GIVEN: Final = re.compile(
    rb"\.(?:_(?=\w*?(?:get|post|put|patch|delete|request|fetch))\w++|(?:get|post|put|patch|delete|request|fetch)_\w++)"
    rb"\(\s*[A-Z][A-Z\d_]*[a-z]\w*+[ \t]*[,)]"
)
# A method of the same object that is named after a verb: of another base of its heirs, perhaps.
_SENT_BY_SELF: Final = re.compile(rb"self(?<!\wself)\.(?:get|post|put|patch|delete|request)\([ \t]*[^\s\"')]")
# What a function returns, or a constant of another file, that an object called a client is given.
_SENT_BY_CLIENT: Final = re.compile(
    rb"client_?\.(?:get|post|put|patch|delete|request)\(\s*+"
    rb"(?:[\w.]*(?:path|url|uri|endpoint)[\w.]*\(|[A-Z][A-Z_\d]++[ \t]*[,)+%.])"
)
# What is asked for under a URL of the object itself: `self.gerrit.get(self.endpoint)`, `….get(self.path.format(id))`.
_URL_OF_SELF: Final = re.compile(
    rb"\.(?:get|post|put|patch|delete)\(\s*self\.\w*(?:path|url|uri|endpoint)\w*[ \t]*(?:[,)+%/]|\.format\()"
)
_SENDS: Final = re.compile(
    rb"(?i)_*+(?:(?:a|ai|api|async|call|do|execute|http|make|perform|raw|request|rest|safe|send|signed|with)_*+)*"
    rb"(?:_*(?:get|post|put|patch|delete|request)|(?:fetch|call|send|query|api|iter|paginate))"
    rb"(?:_+(?:api|async|call|delete|get|http|json|paginated|patch|post|put|raw|request))*_?|"
    rb"_*(?:fetch|download|upload)_(?:data|files?|json|pages?|text|url)"
)
_ALONE: Final = re.compile(rb"(?i)(?:get|post|put|patch|delete|request|fetch|call|send|query|api|iter|paginate)_?|.*__")
# Objects that have a method named after a verb alone to send something.
_SENDERS: Final = re.compile(
    r"(?i)(?:self|cls|client|session|http|api|requests?|requester|transport|rest|conn|connection|sdk)_?\Z"
)
_SENT_WITH: Final = re.compile(rb"\b(?:headers|params|timeout|auth)[ \t]*=")
_MOST_ROUNDS: Final = 3
# Python's own functions that clients have methods of the same name as.
_BUILT_IN: Final = frozenset(name.encode() for name in dir(builtins))


def may_hold_routes(source: bytes) -> bool:
    """Whether a file may contain routes, including calls that only look like requests."""
    return (
        imports_package_of_client(source)
        or b"uplink" in source
        or _has_verb(source)
        or _has_call_like_one(called := called_in(source), source)
        or _calls_a_sender(called)
        or _sends_a_path(source)
        or _names_a_verb(source)
        or _VERB_ALONE.search(source) is not None
        or _sends_a_word(source)
        or _SENT_BY_SELF.search(source) is not None
        or _SENT_BY_CLIENT.search(source) is not None
        or _URL_OF_SELF.search(source) is not None
    )


def _has_verb(source: bytes) -> bool:
    """A verb before a path in a string. Searching for the words first is ten times as fast."""
    return any(verb in source for verb in _VERBS) and _WITH_VERB.search(source) is not None


def _has_request_words(source: bytes) -> bool:
    """A verb, or a path, as an argument: any callee may send it."""
    return b"(" in source and (_PATH_ALONE.search(source) is not None or _VERB_ALONE.search(source) is not None)


def _has_call_like_one(called: frozenset[bytes], source: bytes) -> bool:
    """A call that the table recognizes by its form."""
    known = _looks()
    return any(known[name].search(source) for name in known.keys() & called)


@cache
def _looks() -> Mapping[bytes, re.Pattern[bytes]]:
    """Calls that the table recognizes by their form, by their last names, which each pattern searches for first."""
    found: dict[bytes, list[bytes]] = {}
    for callee in (callee for callee in built_in().callees if callee.startswith("*.")):
        name = callee.removeprefix("*.").encode()
        last = name.rpartition(b".")[2]
        is_word = last == name
        given = rb"[\s]*(?:[rRfFuU]{0,2}[\"']|\w+[ \t]*=|\*\*)"
        form = rb"(?<!\w%b\()" % name + given if is_word else rb"(?<=\.%b\()" % re.escape(name)
        found.setdefault(last, []).append(form)
    return {last: re.compile(last + rb"\((?:" + rb"|".join(forms) + rb")") for last, forms in found.items()}


def _calls_a_sender(called: frozenset[bytes]) -> bool:
    """A call of something that sends by its name, wherever it is defined: `post_json(url)`."""
    return any(map(_sends_by_name, called))


def _sends_by_name(name: bytes) -> bool:
    return _SENDS.fullmatch(name) is not None and _ALONE.fullmatch(name) is None


def _sends_a_path(source: bytes) -> bool:
    """A path that is given to something which sounds like a request, or like a URL."""
    given = _PATH_GIVEN.finditer(source)
    return any(_LIKE_A_REQUEST.search(_word_before(source, each.start())) for each in given)


def _names_a_verb(source: bytes) -> bool:
    """`method="GET"`; or another word, given to something that sounds like a request: `call(method="listUsers")`."""
    if b"method" not in source.lower():  # faster than any search that ignores case
        return False
    return any(
        not found["word"] or _LIKE_A_REQUEST.search(_called_around(source, found.start()))
        for found in _METHOD.finditer(source)
    )


def _called_around(source: bytes, at: int) -> str:
    """What is called with the argument at a place; empty if it is none."""
    before = _CLOSED.sub(b"", source[max(0, at - _FARTHEST_CALL) : at]).rpartition(b"(")[0]
    return _word_before(before, len(before))


def _sends_a_word(source: bytes) -> bool:
    """A method that is named after a verb and given a word, or a class: it may send it as a path."""
    given = chain(_WORD_GIVEN.finditer(source), _CLASS_GIVEN.finditer(source))
    return any(_SENDERS.search(_word_before(source, each.start())) for each in given)


class Candidates:
    """The blocks that mention a name of the table, or a function that passes URLs on."""

    def __init__(self, blocks: Blocks, names: frozenset[str], wrappers_of: Callable[[int], frozenset[str]]) -> None:
        self._rounds = [_Wanted(names)]
        chosen = set(self._rounds[0].holders(blocks))
        wrappers: frozenset[str] = frozenset()
        for _ in range(_MOST_ROUNDS):
            found = frozenset().union(*map(wrappers_of, chosen))
            if found <= wrappers:
                break
            self._rounds.append(_Wanted(found - wrappers))
            chosen.update(self._rounds[-1].holders(blocks))
            wrappers |= found
        self.indexes: Sequence[int] = sorted(chosen)

    def after(self, gone: Sequence[Block], come: Sequence[Block], blocks: Blocks) -> "Candidates | None":
        """The same for `blocks`, in which some have been replaced, if the choice of all others is sure to stay.

        The wrappers that those which have come hold are not compared: they are not evaluated here.
        """
        if len(gone) != len(come):
            return None
        renewed = copy(self)
        renewed._rounds = [each.renewed() for each in self._rounds]  # noqa: SLF001 - its own kind
        return renewed if all(renewed._is_like(*pair, blocks) for pair in zip(gone, come, strict=True)) else None  # noqa: SLF001

    def _is_like(self, old: Block, new: Block, blocks: Blocks) -> bool:
        return all(each.is_in(old, blocks) == each.is_in(new, blocks) for each in self._rounds) and all(
            _binds(old, name) == _binds(new, name) for each in self._rounds for name in each.bound
        )


class _Wanted:
    """The names of calls to search for: a single name, or the last two of a callee."""

    def __init__(self, names: frozenset[str]) -> None:
        every = frozenset(name.encode() for name in names)
        self._words = frozenset(name for name in every if b"." not in name)
        # Of Python's own names that were asked about, whether any block binds each.
        self.bound: dict[bytes, bool] = {}
        dotted = sorted(re.escape(name) for name in every - self._words)
        self._dotted = re.compile(rb"\b(?:" + rb"|".join(dotted) + rb")[ \t]*\(") if dotted else None
        self._last_of_dotted = frozenset(name.rsplit(b".", 1)[-1] for name in every - self._words)

    def renewed(self) -> "_Wanted":
        made = copy(self)
        made.bound = dict(self.bound)
        return made

    def holders(self, blocks: Blocks) -> list[int]:
        return [index for index, block in enumerate(blocks) if self.is_in(block, blocks)]

    def is_in(self, block: Block, blocks: Blocks) -> bool:
        """Whether a block's bytes contain a call of one of the names, or a verb before a path."""
        called = self._words & block.called
        called -= {
            name for name in called & _BUILT_IN if self._is_built_in(name, blocks) and not _is_method(name, block.text)
        }
        return (
            (bool(called) and not _is_its_own(called, block)) or self._has_dotted(block) or block.derived(_has_a_verb)
        )

    def _is_built_in(self, name: bytes, blocks: Blocks) -> bool:
        if name not in self.bound:
            self.bound[name] = any(block.derived(_binds, name) for block in blocks)
        return not self.bound[name]

    def _has_dotted(self, block: Block) -> bool:
        if self._dotted is None or self._last_of_dotted.isdisjoint(block.called):
            return False
        return self._dotted.search(block.text) is not None


def _binds(block: Block, name: bytes) -> bool:
    """Whether a block gives the name to something of its own; perhaps it only mentions it."""
    if name not in block.text:
        return False
    pattern = rb"\b(?:def|class)[ \t]+%b\b|(?<![.\w])%b[ \t]*(?:[=:,;)#\r\n\\]|in\b|\Z)" % (name, name)
    return re.search(pattern, block.text) is not None


def _is_method(name: bytes, text: bytes) -> bool:
    """Whether a text calls something of this name on an object."""
    return re.search(rb"\.[\s\\]*%b\b" % name, text) is not None


def _is_its_own(called: frozenset[bytes], block: Block) -> bool:
    """Whether the only thing that looks like a call is the head of the block's definition: `def get(self):`."""
    name = block.name.encode()
    return called == {name} and block.text.count(name + b"(") == 1


def _has_a_verb(block: Block) -> bool:
    return (
        _has_verb(block.text)
        or _has_request_words(block.text)
        or _has_call_by_name(block.text)
        or _has_call_with_verb(block)
        or _calls_a_sender(block.called)
        or _sends_a_word(block.text)
        or _URL_OF_SELF.search(block.text) is not None
    )


def _has_call_with_verb(block: Block) -> bool:
    """`http.post_json(f"{base}/users")`: a call whose name holds a verb, and a path after an address."""
    return _PATH_AFTER.search(block.text) is not None and any(map(_VERB_IN_NAME.search, block.called))


def _has_call_by_name(source: bytes) -> bool:
    """`getattr(session, verb)(url, headers=…)`, at once or under a name."""
    if b"getattr(" not in source or _BY_NAME.search(source) is None:
        return False
    return _SENT_WITH.search(source) is not None or _OF_CLIENT.search(source) is not None


def verbs_bound(block: Block) -> frozenset[str]:
    """The names that a verb is part of, as far as a block of plain statements binds them."""
    return frozenset(filter(VERB_CALL.match, bound_names(block))) if block.kind is BlockKind.PLAIN else frozenset()


def other_names(blocks: Blocks, names: frozenset[str]) -> frozenset[str]:
    """Additional names that blocks give to callables of the table."""
    return frozenset(name for block in blocks for name in block.derived(_other_names, names) if name)


def speaks_alike(old: Block, new: Block, names: frozenset[str]) -> bool:
    """Whether two blocks bind the same names, to themselves and to callables of the table."""
    return (
        old.kind is new.kind
        and old.name == new.name
        and old.derived(_other_names, names) == new.derived(_other_names, names)
        and (old.kind is not BlockKind.PLAIN or bound_names(old) == bound_names(new))
    )


def _other_names(block: Block, names: frozenset[str]) -> frozenset[str]:
    """Additional names that a block gives to callables of the table."""
    return frozenset(_given_names(block.text, names))


# Each starts with a literal sign or word, which makes it fast; the text before is checked only for matches.
_AS: Final = re.compile(rb" as[ \t]+(\w+)")
_MADE: Final = re.compile(rb"=[ \t]*(?:[\w.]+\.)?(?:partial|partialmethod|GhApi|defaults|for_api)\(")
_KEPT: Final = re.compile(rb"=[ \t]*[\w.]+\.(\w+)[ \t]*(?=[#\r\n])")
_WORD_BEFORE: Final = re.compile(rb"(\w+)[ \t]*\Z")


def _given_names(text: bytes, names: frozenset[str]) -> Iterator[str]:
    """`from x import get as fetch`, `get = partial(…)`, `fetch = client.get`."""
    for found in _AS.finditer(text):
        if _word_before(text, found.start()) in names:
            yield found[1].decode("utf-8", "replace")
    for found in _MADE.finditer(text):
        yield _word_before(text, found.start())
    for found in _KEPT.finditer(text):
        if found[1].decode("utf-8", "replace") in names:
            yield _word_before(text, found.start())


def _word_before(text: bytes, at: int) -> str:
    found = _WORD_BEFORE.search(text[max(0, at - 80) : at])
    return found[1].decode("utf-8", "replace") if found is not None else ""
