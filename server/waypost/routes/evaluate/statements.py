"""The effect of each statement on a walk: branches are joined, loops forget, definitions are evaluated later."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from tree_sitter import Node

from waypost.routes.evaluate import strings
from waypost.routes.evaluate.annotations import annotated, told_apart
from waypost.routes.evaluate.assign import delete, doubted, forget_names, replace_object
from waypost.routes.evaluate.cases import open_cases
from waypost.routes.evaluate.conditions import given_where, is_never_none, truth
from waypost.routes.evaluate.expressions import combine
from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.evaluate.join import joined
from waypost.routes.evaluate.limits import MOST_ITEMS
from waypost.routes.evaluate.possible_changes import grown, with_possible_changes
from waypost.routes.model.values import (
    MOST_OPTIONS,
    Class,
    Constant,
    Function,
    Instance,
    KeyedValue,
    KeyedValues,
    Method,
    Reference,
    Row,
    Text,
    Thing,
    Unknown,
    Value,
    either,
    options_of,
)
from waypost.routes.source.changes import changes_in, shared_names
from waypost.routes.source.names import collect_names, names_added_to, names_bound_in, self_names
from waypost.routes.syntax.tree import field, is_context, names_in, text

# `.replace("{" + name + "}", …)`, `.replace("{%s}" % name, …)`, `.replace(f"{{{name}}}", …)`.
_REPLACES_FIELD: Final = rb"\.replace\(\s*[fFrR]{0,2}[\"']\{"
# What writes a query.
_QUERY: Final = re.compile(r"(?:\A|\.)urlencode\Z|\A[\"']&[\"']\.join\Z")

# What a loop contains that may end early.
_LEAVES: Final = re.compile(rb"\b(?:break|return|yield|raise)\b")
# `with suppress(KeyError):`.
_SUPPRESSES: Final = re.compile(rb"\bsuppress\(")
_CHANGED: Final = Row, KeyedValues
_OPENS: Final = ("__enter__", "__aenter__", "__exit__", "__aexit__")
_WRITTEN: Final = Text, Constant, Row, KeyedValues
_ASSIGNS: Final = ("assignment", "augmented_assignment")


def _delete(flow: Evaluation, node: Node) -> None:
    for child in node.named_children:
        for target in child.named_children if child.type == "expression_list" else [child]:
            delete(flow, target)


def _expression(flow: Evaluation, node: Node) -> None:
    for child in node.named_children:
        if child.type not in ("string", "concatenated_string"):  # a docstring, or a string without effect
            flow.statement(child)


def _assignment(flow: Evaluation, node: Node) -> None:
    """`a = b = value` binds twice, the last name first."""
    bindings = [node]
    while (right := field(bindings[-1], "right")) is not None and right.type == "assignment":
        bindings.append(right)
    value = flow.evaluate(right) if right is not None else None
    for each in reversed(bindings):
        left, kind = field(each, "left"), field(each, "type")
        if kind is not None and not _says_type(value):
            value = annotated(flow, kind) or value
        if left is not None and value is not None:
            flow.assign(left, value)
        elif left is not None and left.type == "identifier":
            flow.env.setdefault(text(left), Unknown(text(left), flow.place(left)))


def _augmented(flow: Evaluation, node: Node) -> None:
    left, right, operator = field(node, "left"), field(node, "right"), field(node, "operator")
    if left is None or right is None or operator is None:
        return
    old, new = flow.evaluate(left), flow.evaluate(right)
    sign = text(operator).rstrip("=")
    if _writes_query(right):
        old = _with_question_mark(old)
    result = combine(flow, sign, old, new, left, right)
    if isinstance(old, Row | KeyedValues):
        flow.change(left, old, result)
    else:
        flow.assign(left, result)


def _writes_query(node: Node) -> bool:
    """`urlencode(params)`, `"&".join(flags)`, also after a sign: `"&" + urlencode(params)`."""
    while node.type == "binary_operator" and (last := field(node, "right")) is not None:
        node = last
    function = field(node, "function") if node.type == "call" else None
    return function is not None and _QUERY.search(text(function)) is not None


def _with_question_mark(before: Value) -> Value:
    """A URL as it is before a query: the branch that wrote the question mark is the one that leads here."""
    marked = [each for each in options_of(before) if isinstance(each, Text) and "?" in each.marked]
    return either(*marked) if marked else before


def _if(flow: Evaluation, node: Node) -> bool:
    branches = list(_open_branches(flow, node))
    only = branches[0][1] if len(branches) == 1 else None
    return flow.execute(only) if only is not None else _branch(flow, branches)


# The condition under which a branch is taken, if it has one, and what it executes, if it is there.
_Branch: TypeAlias = tuple[Node | None, Node | None]


def _open_branches(flow: Evaluation, node: Node) -> Iterator[_Branch]:
    """The branches that may be taken: none after one whose condition is true, and none whose condition is false."""
    clauses = [node, *node.children_by_field_name("alternative")]
    for clause in clauses:
        condition = field(clause, "condition")
        taken = truth(flow, condition) if condition is not None else True
        if taken is not False:
            yield condition, field(clause, "consequence") or field(clause, "body")
        if taken:
            return
    yield None, None


def _branch(flow: Evaluation, branches: list[_Branch]) -> bool:
    """Execute each branch from here, and join those that reach their end."""
    before = flow.env
    after: list[dict[str, Value]] = []
    conditions = [condition for condition, _ in branches if condition is not None]
    for condition, branch in branches:
        flow.env = dict(before)
        known = told_apart(flow, condition) if branch is not None else {}
        flow.env |= _given_in(flow, condition, conditions) | known
        if branch is None or not flow.execute(branch):
            kept = {name: before[name] for name, value in known.items() if flow.env.get(name) is value}
            after.append(flow.env | kept)
    flow.env = joined(after, flow.around) if after else before
    _join_attributes(flow)
    return not after


def _given_in(flow: Evaluation, condition: Node | None, conditions: Sequence[Node]) -> dict[str, Value]:
    """The names that are not None in a branch, by its condition; or after all conditions that do not hold."""
    if condition is not None:
        return given_where(flow, condition, holds=True)
    return {name: value for each in conditions for name, value in given_where(flow, each, holds=False).items()}


def _assert(flow: Evaluation, node: Node) -> None:
    flow.execute(node)
    condition = next(iter(node.named_children), None)
    flow.env |= given_where(flow, condition, holds=True) | told_apart(flow, condition)


def _join_attributes(flow: Evaluation) -> None:
    """An attribute has any value that a branch gives it."""
    for name in flow.attributes:
        met = flow.env.get(f"self.{name}")
        if met is not None:
            flow.attributes[name] = met


def _match(flow: Evaluation, node: Node) -> bool:
    return _branch(flow, [(None, case) for case in open_cases(flow, node)])


def _case(flow: Evaluation, node: Node) -> bool:
    for pattern in node.named_children:
        if pattern.type == "case_pattern":
            _captured(flow, pattern)
    guard, body = field(node, "guard"), field(node, "consequence")
    if guard is not None:
        flow.execute(guard)
    return flow.execute(body) if body is not None else False


def _captured(flow: Evaluation, pattern: Node) -> None:
    """The names that a pattern binds."""
    waiting = [pattern]
    while waiting:
        part = waiting.pop()
        if part.type in ("dotted_name", "identifier") and "." not in text(part):
            flow.env[text(part)] = Unknown(text(part), flow.place(part))
        else:
            begins_with_no_name = part.type in ("string", "keyword_pattern", "class_pattern")
            waiting.extend(reversed(part.named_children[begins_with_no_name:]))


def _loop(flow: Evaluation, node: Node) -> None:
    iterated = field(node, "right")
    over = flow.evaluate(iterated if iterated is not None else field(node, "condition"))
    if flow.outer is not None and over == Row() and _is_of_a_call(iterated):
        return  # for this caller there is nothing to go through
    if flow.outer is not None and isinstance(over, Row) and _gone_through(flow, node, over):
        return
    before = dict(flow.env)
    templates, added = dict(_filled_in(flow, node)), dict(_added_to(flow, node))
    _forget(flow, node)
    _forget_lists(flow, node)
    _forget_changes(flow, node)
    flow.env |= templates | {
        name: either(before[name], value) if name in before else value for name, value in added.items()
    }
    target, body, alternative = field(node, "left"), field(node, "body"), field(node, "alternative")
    if target is not None:
        _unknown_target(flow, target)
    start, ends = flow.env, []
    for item in _turns(target, over):
        flow.env = dict(start)
        if target is not None and item is not None:
            flow.assign(target, item)
        if body is not None:
            flow.execute(body)
        ends.append(flow.env)
    flow.env = joined(ends, flow.around)
    if alternative is not None:
        flow.execute(alternative)
    _forget_texts(flow, before)
    flow.env |= templates | added


def _gone_through(flow: Evaluation, loop: Node, over: Row) -> bool:
    """Execute a loop of a called function over what this caller has given, item by item: `for part in parts`.

    Not one that asks what an unknown value is, because that decides about everything after it.
    """
    target, body, source = field(loop, "left"), field(loop, "body"), loop.text or b""
    if over.open or not 0 < len(over.items) <= MOST_OPTIONS or _LEAVES.search(source) is not None:
        return False
    unknown = (each for item in over.items for each in options_of(item) if isinstance(each, Unknown))
    if b"None" in source and not all(map(is_never_none, unknown)):
        return False
    for item in over.items:
        if target is not None and body is not None:
            flow.assign(target, item)
            flow.execute(body)
    alternative = field(loop, "alternative")
    if alternative is not None:
        flow.execute(alternative)
    return True


def _is_of_a_call(iterated: Node | None) -> bool:
    """`server.get("variables", {}).items()`: nothing else can have changed what is gone through."""
    method = field(iterated, "function") if iterated is not None and iterated.type == "call" else None
    owner = field(method, "object") if method is not None else None
    return owner is not None and owner.type == "call"


def _filled_in(flow: Evaluation, loop: Node) -> Iterator[tuple[str, Value]]:
    """The templates whose fields a loop fills in: `path = path.replace("{" + name + "}", value)`."""
    source = loop.text or b""
    for name in collect_names(loop) if b".replace(" in source else ():
        template = flow.env.get(name)
        if isinstance(template, Text) and _fills_in(source, name.encode()):
            yield name, strings.with_unknown_fields(template)


def _added_to(flow: Evaluation, loop: Node) -> Iterator[tuple[str, Value]]:
    """The texts that a loop adds to, as they are before it and after any of its turns: `url += f"{key}={value}&"`."""
    for name in flow.module.blocks[flow.block].derived(names_added_to, loop):
        before = flow.env.get(name) or flow.around(name)
        if before is not None and all(isinstance(each, Text) for each in options_of(before)):
            yield name, grown(before, name)


def _fills_in(source: bytes, name: bytes) -> bool:
    """Whether this is all that a loop does with a text."""
    given = list(re.finditer(rb"(?<![\w.])" + name + rb"[ \t]*[-+*/|%]?=(?!=)\s*", source))
    replaces = re.compile(name + _REPLACES_FIELD)
    return bool(given) and all(replaces.match(source, each.end()) for each in given)


def _forget_texts(flow: Evaluation, before: dict[str, Value]) -> None:
    """The state after a loop, which may have run any number of times, or never."""
    after, flow.env = flow.env, joined([before, flow.env], flow.around)
    objects: dict[int, Instance] = {}  # two names of one object have one afterwards
    for name, value in after.items():
        old = before.get(name)
        if old is None or old is value or isinstance(old, KeyedValues | Thing):
            continue
        if isinstance(old, Instance) and isinstance(value, Instance) and _are_one(old, value):
            flow.env[name] = objects.setdefault(id(value), _with_any_changes(old, value))
        else:
            flow.env[name] = Unknown(name)


def _are_one(old: Instance, new: Instance) -> bool:
    """Whether this is the object that it was, on which attributes may have been set since."""
    return (old.of, old.built, old.made) == (new.of, new.built, new.made)


def _with_any_changes(old: Instance, new: Instance) -> Instance:
    """An object of which a loop may have changed these attributes any number of times, or never."""
    changed = (entry.key for entry in new.given.entries if old.given.by_key.get(entry.key) is not entry)
    return replace(new, given=new.given.with_entries(KeyedValue(key, Unknown(key)) for key in changed))


def _unknown_target(flow: Evaluation, target: Node) -> None:
    flow.env |= {text(name): Unknown(text(name), flow.place(name)) for name in names_in(target)}


def _turns(target: Node | None, over: Value) -> Sequence[Value | None]:
    """What a loop binds: any of a known list's texts, or its items in turn, whose parts belong together."""
    items = over.view("keys") if isinstance(over, KeyedValues) else over
    if isinstance(items, Row) and not items.items and _says_type(items.rest):
        return (items.rest,)
    if target is None or not isinstance(items, Row) or items.open or not 0 < len(items.items) <= MOST_ITEMS:
        return (None,)
    if len(items.items) > MOST_OPTIONS or any(isinstance(each, Row | KeyedValues) for each in items.items):
        return items.items
    return (either(*items.items) if target.type == "identifier" else None,)


