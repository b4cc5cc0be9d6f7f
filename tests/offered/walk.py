"""Everything that is offered for a Python source, and what is wrong with it once it is applied."""

import ast
import builtins
import importlib
import inspect
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.support.check import uri, workspace
from waypost.analysis import Analysis
from waypost.cli.fix import applied
from waypost.results import ActionKind, Edit
from waypost.routes.features import RouteFeatures
from waypost.routes.syntax.tree import parse
from waypost.text import Document, Span

NAME: Final = "a.py"
# The title says that a name is still to be defined.
_DEFINE: Final = re.compile(r"\(define (.*)\)\Z")
# Callables of these are real functions whose arguments can be bound.
_REAL: Final = ("httpx", "requests")


class Offer(NamedTuple):
    """One thing that is offered: its kind, its title, its edits, the rule that it fixes, and where it is offered."""

    kind: str
    title: str
    edits: tuple[Edit, ...]
    rule: str = ""
    offset: int = 0

    def applied(self, source: bytes) -> bytes:
        return applied(source, self.edits)


def analysed(source: bytes) -> Analysis:
    document = Document(uri(NAME), source)
    return Analysis(document, workspace(files={NAME: document.text}))


def offers(made: Analysis) -> Iterator[Offer]:
    """Fixes, refactorings, comments that silence, and completions."""
    for found in made.diagnostics():
        for fix in found.fixes:
            yield Offer("fix", fix.title, fix.edits, found.rule, found.span.start)
    assert isinstance(made.features, RouteFeatures)
    places = {found.span.start for found in made.diagnostics()}
    for site in made.features.sites():
        places |= {site.literal.start + 1, site.callee_span.start}
    seen: set[tuple[str, tuple[Edit, ...]]] = set()
    for at in sorted(places):
        for action in made.features.actions(Span.at(at)):
            if action.edits and (action.title, action.edits) not in seen:
                seen.add((action.title, action.edits))
                kind = "silence" if action.kind is ActionKind.QUICK_FIX else "refactoring"
                rule = action.diagnostic.rule if action.diagnostic is not None and kind == "silence" else ""
                yield Offer(kind, action.title, action.edits, rule, at)
    for at in sorted({end for site in made.features.sites() for end in (site.literal.end, site.span.end - 1)}):
        for item in made.complete(at).items:
            if item.snippet is not None:
                yield Offer(
                    "snippet", item.label, (Edit(item.edit.span, tabbed(item.snippet)), *item.more_edits), "", at
                )
            yield Offer("completion", item.label, (item.edit, *item.more_edits), "", at)


def tabbed(snippet: str) -> str:
    """What a snippet leaves if nothing is typed at its stops."""
    return re.sub(
        r"\\(.)|\$\{\d+(?::([^{}]*)|\|([^,|]*)[^|]*\|)\}|\$\d",
        lambda found: found[1] or found[2] or found[3] or "",
        snippet,
    )


def faults(made: Analysis, offer: Offer) -> Iterator[str]:
    """What is wrong with a source once an offer is applied, one line each."""
    before = made.document.source
    after = offer.applied(before)
    text = after.decode("utf-8", "replace")
    try:
        ast.parse(text)
    except SyntaxError as error:
        yield f"does not parse: {error.msg}"
        return
    if parse(after).has_error:
        yield "has an error for the tree"
    if lost := comments(before) - comments(after):
        yield f"lost {lost}"
    if offer.kind == "completion":
        return
    told = _DEFINE.search(offer.title)
    said = set(re.findall(r"\w+", told[1] if told is not None else ""))
    if offer.kind == "snippet":  # in an f-string, only a name can be a place to type one
        said |= set(re.findall(r"\{(\w+)\}", offer.edits[0].text))
    if new := undefined(after) - undefined(before) - said:
        yield f"undefined {new}"
    if offer.kind == "snippet":
        return
    again = analysed(after)
    yield from _of_findings(made, again, offer)
    yield from _refused(before, text)
    if any(each.edits and each.applied(after) != after for each in _same(again, offer)):
        yield "is offered again, and changes more"


def _of_findings(made: Analysis, again: Analysis, offer: Offer) -> Iterator[str]:
    old = Counter((each.rule, each.message) for each in made.diagnostics())
    new = Counter((each.rule, each.message) for each in again.diagnostics())
    rules_before, rules_after = Counter(rule for rule, _ in old.elements()), Counter(rule for rule, _ in new.elements())
    if offer.rule and rules_after[offer.rule] >= rules_before[offer.rule]:
        yield f"`{offer.rule}` is still there: {[message for _, message in new - old]}"
    if more := [rule for rule in rules_after - rules_before if rule != offer.rule]:
        yield f"new findings: {more} {[message for _, message in new - old]}"


def _same(again: Analysis, offer: Offer) -> list[Offer]:
    """What is offered under the same title at the same place after it was applied."""
    return [
        each
        for each in offers(again)
        if (each.kind, each.title, each.rule) == (offer.kind, offer.title, offer.rule) and each.offset == offer.offset
    ]


def comments(source: bytes) -> Counter[str]:
    try:
        tokens = [*tokenize.tokenize(io.BytesIO(source).readline)]
    except (tokenize.TokenError, SyntaxError):
        return Counter()
    words = (each.string for each in tokens if each.type == tokenize.COMMENT)
    return Counter(re.sub(r"waypost: ignore\[[^\]]*\]", "", word).strip("# ") for word in words)


def undefined(source: bytes) -> set[str]:
    """The names that are read and that nothing in the source binds."""
    tree = ast.parse(source)
    read = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
    bound = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}
    bound |= {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
    named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.ExceptHandler | ast.MatchAs | ast.MatchStar
    bound |= {str(each.name) for each in ast.walk(tree) if isinstance(each, named)}
    aliases = (each for each in ast.walk(tree) if isinstance(each, ast.alias))
    bound |= {(each.asname or each.name).partition(".")[0] for each in aliases}
    return read - bound - set(dir(builtins)) - {"__file__", "__name__"}


def _refused(before: bytes, after: str) -> Iterator[str]:
    """The calls of real functions whose signature does not take their arguments, unless they were so before."""
    old = {reason for _, reason in _unbound(before.decode("utf-8", "replace"))}
    yield from (f"{call}: {reason}" for call, reason in _unbound(after) if reason not in old)


def _unbound(source: str) -> Iterator[tuple[str, str]]:
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        module, _, name = ast.unparse(call.func).rpartition(".")
        is_open = any(isinstance(each, ast.Starred) for each in call.args) or any(
            each.arg is None for each in call.keywords
        )
        if module not in _REAL or is_open:
            continue
        function = getattr(importlib.import_module(module), name, None)
        try:
            if inspect.isfunction(function):
                inspect.signature(function).bind(*call.args, **{each.arg: each for each in call.keywords if each.arg})
        except TypeError as error:
            yield ast.unparse(call), f"{name}: {error}"
