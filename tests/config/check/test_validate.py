"""Checking value by value gives the same result as a validator on the whole document."""

import pytest
from hypothesis import given
from jsonschema import Draft7Validator

from tests.support.budget import examples
from tests.support.check import analysis
from tests.support.mutations import configurations
from waypost.config.check.validate import Violation, evidently_fits, unknown_keys, violation
from waypost.config.model.schema import load, root
from waypost.config.parse import Syntax, parse, plain

WHOLE = Draft7Validator(load())
STRUCTURE = {"unknown-key", "wrong-type", "unknown-locale"}


@examples(20)
@given(configurations())
def test_finds_fault_with_what_the_validator_refuses(text):
    made = analysis(text, "typos.toml")
    rules = {each.rule for each in made.diagnostics()}
    # In plain data, a date is text.
    if not rules & {"syntax-error", "null-in-toml"} and "1979" not in text:
        refused = list(WHOLE.iter_errors(plain(made.features.tree.root)))
        assert bool(refused) == bool(rules & STRUCTURE), refused


def test_each_kind_of_fault_is_told_apart():
    table = parse(b'a = 1\nb = "x"\nc = []\nd = {}\ne = 1979-05-27\nfiles = {}\n', Syntax.TOML).root
    locale = root().properties["default"].properties["locale"]
    binary = root().properties["default"].properties["binary"]
    assert violation(table.get("a"), locale) is Violation.TYPE
    assert violation(table.get("b"), locale) is Violation.ENUM
    assert [violation(table.get(name), binary) for name in "abcde"] == [Violation.TYPE] * 5
    assert list(unknown_keys(table, root())) == list("abcde")


def test_one_and_true_are_not_the_same():
    flags = parse(b"a = true\nb = 1\n", Syntax.TOML).root
    binary = root().properties["default"].properties["binary"]
    assert violation(flags.get("a"), binary) is None
    assert violation(flags.get("b"), binary) is Violation.TYPE


VALUES = """\
a = 1
b = 1.5
c = "en"
d = "british"
e = ""
f = true
g = []
h = ["x"]
i = {}
j = { x = 1 }
k = 1979-05-27
"""


def _every_node(node):
    yield node
    for each in node.properties.values():
        yield from _every_node(each)
    for each in (node.additional, node.items):
        if each is not None:
            yield from _every_node(each)


@pytest.mark.parametrize("syntax", Syntax)
def test_what_evidently_fits_is_what_the_validator_takes(syntax):
    """For any kind of value at any place in the schema, the quick test agrees with the whole schema."""
    text = (
        VALUES.encode() if syntax is Syntax.TOML else b'{"a": null, "b": 1, "c": [], "d": {}, "e": "en-us", "f": false}'
    )
    for entry in parse(text, syntax).root.entries.values():
        for node in _every_node(root()):
            errors = WHOLE.evolve(schema=node.source).iter_errors(... if entry.name == "k" else plain(entry.value))
            refused = [each for each in errors if not each.absolute_path and each.validator != "additionalProperties"]
            assert evidently_fits(entry.value, node) == (not refused), (entry.name, node.source)
