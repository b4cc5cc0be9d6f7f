"""The value of a call: from its arguments, the workspace's function that it calls, or the table of shapes."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from tree_sitter import Node

from waypost.clients.shape import VERBS
from waypost.routes.calls import client_types as types
from waypost.routes.evaluate import annotations, made_values, standard_library, strings, url_objects, url_parts
from waypost.routes.evaluate.assign import forget_attributes, forget_last_put_in, set_by_name
from waypost.routes.evaluate.callers_texts import credit_key, entries_of, own_texts, pieces_of
from waypost.routes.evaluate.class_names import class_of
from waypost.routes.evaluate.decorated import as_decorated
from waypost.routes.evaluate.expressions import any_item, attribute_of, part_of
from waypost.routes.evaluate.handed_over import handed_over
from waypost.routes.evaluate.interface import Call, Evaluation
from waypost.routes.evaluate.limits import MOST_PARTS, TooMuchError, bounded, kept_small
from waypost.routes.evaluate.made_functions import send_made
from waypost.routes.evaluate.makers import object_given
from waypost.routes.evaluate.own_calls import as_described
from waypost.routes.evaluate.parameters import bind
from waypost.routes.evaluate.possible_changes import with_possible_changes
from waypost.routes.evaluate.reports import only_reports
from waypost.routes.evaluate.unknowns import unknown, words
from waypost.routes.model.values import (
    FROM_BASE,
    GONE_THROUGH_BY,
    MAKES,
    NO_KEYWORDS,
    NONE,
    Arguments,
    Class,
    Constant,
    Function,
    Instance,
    KeyedValue,
    KeyedValues,
    Method,
    Parent,
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
from waypost.routes.source.changes import changes
from waypost.routes.syntax import Block
from waypost.routes.syntax.tree import code_of, field, is_conditional, text

# A function longer than this is not a wrapper. One that is given a URL may retry, report and parse around its request.
_LONGEST_FUNCTION: Final = 8_000
_LONGEST_GIVEN_URL: Final = 16_000
# A function this short is followed whatever its arguments are.
_SHORT_FUNCTION: Final = 500
# What a function contains if it has to do with URLs or clients.
_ABOUT_URLS: Final = re.compile(
    rb"(?i)[\"'][^\"'\n ]*[/{%]|url|uri|path|http|request|session|client|endpoint|route|fetch|header|"
    rb"return (?:self|cls)\b|return \{|lambda"
)
# What a function contains if it respells a text, as the name of a class that becomes a path.
_RESPELLS: Final = re.compile(rb"\bre\.sub\(|\.(?:lower|upper|title|capitalize|replace|strip|join|format|split)\(")
# What a function contains if it makes the keywords of a request.
_DESCRIBES: Final = re.compile(rb"[\"'](?:url|uri|path)[\"'][ \t]*:[ \t]*\S")
# What a function contains if it makes a client.
_MAKES_CLIENT: Final = re.compile(
    rb"\breturn[ \t]+(?:[\w.]+\.)?(?:HTTPS?Connection|\w*Session|(?:Async)?Client|PoolManager)\("
)
# What a function returns if it makes a URL.
_URLS: Final = ("str", "URL", "httpx.URL", "Optional[str]", "str | None")
# The name of a function that makes a URL.
_MAKES_URL: Final = re.compile(r"(?i)(?:\A|_)(?:url|uri|host|endpoint|address)(?:\Z|_)")
# A path, as it is given to such a function.
_ROOTED: Final = re.compile(r"/[\w{:\ue000-\uf8ff-]")
# A parameter that is a URL by its name.
_GIVEN_URL: Final = re.compile(r"(?i)(?:\w*_)?(?:url|uri|path|endpoint)\Z")
# The name of a function that sends what it is given, and what it then contains.
_SENDS: Final = re.compile(
    r"(?i)(?:\A|_)(?:api|call|delete|execute|fetch|get|patch|post|put|query|request|send)(?:_|\Z)"
)
# A verb alone does not count: most methods that are given one get their path as another argument.
_WORD: Final = re.compile(rf"(?!(?i:{'|'.join(VERBS)})\Z)[\w.:/{{}}?=&\ue000-\uf8ff-]+\Z")
# How many items of a list are looked at for a URL.
_MOST_GIVEN: Final = 4
# In an annotation: the value may be or contain a URL.
_PLAIN: Final = re.compile(r"\b(?:str|Any|URL|Url|dict|list|tuple|Dict|List|Tuple|Mapping|Sequence)\b")
# Methods whose result is still shown by the name of the text.
_STILL_THE_SAME: Final = (".strip", ".rstrip", ".lstrip", ".lower", ".upper")
_HARMLESS: Final = frozenset(
    ("len", "str", "print", "dict", "list", "json.dumps", "isinstance", "repr", "sorted", "type")
)


def evaluate_call(flow: Evaluation, node: Node) -> Value:
    """The value of a call expression; the call is recorded."""
    function, given = field(node, "function"), field(node, "arguments")
    if function is None or given is None:
        return unknown(flow, node)
    callee = flow.evaluate(function)
    if isinstance(callee, Unknown) and callee.of_init is not None:
        callee = object_given(flow, callee.of_init) or callee
    if text(function) == "super" and isinstance(callee, Unknown) and (owner := flow.module.class_of(flow.block)):
        return Parent(owner, flow.env.get("self") or Instance(owner))
    if given.type == "generator_expression":
        arguments = Arguments((KeyedValue("", flow.evaluate(given), None, flow.place(given)),), span=flow.place(given))
    else:
        arguments = _arguments(flow, given)
    callee = _of_now(flow, function, callee)
    call = Call(
        callee,
        arguments,
        flow.span(node),
        flow.span(function),
        words(function),
        decorator=flow.decorator,
        maybe=types.sets_header(callee) and is_conditional(node),
    )
    if call.callee_text == "setattr" and len(arguments.positional) == 3:  # noqa: PLR2004 - owner, name, value
        set_by_name(flow, *(each.value for each in arguments.positional))
    _mutate(flow, function, call, given)
    return bounded(either(*_results(flow, call, node)), node.end_byte - node.start_byte)


def _of_now(flow: Evaluation, function: Node, callee: Value) -> Value:
    """A method of a list or dict that an argument of the call may have changed."""
    if not isinstance(callee, Method) or not isinstance(callee.receiver, Row | KeyedValues):
        return callee
    owner = field(function, "object")
    now = flow.env.get(text(owner)) if owner is not None and owner.type == "identifier" else None
    return replace(callee, receiver=now) if isinstance(now, Row | KeyedValues) else callee


def _results(flow: Evaluation, call: Call, node: Node) -> list[Value]:
    """The value of each callee that is possible. A request of a known one is not recorded for an unknown one again."""
    options = options_of(call.callee)
    if len(options) == 1:
        return [_result(flow, call, options[0], node)]
    recorder = flow.recorder
    seen = recorder.count if recorder is not None else 0
    found: dict[int, Value] = {}
    try:
        for index in sorted(range(len(options)), key=lambda each: isinstance(options[each], Unknown)):
            if isinstance(options[index], Unknown) and recorder is not None and recorder.count > seen:
                flow.recorder = None
            found[index] = _result(flow, call, options[index], node)
    finally:
        flow.recorder = recorder
    return [found[index] for index in range(len(options))]


def _arguments(flow: Evaluation, node: Node) -> Arguments:
    positional: list[KeyedValue] = []
    keywords = NO_KEYWORDS
    named: list[KeyedValue] = []
    is_open = False
    for child in node.named_children:
        match child.type:
            case "keyword_argument":
                keyword = _keyword(flow, child)
                if keyword is not None:
                    named.append(keyword)
                else:
                    keywords = replace(keywords, open=True)
            case "dictionary_splat":
                inner = flow.evaluate(child.named_children[0] if child.named_children else None)
                keywords, named = keywords.with_entries(named).merged(inner), []
            case "list_splat":
                inner = flow.evaluate(child.named_children[0] if child.named_children else None)
                known = inner.items if isinstance(inner, Row) else ()
                positional.extend(KeyedValue("", item, None, flow.place(child)) for item in known)
                if len(positional) > MOST_PARTS + node.end_byte - node.start_byte:
                    raise TooMuchError
                is_open = is_open or not isinstance(inner, Row) or inner.open
            case "comment" | "ERROR":
                flow.evaluate(child)
            case _:
                positional.append(KeyedValue("", _named_here(child, flow.evaluate(child)), None, flow.place(child)))
    keywords = keywords.with_entries(named) if named else keywords
    return Arguments(tuple(positional), keywords, is_open, flow.place(node))


def _named_here(node: Node, value: Value) -> Value:
    """An unknown value is named as it is used: `BASE`, not the expression it came from."""
    if isinstance(value, Unknown) and not value.parameter and node.type == "identifier" and value.expression.isupper():
        return replace(value, expression=text(node))
    return value


def _keyword(flow: Evaluation, node: Node) -> KeyedValue | None:
    name, value = field(node, "name"), field(node, "value")
    if name is None or value is None:
        return None
    return KeyedValue(text(name), flow.evaluate(value), flow.place(name), flow.place(value))


def _result(flow: Evaluation, call: Call, callee: Value, node: Node) -> Value:  # noqa: C901, PLR0911 - one answer for each kind of value
    call = call if callee is call.callee else replace(call, callee=callee)
    if isinstance(callee, Partial):
        inner = replace(call, arguments=call.arguments.behind(callee.arguments))
        return _result(flow, inner, callee.function, node)
    if isinstance(callee, Function):
        described = as_described(flow, callee, call.callee_text) if flow.recorder is not None else None
        if described is None:
            return _call_function(flow, call, callee, node)
        return _record(flow, replace(call, callee=described)) or _typed_by_return(flow, callee, node)
    recorded = _record(flow, call)
    if recorded is not None:
        return recorded
    match callee:
        case Class():
            return _made(flow, call, callee)
        case Method(receiver=Text() as owner):
            flow.module.meter.charge(len(owner.parts))
            made = strings.call_method(owner, callee.name, call.arguments)
            made = made or url_objects.method(owner, callee.name, call.arguments)
            return made if made is not None else unknown(flow, node)
        case Method(receiver=Thing(type=owner_type) as thing) if types.chained(f"{owner_type}.{callee.name}"):
            return Thing(owner_type, call.arguments, parent=thing)
        case Method(receiver=Thing() as thing) if (
            part := url_parts.method(thing, callee.name, call.arguments)
        ) is not None:
            return part
        case Method(receiver=Constant() | KeyedValues()):
            key = call.arguments.at(0, None)
            return _result_of_method(flow, callee, call) or part_of(flow, key.value if key is not None else None, node)
        case Instance():
            return _call_object(flow, call, callee, node)
        case Reference():
            return _call_reference(flow, call, callee.name, node)
        case Method(receiver=Thing(type=owner_type), name="__init__"):
            flow.attributes[FROM_BASE] = Thing(owner_type, call.arguments)
    return _passed_on(flow, call, node)


def _passed_on(flow: Evaluation, call: Call, node: Node) -> Unknown:
    """An unknown result; a parameter that went into it shows that the function passes URLs on."""
    for each in handed_over(call):
        _result(flow, each, each.callee, node)
    function = field(node, "function")
    owner = field(function, "object") if function is not None and function.type == "attribute" else None
    if owner is not None and isinstance(call.callee, Unknown) and call.callee_text.endswith(_STILL_THE_SAME):
        same = flow.evaluate(owner)
        if isinstance(same, Unknown):
            return Unknown(same.expression, flow.place(node), same.parameter)
    given = [entry.value for entry in call.arguments.positional]
    if owner is not None and owner.type == "identifier" and (value := flow.name(text(owner))) is not None:
        given.append(value)
    given = [value.rest if isinstance(value, Row) and value.rest is not None else value for value in given]
    parameter = any(isinstance(value, Unknown) and value.parameter for value in given)
    return Unknown(words(node), flow.place(node), parameter, path=_path_given(call))


def _path_given(call: Call) -> Text | None:
    """The path that something unknown is asked to make a URL of: `client.build_url("/users")`."""
    entry = call.arguments.positional[0] if len(call.arguments.positional) == 1 else None
    if entry is None or not isinstance(entry.value, Text) or not _ROOTED.match(entry.value.marked):
        return None
    name = call.callee_text.rpartition(".")[2]
    return entry.value if isinstance(call.callee, Unknown) and _MAKES_URL.search(name) else None


def _call_object(flow: Evaluation, call: Call, owner: Instance, node: Node) -> Value:
    """An object's `__call__`; or the class of an object, under the name that its methods have for it."""
    if call.callee_text == "cls":
        return Instance(owner.of, call.arguments, made=True)
    method = owner.of.module.attribute(owner.of, "__call__", owner)
    return _call_function(flow, call, method, node) if isinstance(method, Function) else unknown(flow, node)


