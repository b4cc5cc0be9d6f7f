"""Whether a call gives an operation what it accepts and requires."""

from collections.abc import Iterator, Sequence
from functools import partial

from waypost.apis import Operation, Parameter, ParameterPlace
from waypost.clients.shape import At, Shape
from waypost.results import Diagnostic, Edit, Fix, Tag
from waypost.routes.check.allowed import ValueFault, listed
from waypost.routes.check.bodies import body_faults, is_missing_body
from waypost.routes.check.credentials import credential_faults
from waypost.routes.check.parameters import parameter_faults
from waypost.routes.edit.arguments import add_arguments, add_keys, remove_entry, title_of_added, with_stops
from waypost.routes.model.site import Site
from waypost.routes.sites.missing_parameters import missing_from
from waypost.routes.sites.sent_body import BodyForm, sent_body
from waypost.routes.sites.site_operation import BoundSite, written_name
from waypost.rules import RULES
from waypost.text import Span
from waypost.text.encoding import decode


def check_operation(known: BoundSite, operation: Operation, source: bytes) -> Iterator[Diagnostic]:
    """Parameters that the operation does not have, values that it does not allow, and what it also requires."""
    faults = [
        *parameter_faults(known, operation),
        *body_faults(known, operation),
        *credential_faults(known, operation, source),
    ]
    for fault in faults:
        if not fault.missing and not _is_excused(known, fault):
            yield from _diagnostic(known, fault, source)
    missing = [*_missing_parameters(known, operation, source), *_missing_keys(operation, faults)]
    yield from _missing_required(known, operation, missing, source)


def _missing_parameters(known: BoundSite, operation: Operation, source: bytes) -> list[Parameter]:
    """Missing names; for a body in JSON, the schema says more."""
    sent = sent_body(known.site)
    by_schema = sent is not None and sent.form is BodyForm.JSON
    found = missing_from(known, operation, source)
    return [each for each in found if each.place is not ParameterPlace.BODY or not by_schema]


def _missing_keys(operation: Operation, faults: Sequence[ValueFault]) -> list[Parameter]:
    """The keys missing from the body itself."""
    names = dict.fromkeys(name for fault in faults for name in fault.missing)
    plain = [Parameter(name, ParameterPlace.BODY) for name in names]
    return [operation.parameter(each.name, ParameterPlace.BODY) or each for each in plain]


def _is_excused(known: BoundSite, fault: ValueFault) -> bool:
    """Whether another rule reports the same mistake, or another version of the server may accept it."""
    if fault.rule != "unknown-parameter":
        return False
    if known.spot.enterprise and not fault.near:
        return True
    # The placeholder without a value is marked.
    return known.site.record.is_builder and fault.near in known.site.parsed.names


def _diagnostic(known: BoundSite, fault: ValueFault, source: bytes) -> Iterator[Diagnostic]:
    if fault.span is None:
        return
    tags = (Tag.DEPRECATED,) if fault.rule == "deprecated-parameter" else ()
    severity = fault.severity or RULES[fault.rule].severity
    fixes = tuple(_fixes(known, fault, fault.span, source))
    yield Diagnostic(fault.rule, severity, fault.span, fault.message, fixes=fixes, tags=tags)


def _fixes(known: BoundSite, fault: ValueFault, where: Span, source: bytes) -> Iterator[Fix]:
    """Change to the nearest allowed name or value, convert to the right type, or remove."""
    inner = written_name(where, fault.written, source) if fault.near else None
    if inner is not None:
        yield Fix(f"Change to `{fault.near}`", (Edit(inner, fault.near),))
    if fault.instead:
        written = fault.instead.replace("{}", decode(where.of(source)))
        yield Fix(f"Change to `{written}`", (Edit(where, written),))
    entry = fault.entry
    if entry is None or entry.key_span is None or entry.value_span is None or known.site.literal.holds(entry.key_span):
        return
    edit = remove_entry(entry, source)
    if edit is not None:
        yield Fix(f"Remove `{entry.key}`", (edit,))


def _missing_required(
    known: BoundSite, operation: Operation, missing: list[Parameter], source: bytes
) -> Iterator[Diagnostic]:
    if not missing:
        if is_missing_body(known, operation):
            message = f"`{operation.route}` requires a body"
            yield Diagnostic("missing-required", RULES["missing-required"].severity, known.site.literal, message)
        return
    names = listed([f"`{each.name}`" for each in missing], "and")
    edits = list(_additions(known, missing, source))
    whole = tuple(edit for edit in edits if edit is not None)
    title = title_of_added(f"Add {names}", [each.name for each in missing], source, known.site.span.start)
    fix = (Fix(title, whole),) if whole and len(whole) == len(edits) else ()
    severity = RULES["missing-required"].severity
    yield Diagnostic(
        "missing-required", severity, known.site.literal, f"`{operation.route}` requires {names}", fixes=fix
    )


def _additions(known: BoundSite, missing: list[Parameter], source: bytes) -> Iterator[Edit | None]:
    """The edits that add what is missing, each a name for the user to define; None if there is no place for it."""
    site, shape = known.site, known.site.shape
    if site.record.builds:
        yield with_stops(partial(add_arguments, site, source), [each.name for each in missing])
        return
    for place in (ParameterPlace.QUERY, ParameterPlace.BODY, ParameterPlace.HEADER):
        names = [each.name for each in missing if each.place is place]
        at = _argument_of(site, shape, place) if shape is not None else None
        if names:
            yield with_stops(partial(add_keys, site, source, at), names) if at is not None else None


def _argument_of(site: Site, shape: Shape, place: ParameterPlace) -> At | None:
    """Where this call has its query, headers or body, or could have them."""
    if place is not ParameterPlace.BODY:
        return shape.query if place is ParameterPlace.QUERY else shape.headers
    return shape.data if site.data is not None or shape.json is None else shape.json
