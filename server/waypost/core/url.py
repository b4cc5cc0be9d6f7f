"""A compiled URL template, and what its expressions expand to.

`uritemplate` expands each expression. It departs from RFC 6570 in a few ways, so some work is done here: literals are
percent-encoded (it copies them), and values of `{+x}` and `{#x}` are encoded first (it leaves a space next to `%20`
raw), so their prefixes are cut here too. Mappings are passed as pairs, since it sorts their keys. Expressions are
expanded one by one, so that the assembly knows each value's place in the path.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from uritemplate import URITemplate

from waypost.core.errors import RouteError
from waypost.core.span import CharSpan
from waypost.core.template import MAX_CACHED_LENGTH, Expression, Literal, Template, Variable
from waypost.core.values import HALF_A_PAIR, BadValueError, TemplateValue, encoder, template_value

_quote: Final = encoder(":/?#[]@!$&'()*+,;=")
_ESCAPED = re.compile(r"(%[0-9A-Fa-f]{2})")


class ExpressionStep(NamedTuple):
    """One expression and its expander."""

    expression: Expression
    compiled: URITemplate
    reserved: bool


class Url(NamedTuple):
    """A template that has passed the grammar. `steps` are texts, already encoded, and expressions."""

    template: Template
    absolute: bool
    steps: tuple[str | ExpressionStep, ...]
    names: frozenset[str]

    @property
    def text(self) -> str:
        return self.template.text


def compile_url(text: str, *, colons: bool = True) -> Url:
    """The compiled form of `text`; raises RouteError if it breaks the grammar. `colons` as in `Template.parse`."""
    return _cached(text, colons) if len(text) <= MAX_CACHED_LENGTH else _compile(text, colons)


def expand(text: str, values: Mapping[str, Any]) -> str:
    """Plain RFC 6570: a template expanded without the guards of a request."""
    url = compile_url(text, colons=False)
    return "".join(step if isinstance(step, str) else expansion(url, step, values) for step in url.steps)


def _compile(text: str, colons: bool) -> Url:  # noqa: FBT001 - the key of a cache
    template = Template.parse(text, colons=colons)
    if template.faults:
        fault = template.faults[0]
        raise RouteError(fault.message, text, fault.span, rule="invalid-template")
    steps = tuple(encode_reserved(part.text) if isinstance(part, Literal) else _step(part) for part in template.parts)
    return Url(template, text.startswith(("http://", "https://")), steps, frozenset(template.names))


_cached = lru_cache(maxsize=4096)(_compile)


def _step(expression: Expression) -> ExpressionStep:
    reserved = expression.operator in {"+", "#"}
    variables = ",".join(_source(variable, reserved=reserved) for variable in expression.variables)
    return ExpressionStep(expression, URITemplate(f"{{{expression.operator}{variables}}}"), reserved)


def _source(variable: Variable, *, reserved: bool) -> str:
    if variable.prefix is not None and not reserved:
        return f"{variable.name}:{variable.prefix}"
    return variable.name + ("*" if variable.explode else "")


def encode_reserved(text: str) -> str:
    """Encode what is not allowed in a URL; reserved characters and what is already encoded stay as they are."""
    if text.isascii() and text.replace("/", "").isalnum():
        return text
    if "%" not in text:
        return _quote(text)
    return "".join(piece if index % 2 else _quote(piece) for index, piece in enumerate(_ESCAPED.split(text)))


def expansion(url: Url, step: ExpressionStep, parameters: Mapping[str, Any]) -> str:
    """What an expression expands to: nothing if none of its variables has a value."""
    try:
        values: dict[str, Any] = {}
        for variable in step.expression.variables:
            value = _value(url, variable, parameters.get(variable.name))
            if value is not None:
                values[variable.name] = _reserved_value(value, variable) if step.reserved else value
        return step.compiled.expand(values) if values else ""
    except UnicodeEncodeError:
        names = ", ".join(variable.name for variable in step.expression.variables)
        error = BadValueError(HALF_A_PAIR)
        raise bad_value(names, error, url.text, step.expression.span) from None


def _value(url: Url, variable: Variable, raw: object) -> TemplateValue | None:
    try:
        return template_value(raw, whole=variable.prefix is None)
    except BadValueError as error:
        raise bad_value(variable.name, error, url.text, variable.span) from None


def bad_value(name: str, error: BadValueError, source: str, span: CharSpan) -> RouteError:
    return RouteError(f"`{name}` {error}", source, span, rule="unsendable-value", parameter=name)


def _reserved_value(value: TemplateValue, variable: Variable) -> str | list[Any]:
    if isinstance(value, str):
        return encode_reserved(value[: variable.prefix])
    return [encode_reserved(item) if isinstance(item, str) else tuple(map(encode_reserved, item)) for item in value]