def _record(flow: Evaluation, call: Call) -> Value | None:
    if flow.recorder is None:
        return None
    return flow.recorder.call(call if flow.outer is None else call.made_by(flow.outer, flow.chain))


def _call_function(flow: Evaluation, call: Call, function: Function, node: Node) -> Value:
    if only_reports(flow, function, node):
        return _record(flow, call) or unknown(flow, node)
    decorated = as_decorated(flow, function)
    if decorated is not None and not isinstance(decorated, Function):
        return _record(flow, call) or unknown(flow, node)
    function = decorated or function
    if not _worth_following(function, call.arguments):
        forget_attributes(flow, function)
        return _record(flow, call) or _typed_by_return(flow, function, node)
    outer = flow.outer or replace(call, through=own_texts(call.arguments) + _made_here(flow, function, node))
    seen = flow.recorder.count if flow.recorder is not None else 0
    value = flow.call_function(function, call.arguments, outer)
    send_made(flow, value, node, outer)
    if flow.recorder is not None and flow.recorder.count == seen:
        recorded = _record(flow, call)
        if recorded is not None and isinstance(value, Unknown):
            return recorded
    says_nothing = isinstance(value, Unknown) or value == NONE
    return _typed_by_return(flow, function, node) if says_nothing else value


def _made_here(flow: Evaluation, function: Function, node: Node) -> list[TextPiece | Unknown]:
    """What an object was made of that is made for this call, `Request(url).get()`, or before it in the same function.

    The address of a client that is made before its calls is not what makes them specific.
    """
    callee = field(node, "function")
    owner = field(callee, "object") if callee is not None and callee.type == "attribute" else None
    if owner is None or not isinstance(function.receiver, Instance) or not function.receiver.made:
        return []
    if owner.type == "call":
        return list(pieces_of(function.receiver))
    if owner.type != "identifier" or not flow.scope or flow.env.get(text(owner)) is not function.receiver:
        return []
    pieces = (piece for piece in pieces_of(function.receiver) if isinstance(piece, TextPiece))
    return [piece for piece in pieces if "/" in piece.text and not piece.text.startswith("http")]


