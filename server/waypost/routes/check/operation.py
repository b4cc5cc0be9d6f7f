"""Whether a call gives an operation what it takes."""

import re
from collections.abc import Iterator
from keyword import iskeyword

from waypost.apis import Operation, Parameter, ParameterPlace
from waypost.clients.shape import At, Shape
from waypost.core import messages
from waypost.results import Diagnostic, Edit, Fix
from waypost.routes.check.allowed import ValueFault, faults_of, listed
from waypost.routes.edit.arguments import add_arguments, add_keys, remove_entry
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValue, Value
from waypost.routes.sites.missing_parameters import missing_from
from waypost.routes.sites.site_operation import Known, Sent, is_built, written_name
from waypost.rules import RULES
from waypost.text import Span
from waypost.text.encoding import decode

# Paging is taken by more operations than say so.
_PAGING = frozenset(("page", "per_page"))
_LEAST_ALIKE = 70


def check_operation(known: Known, operation: Operation, source: bytes) -> Iterator[Diagnostic]:
    """Parameters that are not the operation's, values that it does not allow, and what it needs beside them."""
    for sent in known.sent:
        yield from _unknown_parameter(known, operation, sent, source)
    for parameter, value, span in _given(known, operation):
        yield from _bad_value(parameter, value, span, source)
    yield from _missing_required(known, operation, source)


def _unknown_parameter(known: Known, operation: Operation, sent: Sent, source: bytes) -> Iterator[Diagnostic]:
    name = sent.name.removesuffix("[]")
    if sent.name_span is None or name in _PAGING or _takes(operation, name) or _takes(operation, sent.name):
        return
    if sent.place in operation.unread:
        return
    if sent.place is ParameterPlace.BODY and (operation.open_body or operation.media):
        return
    near = _nearest_name(name, operation, known)
    if known.spot.enterprise and not near:
        return
    if known.site.record.is_builder and near in known.site.parsed.names:
        return  # the placeholder that lacks its value is marked
    offered = messages.did_you_mean(near)
    inner = written_name(sent.name_span, sent.name, source)
    fixes = [Fix(f"Change to `{near}`", (Edit(inner, near),))] if near and inner else []
    fixes += _removal(known, sent, source)
    yield _finding(
        "unknown-parameter", sent.name_span, f"{operation.route} has no parameter `{name}`{offered}", tuple(fixes)
    )


def _removal(known: Known, sent: Sent, source: bytes) -> Iterator[Fix]:
    """Taking the argument out, where it is one."""
    if sent.name_span is None or sent.value_span is None or known.site.literal.holds(sent.name_span):
        return
    edit = remove_entry(KeyedValue(sent.name, sent.value, sent.name_span, sent.value_span), source)
    if edit is not None:
        yield Fix(f"Remove `{sent.name}`", (edit,))


def _takes(operation: Operation, name: str) -> bool:
    """Whether the operation has that parameter anywhere: the wrong place is another matter."""
    return any(
        name == each.name or (each.place is ParameterPlace.HEADER and name.lower() == each.name.lower())
        for each in operation.parameters
    )


def _nearest_name(name: str, operation: Operation, known: Known) -> str:
    from rapidfuzz import process

    given = {sent.name for sent in known.sent if sent.value_span is not None}
    names = [
        each.name for each in operation.parameters if each.place is not ParameterPlace.PATH and each.name not in given
    ]
    found = process.extractOne(name, names, score_cutoff=_LEAST_ALIKE)
    return str(found[0]) if found else ""


def _given(known: Known, operation: Operation) -> Iterator[tuple[Parameter, Value, Span | None]]:
    """Every value that goes to a parameter of the operation."""
    for sent in known.sent:
        parameter = operation.parameter(sent.name.removesuffix("[]"), sent.place)
        if parameter is not None:
            yield parameter, sent.value, sent.value_span
    for expression, parameter in known.in_path:
        for variable in expression.variables:
            entry = known.site.value(variable.name)
            if entry is not None:
                yield parameter, entry.value, entry.value_span


def _bad_value(parameter: Parameter, value: Value, span: Span | None, source: bytes) -> Iterator[Diagnostic]:
    for fault in faults_of(value, parameter):
        where = fault.span or span
        if where is None:
            continue
        yield _finding("bad-value", where, fault.message, tuple(_mended(fault, where, source)))


def _mended(fault: ValueFault, where: Span, source: bytes) -> Iterator[Fix]:
    """The nearest value that is allowed, or the same value as one of the right type."""
    inner = written_name(where, fault.written, source) if fault.near else None
    if inner is not None:
        yield Fix(f"Change to `{fault.near}`", (Edit(inner, fault.near),))
    if fault.instead:
        written = fault.instead.replace("{}", decode(where.of(source)))
        yield Fix(f"Change to `{written}`", (Edit(where, written),))


def _missing_required(known: Known, operation: Operation, source: bytes) -> Iterator[Diagnostic]:
    missing = missing_from(known, operation)
    if not missing:
        return
    names = listed([f"`{each.name}`" for each in missing], "and")
    edits = list(_additions(known, missing, source))
    whole = tuple(edit for edit in edits if edit is not None)
    fix = (Fix(f"Add {names}", whole),) if whole and len(whole) == len(edits) else ()
    yield _finding("missing-required", known.site.literal, f"{operation.route} requires {names}", fix)


def _additions(known: Known, missing: list[Parameter], source: bytes) -> Iterator[Edit | None]:
    """The edits that give the call what is missing, each a name to be filled; None where there is no place for it."""
    site, shape = known.site, known.site.shape
    if is_built(site):
        yield add_arguments(site, source, [(each.name, _value_for(each.name)) for each in missing])
        return
    for place in (ParameterPlace.QUERY, ParameterPlace.BODY):
        values = [(each.name, _value_for(each.name)) for each in missing if each.place is place]
        at = None if shape is None else shape.query if place is ParameterPlace.QUERY else _body_of(site, shape)
        if values:
            yield add_keys(site, source, at, values) if at is not None else None


def _body_of(site: Site, shape: Shape) -> At | None:
    """Where this call has its body, or where it goes."""
    return shape.data if site.data is not None or shape.json is None else shape.json


def _value_for(name: str) -> str:
    """A variable of that name: what the value is, the user knows."""
    plain = re.sub(r"\W", "_", name)
    return f"{plain}_" if iskeyword(plain) else plain


def _finding(rule: str, span: Span, message: str, fixes: tuple[Fix, ...] = ()) -> Diagnostic:
    return Diagnostic(rule, RULES[rule].severity, span, message, fixes=fixes)
