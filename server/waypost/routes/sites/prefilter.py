"""Which files may contain a route, decided by their bytes, before anything is run.

A file that calls what sends in another one, in words that say nothing of requests, is found by `CallsSenders`.
"""

import re
from collections.abc import Mapping
from functools import cache
from itertools import chain
from typing import Final

from waypost.clients.shape import VERBS
from waypost.routes.calls.match import built_in
from waypost.routes.sites.imports import imports_package_of_client
from waypost.routes.syntax import called_in

_VERBS: Final = tuple(verb.encode() for verb in VERBS)
# A verb before a path in one string.
_WITH_VERB: Final = re.compile(rf"[\"'](?:{'|'.join(VERBS)})[ \t]+(?:/|https?://|[\"'{{])".encode())
# A verb, or a path, as a separate argument.
_VERB_ALONE: Final = re.compile(
    rb"""[(,=]\s*["'](?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|get|post|put|patch|delete|head)["']"""
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
# A method of the same object that is named after a verb: of another base of its subclasses, perhaps.
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
_WORD_BEFORE: Final = re.compile(rb"(\w+)[ \t]*\Z")


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


def _word_before(text: bytes, at: int) -> str:
    found = _WORD_BEFORE.search(text[max(0, at - 80) : at])
    return found[1].decode("utf-8", "replace") if found is not None else ""
