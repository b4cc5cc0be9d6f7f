"""What the settings allow at a path: only from the settings class and the registry of rules."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from waypost.rules import RULES
from waypost.workspace.settings import LEVELS, SETTINGS, Settings, toml_name

_LEVEL = {"type": "string", "enum": list(LEVELS)}


@dataclass(frozen=True)
class KnownSetting:
    """A key of the settings, or one of their tables: its meaning and its values."""

    doc: str
    schema: Mapping[str, object]
    default: str = ""
    members: "Mapping[str, KnownSetting] | None" = None
    # The schema of any other key, if a table takes all keys.
    others: "KnownSetting | None" = None

    @property
    def values(self) -> Sequence[str]:
        """The possible values, as they are written."""
        if self.schema.get("type") == "boolean":
            return ("true", "false")
        enum = self.schema.get("enum")
        return [json.dumps(each) for each in enum] if isinstance(enum, list) else ()

    @property
    def is_table(self) -> bool:
        return self.members is not None or self.others is not None


def known_at(path: Sequence[str | int]) -> KnownSetting | None:
    """What the settings allow at a path below their table."""
    found: KnownSetting | None = _root()
    for key in path:
        if found is None:
            return None
        found = (found.members or {}).get(str(key)) or found.others
    return found


def _root() -> KnownSetting:
    members: dict[str, KnownSetting] = {}
    groups: dict[str, dict[str, KnownSetting]] = {}
    for name in SETTINGS:
        group, _, inner = toml_name(name).partition(".")
        if inner:
            inside = groups.setdefault(group, {})
            inside[inner] = _known(name)
            members[group] = KnownSetting("", {"type": "object"}, members=inside)
        else:
            members[group] = _known(name)
    return KnownSetting("The settings of Waypost.", {"type": "object"}, members=members)


def _known(name: str) -> KnownSetting:
    metadata = SETTINGS[name].metadata
    if name == "rules":
        return KnownSetting(metadata["doc"], {"type": "object"}, members=_rules())
    schema = metadata["kind"].schema
    default = getattr(Settings(), name)
    shown = json.dumps(list(default) if isinstance(default, tuple) else default)
    others = None
    if name == "per_file_rules":
        others = KnownSetting("The rules of the files that this glob matches.", {"type": "object"}, members=_rules())
    elif schema["type"] == "object":
        others = KnownSetting(metadata["doc"], schema["additionalProperties"])
    return KnownSetting(metadata["doc"], schema, shown, None, others)


def _rules() -> Mapping[str, KnownSetting]:
    return {rule.name: KnownSetting(rule.summary, _LEVEL, _level(rule.name)) for rule in RULES.values()}


def _level(rule: str) -> str:
    level = Settings().severity(rule)
    return json.dumps(level.value if level else "off")
