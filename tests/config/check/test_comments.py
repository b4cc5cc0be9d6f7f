"""No edit loses a comment, or leaves it beside something else: every fix and action on every example."""

import re
from collections.abc import Iterable, Iterator

import pytest

from tests.config.check.test_fix_all import AILING
from tests.support.check import after, analysis
from tests.support.mutations import BASES
from waypost.analysis import Analysis
from waypost.results import Edit
from waypost.rules import RULES
from waypost.text import Span

TWICE = """\
[type.py]
check-file = false
extend-glob = [
  "*.a",
  "*.b",
]
[type.md]
binary = true
[type.py]
check-file = false
extend-glob = ["*.b", "*.c"]
locale = "en-us"
[type.python]
binary = true
extend-glob = ["*.d"]
[type.python.extend-words]
teh = "teh"
[default]
binary = null
extend-ignore-words = ["foo", "bar"]
extend-words = ["nd", "nd"]
locale = "en"
locale = "en-us"
extend-ignore-re = ["a", "b"]
extend-ignore-re = ["b", "c"]
extend-exclude = ["x"]
extend-exclude = ["y"]
[files]
extend-exclude = ["x", "z", "*.lock"]
[typos.default.extend-words]
a-b = "a-b"
"""
EXAMPLES = [
    *(
        (rule.file, text)
        for rule in RULES.values()
        if rule.family == "config" and rule.file.endswith(".toml")
        for text in (rule.bad, rule.good)
    ),
    ("typos.toml", AILING),
    ("typos.toml", TWICE),
    *(("typos.toml", text) for text in BASES),
    ("typos.toml", "[tool.typos]\n[tool.typos.default]\nlocale = 'en-us'\n"),
    ("typos.toml", "[default.extend-words]\nc = 'c'\na = 'a'\nb = 'b'\na = 'a'\nA = 'A'\n"),
    ("typos.toml", "[files]\nextend-exclude = [\n  'a'\n  'b'\n"),
]
ASKED = {"rules": dict.fromkeys(("needless-entry", "unused-entry"), "information")}
_LIST = re.compile(r"^([\w-]+ = )\[(.+)\]$", re.MULTILINE)
_NAME = re.compile(r"^\s*\[*([^=#\]]*[^=#\]\s,])")


def spread(text: str) -> str:
    """The same with an item of a list on each line."""
    return _LIST.sub(
        lambda found: f"{found[1]}[\n" + "".join(f"  {each.strip()},\n" for each in _items(found[2])) + "]", text
    )


def _items(inner: str) -> Iterable[str]:
    return re.findall(r"'[^']*'|\"[^\"]*\"|[^,]+", inner)


def commented(text: str) -> str:
    """Comments above and behind every line that has a name, each with that name."""
    lines = []
    for number, line in enumerate(text.splitlines()):
        plain = line.partition(" #")[0]
        name = _NAME.match(plain)
        if name is None or line.lstrip().startswith(("#", "]")):
            lines.append(plain)
            continue
        token = name[1].rpartition(".")[2].strip("\"' ")
        indent = line[: len(line) - len(line.lstrip())]
        lines += [f"{indent}#@{number}a@{token}@", f"{plain}  #@{number}b@{token}@"]
    return "\n".join(lines) + "\n"


def wrong_comments(before: str, text: str) -> Iterator[str]:
    """What is lost, or beside something else although its name is still there."""
    lines = text.splitlines()
    said = [re.findall(r"#@[^@]*@[^@]*@", line) for line in lines]
    plain = [re.sub(r"#@.*", "", line) for line in lines]
    for comment in re.findall(r"#@[^@]*@[^@]*@", before):
        places = [number for number, each in enumerate(said) if comment in each]
        if len(places) != 1:
            yield f"{comment} is there {len(places)} times"
            continue
        name = re.compile(rf"(?<![\w-]){re.escape(comment.split('@')[2])}(?![\w-])")
        if len(name.findall("\n".join(plain))) < len(name.findall(re.sub(r"#@.*", "", before))):
            continue  # it is what was removed
        at = places[0]
        while not plain[at].strip() and at + 1 < len(lines):
            at += 1
        while plain[at].startswith("]"):
            at -= 1  # the end of its list
            while "= [" not in plain[at]:
                at -= 1
        if not name.search(plain[at]):
            yield f"{comment} is beside {plain[at]!r}"


def offered(made: Analysis) -> Iterator[tuple[str, Iterable[Edit]]]:
    for found in made.diagnostics():
        for fix in found.fixes:
            yield f"{found.rule}: {fix.title}", fix.edits
    at = 0
    for line in made.document.source.splitlines(keepends=True):
        for action in made.actions(Span.at(at)):
            if "Silence" not in action.title:
                yield action.title, action.edits
        at += len(line)
    yield "all safe fixes", made.fix_all()


@pytest.mark.parametrize("shape", [str, spread])
@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_comment_stays_beside_its_entry(name, text, shape):
    before = commented(shape(text))
    made = analysis(before, name, ASKED)
    for title, edits in offered(made):
        edited = after(made.document, edits)
        assert list(wrong_comments(before, edited)) == [], f"{title}\n{before}\n--->\n{edited}"
