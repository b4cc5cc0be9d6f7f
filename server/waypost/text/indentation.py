"""How deeply a Python source may be indented."""

import re
from typing import Final

# The message for such a source, which is not read.
TOO_DEEP: Final = "indented too deeply to be read"
_MOST_MARGINS: Final = 300
# No shorter text has room for that many different indents.
_SHALLOW: Final = 5_000
# Without tabs, the widest of that many indents is at least as long, and all of them together take this many bytes.
_WIDE: Final = b" " * _MOST_MARGINS
_SHALLOW_WITHOUT_TABS: Final = sum(range(_MOST_MARGINS))
_MARGIN: Final = re.compile(rb"(?:\A|(?<=[\r\n\f]))[ \t]+")


def is_too_deep(source: bytes) -> bool:
    """Whether the indentation may overflow the grammar's scanner, which then crashes the process.

    It stores two bytes per level, and one for each open string up to 255, in 1,024 bytes, and does not check the limit.
    Each level has a different width, so there are no more levels than widths. Python allows 100 levels.
    """
    has_tabs = b"\t" in source
    if len(source) < (_SHALLOW if has_tabs else _SHALLOW_WITHOUT_TABS):
        return False
    joined = source
    if b"\\" in source:
        joined = joined.replace(b"\\\r\n", b"").replace(b"\\\n", b"")
    if not has_tabs and _WIDE not in joined:
        return False
    widths = {len(margin) + 7 * margin.count(b"\t") for margin in _MARGIN.findall(joined)}
    return len(widths) > _MOST_MARGINS
