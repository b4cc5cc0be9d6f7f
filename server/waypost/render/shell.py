"""Words of a POSIX shell."""

import shlex
from collections.abc import Iterable

# Linux accepts words of up to 128 KiB.
LONGEST_WORD = 100_000


def command(words: Iterable[str]) -> str:
    return " ".join(map(shlex.quote, words))


def lines(first: Iterable[str], *groups: Iterable[str]) -> str:
    """A command over several lines, with one group of words each."""
    return " \\\n  ".join(command(words) for words in (first, *groups))


def is_text(body: bytes) -> bool:
    """Whether a body can be one word of a command: UTF-8 without NUL, and short enough for every system."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return False
    return "\0" not in text and len(body) < LONGEST_WORD


def printed(body: bytes) -> str:
    """A `printf` that prints any bytes; text that starts with a dash would be an option."""
    text = "".join(map(_printf, body))
    return "printf " + shlex.quote("\\055" + text[1:] if text.startswith("-") else text)


def _printf(byte: int) -> str:
    character = chr(byte)
    if character in "%\\":
        return character * 2
    return character if " " <= character <= "~" else f"\\{byte:03o}"
