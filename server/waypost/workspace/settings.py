"""Every setting, typed, with the one sentence that docs and editors show.

A setting is written in kebab-case in `[tool.waypost]` and in camelCase in an editor's JSON; both are read the same way.
Errors in the settings are a list of problems that name the key: the rest still applies.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from waypost.results import Severity
from waypost.rules import RULES
from waypost.text.derived import Deriving
from waypost.workspace.globs import matches_any, matching
from waypost.workspace.releases import ReleaseRange, normalised
from waypost.workspace.setting_kinds import (
    APIS,
    FLAG,
    GLOB_TABLES,
    GLOBS,
    LEVELS,
    PATH,
    PATHS,
    RELEASES,
    TABLES,
    TEXT,
    TEXTS,
    ApiSetting,
    Kind,
    UnusableApiError,
    choice,
    read_api,
    read_levels,
    read_release,
    shown,
)

# The severity of a rule; None turns it off.
Levels = Mapping[str, Severity | None]


class SettingProblem(NamedTuple):
    """A setting that could not be used: its dotted key as written, what is wrong, and its position."""

    key: str
    message: str
    # The parts of the key, which may contain dots themselves.
    path: tuple[str, ...] = ()
    # Whether the key is unknown; otherwise the value is wrong. The intended key or value, if that is clear.
    unknown: bool = False
    nearest: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        return self.path or tuple(self.key.split("."))


class SettingsLayer(NamedTuple):
    """Raw settings, and the folder that their relative paths and globs start from."""

    values: Mapping[str, Any]
    base: Path | None = None


def _setting(default: Any, kind: Kind, doc: str, *, restricted: bool = False, in_files: bool = False) -> Any:
    """A field: `doc` is what users read.

    A `restricted` one is not taken from an untrusted workspace; one `in_files` cannot be set in editors.
    """
    metadata = {"kind": kind, "doc": doc, "restricted": restricted, "in_files": in_files}
    if isinstance(default, Mapping):
        return field(default_factory=dict, metadata=metadata)
    return field(default=default, metadata=metadata)


_WHO = choice("auto", "on", "off")
_AUTO = " With `auto`, unless one of `other-servers` does. In editors only."


@dataclass(frozen=True)
class Settings(Deriving):
    """The settings that govern a file."""

    rules: Levels = field(default_factory=dict, metadata={"doc": "The severity of individual rules, or `off`."})
    per_file_rules: Mapping[str, Levels] = _setting(
        {},
        GLOB_TABLES,
        "The severity of rules for files that a glob matches; overrides `rules`. Later globs win over earlier ones.",
    )
    extend: str = _setting(
        "", PATH, "Another settings file that this one extends; settings in this file win.", in_files=True
    )
    exclude: tuple[str, ...] = _setting(
        ("node_modules", "venv", "__pypackages__"),
        GLOBS,
        "Globs of files and folders not to check, as in ignore files: they have no findings, in an editor either. A "
        "file that is named on the command line is checked anyway. Sources in virtual environments are not looked for.",
    )
    extend_exclude: tuple[str, ...] = _setting((), GLOBS, "Globs to exclude in addition to `exclude`.")
    force_exclude: bool = _setting(
        False,  # noqa: FBT003 - the default of the setting
        FLAG,
        "Exclude files even if they are named on the command line, as pre-commit does.",
        in_files=True,
    )
    baseline: str = _setting(
        "",
        PATH,
        "A file of known findings, which `waypost check` does not report: see `--update-baseline`.",
        in_files=True,
    )
    diagnostic_mode: str = _setting(
        "openFiles",
        choice("openFiles", "workspace"),
        "Which files an editor reports problems in: open files, or every file in the workspace.",
    )
    inlay_hints_config: str = _setting(
        "globs",
        choice("off", "globs", "all"),
        "Inlay hints in spell-checker configuration: none, file counts of globs, or also inherited values.",
    )
    inlay_hints_routes: str = _setting(
        "url",
        choice("off", "url", "all"),
        "Inlay hints after calls with a route: none, the URL of the request, or also its headers and body.",
    )
    code_lens: bool = _setting(
        False,  # noqa: FBT003 - a default
        FLAG,
        "Code lenses above calls with a route: preview (in VS Code), copy, its other calls.",
    )
    config_files: tuple[str, ...] = _setting(
        (), GLOBS, "Globs of additional JSON files that contain spell-checker configuration."
    )
    config_completion: str = _setting(
        "auto", _WHO, "Complete keys, tables and simple values in a configuration." + _AUTO
    )
    config_hover: str = _setting("auto", _WHO, "Show what a key of a configuration means." + _AUTO)
    config_symbols: str = _setting("auto", _WHO, "Show the outline of a configuration." + _AUTO)
    config_syntax_errors: str = _setting("auto", _WHO, "Show the syntax errors of a configuration." + _AUTO)
    config_formatting: bool = _setting(
        False,  # noqa: FBT003 - the default of the setting
        FLAG,
        "Tidy the spell checker's tables when the editor formats a configuration. Otherwise, only the action does it. "
        "In editors only.",
    )
    other_servers: tuple[str, ...] = _setting(
        (), TEXTS, "Other language servers that the editor runs on configuration files: `tombi`, `taplo`."
    )
    typos_path: str = _setting(
        "", TEXT, "The spell checker's program, for rules that run it. Empty: found on PATH.", restricted=True
    )
    spelling: str = _setting(
        "auto",
        _WHO,
        "Show the words that the spell checker reports in open documents, as hints with fixes. `auto`: in VS Code, "
        "unless the spell checker's own extension is there. In editors only.",
    )
    run_at: tuple[str, ...] = _setting(
        (),
        PATHS,
        "Folders in which you run the spell checker; each reads one configuration. Usually the top of the checkout.",
    )
    calls: Mapping[str, Mapping[str, Any]] = _setting({}, TABLES, "Additional call patterns to treat as requests.")
    releases: Mapping[str, ReleaseRange] = _setting(
        {},
        RELEASES,
        "Releases of HTTP clients by package, as `0.27` or `>=0.27,<0.29`; overrides the project's files.",
    )
    apis: Mapping[str, ApiSetting] = _setting(
        {},
        APIS,
        "OpenAPI documents by base URL, as paths relative to the folder of the settings, or `github:ghes-3.19` for an"
        " edition of GitHub's API. A table with `document` and `clients` ties clients to a document by their dotted"
        " names, with or without a base URL.",
    )

    def severity(self, rule: str) -> Severity | None:
        """The severity of a rule's findings; None if it is off."""
        if rule in self.rules:
            return self.rules[rule]
        known = RULES[rule]
        return None if known.opt_in else known.severity

    def globs_of(self, path: str) -> tuple[str, ...]:
        """The globs of `per_file_rules` that match a file."""
        return matching(tuple(self.per_file_rules), path)

    def with_rules_of(self, globs: Iterable[str]) -> "Settings":
        """The settings with the `per_file_rules` of some globs applied."""
        rules = dict(self.rules)
        for glob in globs:
            rules |= self.per_file_rules[glob]
        return replace(self, rules=rules)

    def excludes(self, path: str) -> bool:
        """Whether a glob excludes a file or a folder that contains it."""
        return matches_any((*self.exclude, *self.extend_exclude), path)

    @property
    def api_documents(self) -> tuple[str, ...]:
        """The paths of the API documents."""
        return tuple(each.document for each in self.apis.values() if each.document)

    @classmethod
    def read(cls, *layers: Mapping[str, Any] | SettingsLayer) -> tuple["Settings", list[SettingProblem]]:
        """Settings from layers of raw data; later layers override earlier ones."""
        values: dict[str, Any] = {}
        problems: list[SettingProblem] = []
        for each in layers:
            layer = each if isinstance(each, SettingsLayer) else SettingsLayer(each)
            for keys, raw in _flat(layer.values):
                _read_one(keys, raw, layer.base, values, problems)
        return cls(**values), problems