def _forget(flow: Evaluation, node: Node) -> None:
    """Names that a loop changes are unknown inside it; a table may have more keys.

    A method whose name is that of a list's changes nothing else: `client.update(…)`.
    """
    bound = flow.module.blocks[flow.block].derived(names_bound_in, node)
    for name in collect_names(node):
        old = flow.env.get(name) or flow.around(name)
        if old is None:
            continue
        now: Value = Unknown(name)
        if any(isinstance(each, Text) and "/" in each.marked for each in options_of(old)):
            now = either(old, now)  # a URL or a path is sent as it was before, the first time
        elif isinstance(old, KeyedValues):
            now = replace(old, open=True)
        elif isinstance(old, Thing):
            now = _opened(old)
        elif name not in bound and not any(isinstance(each, _CHANGED) for each in options_of(old)):
            continue
        if name not in bound:
            replace_object(flow, old, now)
        flow.env[name] = now


def _forget_changes(flow: Evaluation, loop: Node) -> None:
    """What a loop changes of dicts and objects has been changed before, or not."""
    block = flow.module.blocks[flow.block]
    for name, changed in block.derived(changes_in, loop).items():
        old = flow.env.get(name)
        if isinstance(old, KeyedValues | Instance):
            replace_object(flow, old, with_possible_changes(flow.module.shapes, name, old, changed))