def _worth_following(function: Function, arguments: Arguments) -> bool:
    """Whether a function may pass a URL on, or make one: an argument looks like one, or the function is short."""
    length, is_about_urls, respells, makes = function.module.blocks[function.block].derived(_looks_of, function.node)
    returns = field(function.node, "return_type")
    name = field(function.node, "name")
    makes_url = returns is not None and text(returns) in _URLS
    is_called_url = name is not None and _MAKES_URL.search(text(name)) is not None
    most = _LONGEST_FUNCTION if makes_url or is_called_url or makes else _SHORT_FUNCTION
    if length <= most and (is_about_urls or is_called_url):
        return True
    entries = entries_of(arguments)
    if name is not None and text(name) == "__init__" and any(map(_may_be_object, entries)):
        return bool(length <= most)
    if length <= _SHORT_FUNCTION and respells and any(getattr(entry.value, "known", None) for entry in entries):
        return True
    if is_about_urls and length <= _LONGEST_FUNCTION and name is not None and _SENDS.search(text(name)):
        given = (option for entry in entries for option in options_of(entry.value))
        if any(isinstance(each, Class) or (isinstance(each, Text) and _WORD.match(each.marked)) for each in given):
            return True
    owner = function.receiver or function.around.get("self")
    if isinstance(owner, Instance) and owner.made:
        # `Request(url).get()`: what the object was made of is what its method sends.
        entries = (*entries, *entries_of(owner.built))
    return length <= _LONGEST_GIVEN_URL and any(
        _may_be_url(option) for entry in entries for option in options_of(entry.value)
    )


