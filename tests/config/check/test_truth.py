"""Configurations and texts built around the rules: typos shows whether the rules' claims about them are true."""

import re
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.budget import examples
from tests.support.check import after
from tests.support.typos import CONFIGURATION_ERROR, run_typos
from waypost.analysis import Analysis
from waypost.cli.fix import fixed
from waypost.rules import RULES
from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace, uri_of

ASKED, _ = Settings.read({"rules": dict.fromkeys(["needless-entry", "unused-entry"], "information")})
# Rules that say an entry has no effect.
IDLE = {"dead-word", "dead-identifier", "dead-glob", "redundant-exclude", "deprecated-key", "needless-entry"}

NAMES = ["teh", "Teh", "TEH", "TeH", "FoV", "OTPs", "nd", "ND", "Nd", "ba", "colour", "url", "sha2", "foo_bar", "a-b"]
NAMES += ["don't", "jwt", "github", "recieve", "thsi", "_", "123", "1st", "0xAB", "deadbeef" * 5, "naïve", "numer"]
# Only in a UTF-16 file, after a zero, in a lock file, and nowhere.
NAMES += ["wich", "adn", "hsa", "bve"]
VALUES = ["", "teh", "Teh", "the", "GitHub", "JWT", "nd", "ND", "color", "bar", "recieve", "a b"]
PATTERNS = ["te", "^te", "te$", "^teh$", "(te)", "(?i)TE", "te|ht", "^# .*", "teh$", r"\bteh\b", "^.*$", r"^\w+$", "x*"]
PATTERNS += ["[a-z]+", "sha2", "foo_bar", "a-b", r"(foo|bar)-x", r"\s", "(?s)^---.*?---", ".*te.*", r"\d+", "[A-Z]+"]
GLOBS = [
    "./vendor/",
    "vendor/",
    "vendor//",
    "!vendor",
    "!t.txt",
    "#x",
    "",
    "*.lock",
    "Cargo.lock",
    "typos.toml",
    "*.py",
]
GLOBS += [
    "*.py",
    "a\\b",
    "/t.txt",
    "**/x.txt",
    "~/x",
    "../w/",
    "vendor/./x.txt",
    "/home/me/x",
    "go.sum",
    "sub/Cargo.lock",
]
LISTS = ["extend-ignore-re", "extend-ignore-identifiers-re", "extend-ignore-words-re"]
TEXT = (
    "---\nteh front\n---\n# teh ht\nTeh TEH TeH FoV fov OTPs otps nd ND Nd nD ba colour color url sha2 foo_bar a-b"
    " don't jwt JWT Jwt github GitHub recieve thsi _ 123 1st 0xAB naïve numer arange bar baz\nuse_teh x_nd NdX teh\n"
)
FILES = {
    "t.txt": TEXT,
    "a.py": TEXT,
    "vendor/x.txt": "teh\n",
    "Cargo.lock": "teh hsa\n",
    "wide.txt": "wich\n".encode("utf-16"),
    "zero.txt": b"x\n" * 600 + b"\0 adn\n",
    "sub/Cargo.lock": "teh\n",
    "teh.lock": "",
    "go.sum": "teh\n",
}


def _string(text):
    return f"'{text}'" if "'" not in text else f'"{text}"'


WORD_LINES = st.dictionaries(st.sampled_from(NAMES), st.sampled_from([None, None, *VALUES]), max_size=4).map(
    lambda found: "".join(f"{_string(k)} = {_string(k if v is None else v)}\n" for k, v in found.items())
)
PATTERN_LINES = st.dictionaries(st.sampled_from(LISTS), st.sampled_from(PATTERNS), max_size=1).map(
    lambda found: "".join(f"{key} = [{_string(pattern)}]\n" for key, pattern in found.items())
)
FLAG_LINES = st.sampled_from(
    [
        "",
        "",
        "check-file = true\n",
        "binary = true\n",
        "locale = 'en-us'\n",
        "ignore-hex = true\n",
        "check-filename = true\n",
    ]
)
ENGINE = st.tuples(PATTERN_LINES, FLAG_LINES).map("".join)


@st.composite
def configs(draw):
    globs = draw(st.lists(st.sampled_from(GLOBS), max_size=2, unique=True))
    lines = [f"[files]\nextend-exclude = [{', '.join(map(_string, globs))}]\n" if globs else ""]
    for table in ("default", draw(st.sampled_from(["type.py", "type.lock", "type.own"]))):
        if table == "default" or draw(st.booleans()):
            own = "extend-glob = ['t.*']\n" if table == "type.own" else ""
            lines.append(f"[{table}]\n{own}{draw(ENGINE)}")
            for name in ("extend-words", "extend-identifiers"):
                entries = draw(WORD_LINES)
                lines.append(f"[{table}.{name}]\n{entries}" if entries else "")
    return "".join(lines)


def _is_random(config):
    """Whether two different entries are the same word to typos: it uses one of them, not the same one in every run."""
    says = {}
    for key, value in re.findall(r"^['\"](.*?)['\"] = ['\"](.*)['\"]$", config, re.MULTILINE):
        says.setdefault(key.lower(), set()).add(None if key == value else value)
    return any(len(each) > 1 for each in says.values())


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder for each configuration, so that the counts of one never come from another."""
    return tmp_path_factory.mktemp("truth"), count()


def reports(folder, config, files=None):
    done = run_typos(folder, {"typos.toml": config, **(files or {})}, "--sort")
    return "refused" if done.code == CONFIGURATION_ERROR else done.lines


@settings(examples(5), derandomize=True)
@given(configs().filter(lambda config: not _is_random(config)))
@pytest.mark.slow
def test_what_is_claimed_of_a_configuration_is_so(made, config):
    folder = made[0] / str(next(made[1])) / "w"
    lines = reports(folder, config, FILES)
    document = Document.from_text(uri_of(folder / "typos.toml"), config)
    workspace = Workspace([Folder(folder, ASKED)])
    found = Analysis(document, workspace).diagnostics()

    assert any(RULES[each.rule].is_refusal for each in found) == (lines == "refused"), found
    assert reports(folder, fixed(document, workspace).text) == lines
    for each in found:
        for fix in each.fixes:
            text = after(document, fix.edits)
            if fix.preferred or (each.rule in IDLE and fix.title.startswith("Remove")) or each.tags:
                assert reports(folder, text) == lines, (each, fix)
            else:
                assert reports(folder, text) != "refused", (each, fix)
        if each.rule in ("split-word", "case-trap"):
            _check_casings(folder, config, each)


def _check_casings(folder, config, finding):
    """What a message says about which casings are covered or reported; the words stand on separate lines in a file."""
    named = re.search(r"(?:covers only|typos reports) (.*?)(?:\. |$)", finding.message)
    for word in re.split(r", | and ", named[1]):
        alone = reports(folder.parent / "alone", config, {"word.md": f"{word}\n"})
        if finding.rule == "case-trap" and not _is_ignored(config):
            assert alone, (finding, word)


def _is_ignored(config):
    return "-re" in config or "exclude" in config
