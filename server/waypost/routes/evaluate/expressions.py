"""The value of an expression, as far as the text shows it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import dropwhile
from typing import Final, cast

from tree_sitter import Node

from waypost.clients.shape import VERBS
from waypost.routes.calls import client_types as types
from waypost.routes.evaluate import made_values, standard_library, strings, url_objects, url_parts
from waypost.routes.evaluate.assign import last_put_in
from waypost.routes.evaluate.callers_texts import credit_key, pieces_of
from waypost.routes.evaluate.class_names import class_attribute, class_of
from waypost.routes.evaluate.client_attributes import attribute_value, with_attribute
from waypost.routes.evaluate.conditions import truth, truth_of
from waypost.routes.evaluate.heirs import is_left_to_heirs
from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.evaluate.limits import LONGEST, MOST_ITEMS, MOST_PARTS, TooMuchError, bounded, extend
from waypost.routes.evaluate.lookups import looked_up
from waypost.routes.evaluate.makers import object_given
from waypost.routes.evaluate.unknowns import unknown, words
from waypost.routes.model import literals
from waypost.routes.model.values import (
    FROM_BASE,
    MOST_OPTIONS,
    Arguments,
    Class,
    Constant,
    Either,
    Function,
    Instance,
    KeyedValue,
    KeyedValues,
    Method,
    Parent,
    Part,
    Partial,
    Reference,
    Row,
    Text,
    TextPiece,
    Thing,
    Unknown,
    Value,
    either,
    options_of,
)
from waypost.routes.syntax.tree import field, names_in, text


def parts_only(flow: Evaluation, node: Node) -> Value:
    """An expression that is not followed: its parts may still contain calls."""
    for child in node.named_children:
        flow.evaluate(child)
    return unknown(flow, node)


def _string(flow: Evaluation, node: Node) -> Value:
    value = _text(flow, node)
    if value is None:
        return unknown(flow, node)
    if flow.recorder is not None:
        flow.recorder.string(value, decorator=flow.decorator)
    return strings.spread(value)


def _text(flow: Evaluation, node: Node) -> Text | None:
    prefix = literals.prefix_of(node)
    if "b" in prefix or "t" in prefix:
        return None
    parts: list[Part] = []
    formatted = "f" in prefix
    most = MOST_PARTS + node.end_byte - node.start_byte
    for child in node.children:
        if child.type == "string_content":
            pieces = literals.content_pieces(child, flow.base, raw="r" in prefix, formatted=formatted)
            parts.extend(map(_without_place, pieces) if flow.module.foreign else pieces)
        elif child.type == "interpolation":
            extend(parts, _interpolation(flow, child), most)
    value = Text(tuple(parts), flow.place(node))
    bounded(value, node.end_byte - node.start_byte)
    return value


def _without_place(piece: Part) -> Part:
    return TextPiece(piece.text, None, piece.verbatim) if isinstance(piece, TextPiece) else replace(piece, span=None)


def _interpolation(flow: Evaluation, node: Node) -> tuple[Part, ...]:
    expression = field(node, "expression")
    if expression is None:
        return ()
    value = flow.evaluate(expression)
    spec = "".join(text(child) for child in node.children if child.type in ("type_conversion", "format_specifier"))
    source = text(node)
    shows_itself = source[1:-1].rstrip().endswith("=") and not text(expression).rstrip().endswith("=")
    return strings.parts_of(value, words(expression), flow.place(node), "f", "=" if shows_itself else spec)


def _concatenated(flow: Evaluation, node: Node) -> Value:
    texts = [_text(flow, child) for child in node.named_children if child.type == "string"]
    known = [each for each in texts if each is not None]
    length = node.end_byte - node.start_byte
    if len(known) < len(texts) or sum(len(each.parts) for each in known) > MOST_PARTS + length:
        return unknown(flow, node)
    value = Text(strings.joined(known).parts, flow.place(node))
    bounded(value, length)
    if flow.recorder is not None:
        flow.recorder.string(value, decorator=flow.decorator)
    return strings.spread(value)


def _number(flow: Evaluation, node: Node) -> Value:
    try:
        written = text(node).replace("_", "")
        value = int(written, 0) if node.type == "integer" else float(written)
    except ValueError:
        return unknown(flow, node)
    return Constant(value, flow.place(node)) if len(written) < 40 else unknown(flow, node)  # noqa: PLR2004 - no id is as long


def _unary(flow: Evaluation, node: Node) -> Value:
    """A number with its sign."""
    operand, sign = node.child_by_field_name("argument"), node.child_by_field_name("operator")
    value = flow.evaluate(operand) if operand is not None else None
    number = value.value if isinstance(value, Constant) else None
    if sign is None or isinstance(number, bool) or not isinstance(number, int | float):
        return unknown(flow, node)
    signed = {"-": -number, "+": number}.get(text(sign))
    return Constant(signed, flow.place(node)) if signed is not None else unknown(flow, node)


def _constant(value: bool | None) -> Callable[[Evaluation, Node], Value]:  # noqa: FBT001 - the value itself
    return lambda flow, node: Constant(value, flow.place(node))


def _identifier(flow: Evaluation, node: Node) -> Value:
    name = text(node)
    value = flow.name(name)
    if isinstance(value, Reference) and "." in value.name and not types.is_known(value.name):
        imported = flow.module.imported(value.name)
        return imported if imported is not None else value
    if value is not None:
        return value
    return Reference(name) if name in types.BUILT_IN else unknown(flow, node)


def _attribute(flow: Evaluation, node: Node) -> Value:
    owner, name = field(node, "object"), field(node, "attribute")
    if owner is None or name is None:
        return parts_only(flow, node)
    return attribute_of(flow, flow.evaluate(owner), text(name), node)


def _dotted(flow: Evaluation, node: Node) -> Value:
    """`Verb.GET`, as patterns have it."""
    first, *names = node.named_children
    value = flow.evaluate(first)
    for name in names:
        value = attribute_of(flow, value, text(name), node)
    return value


def attribute_of(flow: Evaluation, owner: Value, name: str, node: Node) -> Value:  # noqa: C901, PLR0911, PLR0912 - one answer for each kind
    """The value of `owner.name`."""
    if isinstance(owner, Unknown) and owner.of_init is not None and not hasattr(str, name):
        owner = object_given(flow, owner.of_init) or owner
    if isinstance(owner, Either):
        return either(*(attribute_of(flow, option, name, node) for option in owner.options))
    match owner:
        case Reference():
            dotted = f"{owner.name}.{name}"
            known = None if types.is_known(owner.name) else flow.module.imported(dotted)
            return known or standard_library.constant(dotted) or Reference(dotted)
        case Instance() if name in {"__class__", "__name__"} and (of := class_of(flow, owner)) is not None:
            return (of if name == "__class__" else class_attribute(of, name, flow.place(node))) or unknown(flow, node)
        case Instance():
            return _of_instance(flow, owner, name, node)
        case Class():
            return _of_class(flow, owner, name, node)
        case Thing():
            inner = (
                types.attribute(owner, name)
                or attribute_value(flow.module.shapes, owner, name)
                or url_parts.part(owner, name)
            )
            return inner if inner is not None else Method(owner, name, words(node))
        case Parent():
            return _of_bases(flow, owner, name, node)
        case Unknown():
            return part_of(flow, owner, node)
        case Text() | Constant() | Row() | KeyedValues() if name == "value":
            return owner  # none of these has such an attribute: it is a member of an enumeration
        case Constant() if made_values.has_method(owner, name):
            return Method(owner, name, words(node))
        case Constant():
            return made_values.attribute(owner, name) or unknown(flow, node)
        case Text() | KeyedValues() | Row():
            return Method(owner, name, words(node))
    return unknown(flow, node)


def part_of(flow: Evaluation, given: Value | None, node: Node) -> Unknown:
    """An attribute or item of something unknown, or what a table has for it: callers give that with it."""
    return Unknown(words(node), flow.place(node), isinstance(given, Unknown) and given.parameter)


def any_item(table: KeyedValues) -> Value | None:
    """Any value of a short table; tables that describe requests are not one request with parts of any."""
    values = [entry.value for entry in table.entries]
    if table.open or not 0 < len(values) <= MOST_OPTIONS or (len(values) > 1 and any(map(_describes, values))):
        return None
    return either(*values)


def _describes(value: Value) -> bool:
    pieces = pieces_of(value) if isinstance(value, Row | KeyedValues) else ()
    return any(isinstance(each, TextPiece) and each.text.startswith(_ROOTS) for each in pieces)


def _of_instance(flow: Evaluation, owner: Instance, name: str, node: Node) -> Value:
    set_here = flow.env.get(f"self.{name}") if owner.of is flow.holder or owner.of == flow.holder else None
    is_set = set_here is not None and (flow.outer is None or flow.env.get("self") is owner)
    if set_here is not None and (is_set or isinstance(set_here, Thing)):
        return set_here
    if (found := owner.of.module.attribute(owner.of, name, owner)) is not None:
        _credit_heir(flow, owner.of, name, found)
        return _left_to_heirs(owner, name, found, elsewhere=not isinstance(found, Unknown))
    base = owner.of.module.external_base(owner.of)
    made = _made_up(flow, owner, name)
    if made is not None:
        return made
    if not base:
        return _left_to_heirs(owner, name, Unknown(words(node), flow.place(node)), elsewhere=True)
    thing = _made_of(owner, base)
    sender = owner.of.module.attribute(owner.of, "request", owner) if name.upper() in VERBS else None
    if isinstance(sender, Function) and flow.module.shapes.is_type(thing.type):
        return Partial(sender, Arguments((KeyedValue("", Text((TextPiece(name.upper(), None),))),)))
    inner = types.attribute(thing, name) or attribute_value(flow.module.shapes, replace(thing, whole=True), name)
    return inner if inner is not None else Method(thing, name, words(node))


def _left_to_heirs(owner: Instance, name: str, found: Value, *, elsewhere: bool) -> Value:
    """An attribute, or what heirs of the class provide if it does not: `path = None`, methods of another mixin."""
    if owner.made or not is_left_to_heirs(found) or name.startswith("__"):
        return found
    given: Value | None = owner.of.module.of_heirs(owner.of, name, elsewhere=elsewhere)
    return given if given is not None else found


def _made_up(flow: Evaluation, owner: Instance, name: str) -> Value | None:
    """What a class's `__getattr__` gives: a client may have a method for each verb, or a resource for each name."""
    getter = owner.of.module.attribute(owner.of, "__getattr__", owner)
    if not isinstance(getter, Function) or name.startswith("__"):
        return None
    made = flow.call_function(getter, Arguments((KeyedValue("", Text((TextPiece(name, None),))),)))
    return made if isinstance(made, Function | Partial | Instance | Thing) else None


