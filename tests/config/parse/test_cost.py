from collections.abc import Callable

import pytest

from tests.support.budget import TIMES, is_in_proportion
from tests.support.cancel import cancelled_after
from tests.support.check import analysis
from waypost.cancel import Cancelled, cancelled_by
from waypost.config.check import Checked, check, conflicts
from waypost.config.check.word_tables import WordTable
from waypost.config.features import ConfigFeatures
from waypost.config.model.subject import Subject
from waypost.config.parse import Syntax, Table, parse

# Each is repeated and never closed, so each could make the parser look ahead to the end of the document.
_REPEATED = [
    "x = {a = `",
    "x = {a = `\n",
    "x = [\n",
    "x = {a = [\n",
    "x = [ 'a\n",
    "x = [\n{a = 1\n",
    "a.b.c.d = 1\n",
    "x = {a.b = ",
    "[[a]]\n",
    '"""',
    "\r",
]


@pytest.mark.parametrize("syntax", Syntax)
@pytest.mark.parametrize("text", _REPEATED)
def test_reading_takes_time_in_proportion_to_the_text(text: str, syntax: Syntax) -> None:
    # Were each line to look at all the lines after it, ten times the text would take a hundred times as long.
    def reading(count: int) -> Callable[[], object]:
        document = (text * count).encode()
        return lambda: list(parse(document, syntax).errors)

    times = min(200 * TIMES, 1_000)
    assert is_in_proportion(reading, times, times * 10)


def test_an_object_on_one_line_takes_time_in_proportion() -> None:
    # Were each member to look for the start of its line, ten times the text would take a hundred times as long.
    def reading(count: int) -> Callable[[], object]:
        words = ", ".join(f'"{_letters(number)}": "{"x" * 8_000}"' for number in range(count))
        document = f'{{"default": {{"extend-words": {{{words}}}}}}}'.encode()
        return lambda: parse(document, Syntax.JSON)

    assert is_in_proportion(reading, 200, 2_000)


@pytest.mark.parametrize(
    ("syntax", "text"),
    [
        (Syntax.TOML, "[default.extend-words]\n" + 'aa = "bb"\n' * 200),
        (Syntax.TOML, "a = [" + "1, " * 200 + "]"),
        (Syntax.JSON, '{"a": {\n' + '  "aa": "bb",\n' * 200 + '  "aa": "bb"\n}}'),
        (Syntax.JSON, '{"a": {' + '"aa": "bb", ' * 200 + '"aa": "bb"}}'),
        (Syntax.JSON, '{"a": [' + "1, " * 200 + "1]}"),
    ],
)
def test_reading_lets_others_pass(syntax: Syntax, text: str) -> None:
    passed: list[int] = []
    with cancelled_by(lambda: False, lambda: passed.append(1)):
        parse(text.encode(), syntax)
    assert len(passed) > 200
    with pytest.raises(Cancelled), cancelled_after(100):
        parse(text.encode(), syntax)


def _same_correction(number: int) -> str:
    return f'wrg{_letters(number)} = "teh"\n'


def _same_word(number: int) -> str:
    cased = "".join(each.upper() if number >> at & 1 else each for at, each in enumerate("abcdefghijklmnop"))
    return f'{cased} = "x"\n'


def _letters(number: int) -> str:
    return "".join(chr(97 + (number >> at) % 8) for at in (0, 3, 6, 9, 12))


def _words(entries: str) -> Table:
    found = parse(f"[default.extend-words]\n{entries}".encode(), Syntax.TOML).root.find("default", "extend-words")
    assert found is not None
    assert isinstance(found.value, Table)
    return found.value


@pytest.mark.parametrize("entry", [_same_correction, _same_word])
def test_many_entries_of_one_kind_take_time_in_proportion(entry: Callable[[int], str]) -> None:
    def updating(count: int) -> Callable[[], None]:
        full, empty = _words("".join(map(entry, range(count)))), _words("")

        def update() -> None:
            filled = WordTable((), ("default", "extend-words"), is_json=False).updated(full)
            assert len(filled.entries) == len(full.entries)
            assert filled.updated(empty).by_word == {}

        return update

    assert is_in_proportion(updating, 400, 4_000)


# What a type says of a word that `default` names as well: each rule compares the two.
_OF_A_TYPE = {
    "bad-correction": ("{word} = '{word}x'", "[type.{name}.extend-words]\nqq{word} = '{word}'"),
    "split-word": ("{word} = '{word}'", "[type.{name}.extend-words]\n{word}Word = '{word}Word'"),
}


@pytest.mark.parametrize("rule", _OF_A_TYPE)
def test_many_types_beside_many_words_take_time_in_proportion(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Were `default` read for each type, or each table for each word, eight times the text would take 64 times as long.
    monkeypatch.setattr(conflicts, "dictionary_of", lambda *_: None)  # the program is another matter
    of_default, of_type = _OF_A_TYPE[rule]

    def checking(count: int) -> Callable[[], None]:
        named = [f"zq{_letters(number)}" for number in range(count)]
        default = "\n".join(of_default.format(word=word) for word in named)
        types = "\n".join(of_type.format(word=word, name=f"t{word}") for word in named)
        source = f"[default.extend-words]\n{default}\n{types}\n"
        subject = _subject(source)
        before = Checked(words=check(subject).words)

        def again() -> None:
            assert sum(each.rule == rule for each in check(subject, before).diagnostics) >= count

        return again

    assert is_in_proportion(checking, 50, 400)


def _subject(source: str) -> Subject:
    features = analysis(source, "typos.toml").features
    assert isinstance(features, ConfigFeatures)
    return features.subject