def _may_be_object(entry: KeyedValue) -> bool:
    value = entry.value
    return isinstance(value, Instance) or (isinstance(value, Unknown) and value.of_init is not None)


def _may_be_url(value: Value) -> bool:
    """A text with a path in it, what a function itself is given as a URL, or what is made of one: `Route("/users")`."""
    match value:
        case Unknown():
            return value.parameter and _GIVEN_URL.match(value.expression) is not None
        case Text():
            return "/" in value.marked or "{" in value.marked
        case Instance(made=True):
            entries = entries_of(value.built)
        case KeyedValues():
            entries = tuple(entry for entry in value.entries if _GIVEN_URL.match(entry.key))
        case Row():
            entries = tuple(KeyedValue("", item, None, None) for item in value.items[:_MOST_GIVEN])
        case _:
            return False
    inside = (option for entry in entries for option in options_of(entry.value))
    return any(_may_be_url(each) for each in inside if isinstance(each, Text | Unknown))


def _looks_of(_: Block, function: Node) -> tuple[int, bool, bool, bool]:
    """The length of its code, and whether that is about URLs, respells texts, or makes requests or clients."""
    written = code_of(function)
    is_about_urls, respells = _ABOUT_URLS.search(written) is not None, _RESPELLS.search(written) is not None
    makes = _DESCRIBES.search(written) is not None or _MAKES_CLIENT.search(written) is not None
    return len(written), is_about_urls, respells, makes


