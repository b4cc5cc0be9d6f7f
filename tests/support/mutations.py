"""Configurations made by mutation: lines are dropped, renamed, retyped, nested, misquoted or duplicated."""

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
# In files that are shared with other tools.
SHARED = {
    "pyproject.toml": """\
[project]
name = "x"

[tool.other]
default = 5

[tool.typos]
files.ignore-hidden = false

[tool.typos.default]
locale = "en-us"

[tool.typos.default.extend-words]
teh = "teh"

[tool.typos.type.py]
extend-glob = ["*.pyx"]
""",
    "Cargo.toml": """\
[package]
name = "x"

[workspace.metadata.typos.default]
locale = "en-gb"

[workspace.metadata.typos.files]
extend-exclude = ["a"]

[package.metadata.typos.default]
locale = "en-us"

[package.metadata.typos.default.extend-words]
teh = "teh"
""",
}
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
    "filesh",
    "default",
    "defalt",
    "type",
    "py",
    "own",
    "extend-exclude",
    "extend-words",
    "extend_words",
    "extend-wordz",
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
    "[filesh]",
    "[ 'defalt' ]",
    "[type]",
    "[type.go]",
    "[type.unknown]",
    "[default.extend-words]",
    "[default.extend-wordz]",
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


@st.composite
def configurations(draw: st.DrawFn) -> str:
    """One of the base texts after a mutation or two."""
    return draw(mutated(draw(st.sampled_from(BASES)), draw(st.sampled_from(["\n", "\n", "\r\n"]))))


@st.composite
def mutated(draw: st.DrawFn, base: str, newline: str = "\n") -> str:
    """A text after a mutation or two."""
    lines = base.split("\n")
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(lines) - 1))
        draw(st.sampled_from([_move_line, _copy_line, _add_line, _change_line, _change_line]))(lines, at, draw)
    return newline.join(lines)


def _move_line(lines: list[str], at: int, draw: st.DrawFn) -> None:
    line = lines.pop(at)
    if draw(st.booleans()):
        lines.insert(draw(st.integers(0, len(lines))), line)
    elif not lines:
        lines.append("")


def _copy_line(lines: list[str], at: int, draw: st.DrawFn) -> None:
    lines.insert(draw(st.integers(0, len(lines))), lines[at])


def _add_line(lines: list[str], at: int, draw: st.DrawFn) -> None:
    lines.insert(at, draw(st.sampled_from([*HEADERS, "", "# teh", "\t# \U0001f6a9"])))


def _change_line(lines: list[str], at: int, draw: st.DrawFn) -> None:
    line = lines[at]
    key, sign, value = line.partition(" = ")
    cut = draw(st.integers(0, len(line)))
    sign_or_quote = draw(st.sampled_from(["", "]", "}", ",", "=", "#", "h", "\\", '"', "'", "."]))
    quote = draw(st.sampled_from(["'", "", '""', '"""', "`"]))
    changes = {
        "rename": f"{draw(st.sampled_from(KEYS))}{sign or ' = '}{value or '1'}",
        "retype": f"{key} = {draw(st.sampled_from(VALUES))}",
        "nest": f"{draw(st.sampled_from(KEYS))}.{line}",
        "misquote": line.replace('"', quote, draw(st.integers(1, 3))),
        "flip": line.replace("true", "false") if "true" in line else line.lower(),
        "cut": line[:cut] + sign_or_quote + line[cut:],
    }
    lines[at] = changes[draw(st.sampled_from(list(changes)))]
