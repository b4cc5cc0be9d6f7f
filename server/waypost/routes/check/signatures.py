"""refused-argument: keywords that the releases in use of a client do not have, by the signatures of real releases.

`clients/signatures.json` has the keywords of calls and constructors by client, callee and tested release; null where a
callable passes on what it is given. A call is found by its own text and the imports, so that a constructor counts
whether or not a request follows.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from tree_sitter import Node

from waypost import clients
from waypost.clients import CLIENTS, Client, client_named
from waypost.core import mistakes
from waypost.results import Diagnostic, Edit, Fix, Severity
from waypost.routes.check.allowed import nearest
from waypost.routes.check.finding import Fixes, SiteFinding
from waypost.routes.model.site import Site
from waypost.routes.model.values import Thing
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.imports import imports_in, imports_of
from waypost.routes.syntax import Block, BlockKind, Blocks
from waypost.routes.syntax.names import bound_names, own_names
from waypost.routes.syntax.tree import field, nodes_of, text
from waypost.rules import RULES
from waypost.text import Span
from waypost.workspace.releases import ReleaseRange

_Version: TypeAlias = tuple[int, ...]
_Taken: TypeAlias = Sequence[tuple[_Version, frozenset[str] | None]]

_RULE: Final = RULES["refused-argument"]
_DOTTED: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
# A source that asks which release it has, or what it takes, or expects an error, knows what it does.
_ASKS: Final = re.compile(
    rb"__version__|\bsignature\(|\bgetfullargspec\(|\bversion\(|TypeError|\braises\(|assertRaises"
)
# A name that is bound by more than its import.
_BOUND: Final = rb"^[ \t]*NAME[ \t]*(?::[^=\n]*)?=(?!=)|\bfor[ \t]+NAME\b|\bwith\b[^\n]*[ \t]as[ \t]+NAME\b"
# What a call without a body would send as one is reported with the rest of what the call cannot send.
_BODIES: Final = frozenset(("json", "data", "files", "content", "body"))


class _Keyword(NamedTuple):
    """A keyword of a call in a block: the callee's text, and the places in the block's text."""

    callee: str
    name: str
    name_span: Span
    value_span: Span
    is_text: bool


class Refusal(NamedTuple):
    """A keyword that releases do not have: the newest of them, and whether that is certain."""

    release: _Version
    sure: bool
    taken: frozenset[str]


# In the text of a file ------------------------------------------------------------------------------------------------


def refused_keywords(routes: Routes) -> Iterator[Diagnostic]:
    """Those of functions and constructors that are imported."""
    source = routes.document.source
    heads = _imported(routes.blocks)
    if not heads or _ASKS.search(source) is not None:
        return
    written = [head.encode() for head in heads]
    imported = {head for head in heads if _is_only_imported(routes.blocks, head)}
    for index, block in enumerate(routes.blocks):
        if b"=" in block.text and any(head in block.text for head in written):
            for keyword in block.derived(_keywords_in):
                head, dot, rest = keyword.callee.partition(".")
                if head in imported and not _is_hidden(head, block):
                    yield from _of_keyword(routes, keyword, f"{heads[head]}{dot}{rest}", routes.blocks.starts[index])


def _imported(blocks: Blocks) -> Mapping[str, str]:
    """The imported names that lead to a client, as long as each is imported from one place."""
    found: dict[str, set[str]] = {}
    for name, target in chain.from_iterable(blocks.each(imports_of)):
        found.setdefault(name, set()).add(target)
    return {name: next(iter(targets)) for name, targets in found.items() if len(targets) == 1 and _leads(*targets)}


def _leads(target: str) -> bool:
    return target.partition(".")[0] in _packages()


def _is_only_imported(blocks: Blocks, name: str) -> bool:
    """Whether one statement of the module binds a name, which imports it."""
    mentioning = (block for block in blocks if block.kind is not BlockKind.MEMBER and name.encode() in block.text)
    binders = [block.text for block in mentioning if name in bound_names(block)]
    if len(binders) != 1 or not any(each == name for each, _ in imports_in(binders[0], "")):
        return False
    return re.search(_BOUND.replace(b"NAME", name.encode()), binders[0], re.MULTILINE) is None


def _is_hidden(name: str, block: Block) -> bool:
    """Whether a function has another name like that of the module."""
    return block.kind is not BlockKind.PLAIN and name in own_names(block)


def _keywords_in(block: Block) -> tuple[_Keyword, ...]:
    return tuple(keyword for node in nodes_of(block.root) if node.type == "call" for keyword in _of_call(node, block))


def _of_call(call: Node, block: Block) -> Iterator[_Keyword]:
    function, arguments = field(call, "function"), field(call, "arguments")
    if function is None or arguments is None or arguments.has_error or not _DOTTED.fullmatch(text(function)):
        return
    for each in arguments.named_children:
        name, value = field(each, "name"), field(each, "value")
        if each.type == "keyword_argument" and name is not None and value is not None:
            yield _Keyword(
                text(function), text(name), _span(name, block), _span(value, block), is_text=value.type == "string"
            )


def _span(node: Node, block: Block) -> Span:
    return Span(node.start_byte - block.prefix, node.end_byte - block.prefix)


def _of_keyword(routes: Routes, keyword: _Keyword, dotted: str, start: int) -> Iterator[Diagnostic]:
    client, callee = _callee_of(dotted)
    if client is None or keyword.name in _BODIES:
        return
    refused = refusal(client, callee, keyword.name, routes.releases.by_package.get(client.package))
    if refused is not None:
        span = keyword.name_span.shift(start)
        message, near = _message(client, callee, keyword.name, refused)
        argument = span.cover(keyword.value_span.shift(start))
        fix = _renamed(span, near) if near else _replaced(client, callee, keyword, argument, routes.document.source)
        severity = _RULE.severity if refused.sure else Severity.HINT
        yield Diagnostic(_RULE.name, severity, span, message, (), (fix,) if fix is not None else ())


def _renamed(name: Span, near: str) -> Fix:
    return Fix(f"Change to `{near}`", (Edit(name, near),))


def _replaced(client: Client, callee: str, keyword: _Keyword, argument: Span, source: bytes) -> Fix | None:
    """What takes the place of an argument, by the client's record."""
    known = client.instead.get((callee.rpartition(".")[2], keyword.name)) or client.instead.get(("", keyword.name))
    module = keyword.callee.rpartition(".")[0]
    if known is None or (known.only_text and not keyword.is_text) or ("{module}" in known.text and not module):
        return None
    value = source[argument.end - keyword.value_span.length : argument.end].decode("utf-8", "replace")
    written = known.text.replace("{module}", module).replace("{value}", value)
    return Fix(f"Change to `{written.partition('=')[0]}`", (Edit(argument, written),))