def _of_class(flow: Evaluation, owner: Class, name: str, node: Node) -> Value:
    found = owner.module.attribute(owner, name, owner) or class_attribute(owner, name, flow.place(node))
    if found is not None and _is_given(flow, owner, node):
        _credit_heir(flow, owner, name, found)
    return found if found is not None else unknown(flow, node)


def _is_given(flow: Evaluation, owner: Class, node: Node) -> bool:
    """Whether a function was given a class, or is called on it: `cls.path`."""
    named = field(node, "object")
    return named is not None and named.type == "identifier" and flow.env.get(text(named)) is owner


def _credit_heir(flow: Evaluation, owner: Class, name: str, found: Value) -> None:
    """A text of a class makes the request specific, as an argument does, if a method inherits it or is given it."""
    base = flow.holder_of_code
    if flow.outer is None or flow.outer.through is None or not isinstance(found, Text) or base == owner:
        return
    if base is None or flow.module.attribute(base, name, Instance(base)) != found:
        flow.outer.through.extend(part for part in found.parts if isinstance(part, TextPiece))


def _made_of(owner: Instance, base: str) -> Thing:
    """An object of a workspace class, as the client that it inherits from."""
    made = owner.of.module.attribute(owner.of, FROM_BASE, owner)
    thing = replace(made, whole=False) if isinstance(made, Thing) else Thing(base, owner.built, whole=False)
    for name in owner.of.module.shapes.roles_of(thing.type):
        given = owner.of.module.attribute(owner.of, name, owner)
        if given is not None and not isinstance(given, Function | Unknown):
            thing = with_attribute(owner.of.module.shapes, thing, name, given) or thing
    return thing


