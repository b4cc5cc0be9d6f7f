"""deprecated-key, redundant-exclude: hints about entries that change nothing."""

import pytest

from tests.support.check import check_diagnostics, check_fix, check_fix_all
from waypost.config.check.tidiness import covers, plain
from waypost.config.typos.globs import Excludes

TOML = "typos.toml"


def test_keys_without_effect_are_deprecated():
    check_diagnostics(
        """\
[default]
ignore-hex = false
^^^^^^^^^^ hint[deprecated-key] `ignore-hex` no longer has any effect
[type.py]
identifier-leading-digits = true
^^^^^^^^^^^^^^^^^^^^^^^^^ hint[deprecated-key]
""",
        TOML,
    )
    check_fix_all(
        "[default]\n# one\nignore-hex = false # two\nbinary = true\n", "[default]\n# one\n# two\nbinary = true\n", TOML
    )


def test_what_is_not_checked_need_not_be_excluded():
    check_diagnostics(
        """\
[files]
extend-exclude = ["Cargo.lock", "web/package-lock.json", "*.lock", "/typos.toml", "x.py", "my*.lock", "!go.sum"]
                  ^^^^^^^^^^^^ hint[redundant-exclude] typos does not check lock files such as `Cargo.lock`
                                ^^^^^^^^^^^^^^^^^^^^^^^ hint[redundant-exclude] lock files
                                                                   ^^^^^^^^^^^^^ hint[redundant-exclude] its own
""",
        TOML,
    )


def test_lock_files_that_are_checked_may_be_excluded():
    check_diagnostics('[files]\nextend-exclude = ["Cargo.lock"]\n[type.lock]\ncheck-file = true\n', TOML)


def test_globs_that_are_built_in_need_not_be_repeated():
    check_diagnostics(
        """\
[type.po]
extend-glob = ["*.po", "*.pox"]
               ^^^^^^ hint[redundant-exclude] `*.po` is already a glob of the built-in type `po`
[type.own]
      ^^^ hint[redundant-exclude] `own` has no settings here
extend-glob = ["*.pox2"]
""",
        TOML,
    )


def test_defaults_need_not_be_restated():
    check_diagnostics(
        """\
[files]
ignore-hidden = true
^^^^^^^^^^^^^^^^^^^^ hint[redundant-exclude] `true` is the default of `ignore-hidden`
ignore-vcs = false
ignore-global = true
[default]
locale = "en"
^^^^^^^^^^^^^ hint[redundant-exclude] `en` is the default of `locale`
check-file = false
[type.py]
check-file = true
""",
        TOML,
    )


def test_a_default_that_outranks_what_is_built_in_is_no_default():
    check_diagnostics("[default]\ncheck-file = true\n[type.lock]\ncheck-file = false\n", TOML)


REMOVED = [
    ('extend-exclude = ["Cargo.lock", "a"]', 'extend-exclude = ["a"]'),
    ('extend-exclude = ["a", "Cargo.lock"]', 'extend-exclude = ["a"]'),
    ('extend-exclude = ["Cargo.lock"]', "extend-exclude = []"),
    (
        'extend-exclude = [\n  "a", # one\n  "Cargo.lock", # two\n  "b",\n]',
        'extend-exclude = [\n  "a", # one\n  # two\n  "b",\n]',
    ),
    ('extend-exclude = [\n  "a",\n  "Cargo.lock"\n]', 'extend-exclude = [\n  "a"\n]'),
    ('extend-exclude = [\n  "a",\n  "Cargo.lock",\n]', 'extend-exclude = [\n  "a",\n]'),
]


@pytest.mark.parametrize(("before", "after"), REMOVED)
def test_items_go_with_their_comma_and_nothing_else(before, after):
    check_fix(f"[files]\n{before}\n", f"[files]\n{after}\n", TOML, "Remove")


def test_items_go_from_json():
    check_fix(
        '{"files": {"extend-exclude": ["a",\n  "Cargo.lock"\n]}}',
        '{"files": {"extend-exclude": ["a"\n]}}',
        "typos.json",
        "Remove",
    )