def _opened(client: Thing) -> Thing:
    """A client on which more may have been set."""
    return replace(client, built=replace(client.built, keywords=replace(client.built.keywords, open=True)))


def _forget_lists(flow: Evaluation, loop: Node) -> None:
    """A list whose methods a loop calls may have more items each time."""
    source = loop.text or b""
    for name, old in list(flow.env.items()):
        if isinstance(old, Row) and f"{name}.".encode() in source:
            replace_object(flow, old, Row(open=True))


def _try(flow: Evaluation, node: Node) -> bool:
    body = field(node, "body")
    ended, states = _states(flow, body) if body is not None else (False, [flow.env])
    after = [] if ended else [flow.env]
    for clause in node.children:
        if clause.type in ("except_clause", "except_group_clause"):
            flow.env = joined([*states, flow.env], flow.around)
            if not flow.execute(clause):
                after.append(flow.env)
        elif clause.type == "else_clause" and not ended:
            flow.env = after[0]
            flow.execute(clause)
    flow.env = joined(after, flow.around) if after else flow.env
    for clause in node.children:
        if clause.type == "finally_clause":
            _finally(flow, clause, states)
    return not after


def _states(flow: Evaluation, body: Node) -> tuple[bool, list[dict[str, Value]]]:
    """Execute a body; what is known before it, and before it replaces what it has bound: an error may come first."""
    states = [dict(flow.env)]
    for child in body.named_children:
        name = _assigned(child)
        if name is not None and flow.env.get(name) is not states[0].get(name):
            states.append(dict(flow.env))
        if flow.step(child):
            return True, states
    return False, states


