"""Every setting, typed, with the one sentence that docs and editors show.

A setting is written in kebab-case in `[tool.waypost]` and in camelCase in an editor's JSON; both are read the same.
What is wrong in the settings is a list of problems that name the key: the rest still applies.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from waypost.results import Severity
from waypost.rules import RULES

# The severity of a rule; None turns it off.
Levels = Mapping[str, Severity | None]


class Problem(NamedTuple):
    """A setting that could not be used: its dotted key as written and a sentence."""

    key: str
    message: str


@dataclass(frozen=True, slots=True)
class Kind:
    """What a setting may hold: a JSON schema for editors, and a reader that raises `ValueError` with a sentence."""

    schema: Mapping[str, Any]
    read: Callable[[Any], Any]


def choice(*values: str) -> Kind:
    def read(value: Any) -> str:
        if value not in values:
            raise ValueError(f"{_shown(value)} is none of {', '.join(values)}")
        return str(value)

    return Kind({"type": "string", "enum": list(values)}, read)


def _read_flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{_shown(value)} is not true or false")
    return value


def _read_text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{_shown(value)} is not a string")
    return value


def _read_texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"{_shown(value)} is not a list of strings")
    return tuple(value)


def _read_tables(value: Any) -> Mapping[str, Mapping[str, Any]]:
    if not isinstance(value, Mapping) or not all(isinstance(each, Mapping) for each in value.values()):
        raise ValueError(f"{_shown(value)} is not a table of tables")
    return dict(value)


def _read_text_table(value: Any) -> Mapping[str, str]:
    if not isinstance(value, Mapping) or not all(isinstance(each, str) for each in value.values()):
        raise ValueError(f"{_shown(value)} is not a table of strings")
    return dict(value)


FLAG = Kind({"type": "boolean"}, _read_flag)
TEXT = Kind({"type": "string"}, _read_text)
TEXTS = Kind({"type": "array", "items": {"type": "string"}}, _read_texts)
TABLES = Kind({"type": "object", "additionalProperties": {"type": "object"}}, _read_tables)
TEXT_TABLE = Kind({"type": "object", "additionalProperties": {"type": "string"}}, _read_text_table)
LEVELS = ("off", *(severity.value for severity in Severity))


def _setting(default: Any, kind: Kind, doc: str, *, restricted: bool = False) -> Any:
    """A field: `doc` is what users read; a `restricted` one is not taken from an untrusted workspace."""
    metadata = {"kind": kind, "doc": doc, "restricted": restricted}
    if isinstance(default, Mapping):
        return field(default_factory=dict, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Settings:
    """The settings of one workspace folder."""

    rules: Levels = field(default_factory=dict, metadata={"doc": "The severity of single rules, or `off`."})
    inlay_hints_config: str = _setting(
        "globs",
        choice("off", "globs", "all"),
        "Inlay hints in spell-checker configuration: none, file counts on globs, or inherited values as well.",
    )
    inlay_hints_routes: str = _setting(
        "url",
        choice("off", "url", "all"),
        "Inlay hints after calls with a route: none, the request's url, or headers and body as well.",
    )
    code_lens: bool = _setting(False, FLAG, "Show a line above calls with a route: other calls of it, copy as curl.")  # noqa: FBT003
    config_files: tuple[str, ...] = _setting(
        (), TEXTS, "Globs of further JSON files that hold spell-checker configuration."
    )
    typos_path: str = _setting(
        "", TEXT, "The spell checker's program, for rules that ask it. Empty: found on PATH.", restricted=True
    )
    calls: Mapping[str, Mapping[str, Any]] = _setting({}, TABLES, "Further shapes of calls that take a route.")
    apis: Mapping[str, str] = _setting(
        {}, TEXT_TABLE, "OpenAPI documents by the base url they describe, as paths from the workspace folder."
    )

    def severity(self, rule: str) -> Severity | None:
        """The severity at which a rule speaks here; None where it is off."""
        if rule in self.rules:
            return self.rules[rule]
        known = RULES[rule]
        return None if known.opt_in else known.severity

    @classmethod
    def read(cls, *layers: Mapping[str, Any]) -> tuple["Settings", list[Problem]]:
        """Settings from layers of raw data, later ones over earlier ones."""
        values: dict[str, Any] = {}
        problems: list[Problem] = []
        for layer in layers:
            for key, raw in _flat(layer):
                _read_one(key, raw, values, problems)
        return cls(**values), problems


SETTINGS = {each.name: each for each in fields(Settings)}
_GROUPS = ("inlay-hints",)


def toml_name(name: str) -> str:
    """A field's name as it stands in `[tool.waypost]`: `inlay-hints.routes`."""
    return _grouped(name.replace("_", "-"))


def json_name(name: str) -> str:
    """A field's name as it stands in an editor's settings: `inlayHints.routes`."""
    return re.sub(r"-(\w)", lambda found: found[1].upper(), toml_name(name))


def field_name(key: str) -> str:
    """The field a key names, however it is written: `inlayHints.routes`, `inlay-hints.routes`."""
    return _kebab(key).replace(".", "-").replace("-", "_")


def _grouped(name: str) -> str:
    for group in _GROUPS:
        if name.startswith(group + "-"):
            return f"{group}.{name[len(group) + 1 :]}"
    return name


def _flat(layer: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Keys as written, those of a group dotted."""
    flat: list[tuple[str, Any]] = []
    for key, value in layer.items():
        if _kebab(key) in _GROUPS and isinstance(value, Mapping):
            flat.extend((f"{key}.{inner}", each) for inner, each in value.items())
        else:
            flat.append((key, value))
    return flat


def _kebab(key: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", lambda found: "-" + found[1].lower(), key).replace("_", "-")


def _read_one(key: str, raw: Any, values: dict[str, Any], problems: list[Problem]) -> None:
    name = field_name(key)
    if raw is None:  # editors send null for what is not set
        return
    if name == "rules":
        values["rules"] = {**values.get("rules", {}), **_read_levels(key, raw, problems)}
    elif name not in SETTINGS:
        problems.append(Problem(key, "there is no such setting" + did_you_mean(name, SETTINGS, toml_name)))
    else:
        try:
            values[name] = SETTINGS[name].metadata["kind"].read(raw)
        except ValueError as error:
            problems.append(Problem(key, str(error)))


def _read_levels(key: str, raw: Any, problems: list[Problem]) -> dict[str, Severity | None]:
    if not isinstance(raw, Mapping):
        problems.append(Problem(key, f"{_shown(raw)} is not a table of rules"))
        return {}
    levels: dict[str, Severity | None] = {}
    for rule, level in raw.items():
        if rule not in RULES:
            problems.append(Problem(f"{key}.{rule}", "there is no such rule" + did_you_mean(rule, RULES)))
        elif level not in LEVELS:
            problems.append(Problem(f"{key}.{rule}", f"{_shown(level)} is none of {', '.join(LEVELS)}"))
        else:
            levels[rule] = None if level == "off" else Severity(level)
    return levels


def did_you_mean(name: str, known: Mapping[str, Any], shown: Callable[[str], str] = str) -> str:
    """`; did you mean "…"?` for the nearest known name, or nothing."""
    from rapidfuzz import process

    found = process.extractOne(name, list(known), score_cutoff=70)
    return f'; did you mean "{shown(found[0])}"?' if found else ""


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"  # noqa: PLR2004 - as much as reads well in a sentence
