"""dead-include, nothing-checked: what the excludes leave of the files that there are, as typos sees it."""

import subprocess

import pytest

from tests.support.check import after
from tests.support.typos import TYPOS, write
from waypost.analysis import Analysis
from waypost.text import Document
from waypost.workspace import Folder, Services, Workspace, uri_of

FILES = {"top.md": "x\n", "src/a.md": "x\n", "src/b.md": "x\n", "src/deep/c.md": "x\n", "lib/d.txt": "x\n"}


def findings(folder, patterns, files=FILES, later=None):
    config = f"[files]\nextend-exclude = {patterns}\n"
    write(folder, {**files, "typos.toml": config})
    services = Services()
    services.later = later
    document = Document.from_text(uri_of(folder / "typos.toml"), config)
    made = Analysis(document, Workspace([Folder(folder)], services=services))
    wanted = ("dead-include", "nothing-checked")
    return document, [each for each in made.diagnostics() if each.rule in wanted]


def checked(folder):
    done = subprocess.run([TYPOS, "--files", "."], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0
    return {line.removeprefix("./") for line in done.stdout.decode().splitlines()} & set(FILES)


@pytest.mark.parametrize(
    ("patterns", "dead", "left"),
    [
        ('["*", "!src/a.md"]', ["!src/a.md"], set()),
        ('["src/", "!src/a.md"]', ["!src/a.md"], {"top.md", "lib/d.txt"}),
        ('["src", "!src/a.md", "!src/deep/c.md"]', ["!src/a.md", "!src/deep/c.md"], {"top.md", "lib/d.txt"}),
        ('["src/*", "!src/a.md"]', [], {"top.md", "lib/d.txt", "src/a.md"}),
        ('["src/*", "!src/deep/c.md"]', ["!src/deep/c.md"], {"top.md", "lib/d.txt"}),
        ('["*", "!src/", "!src/a.md"]', [], {"src/a.md"}),
        ('["**/*.md", "!a.md"]', [], {"lib/d.txt", "src/a.md"}),
        ('["/*", "!/src"]', [], {"src/a.md", "src/b.md", "src/deep/c.md"}),
        ('["src/", "!*.md"]', [], {"top.md", "lib/d.txt"}),  # it brings top.md back, if anything excluded that
        ('["src/", "!gone.md"]', [], {"top.md", "lib/d.txt"}),  # there is no such file
        ('["!src/a.md", "src/"]', [], {"top.md", "lib/d.txt"}),  # excluded afterwards, as was meant
        ('["**"]', [], set()),
        ('["*.md", "lib"]', [], set()),
        ('["*.md"]', [], {"lib/d.txt"}),
        ("[]", [], set(FILES)),
    ],
)
def test_what_brings_nothing_back_is_reported(patterns, dead, left, tmp_path):
    document, found = findings(tmp_path, patterns)
    assert checked(tmp_path) == left
    told = [document.slice(each.span).strip('"') for each in found if each.rule == "dead-include"]
    assert told == dead
    assert [each.rule for each in found if each.rule == "nothing-checked"] == ["nothing-checked"] * (not left)


@pytest.mark.parametrize(
    ("patterns", "better", "left"),
    [
        ('["src/", "!src/a.md"]', '["src/*", "!src/a.md"]', {"top.md", "lib/d.txt", "src/a.md"}),
        ("['*', '!src/a.md']", "['*', '!src/', '!src/a.md']", {"src/a.md"}),
        ('["*", "!src/deep/c.md"]', '["*", "!src/", "!src/deep/", "!src/deep/c.md"]', {"src/deep/c.md"}),
    ],
)
def test_the_folder_is_opened_for_just_this_file(patterns, better, left, tmp_path):
    document, found = findings(tmp_path, patterns)
    (fix,) = next(each for each in found if each.rule == "dead-include").fixes
    text = after(document, fix.edits)
    assert text == f"[files]\nextend-exclude = {better}\n"
    (tmp_path / "typos.toml").write_text(text)
    assert checked(tmp_path) == left


def test_without_files_nothing_is_claimed(tmp_path):
    assert findings(tmp_path, '["*", "!src/a.md"]', {})[1] == []
    assert findings(tmp_path / "hidden", '["*"]', {".a/b.md": "x\n"})[1] == []


def test_an_editor_does_not_wait_for_the_files(tmp_path):
    put_off = []
    assert findings(tmp_path, '["*"]', later=put_off.append)[1] == []
    assert len(put_off) == 1


MEANT = {
    "docs/guide.md": "x",
    "docs/api/ref.md": "x",
    "app/[slug]/page.tsx": "x",
    "src/(group)/a.py": "x",
    "a,b.md": "x",
    "web/logo.svg": "x",
    "web/page2.tsx": "x",
    "web/a.scs": "x",
    "tests/test_a.py": "x",
    "packages/genrated/a.js": "x",
    ".github/ci.yml": "x",
}


@pytest.mark.parametrize(
    ("written", "better"),
    [
        ("^docs/", ["docs/"]),
        (r"^docs/.*\.md$", ["docs/**/*.md"]),
        (r".*\.svg$", ["*.svg"]),
        (".*/api/.*", ["**/api/*"]),
        ("(web|docs)/", ["{web,docs}/"]),
        ("@(web|docs)/**", ["{web,docs}/**"]),
        ("docs/, web/", ["docs/", "web/"]),
        ("docs;web", ["docs", "web"]),
        ("'docs/'", ["docs/"]),
        ("glob:docs/**", ["docs/**"]),
        ("$PWD/docs/", ["docs/"]),
        ("${ROOT}/docs/**", ["docs/**"]),
        ("w/docs/", ["docs/"]),
        ("--exclude=docs/", ["docs/"]),
        ("docs:web", ["docs", "web"]),
        ("\u201cdocs/\u201d", ["docs/"]),
        ("[docs, web]", ["docs", "web"]),
        ('["docs", "web"]', ["docs", "web"]),
        ("docs\u200b/", ["docs/"]),
        ("$(pwd)/docs/", ["docs/"]),
        ("docs/guid{a..e}.md,docs/", ["docs/guid{a..e}.md", "docs/"]),
        ("%.svg", ["*.svg"]),
        ("docs/*.md$", ["docs/*.md"]),
        ("{docs web}/**", ["{docs,web}/**"]),
        ("docs/(?!guide).*", []),
        ("page{1..3}.tsx", ["page{1,2,3}.tsx"]),
        ("docs/,", ["docs/"]),
        ("$HOME/w/docs/", ["docs/"]),
        ("{{ root }}/docs", ["docs"]),
        ("/tmp/build/docs/**", []),
        ("app/[slug]/**", ["app/[[]slug]/**"]),
        ("Docs/", ["docs/"]),
        ("*.SVG", ["*.svg"]),
        (".svg", ["*.svg"]),
        ("docs/guide.md:3", ["docs/guide.md"]),
        ("docs/guide.md/", ["docs/guide.md"]),
        ("packages/generated/", ["packages/genrated/"]),
        (r"^gone/.*\.md$", []),
        ("[docs]", ["docs"]),
        ("*.vsg", ["*.svg"]),
        ("web/**/*.vsg", ["web/**/*.svg"]),
    ],
)
def test_what_was_meant_is_found_among_the_files(written, better, tmp_path):
    document, found = without_files(tmp_path, [written])
    [only] = found
    assert only.rule == "dead-glob"
    changed = [after(document, fix.edits) for fix in only.fixes if fix.title.startswith("Change")]
    quote = '"' if "'" in written else "'"
    listed = ", ".join(f"{quote}{each}{quote}" for each in better)
    assert changed == ([f"[files]\nextend-exclude = [{listed}]\n"] if better else [])
    assert not any(fix.preferred for fix in only.fixes)


@pytest.mark.parametrize(
    "written",
    [
        "src/(group)/",
        "a,b.md",
        "dist/",
        "*.lock",
        "docs",
        "gone/*.md",
        "build/**/x",
        "list/",
        "**/*.{a,b}",
        "app/[[]slug]",
        "[dw]ocs",
        "100%/",
        "page{8..9}.tsx",
        "page{1..999}.tsx",
        "*.gsv",  # more than two neighbors are exchanged
        "*.dm",
        "*.css",  # a type has it
        "[gone]",
        "[",
        "",
    ],
)
def test_what_matches_or_may_match_one_day_is_left_alone(written, tmp_path):
    assert not [each for each in without_files(tmp_path, [written, "x"])[1] if "has no file" in each.message]


def without_files(folder, patterns):
    folder = folder / "w"
    folder.mkdir()
    listed = ", ".join(f"'{each}'" if "'" not in each else f'"{each}"' for each in patterns)
    config = f"[files]\nextend-exclude = [{listed}]\n"
    write(folder, {**MEANT, "typos.toml": config})
    document = Document.from_text(uri_of(folder / "typos.toml"), config)
    made = Analysis(document, Workspace([Folder(folder)]))
    return document, [each for each in made.diagnostics() if each.rule in ("dead-glob", "redundant-exclude")]


@pytest.mark.parametrize(
    ("pattern", "hook", "rules"),
    [
        (".github/", False, ["redundant-exclude"]),
        ("**/.github/*.yml", False, ["redundant-exclude"]),
        (".github/", True, []),
        ("./docs/", False, ["dead-glob"]),
        ("docs/.", False, ["dead-glob"]),
        ("docs/", False, []),
    ],
)
def test_what_is_hidden_is_skipped_but_where_a_hook_names_files(pattern, hook, rules, tmp_path):
    hooks = "repos:\n  - repo: https://github.com/crate-ci/typos\n    hooks:\n      - id: typos\n"
    folder = tmp_path
    write(folder, {".pre-commit-config.yaml": hooks} if hook else {})
    config = f"[files]\nextend-exclude = ['{pattern}']\n"
    write(folder, {**MEANT, "typos.toml": config})
    document = Document.from_text(uri_of(folder / "typos.toml"), config)
    assert [each.rule for each in Analysis(document, Workspace([Folder(folder)])).diagnostics()] == rules


@pytest.mark.parametrize(
    ("glob", "said"),
    [
        ("test_*", "`test_a.py` is of the type `py`, whose glob `*.py` is more specific"),
        ("svg", "it has to match the whole name"),
        ("*.SVG", "upper and lower case differ"),
        ("logo", "it has to match the whole name"),
        ("gone", ""),
        ("test_aa.py", "there is none of this name"),
        ("tes_ta.py", "there is none of this name"),
        ("test_2a.py", ""),
        ("test_b.py", ""),
        ("tst_a.p", ""),
        ("ref.dm", ""),
        ("*.vsg", "no file ends in `.vsg`"),
        ("api", "it sees only names of files, and this is a folder"),
        ("!*.svg", "`!` is part of the name"),
        (r"assets\\*.svg", "it sees only names of files, and `\\` takes the next sign for itself"),
        ("test_*.py", ""),
        ("*.svg", ""),
        ("*.gone", ""),
        ("*.[", ""),
    ],
)
def test_a_glob_by_which_no_file_is_of_the_type_is_reported(glob, said, tmp_path):
    config = f'[type.own]\ncheck-file = false\nextend-glob = ["{glob}"]\n'
    write(tmp_path, {**MEANT, "typos.toml": config})
    document = Document.from_text(uri_of(tmp_path / "typos.toml"), config)
    found = [
        each for each in Analysis(document, Workspace([Folder(tmp_path)])).diagnostics() if each.rule == "dead-glob"
    ]
    assert [said] * bool(said) == [each.message.removeprefix("This has no file: ") for each in found]
    for fix in [fix for each in found for fix in each.fixes]:
        assert "extend-glob = []" not in after(document, fix.edits)


def test_what_is_excluded_again_behind_is_reported(tmp_path):
    document, found = findings(tmp_path, '["*.txt", "!src/*.md", "src/**", "!top.md", "top.md", "!lib/d.txt"]')
    assert [(document.slice(each.span), each.rule) for each in found] == [
        ('"!src/*.md"', "dead-include"),
        ('"!top.md"', "dead-include"),
    ]