def _assigned(statement: Node) -> str | None:
    """What a statement assigns a value to."""
    inner = statement.named_children[0] if statement.type == "expression_statement" else None
    target = field(inner, "left") if inner is not None and inner.type in _ASSIGNS else None
    return text(target) if target is not None else None


def _finally(flow: Evaluation, clause: Node, states: list[dict[str, Value]]) -> None:
    """What is always done, whatever of the statements before it has been; what comes after it is only after all."""
    after, recorder = dict(flow.env), flow.recorder
    flow.env = joined([*states, after], flow.around)
    flow.execute(clause)
    flow.env, flow.recorder = after, None
    try:
        flow.execute(clause)
    finally:
        flow.recorder = recorder


def _with(flow: Evaluation, node: Node) -> bool:
    may_end_early = False
    for child in node.children:
        if child.type == "with_clause":
            flow.execute(child)
            for item in child.named_children:
                _entered(flow, item)
            may_end_early = _SUPPRESSES.search(child.text or b"") is not None
    body = field(node, "body")
    if may_end_early and body is not None:
        ended, states = _states(flow, body)
        flow.env = joined(states if ended else [*states, flow.env], flow.around)
        _join_attributes(flow)
        return False
    return flow.execute(body) if body is not None else False


def _entered(flow: Evaluation, item: Node) -> None:
    """What a context manager sets on an object while it is open, and sets back after that."""
    opened, alias = next(iter(item.named_children), None), None
    if opened is not None and opened.type == "as_pattern":
        alias, opened = field(opened, "alias"), opened.named_children[0]
    if opened is None or opened.type not in ("call", "identifier", "attribute"):
        return
    function = field(opened, "function")
    method = _unrecorded(flow, function) if function is not None and function.type == "attribute" else None
    if isinstance(method, Function) and is_context(method.node) and isinstance(method.receiver, Instance):
        forget_names(flow, method.receiver, self_names(method.module.blocks[method.block]))
    entered = flow.env.get(text(alias)) if alias is not None else None
    entered = _unrecorded(flow, opened) if entered is None and opened.type != "call" else entered
    if isinstance(entered, Instance):
        forget_names(flow, entered, frozenset(_set_by_opening(entered)))


