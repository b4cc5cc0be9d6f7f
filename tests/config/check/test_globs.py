"""invalid-glob, dead-glob, glob-conflict."""

from tests.support.check import check_diagnostics, check_fix, check_fix_all

TOML = "typos.toml"


def test_the_fault_is_marked_within_the_glob():
    check_diagnostics(
        """\
[files]
extend-exclude = ["a[", "é/{x,y", '''x[z-a]''']
                           ^^^^ error[invalid-glob] unclosed alternate group
                                       ^^^ error[invalid-glob] invalid range
[type.own]
extend-glob = ["*.a[", "*.b"]
                   ^ error[invalid-glob] unclosed character class
""",
        TOML,
    )


def test_excludes_that_never_match_are_told():
    check_diagnostics(
        """\
[files]
extend-exclude = [
  "./a/",
  ^^^^^^ warning[dead-glob] `./` in front never matches
  "!./b",
  ^^^^^^ warning[dead-glob] `./` in front
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
        '[files]\nextend-exclude = ["a/", "/top", "**/x", ".github/", "*.min.js", "!keep", "a..b", "\\\\#x"]\n', TOML
    )


def test_prefixes_are_dropped():
    check_fix_all(
        '[files]\nextend-exclude = ["./a/", \'!./b\', "/w/c/d"] # note\n',
        '[files]\nextend-exclude = ["a/", \'!b\', "/c/d"] # note\n',
        TOML,
    )


def test_globs_of_types_see_base_names():
    check_diagnostics(
        """\
[type.own]
extend-glob = ["a/b.x", "*.own", "**/c.x", "{a/b,c}"]
               ^^^^^^^ warning[dead-glob] one with `/` never matches
""",
        TOML,
    )
    check_fix('[type.own]\nextend-glob = ["a/*.x"]\n', '[type.own]\nextend-glob = ["*.x"]\n', TOML, 'Write "*.x"')


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
extend-glob = ["*.foo", "*.foo"]
[type.two]
extend-glob = ["*.bar", "*.foo"]
                        ^^^^^^^ warning[glob-conflict] `*.foo` is a glob of `one` as well
""",
        TOML,
    )