def _typed_by_return(flow: Evaluation, function: Function, node: Node) -> Value:
    """What only the function's annotation says about its result."""
    returns = field(function.node, "return_type")
    typed = annotations.annotated(flow.within(function), returns) if returns is not None else None
    return typed or unknown(flow, node)


def _call_imported(flow: Evaluation, call: Call, function: Function, node: Node) -> Value:
    """A long function of another file is followed too, unless its annotation says what it returns."""
    if only_reports(flow, function, node):
        return unknown(flow, node)
    decorated = as_decorated(flow, function)
    if decorated is not None and not isinstance(decorated, Function):
        return unknown(flow, node)
    function = decorated or function
    returns = field(function.node, "return_type")
    if returns is not None and not _PLAIN.search(text(returns)) and not _worth_following(function, call.arguments):
        return _typed_by_return(flow, function, node)
    outer = flow.outer or replace(call, through=own_texts(call.arguments))
    value = flow.call_function(function, call.arguments, outer)
    send_made(flow, value, node, outer)
    return value


def _call_reference(flow: Evaluation, call: Call, name: str, node: Node) -> Value:  # noqa: C901, PLR0911 - one answer for each kind of value
    if types.is_type(name):
        return Thing(types.canonical(name), call.arguments)
    if (chained := types.chained(name)) is not None:
        return Thing(chained, call.arguments, parent=Thing(chained))
    first = call.arguments.at(0, None)
    match name:
        case "functools.partial" | "functools.partialmethod" if first is not None:
            rest = replace(call.arguments, positional=call.arguments.positional[1:])
            return Partial(_method_for(flow, first.value) if name.endswith("method") else first.value, rest)
        case "dict":
            table = first.value if first is not None else KeyedValues()
            return (table if isinstance(table, KeyedValues) else KeyedValues(open=True)).merged(call.arguments.keywords)
        case "str" if first is not None:
            return Text(
                strings.parts_of(first.value, strings.expression_of(first.value, "value"), first.value_span, "f")
            )
        case "type" if first is not None and isinstance(first.value, Instance):
            return class_of(flow, first.value) or unknown(flow, node)
        case "getattr" if first is not None and (named := _attribute_named(flow, call, node)) is not None:
            return named
    if (made := standard_library.called(name, call.arguments)) is not None:
        return made
    imported = None if types.is_known(name) else flow.module.imported(name)
    if imported is None and flow.module.shapes.is_type(name):
        return Thing(name, call.arguments)
    if imported is None:
        return _passed_on(flow, call, node)
    if isinstance(imported, Function):
        return _call_imported(flow, call, imported, node)
    if isinstance(imported, Class):
        return _made(flow, call, imported)
    return unknown(flow, node)


def _method_for(flow: Evaluation, given: Value) -> Value:
    """What `partialmethod` is given in the body of a class, mostly a method of the same class by its name."""
    if isinstance(given, Unknown) and flow.holder is not None:
        given = flow.module.attribute(flow.holder, given.expression, Instance(flow.holder)) or given
    return replace(given, unbound=True) if isinstance(given, Function) else given