# Of a known object ----------------------------------------------------------------------------------------------------


def check(site: Site) -> Iterator[SiteFinding]:
    """Those of a client's methods."""
    if not isinstance(site.client, Thing) or not site.sure or site.through:
        return
    client, callee = _callee_of(f"{site.client.type}.{site.callee.rpartition('.')[2]}")
    for entry in site.arguments.keywords.entries if client is not None else ():
        if entry.key_span is None or not site.span.holds(entry.key_span) or entry.key in _BODIES:
            continue
        refused = refusal(client, callee, entry.key, site.release) if client is not None else None
        if refused is not None and client is not None:
            message, near = _message(client, callee, entry.key, refused)
            fixes = (_renamed(entry.key_span, near),) if near else ()
            severity = None if refused.sure else Severity.HINT
            yield SiteFinding(_RULE.name, entry.key_span, message, fixes=_always(fixes), severity=severity)


def _always(fixes: Sequence[Fix]) -> Fixes:
    return lambda _: fixes


# What releases take ---------------------------------------------------------------------------------------------------


def refusal(client: Client, callee: str, keyword: str, release: ReleaseRange | None) -> Refusal | None:
    """Whether none of the releases in use has a keyword; if they are not known, whether the newest has not.

    A release between two that were tested has a keyword if one of the two has it.
    """
    taken = _known().get(client.name, {}).get(callee, ())
    used = _used(taken, release) if release is not None else list(taken[-1:])
    if not used or any(names is None or keyword in names for _, names in used):
        return None
    newest, names = used[-1]
    had = any(other is not None and keyword in other for _, other in taken)
    is_tested = release is not None and release.lowest[: len(newest)] == newest
    return Refusal(newest, release is not None and (had or is_tested), names or frozenset())


def _used(taken: _Taken, release: ReleaseRange) -> _Taken:
    first = max((at for at, (since, _) in enumerate(taken) if since <= release.lowest), default=None)
    if first is None:
        return []
    since = taken[first][0]
    is_between = release.lowest[: len(since)] != since
    later = [each for each in taken[first + 1 :] if release.below is None or each[0] < release.below]
    return [taken[first], *(later or (taken[first + 1 : first + 2] if is_between else ()))]


def _message(client: Client, callee: str, name: str, refused: Refusal) -> tuple[str, str]:
    had = any(names is not None and name in names for _, names in _known()[client.name][callee])
    near = "" if had else nearest(name, sorted(refused.taken))
    release = f" in {client.package} {'.'.join(map(str, refused.release))}"
    return f"`{callee}` has no argument `{name}`{release}{mistakes.did_you_mean(near)}", near


def _callee_of(dotted: str) -> tuple[Client | None, str]:
    name = _aliases().get(dotted, dotted)
    owner, _, method = dotted.rpartition(".")
    callee = name if name in _clients() else f"{_aliases().get(owner, owner)}.{method}"
    return (client_named(_clients()[callee]), callee) if callee in _clients() else (None, "")


@cache
def _known() -> Mapping[str, Mapping[str, _Taken]]:
    data = json.loads(Path(clients.__file__).with_name("signatures.json").read_bytes())
    return {client: {callee: _taken(known) for callee, known in of.items()} for client, of in data.items()}


def _taken(known: Mapping[str, Sequence[str] | None]) -> _Taken:
    return [
        (tuple(map(int, release.split("."))), None if names is None else frozenset(names))
        for release, names in known.items()
    ]


@cache
def _clients() -> Mapping[str, str]:
    """The name of the client of each callee."""
    return {callee: client for client, of in _known().items() for callee in of}


@cache
def _aliases() -> Mapping[str, str]:
    return {alias: name for client in CLIENTS for alias, name in client.aliases.items()}


@cache
def _packages() -> frozenset[str]:
    return frozenset(callee.partition(".")[0] for callee in (*_clients(), *_aliases()))