def _unrecorded(flow: Evaluation, node: Node) -> Value:
    recorder, flow.recorder = flow.recorder, None
    try:
        return flow.evaluate(node)
    finally:
        flow.recorder = recorder


def _set_by_opening(owner: Instance) -> Iterator[str]:
    """The texts of an object that it changes when it is opened or closed."""
    for name in _OPENS:
        method = owner.of.module.attribute(owner.of, name, owner)
        names = self_names(method.module.blocks[method.block]) if isinstance(method, Function) else ()
        for each in names:
            value = owner.of.module.attribute(owner.of, each, owner)
            if value is not None and any(isinstance(option, Text) for option in options_of(value)):
                yield each


def _as(flow: Evaluation, node: Node) -> None:
    flow.evaluate(node)


def _return(flow: Evaluation, node: Node) -> bool:
    flow.returned.append(flow.evaluate(node.named_children[0]) if node.named_children else Constant(None))
    return True


def _leave(flow: Evaluation, node: Node) -> bool:
    for child in node.named_children:
        flow.statement(child)
    return True


def _function(flow: Evaluation, node: Node) -> None:
    name = field(node, "name")
    if name is not None:
        receiver = flow.env.get("flow") if flow.scope == 0 and flow.holder else None
        flow.env[text(name)] = Function(node, flow.block, flow.module, flow.env if flow.scope else {}, receiver)
    if flow.scope:
        flow.inner.add(node.id)
        _forget_around(flow, node)
    if flow.outer is None:
        flow.later(node)


def _forget_around(flow: Evaluation, function: Node) -> None:
    """What a function changes of the one around it has been changed at any time after, or not."""
    block = flow.module.blocks[flow.block]
    own = block.derived(names_bound_in, function)
    for name, changed in block.derived(changes_in, function).items():
        old = flow.env.get(name) if name not in own else None
        if isinstance(old, Row | KeyedValues | Instance):
            replace_object(flow, old, with_possible_changes(flow.module.shapes, name, old, changed))
    for name in shared_names(block):
        if name in flow.env:
            flow.env[name] = doubted(flow, name, flow.env[name])