def _made(flow: Evaluation, call: Call, of: Class) -> Instance:
    """An object that a call makes; what it sends of its arguments by itself is sent by that call.

    Nobody calls the methods by which it is gone through, as pages of results are.
    """
    made = Instance(of, call.arguments, made=True)
    given = (option for entry in entries_of(call.arguments) for option in options_of(entry.value))
    if flow.recorder is not None and any(isinstance(each, Text) and "/" in each.marked for each in given):
        outer = flow.outer or replace(call, through=own_texts(call.arguments))
        for name in (MAKES, *GONE_THROUGH_BY):
            method = of.module.attribute(of, name, made)
            if isinstance(method, Function):
                flow.call_function(method, call.arguments if name == MAKES else Arguments(), outer)
    return made


def _attribute_named(flow: Evaluation, call: Call, node: Node) -> Value | None:
    """`getattr(thing, "name", default)`."""
    owner, given, default = (call.arguments.at(index, None) for index in range(3))
    names = [each.known if isinstance(each, Text) else None for each in options_of(given.value)] if given else []
    if owner is None or not names or not all(names):
        return None
    if isinstance(owner.value, Unknown) and default is None:
        return either(*(replace(owner.value, expression=f"{owner.value.expression}.{name}") for name in names))
    found = [attribute_of(flow, owner.value, name, node) for name in names if name]
    if default is None:
        return either(*found)
    # `getattr(thing, "inner", thing)` takes something out of what may be wrapped, not a method.
    absent: tuple[type, ...] = (Unknown, Method) if default.value is owner.value else (Unknown,)
    return either(*(default.value if isinstance(each, absent) else each for each in found))


def _result_of_method(flow: Evaluation, method: Method, call: Call) -> Value | None:
    if isinstance(method.receiver, Constant):
        return made_values.method(method.receiver, method.name, call.arguments)
    if not isinstance(method.receiver, KeyedValues):
        return None
    found = _table_method(method.receiver, method.name, call)
    key = call.arguments.at(0, None)
    return credit_key(flow, key.value, found) if found is not None and key is not None else found


def _table_method(table: KeyedValues, name: str, call: Call) -> Value | None:
    if name in ("copy", "__copy__"):
        return replace(table)  # another object
    if name in ("merge", "set", "add"):  # of queries that do not change themselves
        return _changed(table, "update" if name == "merge" else "set", call.arguments)
    if name in ("items", "keys", "values"):
        return table.view(name)
    key, default = call.arguments.at(0, None), call.arguments.at(1, None)
    known = key.value.known if key is not None and isinstance(key.value, Text) else None
    if known is not None and name in ("get", "pop", "setdefault"):
        return _got(table, known, default, is_get=name == "get")
    return _any_of(table, default) if name == "get" and key is not None else None


def _got(table: KeyedValues, key: str, default: KeyedValue | None, *, is_get: bool) -> Value | None:
    """`table.get(key, default)`, `table.pop(key, default)`."""
    found = table.by_key.get(key)
    if found is not None or table.open:
        return found.value if found is not None and not found.maybe else None
    if default is not None:
        return default.value
    # A keyword that this call does not give; what is written as a dict may be filled elsewhere.
    return Constant(None) if is_get and table.span is None else None


def _any_of(table: KeyedValues, default: KeyedValue | None) -> Value | None:
    """`table.get(key, default)` of a short table, if the key is not known."""
    found = any_item(table)
    return either(found, default.value if default is not None else NONE) if found is not None else None


def _mutate(flow: Evaluation, function: Node, call: Call, given: Node) -> None:
    """A method that changes a dict changes the value of its name; a dict passed on may be changed anywhere."""
    owner = field(function, "object") if function.type == "attribute" else None
    receiver = call.callee.receiver if isinstance(call.callee, Method) else None
    if owner is not None and isinstance(receiver, Row) and isinstance(call.callee, Method):
        row = _changed_row(receiver, call.callee.name, call.arguments.at(0, None))
        if row is not receiver:
            flow.change(owner, receiver, row)
    elif owner is not None and isinstance(receiver, KeyedValues) and isinstance(call.callee, Method):
        changed = kept_small(_changed(receiver, call.callee.name, call.arguments))
        if changed is not receiver:
            flow.change(owner, receiver, changed)
    elif isinstance(call.callee, Function):
        _change_given(flow, call.callee, call.arguments, given)
    elif _may_change_a_table(call.callee):
        _open_given(flow, call.arguments)


