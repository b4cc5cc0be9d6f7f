"""What to start an empty configuration with."""

from collections.abc import Iterator

from waypost.config.complete.headers import may_begin_section
from waypost.config.complete.write import Written, headed
from waypost.config.spot import Spot
from waypost.results import Completion, CompletionKind, Edit

# Each with a table, what stands in it, and the same with places to fill in.
_TOML = (
    (
        "Accept words",
        "default.extend-words",
        'teh = "teh"',
        '${1:teh} = "${2:teh}"',
        "words that are right as they are",
    ),
    (
        "Exclude files",
        "files",
        'extend-exclude = ["vendor/"]',
        'extend-exclude = ["${1:vendor/}"]',
        "not checked at all",
    ),
    (
        "Choose a dialect",
        "default",
        'locale = "en-us"',
        'locale = "${1|en-us,en-gb,en-ca,en-au|}"',
        "one spelling alone",
    ),
    (
        "Ignore by pattern",
        "default",
        "extend-ignore-re = ['https?://\\S+']",
        "extend-ignore-re = ['${1:https?://\\\\S+}']",
        "text that is passed over",
    ),
    ("Set up a file type", "type.po", "check-file = false", "${1:check-file = false}", "other rules for some files"),
)
_JSON = '{\n  "default": {\n    "locale": "en-us"\n  }\n}'
_JSON_SNIPPET = '{\n  "default": {\n    "locale": "${1|en-us,en-gb,en-ca,en-au|}"\n  }\n\\}'


def complete_starters(spot: Spot) -> Iterator[Completion]:
    """A first table with a first entry each, where there is nothing yet."""
    if spot.tree.root.entries and not _is_only_typed(spot):
        return
    if spot.is_json:
        if not spot.source.strip(b"\xef\xbb\xbf \t\r\n"):
            written = Written(_JSON, _JSON_SNIPPET)
            yield _item(spot, "Configuration", written, "with a dialect", 0)
        return
    if not spot.subject.home.is_whole_file or spot.place.path or not may_begin_section(spot):
        return
    for rank, (label, table, entry, snippet, detail) in enumerate(_TOML):
        header = f"[{headed(tuple(table.split('.')))}]{spot.newline}"
        yield _item(spot, label, Written(header + entry, header + snippet), detail, rank)


def _is_only_typed(spot: Spot) -> bool:
    """Whether all there is is what is being typed."""
    return not spot.source[: spot.replaced.start].strip() and not spot.source[spot.replaced.end :].strip()


def _item(spot: Spot, label: str, written: Written, detail: str, rank: int) -> Completion:
    return Completion(
        label,
        Edit(spot.replaced, written.text),
        CompletionKind.SNIPPET,
        detail=detail,
        snippet=written.snippet,
        sort=f"900{rank}" if spot.place.key else f"000{rank}",
    )
