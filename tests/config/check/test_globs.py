"""invalid-glob, dead-glob, glob-conflict."""

import pytest

from tests.support.check import analysis, check_diagnostics, check_fix, check_fix_all

TOML = "typos.toml"


def test_a_blank_is_a_part_of_a_glob():
    check_diagnostics(
        """\
[files]
extend-exclude = [" *.txt", "*.md ", "a b/", "c/ # ours", "d#e"]
                  ^^^^^^^^ warning[dead-glob] The blank at the start
                                             ^^^^^^^^^^^ warning[dead-glob] `#` starts no comment
[type.own]
check-file = false
extend-glob = ["*.a ", "*.b"]
               ^^^^^^ warning[dead-glob] The blank is part of the glob
""",
        TOML,
    )


def test_the_fault_is_marked_within_the_glob():
    check_diagnostics(
        """\
[files]
extend-exclude = ["a[", "é/{x,y", '''x[z-a]''']
                  ^^^^ warning[dead-glob] `[` is not closed
                           ^^^^ error[invalid-glob] unclosed alternate group
                                       ^^^ error[invalid-glob] invalid range
[type.own]
check-file = false
extend-glob = ["*.a[", "*.b"]
                   ^ error[invalid-glob] unclosed character class
""",
        TOML,
    )


def test_excludes_that_never_match_are_reported():
    check_diagnostics(
        """\
[files]
extend-exclude = [
  "./a/",
  ^^^^^^ warning[dead-glob] A pattern that starts with `./` never matches: paths start at the folder typos
  "!./b",
  ^^^^^^ warning[dead-glob] A pattern that starts with `./` never matches: paths start at the folder typos
  "/w/c/d",
  ^^^^^^^^ warning[dead-glob] An absolute path never matches
  "/home/me/x",
  ^^^^^^^^^^^^ warning[dead-glob] An absolute path
  "C:\\\\x",
  ^^^^^^^ warning[dead-glob] An absolute path
  "../x",
  ^^^^^^ warning[dead-glob] have no `.`, `..` or `~`
  "# note",
  ^^^^^^^^ warning[dead-glob] is a comment
  "a/./b",
  ^^^^^^^ warning[dead-glob]
  "~/x",
  ^^^^^ warning[dead-glob]
]
""",
        TOML,
    )


def test_excludes_that_match_are_fine():
    check_diagnostics(
        '[files]\nextend-exclude = ["a/", "/top", "**/x", "docs/", "*.min.js", "!keep", "a..b", "\\\\#x"]\n', TOML
    )


@pytest.mark.parametrize(
    ("written", "better"),
    [
        ('"./a/"', '"a/"'),
        ("'!./b'", "'!b'"),
        ('"/w/c/d"', '"/c/d"'),
        ('"a//b"', '"a/b"'),
        (r'"vendor\\sub"', '"vendor/sub"'),
        (r"'vendor\sub'", "'vendor/sub'"),
    ],
)
def test_what_was_meant_is_offered_and_never_done_unseen(written, better):
    source = f'[files]\nextend-exclude = ["x", {written}] # note\n'
    check_fix(source, f'[files]\nextend-exclude = ["x", {better}] # note\n', TOML, "which matches")
    check_fix_all(source, source, TOML)


def test_an_exclude_is_taken_back_only_after_it():
    check_diagnostics(
        """\
[files]
extend-exclude = ["!a", "b", "!b/c"]
                  ^^^^ warning[dead-glob] `!a` has no effect: nothing before it excludes
""",
        TOML,
    )


def test_a_type_of_ones_own_keeps_a_glob():
    source = '[type.own]\ncheck-file = false\nextend-glob = ["src/**"]\n'
    (finding,) = analysis(source, TOML).diagnostics()
    assert list(finding.fixes) == []


def test_globs_of_types_see_base_names():
    check_diagnostics(
        """\
[type.own]
extend-glob = ["a/b.x", "*.own", "**/c.x", "{a/b,c}"]
               ^^^^^^^ warning[dead-glob] one with `/` never matches
""",
        TOML,
    )
    check_fix('[type.own]\nextend-glob = ["a/*.x"]\n', '[type.own]\nextend-glob = ["*.x"]\n', TOML, 'Change to "*.x"')


def test_a_dead_glob_of_an_unchecked_type_may_be_an_exclude():
    check_fix(
        '[type.own]\ncheck-file = false\nextend-glob = ["*.own", "a/b"]\n',
        '[type.own]\ncheck-file = false\nextend-glob = ["*.own"]\n\n[files]\nextend-exclude = ["a/b"]\n',
        TOML,
        "Move to",
    )


def test_one_glob_in_two_types_is_a_conflict():
    check_diagnostics(
        """\
[type.one]
check-file = false
extend-glob = ["*.foo", "*.foo"]
                        ^^^^^^^ hint[redundant-exclude] `*.foo` is already there
[type.two]
unicode = false
extend-glob = ["*.bar", "*.foo"]
                        ^^^^^^^ warning[glob-conflict] Types `one` and `two` both claim `*.foo`; typos uses
""",
        TOML,
    )


@pytest.mark.parametrize(
    ("items", "left"),
    [
        ('["a", # one, two\n  ""]', '["a" # one, two\n  ]'),
        ('["a", # one,\n  ""]', '["a" # one,\n  ]'),
        ('["a" # one,\n  , ""]', '["a" # one,\n  ]'),
        ('[ # one,\n  ""]', "[ # one,\n  ]"),
        ('["" # one,\n  , "a"]', '[ # one,\n   "a"]'),
        ('[\n  "a", # one,\n  "",\n]', '[\n  "a", # one,\n]'),
        ('[\n  "a", # one,\n  ""\n]', '[\n  "a" # one,\n]'),
        ('["""a\nit\'s""", # one,\n  ""]', '["""a\nit\'s""" # one,\n  ]'),
        ('["a", "x#,", ""]', '["a", "x#,"]'),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("before", ["", "# \U0001f6a9,\n"])
def test_the_comma_of_a_removed_item_is_never_one_of_a_comment(
    items: str, left: str, newline: str, before: str
) -> None:
    source, expected = (f"{before}[files]\nextend-exclude = {each}\n".replace("\n", newline) for each in (items, left))
    check_fix(source, expected, TOML, "Remove this item")


@pytest.mark.parametrize(
    ("glob", "is_dead"), [("**/x.py", False), ("**/**/x.py", False), ("**/a/**/x.py", True), ("**/a**/x", True)]
)
def test_only_folders_at_the_start_of_a_glob_of_a_type_match_anything(glob: str, *, is_dead: bool) -> None:
    found = analysis(f"[type.own]\ncheck-file = false\nextend-glob = ['{glob}']\n", "typos.toml").diagnostics()
    assert [each.rule for each in found] == ["dead-glob"] * is_dead