def _may_change_a_table(callee: Value) -> bool:
    if isinstance(callee, Reference):
        return callee.name not in _HARMLESS and not types.is_known(callee.name)
    return isinstance(callee, Unknown)


def _changed_row(row: Row, name: str, given: KeyedValue | None) -> Row:
    """A list after one of its methods; unknown unless it was cleared or known items were added at its end."""
    match name:
        case "append" if given is not None and not row.open and len(row.items) < MOST_PARTS:
            return Row((*row.items, given.value))
        case "extend" if given is not None and not row.open and isinstance(given.value, Row):
            return Row((*row.items, *given.value.items)[:MOST_PARTS], given.value.open, rest=given.value.rest)
        case "append" | "extend" | "insert" | "remove" | "pop" | "sort" | "reverse" | "add" | "discard" | "update":
            return Row(open=True)
        case "clear":
            return Row()
    return row


def _changed(table: KeyedValues, name: str, arguments: Arguments) -> KeyedValues:  # noqa: PLR0911 - one answer for each method
    first, second = arguments.at(0, None), arguments.at(1, None)
    match name:
        case "update":
            given = table.overlaid(first.value) if first is not None else table
            return given.overlaid(arguments.keywords)
        case "setdefault" if first is not None and second is not None:
            return _with_default(table, first, second)
        case "set" if first is not None and second is not None and isinstance(first.value, Text) and first.value.known:
            # Cookies: one with a domain or a path is sent only with some requests.
            maybe = bool(arguments.keywords.entries) or arguments.keywords.open
            return table.with_entry(
                KeyedValue(first.value.known, second.value, first.value_span, second.value_span, maybe)
            )
        case "pop" | "popitem":
            return table.without(first.value.known if first is not None and isinstance(first.value, Text) else None)
        case "set":
            return replace(table, open=True)
        case "clear":
            return KeyedValues(span=table.span)
    return table


def _with_default(table: KeyedValues, given: KeyedValue, default: KeyedValue) -> KeyedValues:
    """`table.setdefault(key, default)`."""
    key = given.value.known if isinstance(given.value, Text) else None
    if key is None:
        return replace(table, open=True)
    found = table.by_key.get(key)
    if found is not None and not found.maybe:
        return table
    before = [found.value] if found is not None else [Unknown(key)] if table.open else []
    return table.with_entry(KeyedValue(key, either(*before, default.value), given.value_span, default.value_span))


def _change_given(flow: Evaluation, function: Function, arguments: Arguments, given: Node) -> None:
    """The lists, dicts and objects that a function changes, which are its parameters, or have names of the module."""
    changed = changes(function.module.blocks[function.block])
    if not changed:
        return
    shapes = flow.module.shapes
    for name in changed if function.module is flow.module else ():
        if name in flow.env and flow.is_shared(name):
            flow.env[name] = with_possible_changes(shapes, name, flow.env[name], changed[name])
    bound = bind(flow.within(function), function.node, arguments, function.receiver)
    nodes = (field(each, "value") or each for each in given.named_children)
    for node in (each for each in nodes if each.type in ("identifier", "attribute")):
        value = flow.evaluate(node)
        may_change = any(isinstance(each, Row | KeyedValues | Instance) for each in options_of(value))
        for name in changed if may_change else ():
            if bound.get(name) == value:
                flow.change(node, value, with_possible_changes(shapes, name, value, changed[name]))


def _open_given(flow: Evaluation, arguments: Arguments) -> None:
    """Names whose tables are passed to code that is not followed."""
    given = {id(entry.value) for entry in (*arguments.positional, *arguments.keywords.entries)}
    for name, value in list(flow.env.items()):
        if isinstance(value, KeyedValues) and id(value) in given:
            flow.env[name] = replace(value, open=True)
            forget_last_put_in(flow, name)


EXPRESSIONS: Final[Mapping[str, Callable[[Evaluation, Node], Value]]] = {"call": evaluate_call}
