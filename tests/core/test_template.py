"""The grammar: what it accepts, what it rejects and where, and what remains of a broken template."""

from functools import partial

import pytest

from tests.support.budget import is_in_proportion
from waypost.core.template import MAX_FAULTS, Expression, Template


def parts(text: str, *, colons: bool = True) -> list[str]:
    """The source of each part, with expressions marked."""
    template = Template.parse(text, colons=colons)
    assert "".join(text[part.span.start : part.span.end] for part in template.parts) == text
    return [("E " if isinstance(part, Expression) else "L ") + text[slice(*part.span)] for part in template.parts]


def faults(text: str) -> list[str]:
    return [text[slice(*fault.span)] for fault in Template.parse(text).faults]


def test_an_expression_has_the_spans_of_all_its_pieces():
    template = Template.parse("/é/{?per_page,path:3,list*}")
    (expression,) = template.expressions
    page, path, many = expression.variables
    assert (expression.operator, expression.span) == ("?", (3, 27))
    assert (page.name, page.span, page.explode, page.prefix) == ("per_page", (5, 13), False, None)
    assert (path.name, path.span, path.name_span, path.prefix) == ("path", (14, 20), (14, 18), 3)
    assert expression.in_query
    assert (many.name, many.span, many.name_span, many.explode) == ("list", (21, 26), (21, 25), True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/:owner/:repo.git", ["L /", "E :owner", "L /", "E :repo", "L .git"]),
        (":a/b", ["E :a", "L /b"]),
        ("{x}/:y", ["E {x}", "L /", "E :y"]),
        ("https://host:8080/:a", ["L https://host:8080/", "E :a"]),
        ("https://:8080/a:b", ["L https://:8080/a:b"]),
        ("https://user:pass@host/", ["L https://user:pass@host/"]),
        ("/values:batchGet", ["L /values:batchGet"]),
        ("/:3/a", ["L /:3/a"]),
        ("/a?x=/:b", ["L /a?x=/:b"]),
        ("/a{?x}/:b", ["L /a", "E {?x}", "L /:b"]),
    ],
)
def test_a_colon_makes_a_placeholder_at_the_start_of_a_segment_only(text, expected):
    assert parts(text) == expected


def test_plain_rfc_6570_has_no_colon_names():
    assert parts("/:owner", colons=False) == ["L /:owner"]


@pytest.mark.parametrize(
    ("text", "at_fault"),
    [
        ("/{", ["{"]),
        ("/{}", ["{}"]),
        ("/{?}", ["{?}"]),
        ("/{owner/x", ["{owner"]),
        ("/{a/{b}", ["{a"]),
        ("/a}", ["}"]),
        ("/{{owner}}", ["{{owner}}"]),
        ("/{!a}", ["!"]),
        ("/{a b}", [" "]),
        ("/{a-b,c-d}", ["-", "-"]),
        ("/{a,}", [",}"]),
        ("/{a:0}", [":0"]),
        ("/{a:12345}", [":12345"]),
        ("/{a:3*}", [":3*"]),
        ("/{a**}", ["*"]),
        ("/{a..b}", ["."]),
        ("/a b", [" "]),
        ("/100%", ["%"]),
        ("/%zz", ["%"]),
        ("/a\nb", ["\n"]),
        ('/<"|>', ["<", '"', "|", ">"]),
        ("/\ud800", ["\ud800"]),
    ],
)
def test_a_fault_has_the_span_of_what_is_wrong(text, at_fault):
    assert faults(text) == at_fault


@pytest.mark.parametrize(
    "text", ["", "/", "/{a}", "/%20/é/{a.b_c%20}", "/~!$&'()*+,;=:@?#[]", "/{?a,b*}{&c:9999}", "/{%F0%9F%98%80}"]
)
def test_what_the_grammar_allows_has_no_fault(text):
    assert faults(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("/{owner/{repo}", ("owner", "repo")),
        ("/{{owner}}/{x", ("owner", "x")),
        ("/{a b}/{c}", ("a", "c")),
        ("/{?a,,b}", ("a", "b")),
    ],
)
def test_a_broken_template_still_has_its_names(text, names):
    assert "".join(parts(text))
    assert Template.parse(text).names == names


def test_a_name_used_twice_is_one_name_and_two_variables():
    template = Template.parse("/{a}/{a}")
    assert template.names == ("a",)
    assert len(template.variables) == 2


def test_the_part_at_an_offset():
    template = Template.parse("/a/{b}")
    assert template.part_at(0) == template.parts[0]
    assert template.part_at(3) == template.parts[1]
    assert template.part_at(6) == template.parts[1]
    assert template.part_at(7) is None
    assert Template.parse("").part_at(0) is None


@pytest.mark.parametrize("unit", ["{", "}", "{}", "\0", "%", "{a,", "{a", "{{a}}", "/:", "}{"])
def test_hostile_text_costs_linear_time_and_few_faults(unit):
    assert is_in_proportion(lambda length: partial(Template.parse, unit * (length // len(unit))), 10_000, 100_000)
    text = unit * (100_000 // len(unit))
    template = Template.parse(text)
    assert len(template.faults) <= MAX_FAULTS + 1


def test_a_dash_in_a_name_is_answered_with_what_to_write():
    (fault,) = Template.parse("/teams/{enterprise-team}/members").faults
    assert fault.message == "A name cannot contain `-`; write `_`: a placeholder's name is never sent."