SETTINGS = {each.name: each for each in fields(Settings)}
_GROUPS = ("inlay-hints",)


def toml_name(name: str) -> str:
    """A field's name in `[tool.waypost]`: `inlay-hints.routes`."""
    return _grouped(name.replace("_", "-"))


def json_name(name: str) -> str:
    """A field's name in an editor's settings: `inlayHints.routes`."""
    return re.sub(r"-(\w)", lambda found: found[1].upper(), toml_name(name))


def field_name(key: str) -> str:
    """The field that a key names in either spelling: `inlayHints.routes`, `inlay-hints.routes`."""
    return _kebab(key).replace(".", "-").replace("-", "_")


def in_editors(name: str) -> bool:
    """Whether a setting can also be set in editors, not only in files."""
    return not SETTINGS[name].metadata.get("in_files")


def _grouped(name: str) -> str:
    for group in _GROUPS:
        if name.startswith(group + "-"):
            return f"{group}.{name[len(group) + 1 :]}"
    return name


def _flat(layer: Mapping[str, Any]) -> list[tuple[tuple[str, ...], Any]]:
    """Keys as written; those of a group in two parts."""
    flat: list[tuple[tuple[str, ...], Any]] = []
    for key, value in layer.items():
        if _kebab(key) in _GROUPS and isinstance(value, Mapping):
            flat.extend(((key, inner), each) for inner, each in value.items())
        else:
            flat.append(((key,), value))
    return flat