def _of_bases(flow: Evaluation, owner: Parent, name: str, node: Node) -> Value:
    """`super().name`."""
    for base in _next_to(owner):
        if isinstance(base, Class) and base != owner.of:
            found = base.module.attribute(base, name, owner.receiver)
            if found is not None:
                return cast("Value", found)
            further = base.module.external_base(base)
            if further:
                return Method(_as_foreign(owner.receiver, further, name), name, words(node))
        elif isinstance(base, Thing):
            return Method(_as_foreign(owner.receiver, base.type, name), name, words(node))
    return unknown(flow, node)


def _next_to(owner: Parent) -> Sequence[Value]:
    """Where `super()` looks: what comes next in the class of the object, which may be no base of the code's class."""
    bases: Sequence[Value] = owner.of.module.bases(owner.of)
    of = owner.receiver.of if isinstance(owner.receiver, Instance) else owner.of
    if of == owner.of:
        return bases
    following = list(dropwhile(lambda each: each != owner.of, of.module.ancestry(of)))[1:]
    return bases if not following or following[0] in bases[:1] else following


def _as_foreign(receiver: Value, base: str, name: str) -> Thing:
    """An object as its foreign base sees it, with what it was made with, except while it is made."""
    if isinstance(receiver, Instance) and name != "__init__":
        return _made_of(receiver, base)
    return Thing(base, whole=False)


