"""Ready-made values: common patterns, globs and others, and the names of types, those with existing files first."""

from collections.abc import Mapping
from typing import NamedTuple

from waypost.config.files.folder import find_types, reach
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.facts import facts
from waypost.markup import noun
from waypost.workspace import FileCounts

_SHOWN_GLOBS = 4


class Ready(NamedTuple):
    """A value and its purpose."""

    label: str
    value: str
    purpose: str


# The start of a comment in most languages. With `R`, lines may end with CR LF.
_COMMENT = r"(?:#|//|;|--|%|/\*|<!--)"
OFF_BLOCK = rf"(?Rm)^[ \t]*{_COMMENT}[ \t]*spellchecker:off\b[\s\S]*?^[ \t]*{_COMMENT}[ \t]*spellchecker:on\b.*$"
DISABLED_LINE = rf"(?Rm)^.*{_COMMENT}[ \t]*spellchecker:disable-line\b.*$"

PATTERNS = (
    Ready("URLs", r"https?://[^\s)>\]]+", "Web addresses"),
    Ready("e-mail addresses", r"\b[\w.%+-]+@[\w.-]+\.[A-Za-z]{2,}\b", "`name@example.com`"),
    Ready("UUIDs", r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b", "Identifiers such as 123e4567-e89b-…"),
    Ready("hexadecimal digests", r"\b[0-9a-fA-F]{7,64}\b", "Commit ids and checksums"),
    Ready("base64 of 40 or more characters", r"\b[A-Za-z0-9+/]{40,}={0,2}", "Encoded data"),
    Ready("integrity hashes", r"sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2}", "Hashes in lock files and HTML"),
    Ready("SSH public keys", r"ssh-(?:rsa|ed25519|dss) [A-Za-z0-9+/]+={0,2}", "Keys in `authorized_keys` and the like"),
    Ready("PGP blocks", r"-----BEGIN PGP [\s\S]*?-----END PGP [A-Z ]+-----", "Signatures and keys"),
    Ready(
        "spellchecker:off blocks",
        OFF_BLOCK,
        "Everything between two comments",
    ),
    Ready("spellchecker:disable-line", DISABLED_LINE, "A line with a comment"),
    Ready(
        "spellchecker:ignore-next-line",
        rf"(?Rm){_COMMENT}[ \t]*spellchecker:ignore-next-line.*(?:\r\n|\n).*$",
        "The line after a comment",
    ),
    Ready("Markdown code spans", r"`[^`\n]+`", "Code in running text"),
)
IDENTIFIERS = (
    Ready("ALL_CAPS with an underscore", r"^[A-Z]+_[A-Z0-9_]+$", "Constants"),
    Ready("names that start with an underscore", r"^_\w+$", "Private names"),
    Ready("names with a digit", r"^\w*\d\w*$", "Generated names"),
)
WORDS = (
    Ready("words of two letters", r"^[A-Za-z]{2}$", "Abbreviations"),
    Ready("words in capitals", r"^[A-Z]{2,}$", "Acronyms"),
)
EXCLUDES = tuple(
    Ready(glob, glob, purpose)
    for glob, purpose in (
        ("vendor/", "Vendored code: copies of other projects"),
        ("third_party/", "Copies of other projects"),
        ("*.min.js", "Minified scripts"),
        ("*.map", "Source maps, written by tools"),
        ("*.svg", "Drawings, written by tools"),
        ("*.snap", "Snapshots: recorded test output"),
        ("locale/", "Texts in other languages"),
        ("*.po", "Texts in other languages"),
        ("CHANGELOG.md", "Mentions old misspellings"),
        ("*.patch", "Patches: other people's code"),
        ("**/testdata/", "Test data, with intended mistakes"),
    )
)


def glob_list(type_name: str) -> str:
    """The globs of a built-in type, shortened."""
    globs = facts().globs[type_name]
    more = " …" if len(globs) > _SHOWN_GLOBS else ""
    return " ".join(globs[:_SHOWN_GLOBS]) + more


def type_names(cursor: CursorContext, typed: str = "") -> Mapping[str, int]:
    """Every built-in type, with its number of files, if that is known yet; those that start as is typed come first."""
    present = _present(cursor)
    every = dict(present) | {name: 0 for name in facts().globs if name not in present}
    return dict(sorted(every.items(), key=lambda each: not each[0].startswith(typed)))


def type_detail(name: str, files: int) -> str:
    """The globs of a type, and whether it has files."""
    counted = f"{files} {noun(files, 'file')} here: " if files else ""
    return f"{counted}{glob_list(name)}"


def _present(cursor: CursorContext) -> Mapping[str, int]:
    """The files are counted on first use, so that the first list is also in order."""
    place = reach(cursor.subject)
    if place is None:
        return {}
    return find_types(cursor.subject.workspace.services.of(FileCounts), place)
