"""shadowed-config, misspelled-section: configurations that are not read."""

import pytest

from tests.support.check import analysis, check_diagnostics, check_fix, check_fix_all, workspace
from waypost.analysis import Analysis
from waypost.text import Document


def found(name, files):
    """The findings in one of a folder's files."""
    state = workspace(files=files)
    document = Document.from_text(f"file:///w/{name}", files[name])
    return [(each.rule, document.slice(each.span), each.message) for each in Analysis(document, state).diagnostics()]


CONFIG = '[default]\nlocale = "en-us"\n'
PYPROJECT = '[project]\nname = "x"\n[tool.typos.default]\nlocale = "en-us"\n'


@pytest.mark.parametrize(
    ("name", "files", "where", "by"),
    [
        ("_typos.toml", {"_typos.toml": CONFIG, "typos.toml": ""}, "default", "typos.toml"),
        (".typos.toml", {".typos.toml": CONFIG, "_typos.toml": CONFIG}, "default", "_typos.toml"),
        ("pyproject.toml", {"pyproject.toml": PYPROJECT, ".typos.toml": CONFIG}, "typos", ".typos.toml"),
        (
            "pyproject.toml",
            {"pyproject.toml": PYPROJECT, "Cargo.toml": "[package.metadata.typos]\n"},
            "typos",
            "Cargo.toml",
        ),
    ],
)
def test_the_first_file_of_a_folder_is_read(name, files, where, by):
    assert found(name, files) == [
        ("shadowed-config", where, f"typos does not read this file: it reads `{by}` in the same folder instead")
    ]


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("typos.toml", {"typos.toml": CONFIG, "_typos.toml": CONFIG}),
        ("pyproject.toml", {"pyproject.toml": PYPROJECT, "Cargo.toml": "[package]\nname = 'typos'\n"}),
        ("pyproject.toml", {"pyproject.toml": "[project]\nname = 'x'\n", "typos.toml": CONFIG}),
    ],
)
def test_nothing_is_said_where_nothing_is_shadowed(name, files):
    assert found(name, files) == []


def test_tables_that_look_like_the_checkers_are_reported():
    check_diagnostics(
        """\
[tool.typo.default]
      ^^^^ warning[misspelled-section] typos does not read `[tool.typo]`; its table is `[tool.typos]`
locale = "en-us"
[tools.typos]
 ^^^^^ warning[misspelled-section] typos does not read `[tools.typos]`; its table is `[tool.typos]`
default.locale = "en-us"
[typos.files]
 ^^^^^ warning[misspelled-section]
extend-exclude = ["a"]
[default.extend-words]
 ^^^^^^^ warning[misspelled-section]
teh = "teh"
[tool.typos-lsp]
port = 5
[tool.default]
locale = "en-us"
[tool.tpyos.default]
      ^^^^^ warning[misspelled-section] typos does not read `[tool.tpyos]`
locale = "en-us"
[tool.crate-ci.typos.default]
      ^^^^^^^^ warning[misspelled-section] typos does not read `[tool.crate-ci.typos]`
locale = "en-us"
[Tool.typos.default]
 ^^^^ warning[misspelled-section] typos does not read `[Tool.typos]`; its table is `[tool.typos]`
locale = "en-us"
[tool.types.default]
locale = "en-us"
mode = 1
[type]
name = "x"
""",
        "pyproject.toml",
    )
    check_diagnostics(
        """\
[tool.typos.default]
 ^^^^ warning[misspelled-section] typos does not read `[tool.typos]`; its table is `[workspace.metadata.typos]`
locale = "en-us"
[workspace.metadata.typo.default]
                    ^^^^ warning[misspelled-section]
locale = "en-us"
[dependencies]
typos = { default = { x = 1 } }
""",
        "Cargo.toml",
    )


RENAMED = [
    (
        "pyproject.toml",
        '[tool.typo.default]\nlocale = "en-us"\n[tool.typo."default".extend-words] # note\n',
        '[tool.typos.default]\nlocale = "en-us"\n[tool.typos."default".extend-words] # note\n',
    ),
    ("pyproject.toml", '[default.extend-words]\nteh = "teh"\n', '[tool.typos.default.extend-words]\nteh = "teh"\n'),
    (
        "Cargo.toml",
        "[workspace]\nmembers = []\n[metadata.typos.files]\nignore-hidden = false\n",
        "[workspace]\nmembers = []\n[workspace.metadata.typos.files]\nignore-hidden = false\n",
    ),
    (
        "Cargo.toml",
        "[package]\nname = 'x'\n[workspace]\n[metadata.typos.files]\nignore-hidden = false\n",
        "[package]\nname = 'x'\n[workspace]\n[package.metadata.typos.files]\nignore-hidden = false\n",
    ),
    (
        "Cargo.toml",
        "[tool.typos]\nfiles.ignore-hidden = false\n",
        "[package.metadata.typos]\nfiles.ignore-hidden = false\n",
    ),
]


@pytest.mark.parametrize(("name", "before", "after"), RENAMED)
def test_headers_are_renamed(name, before, after):
    check_fix(before, after, name, "which typos reads")
    check_fix_all(before, before, name)


@pytest.mark.parametrize(
    "broken", ["[typos.default", "[typos.default]\nlocale = ", "x ]\n[typos.default]\nlocale = 'en-us'"]
)
def test_nothing_is_renamed_in_a_document_that_typos_would_then_refuse(broken: str) -> None:
    assert not [fix for each in analysis(broken, "pyproject.toml").diagnostics() for fix in each.fixes]


def test_an_array_of_tables_looks_like_the_checkers_too():
    check_diagnostics(
        """\
[[tool.typo.default]]
       ^^^^ warning[misspelled-section] typos does not read `[tool.typo]`
locale = "en-us"
""",
        "pyproject.toml",
    )


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("tool.project.typo.default", 1),
        ("workspace.metadata.typo.default", 1),
        ("workspace.metadata.tool.typo.default", 0),
        ("other.typo.default", 0),
    ],
)
def test_a_table_that_looks_like_the_checkers_is_only_looked_for_near_the_top(header: str, found: int) -> None:
    for name in ("pyproject.toml", "Cargo.toml"):
        diagnostics = analysis(f"[{header}]\nlocale = 'en-us'\n", name).diagnostics()
        assert [each.rule for each in diagnostics] == ["misspelled-section"] * found
