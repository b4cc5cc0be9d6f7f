"""Every place in which a person sees something of a Python source, with what stands there."""

import base64
import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple
from urllib.parse import quote

from tests.fuzz.questions import Asked
from tests.support.check import uri, workspace
from waypost.analysis import Analysis
from waypost.cli.report import FORMATS as REPORTS
from waypost.cli.report import formatted
from waypost.cli.report.finding import FileReport, reported
from waypost.lsp.route_commands import _copied, _described
from waypost.results import Diagnostic, InlayHint, Lens, Severity, Signature
from waypost.routes import lists
from waypost.routes.actions.copy import FORMATS as COPIES
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of
from waypost.text import Document, Span

LEVELS: Final = ("url", "all")
# Where something is asked about: at each name and each sign of a URL.
_WORDS: Final = re.compile(rb"\w+|[/?&=#;{}\"'(]")


class Sight(NamedTuple):
    """What a person sees, and where."""

    place: str
    text: str


def sights(source: str, name: str = "a.py", start: int = 0, step: int = 1) -> Iterator[Sight]:
    """Everything that is shown, except the text of edits, which puts back what the source says.

    Questions about places are asked of those behind `start`, or of some of them.
    """
    yield from _of_document(source, name)
    asked = _asked(source, name, LEVELS[0])
    features = asked.made.features
    assert isinstance(features, RouteFeatures)
    offsets = [found.start() for found in _WORDS.finditer(asked.document.source, start)][::step]
    seen: set[Sight] = set()
    for offset in offsets:
        seen.update(_at(asked, offset))
    yield from sorted(seen)
    yield from _reports(asked.made, name)


def _asked(source: str, name: str, level: str) -> Asked:
    document = Document.from_text(uri(name), source)
    return Asked(document, workspace({"code-lens": True, "inlay-hints": {"routes": level}}, {name: source}))


def _of_document(source: str, name: str) -> Iterator[Sight]:
    for level in LEVELS:
        made = _asked(source, name, level).made
        for hint in made.inlay_hints(Span(0, len(made.document.source))):
            yield from _of_hint(hint)
    features = made.features
    assert isinstance(features, RouteFeatures)
    for found in made.diagnostics():
        yield from (Sight("message", each) for each in (found.message, *(each.message for each in found.related)))
        yield from (Sight("title of a fix", fix.title) for fix in found.fixes)
    yield from (Sight("code lens", lens.title) for lens in made.lenses() if isinstance(lens, Lens))
    yield from (Sight("symbol", f"{symbol.name} {symbol.detail}") for symbol in made.symbols())
    calls = calls_of(features.routes)
    listed = [lists.Listed(name, "", call, made.document.uri) for call in calls]
    for form in lists.FORMATS:
        yield Sight(f"list as {form}", lists.written(form, listed, made.workspace))
    yield from (Sight("list", f"{call.route} {call.problems}") for call in calls)


def _of_hint(hint: InlayHint) -> Iterator[Sight]:
    yield Sight("hint", hint.label)
    yield Sight("tooltip", hint.tooltip)


def _at(asked: Asked, offset: int) -> Iterator[Sight]:
    made, ask = asked.made, asked.asks[0]
    hover, signature = made.hover(offset), made.signature(offset)
    if hover is not None:
        yield Sight("hover", hover.markdown)
    if signature is not None:
        yield from _of_signature(signature)
    yield from (Sight("title of an action", action.title) for action in made.actions(Span.at(offset)))
    yield from _completions(made, offset)
    assert isinstance(made.features, RouteFeatures)
    if (item := made.hierarchy_item(offset)) is not None:
        yield Sight("call hierarchy", str(item))
    preview = _described(ask, made.features, offset)
    if preview is not None:
        yield Sight("preview", f"{preview['title']}\n{preview['text']}")
    for form in COPIES:
        copy = _copied(ask, made.features, offset, form)
        if copy is not None:
            yield Sight(f"copy as {form}", f"{copy['text']}\n{copy['open']} {copy['masked']}")


def _of_signature(signature: Signature) -> Iterator[Sight]:
    yield Sight("signature", " ".join([signature.label, *(each for _, _, each in signature.parameters)]))


def _completions(made: Analysis, offset: int) -> Iterator[Sight]:
    for item in made.complete(offset).items[:40]:
        yield Sight("completion", f"{item.label} {item.detail} {item.edit.text}")
        yield Sight("documentation of a completion", made.resolve(item).markdown)


def _reports(made: Analysis, name: str) -> Iterator[Sight]:
    """What a report shows of each line of the source, with a finding at its end."""
    document = made.document
    ends = [document.line_end(document.lines.start(line)) for line in range(len(document.lines))]
    found = [Diagnostic("unknown-route", Severity.WARNING, Span.at(end), "x") for end in ends]
    findings = [reported(document, each, None, made.secrets(each.span)) for each in found]
    for form in REPORTS:
        yield Sight(f"report as {form}", formatted([FileReport(name, findings)], form, ()))


def clear(text: str, secret: str) -> bool:
    """Whether a text shows a secret: as it is, escaped or encoded."""
    return any(each in text for each in _forms(secret))


def _forms(secret: str) -> Iterator[str]:
    yield from (secret, quote(secret, safe=""), json.dumps(secret)[1:-1])
    for before in range(3):
        # All but the characters that depend on the neighbours.
        encoded = base64.b64encode(b"x" * before + secret.encode()).decode().rstrip("=")
        yield encoded[(before * 4 + 2) // 3 : -1]


def counted(found: Mapping[str, list[Sight]]) -> str:
    """A table for people: the shapes with the places that show them."""
    return "\n".join(f"{name}: {', '.join(sorted({each.place for each in sights}))}" for name, sights in found.items())
