"""The version, in one place: the package metadata, the user agent and `--version` all read it here."""

VERSION = "0.1.0"
