"""Whether an operation accepts the body of a call: its content type, its keys, and their values at any depth."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from waypost.apis import Operation, ParameterPlace
from waypost.apis.model import Body
from waypost.apis.schemas import Schema
from waypost.core import mistakes
from waypost.routes.check.allowed import ValueCheck, ValueFault, Written, listed, nearest
from waypost.routes.model.values import Constant, KeyedValue, KeyedValues, Row, options_of
from waypost.routes.sites.sent_body import BodyForm, CallBody, sent_body
from waypost.routes.sites.site_operation import BoundSite

_MEDIA: Final = {
    BodyForm.JSON: re.compile(r"[^;]*[/+.-]json|\*/\*|application/\*", re.IGNORECASE),
    BodyForm.FORM: re.compile(r"application/x-www-form-urlencoded|\*/\*|application/\*", re.IGNORECASE),
    BodyForm.MULTIPART: re.compile(r"multipart/|\*/\*", re.IGNORECASE),
}
_BRACKETS: Final = re.compile(r"\[([^\[\]]*)\]")
_MOST_SHOWN: Final = 4


def body_faults(known: BoundSite, operation: Operation) -> Iterator[ValueFault]:
    """The mistakes in the body that a call sends, or fails to send."""
    if ParameterPlace.BODY in operation.unread:
        return
    sent = sent_body(known.site)
    if sent is None:
        return
    if not operation.bodies:
        yield from _not_taken(known, operation, sent)
        return
    form = _form(known, sent)
    fitting = [each for each in operation.bodies if form in _MEDIA and _MEDIA[form].match(each.media)]
    if fitting:
        yield from _of_fitting(known, operation, sent._replace(form=form), fitting)
    elif form in _MEDIA:
        yield from _of_another_form(operation, sent, form)


def _form(known: BoundSite, sent: CallBody) -> BodyForm:
    """The content type that the call sets, or that the client gives its body."""
    headers = known.site.headers
    if headers is None:
        return sent.form
    if not isinstance(headers, KeyedValues) or headers.open:
        return BodyForm.UNKNOWN
    said = next((each.value for each in headers.entries if each.key.lower() == "content-type"), None)
    return sent.form if said is None else BodyForm.UNKNOWN


def _not_taken(known: BoundSite, operation: Operation, sent: CallBody) -> Iterator[ValueFault]:
    """A body that the document does not describe. For the builder, each argument is an unknown parameter."""
    empty = isinstance(sent.value, KeyedValues) and not sent.value.entries
    if empty or (isinstance(sent.value, Constant) and sent.value.value is None):
        return
    if known.site.record.builds and isinstance(sent.value, KeyedValues) and "data" not in known.site.values.by_key:
        for entry in sent.value.entries:
            yield unknown_name(known, operation, entry, ParameterPlace.BODY)
        return
    yield ValueFault(f"`{operation.route}` accepts no body", sent.span, "unexpected-body")


def _of_another_form(operation: Operation, sent: CallBody, form: BodyForm) -> Iterator[ValueFault]:
    medias = list(dict.fromkeys(f"`{each.media.partition(';')[0]}`" for each in operation.bodies))
    yield ValueFault(
        f"`{operation.route}` accepts {listed(medias[:_MOST_SHOWN])}, not {form}", sent.span, "wrong-content-type"
    )


def _of_fitting(known: BoundSite, operation: Operation, sent: CallBody, bodies: list[Body]) -> Iterator[ValueFault]:
    """The mistakes in a body, under the form that it fits best."""
    found = [list(_of_body(known, operation, sent, each)) for each in bodies]
    yield from min(found, key=lambda faults: sum(each.is_certain for each in faults))


def _of_body(known: BoundSite, operation: Operation, sent: CallBody, body: Body) -> Iterator[ValueFault]:
    schema = known.spot.api.schemas[body.schema]
    if sent.form is BodyForm.JSON:
        check = ValueCheck(Written.JSON, operation.route, sends_none=not known.site.record.builds)
        for fault in check.faults(sent.value, schema):
            worded = fault._replace(message=fault.message.replace("`` must", "the body must"))
            yield _placed(known, operation, worded, sent)
        return
    for option in options_of(sent.value):
        if isinstance(option, KeyedValues):
            yield from _of_fields(known, operation, option, schema)


def _placed(known: BoundSite, operation: Operation, fault: ValueFault, sent: CallBody) -> ValueFault:
    """The fault at its place; a key that is a parameter elsewhere is reported as such."""
    entry = fault.entry
    if entry is not None and fault.rule == "unknown-parameter" and fault.message.startswith(f"`{operation.route}` "):
        elsewhere = unknown_name(known, operation, entry, ParameterPlace.BODY)
        if _place_of(operation, entry.key) is not None:
            return elsewhere
    return fault if fault.span is not None else fault._replace(span=sent.span)


def _of_fields(known: BoundSite, operation: Operation, fields: KeyedValues, schema: Schema) -> Iterator[ValueFault]:
    """The fields of a form: values are text, and brackets in a name lead into objects and lists."""
    check = ValueCheck(Written.TEXT, operation.route)
    keys = schema.keys
    is_open = not keys or any(each.extra not in (None, False) or not each.known for each in schema.every_part)
    for entry in fields.entries:
        name, brackets = entry.key.partition("[")[0], _BRACKETS.findall(entry.key)
        if entry.key in keys:
            name, brackets = entry.key, []
        elif brackets[-1:] == [""] and isinstance(entry.value, Row):
            brackets = brackets[:-1]  # the list itself
        if name in keys:
            for each in _leaves(keys[name], brackets):
                for fault in check.faults(entry.value, each, entry.key):
                    yield fault if fault.span is not None else fault._replace(span=entry.value_span)
        elif not is_open and entry.key_span is not None:
            yield unknown_name(known, operation, entry, ParameterPlace.BODY, tuple(keys))


def _leaves(schemas: Sequence[Schema], brackets: list[str]) -> Sequence[Schema]:
    """What a name with brackets leads to in every branch; nothing if that is not certain."""
    found = schemas if len(schemas) == 1 and not schemas[0].branches else []
    for key in brackets:
        if not found:
            return []
        inner = found[0].properties.get(key)
        if inner is None and (not key or key.isdecimal()):
            inner = found[0].items
        found = [inner] if inner is not None and not inner.branches else []
    return found


def unknown_name(
    known: BoundSite, operation: Operation, entry: KeyedValue, place: ParameterPlace, names: tuple[str, ...] = ()
) -> ValueFault:
    """A name that an operation does not accept here: perhaps it belongs elsewhere, perhaps it is misspelt."""
    given = {each.name for each in known.sent if each.value_span is not None}
    elsewhere = _place_of(operation, entry.key)
    if elsewhere is not None and elsewhere is not place:
        message = f"`{entry.key}` is a {_KINDS[elsewhere]} of `{operation.route}`, not a {_KINDS[place]}"
        return ValueFault(message, entry.key_span, "unknown-parameter", entry=entry)
    candidates = [*names, *(each.name for each in operation.parameters if each.place is not ParameterPlace.PATH)]
    near = nearest(entry.key.removesuffix("[]"), [each for each in candidates if each not in given])
    message = f"`{operation.route}` has no parameter `{entry.key}`{mistakes.did_you_mean(near)}"
    return ValueFault(message, entry.key_span, "unknown-parameter", written=entry.key, near=near, entry=entry)


_KINDS: Final = {
    ParameterPlace.PATH: "path parameter",
    ParameterPlace.QUERY: "query parameter",
    ParameterPlace.HEADER: "header",
    ParameterPlace.COOKIE: "cookie",
    ParameterPlace.BODY: "body key",
}


def _place_of(operation: Operation, name: str) -> ParameterPlace | None:
    """Where the operation has a parameter with that name."""
    found = next((each for each in operation.parameters if each.name.lower() == name.lower()), None)
    return found.place if found is not None else None


def is_missing_body(known: BoundSite, operation: Operation) -> bool:
    """Whether a body is required and certainly none is sent."""
    return (
        operation.body_required
        and ParameterPlace.BODY not in operation.unread
        and not known.site.record.builds
        and sent_body(known.site) is None
    )