# How paths and addresses start.
_ROOTS: Final = ("/", "https://", "http://")
# What stands for its first argument in an annotation, or for any of them.
_HOLDS_TYPE: Final = frozenset(
    f"{module}.{name}" for module in ("typing", "typing_extensions") for name in ("Annotated", "Optional", "Union")
)


def _subscript(flow: Evaluation, node: Node) -> Value:
    owner = flow.evaluate(node.children[0])
    if isinstance(owner, Reference) and owner.name in _HOLDS_TYPE:
        return _type_held(flow, node)
    keys = [looked_up(flow, child) for child in node.children_by_field_name("subscript")]
    key = keys[0] if len(keys) == 1 else None
    if isinstance(owner, Unknown):
        return part_of(flow, owner, node)
    if isinstance(owner, Text):
        return _of_text(flow, owner, node, key) or unknown(flow, node)
    if isinstance(owner, KeyedValues) and isinstance(key, Text) and key.known is not None:
        found = owner.by_key.get(key.known)
        return credit_key(flow, key, found.value) if found is not None and not found.maybe else unknown(flow, node)
    if isinstance(owner, KeyedValues) and owner.open and key is not None:
        return last_put_in(flow, node.children[0], key) or unknown(flow, node)
    owner = url_parts.as_row(owner)
    made = _of_row(flow, owner, node) if isinstance(owner, Row) else None
    return made or _item(owner, key) or part_of(flow, key, node)


