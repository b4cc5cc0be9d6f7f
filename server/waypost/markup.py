"""Markdown, which analysis writes, as plain text for clients without it."""

import re

_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]*)\)")
_EMPHASIS = re.compile(r"(?<![\w*])(\*\*|\*|__)(?=\S)(.+?)(?<=\S)\1(?![\w*])")
_FENCE = re.compile(r"^```")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!|<>-])")
_CODE = re.compile(r"(`+)(?: (.+?) |(.+?))\1")
_RULE_LINE = re.compile(r"^\|?[\s:|-]+\|[\s:|-]*$")


def code(text: str) -> str:
    """Text as inline code, whatever backticks it holds."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    inner = f" {text} " if text.startswith("`") or text.endswith("`") or not text.strip() else text
    return f"{fence}{inner}{fence}" if text else ""


def block(text: str, language: str = "") -> str:
    """Text as a block of code."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def escape(text: str) -> str:
    """Text that is to read as it is written."""
    return re.sub(r"([\\`*_{}\[\]()#+!|<>])", r"\\\1", text)


def plain(markdown: str) -> str:
    """The same without its marks."""
    lines: list[str] = []
    in_code = False
    for line in markdown.splitlines():
        if _FENCE.match(line):
            in_code = not in_code
        elif in_code:
            lines.append(line)
        elif not _RULE_LINE.match(line) or "|" not in line:
            lines.append(_plain_line(line))
    return "\n".join(lines).strip("\n")


def _plain_line(line: str) -> str:
    parts: list[str] = []
    end = 0
    for found in _CODE.finditer(line):
        parts += [_plain_prose(line[end : found.start()]), found[2] or found[3]]
        end = found.end()
    parts.append(_plain_prose(line[end:]))
    joined = "".join(parts)
    if joined.startswith("|"):
        return "  ".join(cell.strip() for cell in joined.strip().strip("|").split("|"))
    return re.sub(r"^#{1,6}\s+", "", joined).rstrip()


def _plain_prose(text: str) -> str:
    text = _LINK.sub(lambda found: f"{found[1]} ({found[2]})" if found[1] != found[2] else found[2], text)
    return _ESCAPE.sub(r"\1", _EMPHASIS.sub(r"\2", text))
