"""unknown-type, lock-quirk."""

import pytest

from tests.support.check import analysis, check_diagnostics, check_fix, check_fix_all
from waypost.config.check.type_tables import meant_type

TOML = "typos.toml"


def test_a_type_is_built_in_or_has_globs():
    check_diagnostics(
        """\
[type.python]
      ^^^^^^ error[unknown-type] `python` is not a built-in type. For Python files use `[type.py]`; for a new
check-file = false
[type]
nonsense = { extend-glob = [] }
^^^^^^^^ error[unknown-type] `nonsense` is not a built-in type. For a new type, add `extend-glob`
[type.py]
[type.own]
extend-glob = ["*.own"]
locale = "en-us"
[type.odd]
extend-glob = 5
              ^ error[wrong-type]
""",
        TOML,
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("python", "py"),
        ("PY", "py"),
        ("tsx", "ts"),
        ("yml", "yaml"),
        ("golang", "go"),
        ("c++", "cpp"),
        ("dokcer", "docker"),
        ("pythn", "py"),
    ],
)
def test_people_call_types_by_other_names(written, meant):
    assert meant_type(written) == meant


def test_an_unknown_type_is_renamed_or_given_globs():
    check_fix_all('[type.python.extend-words]\na = "a"\n', '[type.py.extend-words]\na = "a"\n', TOML)
    check_fix(
        "[type.own]\ncheck-file = false # note\n\n[files]\n",
        '[type.own]\ncheck-file = false # note\nextend-glob = ["*.own"]\n\n[files]\n',
        TOML,
        "Add",
    )


@pytest.mark.parametrize("key", ["'a\"b'", '"a\\\\b"', "'*'", "'a b'", '\'a, "b"]'])
def test_no_glob_is_made_of_a_name_that_is_no_suffix(key):
    found = analysis(f"[type.{key}]\ncheck-file = false\n", TOML).diagnostics()
    [unknown] = [each for each in found if each.rule == "unknown-type"]
    assert unknown.fixes == ()


def test_a_type_of_another_name_is_merged_into_the_one_that_is_there():
    check_fix(
        "[type.python]\nunicode = false # why\u2028not\n[type.py]\nbinary = true\n",
        "[type.py]\nbinary = true\nunicode = false # why\u2028not\n",
        TOML,
        "Merge into `[type.py]`",
    )
    clashing = analysis("[type.python]\nbinary = false\n[type.py]\nbinary = true\n", TOML).diagnostics()
    assert [fix.title for found in clashing for fix in found.fixes if "Merge" in fix.title] == []


def test_declaring_lock_files_turns_their_check_on():
    check_diagnostics(
        """\
[default]
check-file = true
[type.lock]
      ^^^^ information[lock-quirk] With `[type.lock]`, `check-file = true` in `[default]` makes typos check
""",
        TOML,
    )
    check_fix(
        "[default]\ncheck-file = true\n[type.lock]\n",
        "[default]\ncheck-file = true\n[type.lock]\ncheck-file = false\n",
        TOML,
        "Add",
    )


@pytest.mark.parametrize(
    "source",
    [
        "[type.lock]\n",
        "[default]\ncheck-file = true\n[type.lock]\ncheck-file = false\n",
        "[default]\ncheck-file = true\n[type.py]\ncheck-filename = false\n[type.lock]\ncheck-file = true\n",
    ],
)
def test_declaring_them_in_other_ways_does_not(source):
    check_diagnostics(source, TOML)


@pytest.mark.parametrize(
    ("name", "written"),
    [("~new", '"~new"'), ('"~new"', '"~new"'), ("'~new'", "'~new'"), ("new", "new")],
)
def test_a_new_type_is_quoted_where_it_needs_to_be(name: str, written: str) -> None:
    glob = f'["*.{name.strip(chr(34) + chr(39))}"]'
    before = f"  type.{name}.check-file = true\n"
    check_fix(before, f"{before}  type.{written}.extend-glob = {glob}\n", "typos.toml", "extend-glob")
    before = f"type = {{ {name}.check-file = true }}\n"
    after = before.replace(" }", f", {written}.extend-glob = {glob} }}")
    check_fix(before, after, "typos.toml", "extend-glob")


@pytest.mark.parametrize(("name", "written"), [("new", "new"), ("~new", '"~new"')])
def test_a_new_type_is_declared_after_no_line_that_may_open_a_list(name: str, written: str) -> None:
    sound = f"type.{name}.check-file = true # \U0001f6a9\r\n"
    broken = f'type.{name}.locale = "en"x = [\r\n  "a",\r\n]\r\n'
    offered = [fix.title for found in analysis(broken, "typos.toml").diagnostics() for fix in found.fixes]
    assert not [title for title in offered if "extend-glob" in title]
    added = f'type.{written}.extend-glob = ["*.{name}"]\r\n'
    check_fix(sound + broken, sound + added + broken, "typos.toml", "extend-glob")