def _type_held(flow: Evaluation, node: Node) -> Value:
    """`Annotated[AsyncClient, …]`, `Union[None, Client]`."""
    held = (flow.evaluate(each) for each in node.children_by_field_name("subscript"))
    return next((each for each in held if isinstance(each, Class | Reference)), unknown(flow, node))


def _of_text(flow: Evaluation, owner: Text, node: Node, key: Value | None) -> Text | None:
    """`text[0]`, `text[:-1]`."""
    if isinstance(key, Constant) and type(key.value) is int:
        one = strings.sliced(owner, key.value, key.value + 1 or None)
        return one if one is not None and one.parts else None
    bounds = _bounds(flow, node)
    return strings.sliced(owner, *bounds) if bounds is not None else None


def _of_row(flow: Evaluation, owner: Row, node: Node) -> Row | None:
    """`items[:-1]`."""
    bounds = None if owner.open or owner.once else _bounds(flow, node)
    return Row(owner.items[slice(*bounds)]) if bounds is not None else None


def _bounds(flow: Evaluation, node: Node) -> tuple[int | None, int | None] | None:
    """The known bounds of a slice without a step."""
    [written, *more] = node.children_by_field_name("subscript")
    signs = [child.type for child in written.children if child.type == ":"]
    if written.type != "slice" or more or len(signs) != 1:
        return None
    bounds: list[int | None] = [None, None]
    for child in written.children:
        if child.is_named:
            value = flow.evaluate(child)
            if not isinstance(value, Constant) or type(value.value) is not int:
                return None
            bounds[child.prev_sibling is not None] = value.value
    return bounds[0], bounds[1]


def _item(owner: Value, key: Value | None) -> Value | None:
    """An item of a fully known list or mapping; any item of a short mapping if the key is not known."""
    if isinstance(owner, KeyedValues) and key is not None:
        return any_item(owner)
    if isinstance(owner, Row) and not owner.items and isinstance(owner.rest, Thing | Instance) and key is not None:
        return owner.rest  # one of `clients: list[Client]`
    if not isinstance(owner, Row) or owner.open or not isinstance(key, Constant) or not isinstance(key.value, int):
        return None
    return owner.items[key.value] if -len(owner.items) <= key.value < len(owner.items) else None


def _inner(flow: Evaluation, node: Node) -> Value:
    children = [child for child in node.named_children if child.type != "comment"]
    return flow.evaluate(children[0]) if len(children) == 1 else parts_only(flow, node)


def _binary(flow: Evaluation, node: Node) -> Value:
    """Walk down the left side in a loop: a sum may have thousands of terms."""
    chain: list[Node] = []
    current: Node | None = node
    while current is not None and current.type == "binary_operator":
        chain.append(current)
        current = field(current, "left")
    if current is None:
        return unknown(flow, node)
    value, left = flow.evaluate(current), current
    for operation in reversed(chain):
        operator, right = field(operation, "operator"), field(operation, "right")
        if operator is None or right is None:
            return unknown(flow, node)
        value = combine(flow, text(operator), value, flow.evaluate(right), left, right, operation)
        left = operation
    return value


def combine(  # noqa: PLR0917 - both operands come as node and as value
    flow: Evaluation, sign: str, left: Value, right: Value, left_node: Node, right_node: Node, whole: Node | None = None
) -> Value:
    """`left sign right`."""
    try:
        return _combined(flow, sign, left, right, left_node, right_node, whole)
    except TooMuchError:
        return unknown(flow, whole if whole is not None else right_node)


