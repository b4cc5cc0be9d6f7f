"""The two syntaxes of a configuration. On its own, for homes and the parser know it and not each other."""

from enum import StrEnum


class Syntax(StrEnum):
    """The syntax a configuration is written in."""

    TOML = "toml"
    JSON = "json"
