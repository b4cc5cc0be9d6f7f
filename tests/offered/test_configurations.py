"""Every edit that is offered for a configuration is proven by applying it."""

import json
import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.offered.walk import Offer, tabbed
from tests.support.check import uri, workspace
from tests.support.typos import CONFIGURATION_ERROR, run_typos
from waypost.analysis import Analysis
from waypost.results import ActionKind, Edit
from waypost.rules import RULES
from waypost.text import Document, Span

PAGES: Final = [Path(__file__).parents[1] / "config" / name for name in ("inert.txt", "mistakes.txt")]
ASKED: Final = {"rules": {"needless-entry": "information"}}


@cache
def sources() -> dict[str, tuple[str, str]]:
    """The examples of the rules, the mistakes and the entries without effect: each with its file's name."""
    found = {}
    for rule in RULES.values():
        if rule.family == "config":
            found |= {
                f"{rule.name}, {kind}": (rule.file, text) for kind, text in (("bad", rule.bad), ("good", rule.good))
            }
    for page in PAGES:
        for part in page.read_text("utf-8").split("== ")[1:]:
            head, _, rest = part.partition("\n")
            file = head.rpartition(" ")[2]
            text = re.split(r"^-- ", rest, flags=re.MULTILINE)[0].replace("«", "").replace("»", "")
            found[f"{page.stem} {head}"] = (file if "." in file else "typos.toml", text)
    return found


def analysed(name: str, source: bytes) -> Analysis:
    document = Document(uri(name), source)
    return Analysis(document, workspace(ASKED, files={name: document.text}))


def offers(made: Analysis) -> Iterator[Offer]:
    """Fixes, actions, and completions at the end of each line and of each value."""
    for found in made.diagnostics():
        for fix in found.fixes:
            yield Offer("fix", fix.title, fix.edits, found.rule, found.span.start)
    ends = [found.start() for found in re.finditer(rb"(?=[\"']?[,\]]?\r?\n)|\Z", made.document.source)]
    seen: set[tuple[str, tuple[Edit, ...]]] = set()
    for at in ends:
        for action in made.actions(Span.at(at)):
            if action.kind is not ActionKind.QUICK_FIX and action.edits and (action.title, action.edits) not in seen:
                seen.add((action.title, action.edits))
                yield Offer(
                    "all" if action.kind is ActionKind.FIX_ALL else "action", action.title, action.edits, "", at
                )
        for item in made.complete(at).items:
            text = tabbed(item.snippet) if item.snippet is not None else item.edit.text
            yield Offer("completion", item.label, (Edit(item.edit.span, text), *item.more_edits), "", at)


def parses(name: str, source: bytes) -> bool:
    try:
        (json if name.endswith(".json") else tomllib).loads(source.decode())
    except ValueError:
        return False
    return True


def faults(name: str, made: Analysis, offer: Offer) -> Iterator[str]:
    """What is wrong with a configuration once an offer is applied, one line each."""
    before = made.document.source
    after = offer.applied(before)
    if parses(name, before) and not parses(name, after):
        yield "does not parse"
    if offer.kind == "completion":
        return
    again = analysed(name, after)
    old, new = (Counter(each.rule for each in one.diagnostics()) for one in (made, again))
    if offer.rule and (offer.rule, _said(made, offer)) in {(each.rule, each.message) for each in again.diagnostics()}:
        yield f"`{offer.rule}` is still there"
    refused = [rule for rule in new - old if RULES[rule].is_refusal]
    if refused:
        yield f"new errors: {refused} {[each.message for each in again.diagnostics() if each.rule in refused]}"
    if offer.kind == "all" and any(each.kind == "all" for each in offers(again)):
        yield "there is more to do at once"


def _said(made: Analysis, offer: Offer) -> str:
    """What the finding says that an offer is about."""
    own = (each for each in made.diagnostics() if each.rule == offer.rule and each.span.start == offer.offset)
    return next((each.message for each in own), "")


def wrong(name: str) -> Iterator[str]:
    file, text = sources()[name]
    made = analysed(file, text.encode())
    for offer in offers(made):
        after = offer.applied(text.encode()).decode()
        for fault in faults(file, made, offer):
            yield f"{name}: {offer.kind} {offer.title!r} at {offer.offset}: {fault}\n{text}--->\n{after}"


def is_accepted(folder: Path, file: str, text: str) -> bool:
    return run_typos(folder, {file: text, "t.txt": "the\n"}).code != CONFIGURATION_ERROR


def test_a_sample_of_what_is_offered_is_right() -> None:
    for name in random.Random(42).sample(sorted(sources()), 25):
        assert list(wrong(name)) == []


def test_a_table_goes_with_all_that_is_in_it() -> None:
    off = "[files]\n[type.md]\ncheck-file = false\ncheck-filename = false\n"
    words = '# about words\n[type.md.extend-words] # here\nteh = "teh" # kept\n\n'
    globs = '[type.sv]\nextend-glob = ["*.sv"]\n'
    before = off + words + globs
    made = analysed("typos.toml", before.encode())
    after = {each.applied(before.encode()).decode() for each in offers(made) if each.title == "Remove this entry"}
    assert after == {f"{off}# about words\n# here\n# kept\n\n{globs}", off + words}
    inside = '[type.sv]\nextend-glob = [\n  "*.sv", # why\n]\n'
    half = '[type.sv]\nextend-glob = ["*.sv"]\nx =\n'
    for text in (inside, half):
        assert not [each for each in offers(analysed("typos.toml", text.encode())) if each.title == "Remove this entry"]


@pytest.mark.slow
@pytest.mark.parametrize("name", sources())
def test_everything_that_is_offered_is_right(name: str, tmp_path: Path) -> None:
    """What typos accepts, it accepts afterwards, too."""
    assert list(wrong(name)) == []
    file, text = sources()[name]
    if file.endswith(".toml") and is_accepted(tmp_path, file, text):
        for offer in offers(analysed(file, text.encode())):
            after = offer.applied(text.encode()).decode()
            assert offer.kind == "completion" or is_accepted(tmp_path, file, after), (offer.title, after)
