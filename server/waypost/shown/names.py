"""Names of what is unknown: short, without a sign of the source code that the value comes from."""

import ast
import keyword
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

# An expression that is longer or nested more deeply than this has no name of its own.
_LONGEST: Final = 500
_DEEPEST: Final = 12
_MOST_NAMES: Final = 3
_LONGEST_KEY: Final = 40
_OF_PATHS: Final = frozenset("/{?&=%")
_LONGEST_QUERY: Final = 60
NAMELESS: Final = "value"
# Called on a text or an object, these give another notation of it.
_NOTATIONS: Final = re.compile(
    r"[lr]?strip|lower|upper|title|casefold|capitalize|swapcase|encode|decode|translate|expandtabs|zfill|[lr]just|center"
    r"|replace|remove(?:prefix|suffix)|r?split|splitlines|join|format|isoformat|strftime|timestamp|total_seconds|date|time"
    r"|astimezone|as_posix|as_uri|resolve|absolute|expanduser|geturl|_replace|human_repr|hex|(?:hex)?digest|get_secret_value|copy"
    r"|items|keys|values|tolist|json|dict|to_dict|model_dump|getvalue|getbuffer|read|tobytes|with_(?:path|query|name|suffix"
    r"|scheme|host|user|fragment)|(?:update|extend)_query|joinpath|copy_with|copy_merge_params"
)
_MAKING: Final = re.compile(r"^_*(?:get|fetch|build|make|create|load|read|new|generate)_(?=\w)")
# What these make says so.
MADE: Final = {f"uuid{version}": "uuid" for version in (1, 3, 4, 5)}
OF_UUID: Final = ("hex", "int", "urn", "bytes")
# What they call for each item comes first.
_EACH: Final = ("map", "filter", "starmap", "reduce", "partial")
# Their first argument, if that is a text, says what they get.
_KEYED: Final = re.compile(r"get|getenv|pop|setdefault|getlist|get_all|getattr|env|config|lookup")
_QUOTED: Final = re.compile(r"([\"'])(?:\\.|(?!\1).)*\1")
_WORD: Final = re.compile(r"[^\W\d]\w*")
_PLAIN: Final = re.compile(r"[^\W\d]\w*\Z")
_DOTTED: Final = re.compile(r"(?:[^\W\d]\w*\.)*([^\W\d]\w*)\Z")
# Where the query of a URL starts, with a `?` or with the expression that writes one, and not inside of a name.
_QUERY: Final = re.compile(r"\{[?&]|\?(?![^{]*\})")
_OWN: Final = frozenset(("self", "cls", "super", "await", "lambda"))


def path_and_query(url: str) -> tuple[str, str]:
    """A URL as it is shown, before its query and from there on: `{page?}` is a part that may be left out."""
    found = _QUERY.search(url)
    return (url[: found.start()], url[found.start() :]) if found is not None else (url, "")


def brief_query(query: str) -> str:
    """A query for a list: as it is written, or only its names, each once, if that is too long to read."""
    if len(query) <= _LONGEST_QUERY or not query.startswith("?"):
        return query
    first, *others = dict.fromkeys(each.partition("=")[0] for each in query[1:].split("&"))
    shown = f"?{first}"
    for name in others:
        if len(shown) + len(name) > _LONGEST_QUERY:
            return f"{shown}&…"
        shown += f"&{name}"
    return shown


def short_name(expression: str, key: str = "") -> str:
    """`self.owner` → `owner`, `event.data["number"]` → `number`, `str(user.id)` → `id`, `base + path` → `base}{path`.

    A value that only arithmetic makes has the name of its `key`, if there is one.
    """
    return "}{".join(names_in(expression, key))


@lru_cache(maxsize=4_096)
def names_in(expression: str, key: str = "") -> tuple[str, ...]:
    """The names of an expression in order; optional ones end with `?`."""
    if expression.endswith("?"):
        return tuple(f"{name}?" for name in names_in(expression[:-1], key))
    # That an attribute is the class's own business says nothing of its value.
    return tuple(name.lstrip("_") or name for name in _names_of(expression, key))


def _names_of(expression: str, key: str) -> tuple[str, ...]:
    if (plain := _DOTTED.match(expression)) is not None and plain[1] not in _OWN:
        return (plain[1],)
    node = _parsed(expression)
    strong = tuple(dict.fromkeys(_names(node))) if node is not None else tuple(_words(expression))
    if strong:
        return strong[:_MOST_NAMES]
    if key:
        return (called_by(key),)
    weak = _weak(node) if node is not None else ""
    return (weak or NAMELESS,)


def has_name(expression: str) -> bool:
    """Whether an expression says what its value is."""
    return short_name(expression) != NAMELESS or short_name(expression, "key") == NAMELESS


def is_of_call(name: str) -> bool:
    """Whether what a value is called only says which call gives it: `build(path)`."""
    return name.endswith(")")


def is_notation(method: str) -> bool:
    """Whether a method of something unknown gives another notation of it."""
    return _NOTATIONS.fullmatch(method) is not None