def _combined(  # noqa: PLR0911, PLR0917 - one answer for each kind
    flow: Evaluation, sign: str, left: Value, right: Value, left_node: Node, right_node: Node, whole: Node | None
) -> Value:
    if isinstance(left, Either) or isinstance(right, Either):
        pairs = [(a, b) for a in options_of(left) for b in options_of(right)]
        return either(*(combine(flow, sign, a, b, left_node, right_node, whole) for a, b in pairs[:16]))
    if sign == "+" and (isinstance(left, Text) or isinstance(right, Text)):
        first = strings.as_text(left, words(left_node), flow.place(left_node))
        second = strings.as_text(right, words(right_node), flow.place(right_node))
        if len(first.parts) + len(second.parts) < MOST_PARTS:
            return bounded(
                strings.joined([first, second]), right_node.end_byte
            )  # fully written values are handled above
    if sign == "%" and (made := url_objects.extended(left, right)) is not None:
        return made
    if sign == "%" and isinstance(left, Text) and len(left.marked) <= LONGEST:
        flow.module.meter.charge(len(left.parts))
        operands = right_node.named_children if right_node.type == "tuple" else [right_node]
        filled = strings.percent(left, right, flow.place(right_node), [words(each) for each in operands])
        bounded(filled)
        return strings.spread(filled)
    if sign == "/" and (made := url_objects.divided(left, right, words(right_node))) is not None:
        return made
    if sign == "|" and isinstance(left, KeyedValues):
        return bounded(left.merged(right))
    if sign == "|" and isinstance(right, KeyedValues):
        return KeyedValues(open=True).merged(right)
    if sign == "+" and isinstance(left, Row) and isinstance(right, Row):
        rest = right.rest if not left.open else None if right.items else left.rest
        return bounded(Row(left.items + right.items, left.open or right.open, rest=rest))
    return unknown(flow, whole if whole is not None else right_node)


def _conditional(flow: Evaluation, node: Node) -> Value:
    children = [child for child in node.named_children if child.type != "comment"]
    if len(children) != 3:  # noqa: PLR2004 - value, condition, other value
        return unknown(flow, node)
    holds = truth(flow, children[1])
    if holds is not None:
        return flow.evaluate(children[0 if holds else 2])
    return either(flow.evaluate(children[0]), flow.evaluate(children[2]))


def _boolean(flow: Evaluation, node: Node) -> Value:
    """`a or b`, `a and b`: one of them, if the first decides."""
    left, right = field(node, "left"), field(node, "right")
    first, second = flow.evaluate(left) if left else None, flow.evaluate(right) if right else None
    if first is None or second is None:
        return unknown(flow, node)
    is_or = any(child.type == "or" for child in node.children)
    holds = truth_of(first)
    if holds is not None:
        return first if holds is is_or else second
    if not is_or:
        return unknown(flow, node)
    known = [option for option in options_of(first) if not (isinstance(option, Constant) and option.value is None)]
    return either(*known, second) if known else second


def _named(flow: Evaluation, node: Node) -> Value:
    name, value = field(node, "name"), flow.evaluate(field(node, "value") or node.children[-1])
    if name is not None:
        flow.assign(name, value)
    return value


def _lambda(flow: Evaluation, node: Node) -> Value:
    function = Function(node, flow.block, flow.module, flow.env)
    if flow.outer is None:
        flow.later(node)
    return function


def _as_pattern(flow: Evaluation, node: Node) -> Value:
    children = node.named_children
    value = flow.evaluate(children[0]) if children else Unknown("…")
    alias = field(node, "alias")
    if alias is not None:
        flow.assign(alias, value)
    return value


def _yield(flow: Evaluation, node: Node) -> Value:
    for child in node.named_children:
        flow.yielded.append(flow.evaluate(child))
    if not node.named_children:
        flow.yielded.append(Constant(None))
    return unknown(flow, node)


def _comprehension(flow: Evaluation, node: Node) -> Value:
    before = dict(flow.env)
    clauses = [child for child in node.named_children if child.type == "for_in_clause"]
    over = flow.evaluate(field(clauses[0], "right")) if clauses else Unknown("…")
    known = isinstance(over, Row) and (not over.open or bool(over.items) or over.rest is not None)
    if len(clauses) == 1 and known and isinstance(over, Row) and len(over.items) <= MOST_ITEMS:
        made = _of_each(flow, node, clauses[0], over)
    else:
        made = _of_any(flow, node, clauses)
    flow.env = before
    return made