def _kebab(key: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", lambda found: "-" + found[1].lower(), key).replace("_", "-")


def _read_one(
    keys: tuple[str, ...], raw: Any, base: Path | None, values: dict[str, Any], problems: list[SettingProblem]
) -> None:
    key = ".".join(keys)
    name = field_name(key)
    if raw is None:  # editors send null for what is not set
        return
    if name == "rules":
        values["rules"] = {**values.get("rules", {}), **read_rules(keys, raw, problems)}
    elif name not in SETTINGS:
        problems.append(unknown("setting", keys, SETTINGS, toml_name))
    else:
        try:
            value = _read_value(name, keys, raw, problems)
        except ValueError as error:
            problems.append(SettingProblem(key, str(error), keys))
            return
        kind: Kind = SETTINGS[name].metadata["kind"]
        values[name] = kind.anchor(value, base) if kind.anchor and base else value


def _read_value(name: str, keys: tuple[str, ...], raw: Any, problems: list[SettingProblem]) -> Any:
    if name == "apis" and isinstance(raw, Mapping):
        return dict(_sound_apis(keys, raw, problems))
    value = SETTINGS[name].metadata["kind"].read(raw)
    if name == "per_file_rules":
        return {glob: read_rules((*keys, glob), levels, problems) for glob, levels in value.items()}
    if name == "releases":
        return dict(_sound_releases(keys, value, problems))
    return value


def _sound_apis(
    keys: tuple[str, ...], raw: Mapping[str, Any], problems: list[SettingProblem]
) -> Iterator[tuple[str, ApiSetting]]:
    """The APIs by their keys; a wrong entry affects only itself."""
    for key, entry in raw.items():
        try:
            yield key, read_api(key, entry)
        except UnusableApiError as problem:
            own = (*keys, key, *problem.keys)
            problems.append(SettingProblem(".".join(own), str(problem), own))


def _sound_releases(
    keys: tuple[str, ...], raw: Mapping[str, Any], problems: list[SettingProblem]
) -> Iterator[tuple[str, ReleaseRange]]:
    """The releases by package; a wrong entry affects only itself."""
    for package, given in raw.items():
        try:
            yield normalised(package), read_release(given)
        except ValueError as error:
            own = (*keys, package)
            problems.append(SettingProblem(".".join(own), str(error), own))


def read_rules(keys: tuple[str, ...], raw: Any, problems: list[SettingProblem]) -> dict[str, Severity | None]:
    """The levels in a table of rules; errors in it are added to the problems."""
    if not isinstance(raw, Mapping):
        problems.append(SettingProblem(".".join(keys), f"must be a table of rules, not {shown(raw)}", keys))
        return {}
    levels: dict[str, Severity | None] = {}
    for rule, level in raw.items():
        if rule not in RULES:
            problems.append(unknown("rule", (*keys, rule), RULES))
            continue
        try:
            levels[rule] = read_levels(level)
        except ValueError as error:
            problems.append(SettingProblem(".".join((*keys, rule)), str(error), (*keys, rule)))
    return levels


def unknown(
    what: str, keys: tuple[str, ...], known: Mapping[str, Any], shown_as: Callable[[str], str] = str
) -> SettingProblem:
    """An unknown key, with the nearest known one."""
    found = _nearest(field_name(".".join(keys)) if known is SETTINGS else keys[-1], known)
    nearest = shown_as(found) if found else ""
    message = f"there is no such {what}" + (f'; did you mean "{nearest}"?' if nearest else "")
    return SettingProblem(".".join(keys), message, keys, unknown=True, nearest=nearest)


def did_you_mean(name: str, known: Mapping[str, Any], shown_as: Callable[[str], str] = str) -> str:
    """`; did you mean "…"?` for the nearest known name, or nothing."""
    found = _nearest(name, known)
    return f'; did you mean "{shown_as(found)}"?' if found else ""


def _nearest(name: str, known: Mapping[str, Any]) -> str | None:
    from rapidfuzz import process

    found = process.extractOne(name, list(known), score_cutoff=70)
    return str(found[0]) if found else None


__all__ = [
    "LEVELS",
    "SETTINGS",
    "Levels",
    "SettingProblem",
    "Settings",
    "SettingsLayer",
    "did_you_mean",
    "field_name",
    "in_editors",
    "json_name",
    "read_rules",
    "toml_name",
    "unknown",
]
