"""Configurations made by mutation: lines are dropped, renamed, retyped, nested, misquoted, put twice."""

from hypothesis import strategies as st

BASES = [
    """\
[files]
extend-exclude = ["vendor/", "*.min.js", "!keep.js"]
ignore-hidden = false

[default]
locale = "en-us"
check-file = true
extend-ignore-re = ["(?m)^x$", 'https?://\\S+']
extend-ignore-identifiers-re = ["^A[0-9]+$"]

[default.extend-words]
teh = "teh"
Foo = "bar"
"quoted" = ""

[default.extend-identifiers]
OTPs = "OTPs"

[type.py]
check-filename = false
extend-glob = ["*.pyx"]

[type.py.extend-words]
numer = "numer"

[type.own]
extend-glob = ["*.own"]
check-file = false
""",
    """\
default.locale = "en"
default.extend-words = { teh = "teh", lst = "list" }
files.extend-exclude = [
  "a", # one
  "b",
]
type.rust.extend-identifiers.flate2 = "flate2"
""",
    """\
[type]
py = { extend-glob = ["*.a"], extend-words = { a = "b" } }

[type.lock]

[default.extend-words]
"a.b" = "c"
""",
]
VALUES = [
    "true",
    "false",
    "null",
    "1",
    "1.5",
    "1979-05-27",
    '"en-us"',
    '"en_US"',
    '"true"',
    "[]",
    '["a"]',
    '["a[", "{b"]',
    "[1]",
    '["(?!x)"]',
    "['\\d+']",
    '["\\d+"]',
    "{}",
    '{ a = "b" }',
    "{ a = 1 }",
    "{ a = { b = 'c' } }",
    "",
    '"open',
    '"""a"""',
    "'\\x'",
    "inf",
    "[[]]",
]
KEYS = [
    "files",
    "default",
    "type",
    "py",
    "own",
    "extend-exclude",
    "extend-words",
    "extend_words",
    "extend-identifiers",
    "extend-ignore-re",
    "extend-ignore-words-re",
    "extend-glob",
    "locale",
    "binary",
    "ignore-hex",
    "ignore-vcs",
    "check-file",
    "check_file",
    '"teh"',
    "'x y'",
    "",
    "a b",
]
HEADERS = [
    "[default]",
    "[files]",
    "[type]",
    "[type.go]",
    "[type.unknown]",
    "[default.extend-words]",
    "[extend-words]",
    "[[default]]",
    "[default.extend-ignore-re]",
    "[default",
    "default]",
    "[]",
    "[type.'']",
    "[ type . py ]",
    "[overrides]",
]


_KINDS = ["drop", "rename", "retype", "nest", "misquote", "double", "header", "cut", "order", "comment", "flip"]


@st.composite
def configurations(draw: st.DrawFn) -> str:
    """The text of one of the bases after a few mutations."""
    lines = draw(st.sampled_from(BASES)).split("\n")
    for _ in range(draw(st.integers(1, 2))):
        _mutate(lines, draw)
    return draw(st.sampled_from(["\n", "\n", "\r\n"])).join(lines)


def _mutate(lines: list[str], draw: st.DrawFn) -> None:
    at = draw(st.integers(0, len(lines) - 1))
    key, sign, value = lines[at].partition(" = ")
    match draw(st.sampled_from(_KINDS)):
        case "drop":
            del lines[at]
            lines.append("")
        case "rename":
            lines[at] = f"{draw(st.sampled_from(KEYS))}{sign or ' = '}{value or '1'}"
        case "retype":
            lines[at] = f"{key} = {draw(st.sampled_from(VALUES))}"
        case "nest":
            lines[at] = f"{draw(st.sampled_from(KEYS))}.{lines[at]}"
        case "misquote":
            lines[at] = lines[at].replace(
                '"', draw(st.sampled_from(["'", "", '""', '"""', "`"])), draw(st.integers(1, 3))
            )
        case "double":
            lines.insert(draw(st.integers(0, len(lines))), lines[at])
        case "order":
            lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(at))
        case "comment":
            lines.insert(at, draw(st.sampled_from(["", "# teh", "\t# \U0001f6a9"])))
        case "flip":
            lines[at] = lines[at].replace("true", "false") if "true" in value else f"{key}{sign}{value.lower()}"
        case "header":
            lines.insert(at, draw(st.sampled_from(HEADERS)))
        case "cut":
            cut = draw(st.integers(0, len(lines[at])))
            lines[at] = (
                lines[at][:cut] + draw(st.sampled_from(["", "]", "}", ",", "=", "#", "\\", '"', "."])) + lines[at][cut:]
            )