def test_what_another_exclude_covers_is_reported():
    check_diagnostics(
        """\
[files]
extend-exclude = [
  "docs/api/",
  ^^^^^^^^^^^ hint[redundant-exclude] `docs/` already excludes this
  "docs/",
  "*.md",
  "docs/**/*.md",
  ^^^^^^^^^^^^^^ hint[redundant-exclude] `docs/` already excludes this
  "**/*.svg",
  "*.svg",
  ^^^^^^^ hint[redundant-exclude] `**/*.svg` already excludes this
  "a",
  "a/",
  ^^^^ hint[redundant-exclude] `a` already excludes this
  "b/*",
  "b/c",
  "lib/x.min.js",
  ^^^^^^^^^^^^^^ hint[redundant-exclude] `*.min.js` already excludes this
  "*.min.js",
  "x.min.js.map",
]
""",
        TOML,
    )
    check_diagnostics('[files]\nextend-exclude = ["docs/*", "!docs/a.md", "docs/*"]\n', TOML)
    check_diagnostics('[files]\nextend-exclude = ["docs/", "doc", "/a", "b/a", "c/**", "x/y", "z/", "y/z"]\n', TOML)


GLOBS = [
    "a",
    "a/",
    "/a",
    "/a/",
    "a/b",
    "a/b/",
    "**/a",
    "**/a/",
    "a/**",
    "**/a/b",
    "*.md",
    "*.md/",
    "a/*.md",
    "a/*",
    "b",
    "**/*.md",
    "c.md",
    "x/c.md",
    "c.md/",
    "x/*c.md",
    "*.[m]d",
    "{c.md,b}",
    "{b,c.md}",
]
TREE = [
    "a",
    "b",
    "c.md",
    "x/a",
    "x/b",
    "x/c.md",
    "a/b",
    "a/c.md",
    "a/b/d",
    "x/a/b",
    "x/a/b/c",
    "c.md/a",
    "b/a/c.md",
    "a/x/c.md",
]


@pytest.mark.parametrize("wide", GLOBS)
def test_what_is_covered_is_excluded_whatever_files_there_are(wide):
    for narrow in GLOBS:
        if covers(plain(wide), plain(narrow)):
            for path in TREE:
                assert Excludes([wide]).excluding(path) or not Excludes([narrow]).excluding(path), (wide, narrow, path)


def test_what_holds_anyway_need_not_be_said_for_a_type():
    check_diagnostics(
        """\
[default]
locale = "en-us"
extend-ignore-re = ['teh x']
[type.md]
check-file = true
^^^^^^^^^^^^^^^^^ hint[redundant-exclude] `true` holds for `md` anyway
locale = "en-us"
^^^^^^^^^^^^^^^^ hint[redundant-exclude] `en-us` holds for `md` anyway
extend-ignore-re = ['teh x', 'teh y', 'teh y']
                    ^^^^^^^ hint[redundant-exclude] `teh x` is already there
                                      ^^^^^^^ hint[redundant-exclude] `teh y` is already there
[type.lock]
check-file = false
^^^^^^^^^^^^^^^^^^ hint[redundant-exclude] `false` holds for `lock` anyway
[type.py]
locale = "en"
unicode = false
""",
        TOML,
    )
    check_diagnostics(
        """\
[default]
check-file = false
[type.lock]
check-file = true
[type.md]
check-file = true
""",
        TOML,
    )


def test_what_falls_back_to_the_same_value_need_not_be_said():
    check_diagnostics(
        """\
[files]
ignore-files = false
ignore-dot = false
^^^^^^^^^^^^^^^^^^ hint[redundant-exclude] `false` holds anyway, by `ignore-files`
ignore-vcs = true
""",
        TOML,
    )


def test_settings_of_files_that_are_not_checked_are_reported():
    check_diagnostics(
        """\
[type.md]
check-file = false
locale = "en-us"
^^^^^^ hint[redundant-exclude] With `check-file = false`, these files are not checked
extend-glob = ["*.mdx2"]
[type.md.extend-words]
teh = "teh"
[type.py]
check-file = false
check-filename = false
extend-ignore-re = ['teh x']
^^^^^^^^^^^^^^^^ hint[redundant-exclude] With `check-file = false`, these files are not checked
""",
        TOML,
    )
    check_diagnostics('[type.md]\ncheck-file =\n           ^ error[syntax-error]\nlocale = "en-us"\n', TOML)
