"""What a model says of a call is what the real function gives."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from tests.compare.interpreters import pattern_of
from tests.routes.library.expressions import HEADER, KNOWN, TEXTS
from tests.support.whole import Sources, Whole
from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.values import CHANGED, MISSING, Mapping, Text, Value
from waypost.routes.domain.values import Sequence as Items
from waypost.routes.library import urls

_UNKNOWN = object()
# Two texts at a time: each with each would be more than is needed.
_PAIRS = [(first, TEXTS[(index * 7 + 3) % len(TEXTS)]) for index, first in enumerate(TEXTS)]


def results(lines: Sequence[str], before: str = "") -> list[Value]:
    """What the machine knows of expressions at the top of a module."""
    written = "".join(f"R{index} = {line}\n" for index, line in enumerate(lines))
    whole = Whole(Sources({"x.py": (HEADER + before + written).encode()}))
    module = whole.machine.program.module("x")
    assert module is not None
    return [module.table[f"R{index}"] for index in range(len(lines))]


def python_of(value: Value) -> Any:
    literal = value.literal()
    if literal is not MISSING:
        return literal
    if isinstance(value, Items) and (known := value.known_items()) is not None:
        items = [python_of(each) for each in known]
        kind: Any = {"list": list, "tuple": tuple, "set": set}.get(value.kind, list)
        return _UNKNOWN if _UNKNOWN in items else kind(items)
    if isinstance(value, Mapping) and not value.open:
        made = {key: python_of(entry.value) for key, entry in value.entries()}
        return _UNKNOWN if _UNKNOWN in made.values() else made
    return _UNKNOWN


def real(expression: str, first: str, second: str) -> Any:
    names: dict[str, Any] = {"A": first, "B": second}
    exec(HEADER, names)
    try:
        return eval(expression, names)
    except (ValueError, LookupError, TypeError):
        return _UNKNOWN


def _told(made: Any) -> str:
    return made if isinstance(made, str) else repr(made)


@pytest.mark.parametrize("expression", KNOWN)
def test_of_known_texts_the_result_is_known(expression: str) -> None:
    pairs = [pair for pair in _PAIRS if real(expression, *pair) is not _UNKNOWN]
    sources = [f"(lambda A, B: {expression})({first!r}, {second!r})" for first, second in pairs]
    told = [python_of(each) for each in results(sources)]
    differences = [
        (pair, "unknown" if made is _UNKNOWN else made, real(expression, *pair))
        for pair, made in zip(pairs, told, strict=True)
        if made is _UNKNOWN or _told(made) != _told(real(expression, *pair))
    ]
    assert differences == []


def _templates() -> Iterator[tuple[str, Text]]:
    before = "from nowhere import A, B\n"
    for expression, value in zip(KNOWN, results(KNOWN, before), strict=True):
        yield from ((expression, each) for each in value.options() if isinstance(each, Text))


@pytest.mark.slow
def test_of_unknown_texts_nothing_wrong_is_known() -> None:
    """A placeholder is anything; what is marked as likely may be wrong."""
    wrong, count = [], 0
    for expression, text in _templates():
        if text.flags & CHANGED:
            continue
        count += 1
        pattern = pattern_of(_template(text))
        for first, second in product(TEXTS, TEXTS):
            made = real(expression, first, second)
            if isinstance(made, str) and not pattern.fullmatch(made):
                wrong.append((expression, text.shown(), first, second, made))
                break
    assert wrong == []
    assert count > 20


def _template(text: Text) -> str:
    """With placeholders that nothing in the known characters can be taken for."""
    return "".join(getattr(part, "text", "{x}") for part in text.pieces)


def test_parts_of_a_url_of_which_each_may_be_several_are_not_all_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[tuple[Value, ...]] = []

    def counted(*columns: Sequence[Value]) -> Iterator[tuple[Value, ...]]:
        for row in product(*columns):
            rows.append(row)
            yield row

    monkeypatch.setattr(urls, "product", counted)
    part = " ".join(f"'{each}' if ASKED == {each} else" for each in "1234") + " '5'"
    head = "import os\nfrom urllib.parse import urlunsplit\nASKED = len(os.environ)\n"
    before = f"{head}PART = {part}\nFEW = '1' if ASKED else '2'\n"
    many, few = results(
        ["urlunsplit((PART, PART, PART, PART, PART))", "urlunsplit(('https', 'a', FEW, '', ''))"], before
    )
    assert not isinstance(many, Text)
    assert sorted(map(python_of, few.options())) == ["https://a/1", "https://a/2"]
    assert len(rows) <= BOUNDS.texts