def _class(flow: Evaluation, node: Node) -> None:
    bases = field(node, "superclasses")
    if bases is not None:
        values = [
            (child, flow.evaluate(child))
            for child in bases.named_children
            if child.type not in ("keyword_argument", "comment")
        ]
        if flow.scope == 0 and not flow.bases:
            flow.bases = [_base(_generic(flow, *each)) for each in values]
    body = field(node, "body")
    if body is None:
        return
    decorated = node.parent is not None and node.parent.type == "decorated_definition"
    if flow.nesting == 1 + decorated and flow.holder is not None:  # the block's own class, not one inside
        flow.execute(body)
    else:
        around, flow.env = flow.env, dict(flow.env)
        flow.execute(body)
        inside, flow.env = flow.env, around
        _bind_inner_class(flow, node, body, inside)


def _generic(flow: Evaluation, node: Node, value: Value) -> Value:
    """A base without its type arguments: `Base[int]`."""
    owner = field(node, "value") if node.type == "subscript" and isinstance(value, Unknown) else None
    return flow.evaluate(owner) if owner is not None else value


def _bind_inner_class(flow: Evaluation, node: Node, body: Node, inside: Mapping[str, Value]) -> None:
    """A class inside another has what its body binds: `class Paths: users = "/users"`."""
    name = field(node, "name")
    if name is not None:
        own = (KeyedValue(each, inside[each]) for each in sorted(collect_names(body)) if each in inside)
        flow.env[text(name)] = Class(text(name), flow.block, flow.module, KeyedValues(tuple(own)))


def _decorated(flow: Evaluation, node: Node) -> None:
    for child in node.named_children:
        if child.type == "decorator":
            flow.decorator = True
            flow.execute(child)
            flow.decorator = False
        else:
            flow.statement(child)


def _import(flow: Evaluation, node: Node) -> None:
    for name in node.children_by_field_name("name"):
        dotted = field(name, "name") if name.type == "aliased_import" else name
        alias = field(name, "alias")
        if dotted is None:
            continue
        if alias is not None:
            flow.env[text(alias)] = Reference(text(dotted))
        else:
            root = text(dotted).split(".")[0]
            flow.env[root] = Reference(root)


def _import_from(flow: Evaluation, node: Node) -> None:
    module = field(node, "module_name")
    if module is None:
        return
    source = text(module)
    if flow.scope == 0 and node.named_children[-1].type == "wildcard_import":
        _import_over(flow, source if source.endswith(".") else f"{source}.")
    for name in node.children_by_field_name("name"):
        dotted = field(name, "name") if name.type == "aliased_import" else name
        alias = field(name, "alias")
        if dotted is not None:
            joiner = "" if source.endswith(".") else "."
            flow.env[text(alias or dotted)] = Reference(f"{source}{joiner}{text(dotted)}")


def _import_over(flow: Evaluation, source: str) -> None:
    """All names of a module replace those that are bound before."""
    for name, value in list(flow.env.items()):
        if isinstance(value, _WRITTEN) and not name.startswith("_"):
            imported = flow.module.imported(f"{source}{name}")
            flow.env[name] = value if imported is None else imported


def _base(value: Value) -> Value:
    """A base class: one of the workspace, or a foreign one as the type of its instances."""
    if isinstance(value, Reference):
        return Thing(value.name, whole=False)
    if isinstance(value, Method):
        return Thing(value.expression, whole=False)
    return value


def _says_type(value: Value | None) -> bool:
    return any(isinstance(each, Thing | Instance) for each in options_of(value)) if value is not None else False


STATEMENTS: Final[Mapping[str, Callable[[Evaluation, Node], bool | None]]] = {
    "assert_statement": _assert,
    "assignment": _assignment,
    "as_pattern": _as,
    "augmented_assignment": _augmented,
    "break_statement": _leave,
    "class_definition": _class,
    "continue_statement": _leave,
    "decorated_definition": _decorated,
    "delete_statement": _delete,
    "expression_statement": _expression,
    "for_statement": _loop,
    "function_definition": _function,
    "if_statement": _if,
    "import_from_statement": _import_from,
    "import_statement": _import,
    "case_clause": _case,
    "match_statement": _match,
    "raise_statement": _leave,
    "return_statement": _return,
    "try_statement": _try,
    "while_statement": _loop,
    "with_statement": _with,
}
