"""deprecated-key, redundant-exclude: hints about entries that change nothing."""

import pytest

from tests.support.check import check_diagnostics, check_fix, check_fix_all

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
