"""Whether a schema allows a value, as far as the value is known.

By hand rather than with jsonschema: most values are only partly known, each fault has a place in the source, and in a
URL or a form every value is text.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from waypost.apis.formats import format_fault, matches_pattern
from waypost.apis.operation_text import show
from waypost.apis.schemas import Schema
from waypost.cancel import checkpoint
from waypost.core import mistakes
from waypost.results import Severity
from waypost.routes.check.typed import accepted, article, known_scalar, number_of
from waypost.routes.model.values import Constant, KeyedValue, KeyedValues, Row, Text, Value, json_type, options_of
from waypost.shown.secrets import masked_data
from waypost.text import Span

_MOST_SHOWN: Final = 8
_DEEPEST: Final = 32
_LEAST_ALIKE: Final = 70
# Comparisons of a value with a part of a schema: some ten thousand take a tenth of a second.
_MOST_STEPS: Final = 100_000
_STEPS_BETWEEN_CHECKPOINTS: Final = 512


class Written(Enum):
    """How values are written: as JSON, or as text, in which anything that looks like a number is one."""

    JSON = "JSON"
    TEXT = "text"


class ValueFault(NamedTuple):
    """A mistake in a value or a part of it, and what to write instead."""

    message: str
    span: Span | None
    rule: str = "bad-value"
    severity: Severity | None = None
    # What is written, and what to write instead of it.
    written: str = ""
    near: str = ""
    # What to write instead of the whole value; `{}` stands for the value as written.
    instead: str = ""
    # The key that is not accepted.
    entry: KeyedValue | None = None
    # The keys missing from the whole value.
    missing: tuple[str, ...] = ()

    @property
    def is_certain(self) -> bool:
        return self.severity is not Severity.HINT


class _TooMuch(Exception):  # noqa: N818 - nothing is wrong with the value
    """A value and a schema that would take too long to compare."""


class ValueCheck:
    """A check of one value: how it is written, the name of its owner, and whether None is sent.

    A schema may have the same part in many places: each part is checked once against each value. What would still
    take too many steps is not checked: nothing is said about such a value.
    """

    def __init__(self, written: Written, owner: str, *, sends_none: bool = False) -> None:
        self.written = written
        # What the value's own keys belong to: `POST /pets`.
        self.owner = owner
        self.sends_none = sends_none
        self.steps = 0
        # What was found for a value under a schema. The value stays alive, so that no other gets its identity.
        self._found: dict[tuple[int, int, int, str], tuple[Value, tuple[ValueFault, ...]]] = {}
        # The values that a schema lists, as text.
        self._shown: dict[int, frozenset[str]] = {}

    def faults(self, value: Value, schema: Schema, path: str = "") -> tuple[ValueFault, ...]:
        """The mistakes in a value; of several possible values, each wrong one once."""
        try:
            return tuple(self._of_options(value, schema, path, 0))
        except _TooMuch:
            return ()

    def _step(self, count: int = 1) -> None:
        before, self.steps = self.steps, self.steps + count
        if self.steps > _MOST_STEPS:
            raise _TooMuch
        if before // _STEPS_BETWEEN_CHECKPOINTS != self.steps // _STEPS_BETWEEN_CHECKPOINTS:
            checkpoint()

    def _of_options(self, value: Value, schema: Schema, path: str, depth: int) -> Iterator[ValueFault]:
        if schema.known and depth <= _DEEPEST:
            for option in options_of(value):
                yield from self._faults(option, schema, path, depth, schema)

    def _faults(self, value: Value, schema: Schema, path: str, depth: int, whole: Schema) -> tuple[ValueFault, ...]:
        """The mistakes under a schema, each once; `whole` is what it is a part of."""
        key = id(value), schema.number, whole.number, path
        if key not in self._found:
            self._step()
            self._found[key] = value, ()  # a schema that is a part of itself says nothing more there
            faults = {(each.message, each.span): each for each in self._under(value, schema, path, depth, whole)}
            self._found[key] = value, tuple(faults.values())
        return self._found[key][1]

    def _under(self, value: Value, schema: Schema, path: str, depth: int, whole: Schema) -> Iterator[ValueFault]:
        if isinstance(value, Constant) and value.value is None and (not self.sends_none or _takes_none(schema)):
            return
        wrong = next(self._of_itself(value, schema, path), None)
        if wrong is not None:
            yield wrong
            return
        if depth < _DEEPEST:
            for part in schema.parts("allOf"):
                yield from self._faults(value, part, path, depth + 1, whole)
            yield from self._of_branches(value, schema, path, depth + 1, whole)
        if isinstance(value, Row):
            yield from self._of_items(value, schema, path, depth + 1)
        elif isinstance(value, KeyedValues) and self.written is Written.JSON:
            yield from self._of_keys(value, schema, path, depth + 1, whole)

    # One value ------------------------------------------------------------------------------------------------------

    def _of_itself(self, value: Value, schema: Schema, path: str) -> Iterator[ValueFault]:
        span = getattr(value, "span", None)
        types = [each for each in schema.types if each != "null"] or schema.types
        scalar = known_scalar(value)
        if scalar is not None and schema.enum and self._is_listed(scalar, schema):
            return  # whatever the rest of the schema says
        if any(isinstance(each, list | dict) for each in schema.enum):
            return
        if types and not accepted(value, types, as_text=self.written is Written.TEXT):
            given = json_type(value) or ""
            message = f"`{path}` must be {listed([article(each, schema) for each in types])}, not {article(given)}"
            yield ValueFault(message, span, instead=_converted(value, types, schema))
            return
        if scalar is None:
            return
        if schema.enum:
            yield self._not_listed(value, scalar, schema.enum, path)
            return
        for said in self._limits(scalar, schema):
            yield ValueFault(f"`{path}` must {said}, not {_shown(scalar, path)}", span)

    def _is_listed(self, scalar: Any, schema: Schema) -> bool:
        if self.written is Written.TEXT:
            if schema.number not in self._shown:
                self._shown[schema.number] = frozenset(map(show, schema.enum))
            return show(scalar) in self._shown[schema.number]
        return (isinstance(scalar, bool), scalar) in schema.scalars

    def _not_listed(self, value: Value, scalar: Any, allowed: Sequence[Any], path: str) -> ValueFault:
        self._step(len(allowed))
        shown = [f"`{show(each)}`" for each in allowed if each is not None] or ["`null`"]
        choices = listed(shown) if len(shown) <= _MOST_SHOWN else f"one of {', '.join(shown[:_MOST_SHOWN])}, …"
        near = nearest(show(scalar), [show(each) for each in allowed if isinstance(each, str)], 50)
        message = f"`{path}` must be {choices}, not {_shown(scalar, path)}"
        return ValueFault(message, getattr(value, "span", None), written=show(scalar), near=near)

    def _limits(self, scalar: Any, schema: Schema) -> Iterator[str]:
        """What a value must be besides its type, as the end of a sentence."""
        row = schema.row
        number = number_of(scalar, as_text=self.written is Written.TEXT)
        if number is not None and (not schema.types or {"integer", "number"} & set(schema.types)):
            yield from _number_limits(number, row)
        if "string" in schema.types or not schema.types:
            text = scalar if isinstance(scalar, str) else show(scalar) if self.written is Written.TEXT else None
            if text is not None:
                yield from _text_limits(text, schema)

    # Compositions ---------------------------------------------------------------------------------------------------

    def _of_branches(self, value: Value, schema: Schema, path: str, depth: int, whole: Schema) -> Iterator[ValueFault]:
        for keyword in ("oneOf", "anyOf"):
            branches = schema.parts(keyword)
            if branches:
                yield from self._of_one(value, schema, branches, path, depth, whole=whole)

    def _of_one(
        self, value: Value, schema: Schema, branches: list[Schema], path: str, depth: int, *, whole: Schema
    ) -> Iterator[ValueFault]:
        if any(not each.known for each in branches):
            return
        chosen = _discriminated(value, schema)
        if chosen is not None:
            yield from self._faults(value, chosen, path, depth, whole)
            return
        found = [self._faults(value, each, path, depth, whole) for each in branches]
        certain = [[each for each in faults if each.is_certain] for faults in found]
        if not all(certain):
            return
        yield from self._nearest_branch(value, branches, certain, path)

    def _nearest_branch(
        self, value: Value, branches: Sequence[Schema], certain: list[list[ValueFault]], path: str
    ) -> Iterator[ValueFault]:
        """Why a value fits no branch: its mistakes in the branch that was intended, if that is clear."""
        scalar = known_scalar(value)
        enums = [each.enum for each in branches if each.enum]
        if scalar is not None and enums and len(enums) == len([each for each in branches if each.types != ("null",)]):
            yield self._not_listed(value, scalar, [each for enum in enums for each in enum], path)
            return
        as_text = self.written is Written.TEXT
        meant = [
            faults
            for each, faults in zip(branches, certain, strict=True)
            if each.types != ("null",) and (not each.types or accepted(value, each.types, as_text=as_text))
        ]
        named = [faults for faults, each in zip(certain, branches, strict=True) if _names_itself(value, each)]
        meant = named if len(named) == 1 else meant
        closest = [faults for faults in meant if len(faults) == min(map(len, meant))]
        if len(closest) == 1:
            yield from closest[0]
            return
        types = list(dict.fromkeys(type_ for each in branches for type_ in each.types if type_ != "null"))
        span = getattr(value, "span", None)
        given = json_type(value)
        if not meant and types and given:
            yield ValueFault(
                f"`{path}` must be {listed([article(each) for each in types])}, not {article(given)}", span
            )
        else:
            where = f"`{path}`" if path else "The body"
            yield ValueFault(f"{where} has none of the {len(branches)} forms that `{self.owner}` accepts", span)

    # Lists and objects ----------------------------------------------------------------------------------------------

    def _of_items(self, value: Row, schema: Schema, path: str, depth: int) -> Iterator[ValueFault]:
        self._step(len(value.items))
        for at, item in enumerate(value.items):
            yield from self._of_options(item, schema.item(at), f"{path}[{at}]", depth)
        if value.open or "array" not in schema.types:
            return
        count, row = len(value.items), schema.row
        if count < row.get("minItems", 0):
            yield ValueFault(
                f"`{path}` must have at least {_counted(row['minItems'], 'item')}, not {count}", value.span
            )
        if count > row.get("maxItems", count):
            yield ValueFault(f"`{path}` must have at most {_counted(row['maxItems'], 'item')}, not {count}", value.span)

    def _of_keys(
        self, value: KeyedValues, schema: Schema, path: str, depth: int, whole: Schema
    ) -> Iterator[ValueFault]:
        elsewhere = {} if schema is whole else whole.keys
        self._step(len(value.entries))
        for entry in value.entries:
            inner = f"{path}.{entry.key}" if path else entry.key
            own = schema.properties.get(entry.key)
            if own is not None:
                yield from self._of_known_key(entry, own, inner, depth)
            elif isinstance(schema.extra, Schema) and entry.key not in elsewhere:
                yield from self._of_options(entry.value, schema.extra, inner, depth)
        if schema is whole:
            yield from self._unknown_keys(value, schema, path)
        if not value.open:
            yield from self._missing_keys(value, schema, path, whole)

    def _of_known_key(self, entry: KeyedValue, schema: Schema, path: str, depth: int) -> Iterator[ValueFault]:
        if schema.is_read_only:
            message = f"`{path}` is read-only: the API sets it"
            yield ValueFault(message, entry.key_span, "unknown-parameter", Severity.HINT, entry=entry)
        if schema.is_deprecated:
            message = f"`{path}` of `{self.owner}` is deprecated"
            yield ValueFault(message, entry.key_span, "deprecated-parameter", Severity.HINT)
        for fault in self._of_options(entry.value, schema, path, depth):
            yield fault if fault.span is not None else fault._replace(span=entry.value_span)

    def _unknown_keys(self, value: KeyedValues, schema: Schema, path: str) -> Iterator[ValueFault]:
        """Keys that no part of the schema names: wrong if it closes the object, suspicious if it does not say."""
        keys = schema.keys
        extras = [each.extra for each in schema.every_part]
        is_open = any(each is True or isinstance(each, Schema) for each in extras)
        if is_open or not all(each.known for each in schema.every_part) or "discriminator" in schema.row:
            return
        closed = any(each is False for each in extras)
        if not closed and not keys:
            return
        severity = None if closed else Severity.HINT
        for entry in value.entries:
            if entry.key in keys or entry.key_span is None:
                continue
            self._step(len(keys))
            near = nearest(entry.key, [each for each in keys if each not in value.by_key])
            what = f"`{path}` has no key `{entry.key}`" if path else f"`{self.owner}` has no parameter `{entry.key}`"
            message = what + mistakes.did_you_mean(near)
            yield ValueFault(message, entry.key_span, "unknown-parameter", severity, entry.key, near, entry=entry)

    def _missing_keys(self, value: KeyedValues, schema: Schema, path: str, whole: Schema) -> Iterator[ValueFault]:
        missing = [name for name in schema.required if name not in value.by_key]
        if missing:
            keys = whole.keys  # another part may describe the key than the one that requires it
            missing = [name for name in missing if not any(each.is_read_only for each in keys.get(name, ()))]
        if missing:
            message = f"`{path or self.owner}` requires {', '.join(f'`{name}`' for name in missing)}"
            of_whole = () if path else tuple(missing)
            yield ValueFault(message, value.span, "missing-required", missing=of_whole)


def nearest(name: str, names: Sequence[str], least: int = _LEAST_ALIKE) -> str:
    """The most similar of several names, if one is similar."""
    from rapidfuzz import process

    found = process.extractOne(name, names, score_cutoff=least, processor=str.lower)
    return str(found[0]) if found else ""


def _takes_none(schema: Schema) -> bool:
    """Whether a value may be null: also if nothing says what it is."""
    parts = schema.every_part
    return any(each.is_nullable for each in parts) or not any(each.types or each.enum for each in parts)


def _discriminated(value: Value, schema: Schema) -> Schema | None:
    """The branch that a value says it is."""
    said = schema.row.get("discriminator")
    if said is None or not isinstance(value, KeyedValues):
        return None
    entry = value.by_key.get(said["property"])
    name = known_scalar(entry.value) if entry is not None else None
    number = said["mapping"].get(name) if isinstance(name, str) else None
    return schema.table[number] if number is not None else None


def _names_itself(value: Value, branch: Schema) -> bool:
    """Whether a value has the constant key by which a branch is recognized."""
    if not isinstance(value, KeyedValues):
        return False
    kinds = ((name, each.enum[0]) for name, each in branch.properties.items() if len(each.enum) == 1)
    return any(name in value.by_key and known_scalar(value.by_key[name].value) == kind for name, kind in kinds)


def _number_limits(number: float, row: Any) -> Iterator[str]:
    if "minimum" in row and number < row["minimum"]:
        yield f"be at least {row['minimum']}"
    elif "exclusiveMinimum" in row and number <= row["exclusiveMinimum"]:
        yield f"be more than {row['exclusiveMinimum']}"
    elif "maximum" in row and number > row["maximum"]:
        yield f"be at most {row['maximum']}"
    elif "exclusiveMaximum" in row and number >= row["exclusiveMaximum"]:
        yield f"be less than {row['exclusiveMaximum']}"
    elif isinstance(row.get("multipleOf"), int) and row["multipleOf"] and number % row["multipleOf"]:
        yield f"be a multiple of {row['multipleOf']}"


def _text_limits(text: str, schema: Schema) -> Iterator[str]:
    row = schema.row
    fault = format_fault(text, schema.format)
    if fault is not None:
        yield f"be {fault.name} such as `{fault.example}`"
    elif len(text) < row.get("minLength", 0):
        yield f"have at least {_counted(row['minLength'], 'character')}"
    elif len(text) > row.get("maxLength", len(text)):
        yield f"have at most {_counted(row['maxLength'], 'character')}"
    elif "pattern" in row and not matches_pattern(text, row["pattern"]):
        yield f"match `{row['pattern']}`"


def _converted(value: Value, types: Sequence[str], schema: Schema) -> str:
    """The value converted to another type, if it clearly is one of that type."""
    given, text = json_type(value), show(known_scalar(value)) if known_scalar(value) is not None else ""
    for type_ in types:
        if type_ == "array" and given in schema.items.types:
            return "[{}]"
        if type_ == "integer" and isinstance(value, Text) and text.isdecimal():
            return text
        if type_ == "boolean" and isinstance(value, Text) and text.lower() in ("true", "false"):
            return text.capitalize()
        if type_ == "string" and given in ("integer", "number"):
            return '"{}"'
    return ""


def _shown(scalar: Any, path: str) -> str:
    """A value as a message shows it; a secret is never shown."""
    return f"`{masked_data(show(scalar), path.rpartition('.')[2])}`"


def listed(words: Iterable[str], joiner: str = "or") -> str:
    """`a, b or c`."""
    *others, last = dict.fromkeys(words)
    return f"{', '.join(others)} {joiner} {last}" if others else last


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
