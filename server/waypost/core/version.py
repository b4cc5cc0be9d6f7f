"""The version, in one place: the package metadata, the user agent and `--version` read it from here."""

VERSION = "0.1.0"