def is_keyed(function: str) -> bool:
    """Whether a function gives what is under the name that it is given."""
    return _KEYED.fullmatch(function) is not None


def name_of_key(key: str) -> str:
    """What is looked up by a text, by that text: `content-type` → `content_type`. Empty if that is a path."""
    found = re.sub(r"\W+", "_", key).strip("_") if _OF_PATHS.isdisjoint(key) else ""
    return found if len(found) <= _LONGEST_KEY and _PLAIN.match(found) else ""


def called_by(key: str) -> str:
    """What has no name of its own, by the key that it is given for: `filter[name]` → `filter_name`."""
    return name_of_key(key) or NAMELESS


def _parsed(expression: str) -> ast.expr | None:
    if len(expression) > _LONGEST:
        return None
    try:
        return ast.parse(expression.strip().removeprefix("await "), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def _words(expression: str) -> Iterator[str]:
    """What is not an expression, or a very long one: the last name before a bracket, or what a function makes."""
    before, *brackets = re.split(r"([(\[{])", _QUOTED.sub(" ", expression), maxsplit=1)
    names = [word for word in _WORD.findall(before) if not keyword.iskeyword(word) and word not in _OWN]
    yield from filter(None, (_made_by(name) if brackets[:1] == ["("] else name for name in names[-1:]))


def _names(node: ast.AST, depth: int = 0) -> Iterator[str]:
    """The names that say what a value is."""
    if depth > _DEEPEST:
        return
    match node:
        case ast.Attribute(value=ast.Call() as inner, attr=name) if name in OF_UUID:
            yield from _names(inner, depth + 1)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield from () if name in _OWN else (name,)
        case ast.Subscript(slice=ast.Constant(value=str(name))) if _PLAIN.match(name):
            yield name
        case ast.Call():
            yield from _of_call(node, depth + 1)
        case ast.BoolOp(values=values):
            yield from _one_of(values, depth + 1)
        case ast.IfExp(body=body, orelse=other):
            yield from _one_of([body, other], depth + 1)
        case ast.GeneratorExp(generators=[first, *_]) | ast.ListComp(generators=[first, *_]):
            yield from _names(first.iter, depth + 1)
        case _:
            for part in _parts(node):
                yield from _names(part, depth + 1)


def _parts(node: ast.AST) -> Iterable[ast.expr]:
    """The parts of an expression whose names are its own."""
    match node:
        case ast.Await() | ast.Starred() | ast.FormattedValue() | ast.Subscript():
            return (node.value,)
        case ast.NamedExpr(target=inner) | ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod(), right=inner):
            return (inner,)
        case ast.BinOp(left=left, op=ast.Add(), right=right) if not _is_number(left) and not _is_number(right):
            return left, right
        case ast.BinOp(left=left, op=ast.Div(), right=right) if not _is_number(left) and not _is_number(right):
            return (right if isinstance(left, ast.Constant) else left,)
        case ast.JoinedStr(values=parts) | ast.Tuple(elts=parts):
            return parts
    return ()


def _one_of(values: list[ast.expr], depth: int) -> Iterator[str]:
    """The first of several that has a name; it may be left out if another one is empty."""
    found = next((names for each in values if (names := tuple(_names(each, depth)))), ())
    empty = any(isinstance(each, ast.Constant) and each.value in ("", None) for each in values)
    yield from (f"{name.rstrip('?')}?" if empty else name for name in found)


def _of_call(call: ast.Call, depth: int) -> Iterator[str]:
    """A call by what goes in, not by what it does."""
    function = call.func
    method = function.attr if isinstance(function, ast.Attribute) else ""
    called = method or (function.id if isinstance(function, ast.Name) else "")
    if is_keyed(called):
        texts = [each.value for each in call.args[:2] if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        if texts and (key := name_of_key(texts[0])):
            yield key
            return
    makes = method in ("date", "time") and bool(call.args)  # `datetime.date(year, month, day)`, and not `now.date()`
    if isinstance(function, ast.Attribute) and is_notation(method) and not makes:
        own = tuple(_names(function.value, depth))
        if own:
            yield from own
            return
    given = (*call.args[called in _EACH :], *(each.value for each in call.keywords))
    yield from next((names for each in given if (names := tuple(_names(each, depth)))), ())


def _made_by(function: str) -> str:
    """What a function makes, if its name says that; the rest of a name only says what is done."""
    made = _MAKING.sub("", function)
    return MADE.get(function) or (made if made != function else "")


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not isinstance(node.value, str)


def _weak(node: ast.AST) -> str:
    """A name that only says where a value comes from: the first one in arithmetic, what a function is said to make."""
    waiting = [node]
    for each in waiting:
        match each:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=given):
                is_method = isinstance(each.func, ast.Attribute)
                own = "" if is_method and is_notation(name) else _made_by(name)
                return next(filter(None, map(_weak, given)), own)
            case ast.Attribute(value=ast.Call() as inner, attr=name) if name in OF_UUID:
                waiting.append(inner)
            case ast.Attribute(attr=name):
                return name
            case ast.Name(id=name) if name not in _OWN:
                return name
            case _:
                waiting += ast.iter_child_nodes(each)
    return ""