def _of_each(flow: Evaluation, node: Node, clause: Node, over: Row) -> Value:
    """A comprehension over known items."""
    target, body = field(clause, "left"), field(node, "body")
    conditions = [child for child in node.named_children if child.type == "if_clause"]
    items: list[Value] = []
    pairs: list[KeyedValue] = []
    is_open = over.open
    for item in over.items:
        taken = _met(flow, target, _passing(flow, target, item, conditions), conditions)
        if body is None or False in taken:
            continue
        if body.type == "pair":
            key, value = flow.evaluate(field(body, "key")), flow.evaluate(field(body, "value"))
            known = key.known if isinstance(key, Text) else None
            pairs += [KeyedValue(known, value, maybe=None in taken)] if known is not None else []
            is_open = is_open or known is None
        elif None in taken and _is_written(item):
            return Row(open=True)  # nobody knows whether it is there
        else:
            items.append(flow.evaluate(body))
    if node.type == "dictionary_comprehension":
        return KeyedValues(tuple(pairs), is_open)
    rest = over.rest
    if rest is not None and target is not None and body is not None:
        flow.assign(target, rest)
        rest = flow.evaluate(body)
    return Row(tuple(items), is_open, rest=rest, once=node.type == "generator_expression")


def _is_written(item: Value) -> bool:
    """Whether an item is fully known: whether it is left out does not depend on what it is."""
    return isinstance(item, Text) and item.known is not None


def _met(flow: Evaluation, target: Node | None, item: Value, conditions: Sequence[Node]) -> set[bool | None]:
    """Which answers the conditions of a comprehension have for an item, which is bound."""
    if target is not None:
        flow.assign(target, item)
    return {truth(flow, each.named_children[0]) for each in conditions}


def _passing(flow: Evaluation, target: Node | None, item: Value, conditions: Sequence[Node]) -> Value:
    """An item without the values that the conditions exclude: `if each is not None`."""
    if not conditions or not isinstance(item, Either):
        return item
    kept = [option for option in item.options if False not in _met(flow, target, option, conditions)]
    return either(*kept) if kept else item


def _of_any(flow: Evaluation, node: Node, clauses: Sequence[Node]) -> Value:
    """A comprehension over something unknown, which has been evaluated: its body is evaluated once."""
    for number, clause in enumerate(clauses):
        if number:
            flow.evaluate(field(clause, "right"))
        target = field(clause, "left")
        for name in map(text, names_in(target)) if target is not None else ():
            flow.env[name] = Unknown(name)
    for clause in node.named_children:
        if clause.type != "for_in_clause":
            flow.evaluate(clause)
    return KeyedValues(open=True) if node.type == "dictionary_comprehension" else Row(open=True)


EXPRESSIONS: Mapping[str, Callable[[Evaluation, Node], Value]] = {
    "as_pattern": _as_pattern,
    "attribute": _attribute,
    "await": _inner,
    "binary_operator": _binary,
    "dotted_name": _dotted,
    "boolean_operator": _boolean,
    "concatenated_string": _concatenated,
    "conditional_expression": _conditional,
    "dictionary_comprehension": _comprehension,
    "false": _constant(False),  # noqa: FBT003 - the value itself
    "float": _number,
    "generator_expression": _comprehension,
    "identifier": _identifier,
    "integer": _number,
    "lambda": _lambda,
    "list_comprehension": _comprehension,
    "named_expression": _named,
    "none": _constant(None),
    "parenthesized_expression": _inner,
    "set_comprehension": _comprehension,
    "string": _string,
    "subscript": _subscript,
    "true": _constant(True),  # noqa: FBT003
    "unary_operator": _unary,
    "yield": _yield,
}
