"""Converts Markdown, which analysis writes, to plain text for clients without it."""

import re

# Everything that has a special meaning, in order of its first character: `\*`, code, a link, emphasis.
_INLINE = re.compile(
    r"\\(?P<escaped>[\\`*_{}\[\]()#+.!|<>&~-])"
    r"|(?<!`)(?P<fence>`+)(?!`)(?P<code>.+?)(?<!`)(?P=fence)(?!`)"
    r"|\[(?P<label>(?:\\.|[^\[\]\\])*)\]\((?P<target>[^()\s]*)\)"
    r"|(?<![\w*])(?P<mark>\*\*|\*|__)(?=\S)(?P<inner>(?:\\.|[^\\]){1,500}?)(?<=\S)(?P=mark)(?![\w*])"
)
# Characters that end a line or move a cursor.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_PAGE = re.compile(r"https?://[^\s<>()\[\]\"'`\\]+")
_FENCE = re.compile(r"^`{3,}[^`]*$")
_RULE_LINE = re.compile(r"^[\s:|-][\s:-]*\|[\s:|-]*$")


def code(text: str) -> str:
    """Text as inline code, whatever backticks and line breaks it contains."""
    text = _CONTROLS.sub(" ", text)
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    inner = f" {text} " if text.startswith("`") or text.endswith("`") or not text.strip() else text
    return f"{fence}{inner}{fence}" if text else ""


def block(text: str, language: str = "") -> str:
    """Text as a code block."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def cell(text: str) -> str:
    """Text as inline code in a table."""
    return code(text).replace("|", "\\|")


def escape(text: str) -> str:
    """Text that is shown as it is written: nothing in it becomes emphasis, an image, a link, an entity or a line."""
    return re.sub(r"([\\`*_{}\[\]()#+!|<>&~])", r"\\\1", _CONTROLS.sub(" ", text))


def link(label: str, target: str) -> str:
    """A link to a page; empty if the target is anything else, such as an editor's command."""
    return f"[{escape(label)}]({target})" if _PAGE.fullmatch(target) else ""


def noun(count: int, one: str, many: str = "") -> str:
    """The noun for a number of things: `file`, `files`."""
    return one if count == 1 else many or f"{one}s"


def plain(markdown: str) -> str:
    """The same without Markdown's signs."""
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
    text = _plain_text(line)
    if line.startswith("|"):
        return "  ".join(cell.strip() for cell in text.strip().strip("|").split("|"))
    return re.sub(r"^#{1,6}\s+", "", text).rstrip()


def _plain_text(text: str) -> str:
    return _INLINE.sub(_plain_piece, text)


def _plain_piece(found: re.Match[str]) -> str:
    if found["escaped"]:
        return found["escaped"]
    if found["code"]:
        text = found["code"]
        return text[1:-1] if text.strip() and text[0] == text[-1] == " " else text
    if found["mark"]:
        return _plain_text(found["inner"])
    label = _plain_text(found["label"])
    return label if label == found["target"] else f"{label} ({found['target']})"


def printable(text: str) -> str:
    """Tabs as spaces, and control characters made visible, so that nothing moves the carets or the cursor."""
    if text.isprintable():
        return text
    return "".join("    " if char == "\t" else char if char.isprintable() else "\ufffd" for char in text)
