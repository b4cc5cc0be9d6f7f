"""The version, in one place: the package metadata, the user agent and `--version` all read it here."""

from typing import Final

VERSION: Final = "0.1.0"
