"""What the signature of a handler says about the requests that it answers: query, body, and what both need.

What is not understood leaves its place open: nothing is unknown there, and nothing is missing.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, NamedTuple

from waypost.routes.domain.values import MISSING, Class, Entry, External, Function, Object, Scope, Unknown, Value
from waypost.routes.domain.values import Mapping as Table
from waypost.routes.domain.values import Sequence as Items
from waypost.routes.serving.machine import Override, ServingMachine, meant
from waypost.servers import Needs, Signatures, Takes

QUERY: Final = "query"
BODY: Final = "body"
_FORM: Final = "form"
FILE: Final = "file"
_JSON: Final = "application/json"
_FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")
# What needs what needs something; and models in models.
_DEEPEST: Final = 8
# The types that travel as text, with OpenAPI's names of type and format.
_SCALARS: Final[Mapping[str, tuple[str, str]]] = {
    "builtins.int": ("integer", ""),
    "builtins.float": ("number", ""),
    "builtins.str": ("string", ""),
    "builtins.bool": ("boolean", ""),
    "builtins.bytes": ("string", ""),
    "uuid.UUID": ("string", "uuid"),
    "decimal.Decimal": ("number", ""),
    "datetime.datetime": ("string", "date-time"),
    "datetime.date": ("string", "date"),
    "datetime.time": ("string", "time"),
    "datetime.timedelta": ("string", "duration"),
    "pathlib.Path": ("string", ""),
    "typing.Literal": ("", ""),
    "typing.Any": ("", ""),
    "pydantic.EmailStr": ("string", "email"),
    "pydantic.HttpUrl": ("string", "uri"),
    "pydantic.AnyUrl": ("string", "uri"),
    "pydantic.SecretStr": ("string", "password"),
    "pydantic.PositiveInt": ("integer", ""),
    "pydantic.NonNegativeInt": ("integer", ""),
}
_LISTS: Final = frozenset(
    ("list", "List", "Sequence", "set", "Set", "frozenset", "FrozenSet", "tuple", "Tuple", "Iterable")
)
_TABLES: Final = frozenset(("dict", "Dict", "Mapping", "MutableMapping"))
_MODELS: Final = frozenset(("pydantic.BaseModel", "pydantic.main.BaseModel"))
# The other classes that a model may be below.
_PLAIN: Final = frozenset(("typing.Generic", "builtins.object", "abc.ABC", "enum.Enum"))
_FIELDS: Final = frozenset(("pydantic.Field", "pydantic.fields.Field", "dataclasses.field"))
# What a field says besides what its values may be.
_NAMES_MORE: Final = frozenset(("alias", "validation_alias", "default", "default_factory", "validate_default"))
# Arguments that say that a parameter is in another place, by the name that it has there.
_ELSEWHERE: Final = frozenset(("header", "cookie"))
# What a model does with its input before it looks for its keys; and a configuration that gives keys other names.
_OWN_WAYS: Final = frozenset(("__init__", "__new__", "__get_pydantic_core_schema__", "__get_validators__"))
_VALIDATES_ALL: Final = re.compile(rb"@(?:\w+\.)?(?:model_validator|root_validator)\b")
_CONFIG: Final = "model_config"
_OLD_CONFIG: Final = "Config"
# Settings of models that change no names.
_QUIET_SETTINGS: Final = frozenset((
    "from_attributes", "orm_mode", "json_schema_extra", "title", "str_strip_whitespace", "str_min_length", "frozen",
    "validate_assignment", "arbitrary_types_allowed", "use_enum_values", "validate_default", "json_encoders", "strict",
    "protected_namespaces", "ser_json_timedelta", "extra",
))  # fmt: skip
# Packages whose objects beside a type say what its values may be.
_TYPE_PACKAGES: Final = ("pydantic.", "annotated_types.", "typing.", "typing_extensions.")


class TakenValue(NamedTuple):
    """What is known of a value in a body: its keys, those of its items, or what it is otherwise."""

    type: str = ""
    keys: "tuple[TakenKey, ...]" = ()
    items: "TakenValue | None" = None
    # There may be other keys.
    is_open: bool = False
    # Other keys are refused.
    is_strict: bool = False


class TakenKey(NamedTuple):
    name: str
    value: TakenValue
    required: bool = False


class Argument(NamedTuple):
    """A parameter of a request that a signature asks for."""

    name: str
    place: str
    value: TakenValue = TakenValue()
    format: str = ""
    required: bool = False
    # A body that is one key of all, even where it is the only one.
    is_key: bool = False


class HandlerSignature(NamedTuple):
    """What a handler takes of a request."""

    arguments: tuple[Argument, ...] = ()
    # The places that it may read in another way.
    open: frozenset[str] = frozenset()


class TakenBody(NamedTuple):
    """The body that a handler takes, in one of some content types."""

    value: TakenValue
    media: tuple[str, ...]
    required: bool
    has_files: bool = False


def body_of(signature: HandlerSignature) -> TakenBody | None:
    """The body that a handler takes; `None` if it takes none, or nobody knows."""
    bodies = [each for each in signature.arguments if each.place != QUERY]
    if not bodies or BODY in signature.open:
        return None
    forms = {each.place for each in bodies} - {BODY}
    value = bodies[0].value
    if forms or len(bodies) > 1 or bodies[0].is_key:
        value = TakenValue("object", tuple(TakenKey(each.name, each.value, each.required) for each in bodies))
    media = (_JSON,) if not forms else _FORMS[1:] if FILE in forms else _FORMS
    return TakenBody(value, media, any(each.required for each in bodies), FILE in forms)


class _Note(NamedTuple):
    """What an annotation says: a type, of a list or a table or by itself, and what is written beside it."""

    # None if nobody knows.
    value: TakenValue | None
    kind: str
    format: str = ""
    marks: tuple[Object, ...] = ()
    types: tuple[Value, ...] = ()
    # Whether None is no value of it.
    may_not_be_none: bool = True


# What is written beside a type is not known: it may say anything about it.
_SCALAR, _LIST, _MODEL, _UNKNOWN, _UNREAD = "scalar", "list", "model", "unknown", "unread"


class SignatureReader:
    """Reads the signatures of handlers, each once."""

    def __init__(
        self, machine: ServingMachine, text_of: Callable[[Function], bytes], *, has_overrides: bool = False
    ) -> None:
        self.machine = machine
        self._text_of = text_of
        # Somewhere, something else is put in the place of what handlers need.
        self._has_overrides = has_overrides
        self._models: dict[int, TakenValue | None] = {}

    def read(
        self,
        handler: Function,
        how: Signatures,
        in_path: Iterable[str],
        needed: Iterable[Value] = (),
        within: Iterable[Object] = (),
    ) -> HandlerSignature:
        """The signature of a handler, with what else is needed before it is called, in apps and routers."""
        around = set(within)
        overrides = [each for each in self.machine.overrides if each.app in around]
        by_name: dict[str, Value] = {}
        found = _OneSignature(self, how, frozenset(in_path), overrides, by_name)
        for each in needed:
            # What is nearer to the handler comes later.
            by_name |= _by_name(each)
            if not isinstance(each, Table):
                found.needs(each)
        found.function(handler)
        return found.signature()

    def note(self, scope: Scope, text: str, deep: int = 0) -> _Note:
        """What an annotation says."""
        value = self.machine.noted(scope, text)
        has_none = "Optional" in text or any(each.literal() is None for each in value.options())
        found = self._noted(value, scope, deep)
        return found._replace(may_not_be_none=False) if has_none else found

    def _noted(self, value: Value, scope: Scope, deep: int) -> _Note:  # noqa: PLR0911 - one for each kind
        if deep > _DEEPEST:
            return _Note(None, _UNKNOWN)
        options = [each for each in value.options() if each.literal() is not None]
        if len(options) != 1:
            return self._either([self._noted(each, scope, deep + 1) for each in options])
        only = options[0]
        if isinstance(only.literal(), str):
            return self.note(scope, str(only.literal()), deep + 1)
        if isinstance(only, Object) and only.type == "typing.Annotated":
            return self._with_marks(only, scope, deep)
        name = only.type if isinstance(only, Object) else only.dotted if isinstance(only, External) else ""
        last = name.rpartition(".")[2]
        if last in _LISTS and name:
            items = (
                [self._noted(each.value, scope, deep + 1) for each in only.built.positional]
                if isinstance(only, Object)
                else []
            )
            inner_keys = items[0].value if len(items) == 1 and last not in ("tuple", "Tuple") else None
            return _Note(TakenValue("array", items=inner_keys), _LIST, types=(only,))
        if last in _TABLES and name:
            return _Note(TakenValue("object", is_open=True), _MODEL, types=(only,))
        if name in _SCALARS:
            return _Note(TakenValue(_SCALARS[name][0]), _SCALAR, _SCALARS[name][1], types=(only,))
        if isinstance(only, Class):
            if only.is_enum:
                return _Note(TakenValue("string" if only.is_text_enum else ""), _SCALAR, types=(only,))
            return _Note(self.model(only, deep + 1), _MODEL if only.fields is not None else _UNKNOWN, types=(only,))
        return _Note(None, _UNKNOWN, types=(only,))

    def _with_marks(self, of: Object, scope: Scope, deep: int) -> _Note:
        """A type with what is written beside it."""
        inner, *beside = [each.value for each in of.built.positional] or [of]
        found = self._noted(inner, scope, deep + 1)
        if not all(map(_is_understood, beside)):
            return _Note(None, _UNREAD)
        return found._replace(marks=(*found.marks, *(each for each in beside if isinstance(each, Object))))

    def _either(self, notes: list[_Note]) -> _Note:
        kinds = {each.kind for each in notes}
        marks = tuple(mark for each in notes for mark in each.marks)
        types = tuple(each for note in notes for each in note.types)
        if kinds <= {_SCALAR, _LIST}:
            return _Note(TakenValue(), _LIST if _LIST in kinds else _SCALAR, marks=marks, types=types)
        kind = _UNREAD if _UNREAD in kinds else kinds.pop() if len(kinds) == 1 else _UNKNOWN
        return _Note(None, kind, marks=marks, types=types)

    def model(self, of: Class, deep: int = 0) -> TakenValue | None:
        """The keys of a model; `None` if it is not read in full."""
        if of.serial not in self._models:
            # A model in itself says no more there.
            self._models[of.serial] = None
            self._models[of.serial] = self._model(of, deep)
        return self._models[of.serial]

    def _model(self, of: Class, deep: int) -> TakenValue | None:
        externals = set(of.externals())
        if of.fields is None or of.has_unseen_base or not externals <= _MODELS | _PLAIN or self._has_own_ways(of):
            return None
        settings = self._settings(of)
        if settings is None:
            return None
        found: dict[str, TakenKey] = {}
        for owner in reversed(of.order()):
            for name, written in owner.annotations.items():
                key = self._field(owner, name, written, deep) if not name.startswith("_") and name != _CONFIG else None
                if key is not None:
                    found[name] = key
                elif not name.startswith("_") and name != _CONFIG:
                    return None
        return TakenValue("object", tuple(found.values()), is_open=settings == "allow", is_strict=settings == "forbid")

    def _has_own_ways(self, of: Class) -> bool:
        for owner in of.order():
            for name, entry in list(owner.table.items()):
                if name in _OWN_WAYS:
                    return True
                if isinstance(entry.value, Function) and _VALIDATES_ALL.search(self._text_of(entry.value)):
                    return True
        return False

    def _settings(self, of: Class) -> str | None:
        """What a model does with other keys, "ignore" if it says nothing; `None` if its keys may have other names."""
        entry = of.find(_CONFIG) or of.find(_OLD_CONFIG)
        if entry is None:
            return "ignore"
        given: dict[str, Value] = {}
        value = entry.value
        if isinstance(value, Object):
            if value.built.open or value.built.positional:
                return None
            given = {name: each.value for name, each in value.built.keywords.items()}
        elif isinstance(value, Class | Table):
            if not all(isinstance(name, str) for name in value.table):
                return None
            given = {str(name): each.value for name, each in list(value.table.items())}
        else:
            return None
        if not given.keys() <= _QUIET_SETTINGS:
            return None
        extra = given["extra"].literal() if "extra" in given else "ignore"
        return extra if isinstance(extra, str) else None

    def _field(self, owner: Class, name: str, written: str, deep: int) -> TakenKey | None:
        """A key of a model; nothing if its name is not known."""
        scope = owner.scope
        note = self.note(scope, written, deep + 1) if scope is not None else _Note(None, _UNKNOWN)
        entry: Entry | None = owner.table.get(name)
        default = entry.value if entry is not None else None
        marks = [*note.marks, *([default] if isinstance(default, Object) else [])]
        if note.kind == _UNREAD:
            return None
        key, required = name, default is None
        for mark in marks:
            if mark.type not in _FIELDS:
                continue
            alias = mark.built.at(None, "validation_alias") or mark.built.at(None, "alias")
            text = alias.value.literal() if alias is not None else name
            if not isinstance(text, str) or mark.built.open:
                return None
            key = text
            if mark is default:
                required = _is_required(mark.built.at(0, "default"))
            elif mark.built.at(0, "default") is not None:
                required = False
            required = (
                required and mark.built.at(None, "default_factory") is None and mark.built.at(None, "init") is None
            )
        return TakenKey(key, note.value if note.value is not None else TakenValue(), required)


class _OneSignature:
    """One handler, on the way through what it needs."""

    def __init__(
        self,
        reader: SignatureReader,
        how: Signatures,
        in_path: frozenset[str],
        overrides: Collection[Override],
        by_name: Mapping[str, Value],
    ) -> None:
        self._reader = reader
        self._how = how
        self._in_path = in_path
        self._overrides = overrides
        self._by_name = by_name
        self._found: dict[tuple[str, str], Argument] = {}
        self._open: set[str] = set()
        self._seen: set[int] = set()
        # What needs what is being read.
        self._deep = 0

    def signature(self) -> HandlerSignature:
        return HandlerSignature(tuple(self._found.values()), frozenset(self._open))

    def _leave_open(self) -> None:
        self._open |= {QUERY, BODY}

    def function(self, of: Function) -> None:
        parameters = of.code.parameters
        if of.given is not None:
            # Some are given by a partial call.
            self._leave_open()
            return
        if of.owner is not None and of.kind != "static" and not of.code.nested:
            parameters = parameters[1:]
        for each in parameters:
            if each.kind in ("*", "**"):
                self._leave_open()
                continue
            scope = of.scope
            note = self._reader.note(scope, each.declared) if each.declared else _Note(TakenValue(), _SCALAR)
            self._parameter(each.name, note, of.defaults.get(each.name), has_default=each.has_default)

    def _parameter(self, name: str, note: _Note, default: Value | None, *, has_default: bool) -> None:
        if self._is_named(name, note, required=not has_default):
            return
        if any(each.type in _FIELDS and not _NAMES_MORE.isdisjoint(each.built.keywords) for each in note.marks):
            # It has another name, or a default, by what is written beside its type.
            self._leave_open()
            return
        beside = (*note.marks, *([default] if isinstance(default, Object) else []))
        marks = ((each, found.meaning) for each in beside if (found := meant(each)) is not None)
        mark, meaning = next(marks, (None, None))
        if mark is not None and isinstance(meaning, Needs):
            needed = mark.built.at(*meaning.what)
            self._needed(needed.value if needed is not None else None, note)
            return
        if mark is not None and isinstance(meaning, Takes):
            own = None if mark is default else default
            self._marked(name, note, mark, meaning, is_optional=has_default and mark is not default, own=own)
            return
        names = {each.dotted for each in note.types if isinstance(each, External)}
        if names & self._how.requests:
            self._leave_open()
        elif not (names and names <= self._how.given):
            self._plain(name, note, required=not has_default)

    def _is_named(self, name: str, note: _Note, *, required: bool) -> bool:
        """Whether the name of a parameter alone says what it is."""
        if name in self._by_name:
            given = self._by_name[name]
            found = meant(given)
            if isinstance(given, Object) and found is not None and isinstance(found.meaning, Needs):
                needed = given.built.at(*found.meaning.what)
                self._needed(needed.value if needed is not None else None, None)
            else:
                self._needed(given, None)
        elif name in self._how.named_requests:
            self._leave_open()
        elif name == self._how.named_body:
            self._body(name, note, required=required)
        else:
            return name in self._in_path or name in self._how.named_given
        return True

    def _body(self, name: str, note: _Note, *, required: bool) -> None:
        """The whole body, by the name of the parameter."""
        if note.kind in (_UNKNOWN, _UNREAD) or note.marks or not note.may_not_be_none:
            self._open.add(BODY)
        else:
            self._take(Argument(name, BODY, note.value or TakenValue(), required=required))

    def _plain(self, name: str, note: _Note, *, required: bool) -> None:
        """A parameter of which only the type says where it comes from."""
        if self._how.may_be_none:
            required = required and note.may_not_be_none
        if note.kind == _SCALAR or (self._how.may_be_none and note.kind == _LIST):
            self._take(Argument(name, QUERY, note.value or TakenValue(), note.format, required))
        elif note.kind in (_UNKNOWN, _UNREAD):
            self._leave_open()
        else:
            self._take(Argument(name, BODY, note.value or TakenValue(), required=required))

    def _marked(
        self, name: str, note: _Note, mark: Object, takes: Takes, *, is_optional: bool, own: Value | None
    ) -> None:
        """A parameter that says itself where it comes from."""
        if takes.place not in (QUERY, BODY, _FORM, FILE) or not _ELSEWHERE.isdisjoint(mark.built.keywords):
            return
        if self._how.may_be_none:
            is_optional = is_optional or not note.may_not_be_none
        alias = mark.built.at(*takes.alias)
        text = alias.value.literal() if alias is not None else name
        if not isinstance(text, str) or mark.built.open or mark.built.at(None, "validation_alias") is not None:
            self._open.add(QUERY if takes.place == QUERY else BODY)
            return
        given = mark.built.at(*takes.default)
        required = not is_optional and mark.built.at(None, "default_factory") is None
        if required and (own is None or given is not None):
            in_mark = given if own is None else None
            required = _is_required(in_mark) if in_mark is not None else required
        if note.kind in (_MODEL, _UNKNOWN, _UNREAD) and takes.place in (QUERY, _FORM):
            # What is not known may be a model.
            self._fields(note, takes.place, required=required)
            return
        embed = mark.built.at(None, "embed")
        if embed is not None and not isinstance(embed.value.literal(), bool):
            self._open.add(BODY)
        is_key = embed is not None and embed.value.literal() is True
        self._take(Argument(text, takes.place, note.value or TakenValue(), note.format, required, is_key))

    def _fields(self, note: _Note, place: str, *, required: bool) -> None:
        """A model of which each field is a parameter."""
        if note.value is None or not note.value.keys or note.value.is_open:
            self._open.add(QUERY if place == QUERY else BODY)
            return
        for each in note.value.keys:
            self._take(Argument(each.name, place, each.value, "", each.required and required))

    def _take(self, argument: Argument) -> None:
        if self._deep and self._reader._has_overrides:  # noqa: SLF001 - two halves of one
            argument = argument._replace(required=False)
        known = self._found.get((argument.place, argument.name))
        self._found[argument.place, argument.name] = (
            argument if known is None else known._replace(required=known.required or argument.required)
        )

    def needs(self, listed: Value) -> None:
        """What is needed besides: a list of calls that say so."""
        for option in listed.options() if listed.literal() is not None else ():
            if not isinstance(option, Items):
                self._leave_open()
                continue
            each_known = option.known_items()
            if each_known is None:
                self._leave_open()
            for each in each_known or ():
                found = meant(each)
                if isinstance(each, Object) and found is not None and isinstance(found.meaning, Needs):
                    needed = each.built.at(*found.meaning.what)
                    self._needed(needed.value if needed is not None else None, None)
                else:
                    self._leave_open()

    def _needed(self, what: Value | None, note: _Note | None) -> None:
        """Something that is called with parameters of its own: a function, a class, an object."""
        if what is None and note is not None and len(note.types) == 1:
            what = note.types[0]
        if what is None or self._deep >= _DEEPEST:
            self._leave_open()
            return
        self._deep += 1
        for option in what.options():
            self._called(option)
            for each in self._overrides:
                if each.is_for(option):
                    # Either of both is called: the request may have the parameters of either.
                    for other in each.instead.options():
                        self._called(other)
        self._deep -= 1

    def _called(self, what: Value) -> None:
        dotted = what.type if isinstance(what, Object) else what.dotted if isinstance(what, External) else ""
        if isinstance(what, Function):
            if id(what.code) not in self._seen:
                self._seen.add(id(what.code))
                self.function(what)
        elif dotted and dotted.startswith(self._how.takes_nothing):
            return
        elif isinstance(what, Class):
            self._made(what)
        elif isinstance(what, Object) and isinstance(what.cls, Class):
            call = what.cls.find("__call__")
            if call is not None and isinstance(call.value, Function):
                self.function(call.value)
            else:
                self._leave_open()
        else:
            self._leave_open()

    def _made(self, of: Class) -> None:
        """An object of a class: its constructor has the parameters, or its fields are."""
        init = of.find("__init__")
        if init is not None and isinstance(init.value, Function):
            self.function(init.value)
        elif of.fields is None and not of.bases:
            return
        elif of.fields is not None and (model := self._reader.model(of)) is not None:
            for each in model.keys:
                is_body = each.value.type in ("object", "array")
                self._take(Argument(each.name, BODY if is_body else QUERY, each.value, "", each.required))
        else:
            self._leave_open()


def _by_name(needed: Value) -> dict[str, Value]:
    """What is needed for parameters of some names, by a table of these."""
    if not isinstance(needed, Table):
        return {}
    return {name: entry.value for name, entry in needed.entries() if isinstance(name, str)}


def _is_understood(beside: Value) -> bool:
    """Whether it is known what is written beside a type: something unknown may say where a parameter comes from."""
    options = beside.options()
    if len(options) != 1 or options[0].symbolic:
        return False
    only = options[0]
    if isinstance(only, Object):
        return not only.type or only.type.startswith(_TYPE_PACKAGES) or meant(only) is not None
    return only.textual or only.literal() is not MISSING or isinstance(only, Function)


def _is_required(default: Entry | None) -> bool:
    """Whether a parameter has no default: none is given, or `...`."""
    if default is None:
        return True
    value = default.value
    return isinstance(value, Unknown) and value.kind == "ellipsis"
