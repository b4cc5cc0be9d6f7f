"""Which findings are reported: excludes, rules by path, baselines, changed lines."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.run import check, found, shell

BROKEN = "local = 1\n"


def write(root: Path, **files: str) -> None:
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_toml", ".toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def paths(findings: list[tuple[str, str, int]]) -> list[str]:
    return [Path(path).as_posix() for path, _, _ in findings]


def test_excluded_files_are_not_walked_but_checked_when_they_are_named(tmp_path) -> None:
    write(tmp_path, waypost_toml='extend-exclude = ["gen/", "b/typos.toml"]\n')
    for folder in ("a", "b", "a/gen", "node_modules"):
        write(tmp_path, **{f"{folder}__typos_toml": BROKEN})
    assert paths(found(cwd=tmp_path)) == ["a/typos.toml"]
    assert paths(found("b/typos.toml", "a/gen", cwd=tmp_path)) == ["b/typos.toml"]
    assert paths(found("--force-exclude", "b/typos.toml", "a/typos.toml", cwd=tmp_path)) == ["a/typos.toml"]
    done = check("--force-exclude", "--stdin-filename", "b/typos.toml", cwd=tmp_path, stdin=BROKEN.encode())
    assert (done.code, done.out) == (0, "")
    write(tmp_path, waypost_toml='exclude = ["b/*"]\nforce-exclude = true\n')
    assert paths(found("b/typos.toml", cwd=tmp_path)) == []
    assert "node_modules/typos.toml" in paths(found(cwd=tmp_path))


def test_sources_in_virtual_environments_are_looked_for_nowhere(tmp_path) -> None:
    wrong = 'import requests\nrequests.get("https://api.github.com/repos/o/r/isues")\n'
    for folder in ("env/lib", "environments/lib", "src"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "x.py").write_text(wrong)
    (tmp_path / "env" / "pyvenv.cfg").write_text("home = /usr/bin\n")
    assert sorted({*paths(found(cwd=tmp_path))}) == ["environments/lib/x.py", "src/x.py"]
    assert sorted({*paths(found(str(tmp_path), cwd=tmp_path.parent))}) == sorted(
        {*paths(found(str(tmp_path / "src"), str(tmp_path / "environments"), cwd=tmp_path.parent))}
    )
    assert {*paths(found("env/lib/x.py", cwd=tmp_path))} == {*paths(found("env", cwd=tmp_path))} == {"env/lib/x.py"}
    # A configuration there is one that the spell checker reads.
    write(tmp_path, env__typos_toml=BROKEN)
    assert "env/typos.toml" in paths(found(cwd=tmp_path))


def test_rules_for_some_files(tmp_path) -> None:
    write(
        tmp_path, waypost_toml='[per-file-rules]\n"a/*" = { unknown-key = "off" }\n"a/b/*" = { unknown-key = "hint" }\n'
    )
    for folder in (".", "a", "a/b"):
        write(tmp_path, **{f"{folder}__typos_toml": BROKEN})
    done = check("--output-format", "json", cwd=tmp_path)
    assert [(each["path"], each["severity"]) for each in json.loads(done.out)] == [
        ("a/b/typos.toml", "hint"),
        ("typos.toml", "error"),
    ]
    # A choice for one run overrides the settings.
    assert len(found("--select", "unknown-key", cwd=tmp_path)) == 3
    assert len(found("--ignore", "unknown-key", cwd=tmp_path)) == 0


def test_settings_of_one_run(tmp_path) -> None:
    write(tmp_path, typos_toml=BROKEN, waypost_toml='[rules]\nunknown-key = "warning"\n')
    for value in ("rules.unknown-key=hint", 'rules.unknown-key = "off"', 'rules = { unknown-key = "information" }'):
        assert check("--config", value, cwd=tmp_path).code == 0
    assert check("--config", "rules.unknown-key=hint", "--config", "rules.unknown-key=error", cwd=tmp_path).code == 1
    assert check("--config", 'exclude=["*.toml"]', "--config", "waypost.toml", cwd=tmp_path).code == 0
    for wrong in ("rules.unknown-key=loud", "rules.unknown-kay=hint", "rulez=1", "none.toml", "extend=waypost.toml"):
        assert check("--config", wrong, cwd=tmp_path).code == 2


def test_files_that_one_run_excludes(tmp_path) -> None:
    write(tmp_path, waypost_toml='exclude = ["a"]\nextend-exclude = ["b"]\n')
    for folder in "abc":
        write(tmp_path, **{f"{folder}__typos_toml": BROKEN, f"{folder}__d__typos_toml": BROKEN})
    assert paths(found(cwd=tmp_path)) == ["c/d/typos.toml", "c/typos.toml"]
    assert paths(found("--extend-exclude", "c/d,x", cwd=tmp_path)) == ["c/typos.toml"]
    assert paths(found("--exclude", "d", cwd=tmp_path)) == ["a/typos.toml", "c/typos.toml"]
    assert paths(found("--exclude", "c/d", "--exclude", "a", cwd=tmp_path)) == ["c/typos.toml"]


def test_rules_by_their_first_words(tmp_path) -> None:
    write(tmp_path, typos_toml='local = 1\n[default]\nlocale = "xx"\n')
    assert {rule for _, rule, _ in found("--select", "unknown", cwd=tmp_path)} == {"unknown-key", "unknown-locale"}
    assert found("--ignore", "unknown-", cwd=tmp_path) == []
    assert check("--select", "unk", cwd=tmp_path).code == 2


def test_a_baseline_passes_over_what_is_known(tmp_path) -> None:
    write(tmp_path, typos_toml="local = 1\n", a__typos_toml="local = 1\n")
    assert check("--baseline", "known", "--update-baseline", cwd=tmp_path).code == 0
    lines = (tmp_path / "known").read_text().splitlines()
    assert lines == ['["a/typos.toml", "unknown-key", "local", 1]', '["typos.toml", "unknown-key", "local", 1]']
    assert check("--baseline", "known", cwd=tmp_path).code == 0
    # Edits elsewhere in the file change nothing; another finding is new, wherever the run starts.
    write(tmp_path, typos_toml="# one\n# two\n\nlocal = 1\n[default]\nlokale = 'x'\n")
    assert found("--baseline", "known", cwd=tmp_path) == [("typos.toml", "unknown-key", 6)]
    assert found("--baseline", "../known", "../typos.toml", cwd=tmp_path / "a") == [("../typos.toml", "unknown-key", 6)]
    # Findings that are gone do not matter; the next update leaves them out.
    write(tmp_path, typos_toml="")
    assert check("--baseline", "known", cwd=tmp_path).code == 0
    check("--baseline", "known", "--update-baseline", cwd=tmp_path)
    assert (tmp_path / "known").read_text().splitlines() == lines[:1]


def test_the_files_that_would_be_checked(tmp_path) -> None:
    write(tmp_path, typos_toml=BROKEN, a__typos_toml="")
    (tmp_path / "notes.md").write_text("teh\n")
    done = check("--show-files", cwd=tmp_path)
    assert (done.code, sorted(map(Path, done.out.splitlines()))) == (0, [Path("a/typos.toml"), Path("typos.toml")])
    done = check("--show-files", "nowhere", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")


def test_a_new_baseline_must_be_named(tmp_path) -> None:
    write(tmp_path, typos_toml=BROKEN)
    done = check("--update-baseline", cwd=tmp_path)
    assert done.code == 2
    assert "--baseline FILE" in done.err
    assert check("--quiet", "--baseline", "known", "--update-baseline", cwd=tmp_path) == (0, "", "")
    assert (tmp_path / "known").exists()


def test_what_no_fix_changes_is_left_as_it_is(tmp_path) -> None:
    write(tmp_path, typos_toml="[default]\nfoo = 3\n")
    before = (tmp_path / "typos.toml").stat()
    assert check("--fix", cwd=tmp_path).code == 1
    after = (tmp_path / "typos.toml").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_baseline_with_other_separators_of_lines(tmp_path) -> None:
    """They are part of the names of files."""
    write(tmp_path, **{"a\u2028b\x85\U0001f6a9__typos_toml": "local = 1\n"})
    assert check("--baseline", "known", "--update-baseline", cwd=tmp_path).code == 0
    assert check("--baseline", "known", cwd=tmp_path).code == 0


def test_a_baseline_may_be_a_setting(tmp_path) -> None:
    write(tmp_path, waypost_toml='baseline = ".known"\n', typos_toml=BROKEN, a__typos_toml=BROKEN)
    assert check("--update-baseline", cwd=tmp_path).code == 0
    assert check("a", cwd=tmp_path).code == 0
    assert check(cwd=tmp_path / "a").code == 0
    (tmp_path / ".known").write_text("nonsense\n")
    done = check(cwd=tmp_path)
    assert done.code == 2
    assert "not a baseline" in done.err


def test_a_glob_of_the_settings_that_matches_nothing_is_found(tmp_path) -> None:
    """Each at its place; the others apply, and so does the rest of the settings."""
    write(
        tmp_path,
        waypost_toml='extend-exclude = [\n  "docs",\n  "../docs",\n]\nconfig-files = ["."]\n'
        '[per-file-rules]\n"/tests" = { dead-word = "off" }\n',
        docs__typos_toml=BROKEN,
    )
    done = check("--output-format", "concise", cwd=tmp_path)
    lines = [line.partition(" ")[0] for line in done.out.splitlines() if "warning[dead-glob]" in line]
    assert lines == ["waypost.toml:3:3:", "waypost.toml:5:17:", "waypost.toml:7:1:"]
    assert len(done.out.splitlines()) == 3
    assert done.code == 1


def test_a_json_file_that_the_settings_name_is_checked(tmp_path) -> None:
    for number, glob in enumerate(["spelling.json", "**/spelling.json", "./a/*.json", "a"]):
        root = tmp_path / str(number)
        write(root, waypost_toml=f'config-files = ["", "{glob}"]\n')
        (root / "a").mkdir()
        (root / "a" / "spelling.json").write_text('{"local": 1}')
        assert ("a/spelling.json", "unknown-key", 1) in found(".", cwd=root), glob


@pytest.mark.parametrize("name", ["../known", "link"])
def test_a_project_names_no_baseline_outside_of_itself(name, tmp_path) -> None:
    """It would be read, and overwritten by --update-baseline."""
    write(tmp_path, project__waypost_toml=f'baseline = "{name}"\n', project__typos_toml=BROKEN)
    (tmp_path / "known").write_text("mine")
    (tmp_path / "project" / "link").symlink_to("../known")
    done = check("--update-baseline", cwd=tmp_path / "project")
    assert done.code == 2
    assert "setting `baseline`" in done.err
    assert (tmp_path / "known").read_text() == "mine"
    check("--baseline", "../own", "--update-baseline", cwd=tmp_path / "project")
    assert (tmp_path / "own").exists()


@pytest.mark.parametrize("options", [[], ["--update-baseline"]])
def test_a_baseline_without_a_name_that_a_file_can_have(options, tmp_path) -> None:
    write(tmp_path, waypost_toml='baseline = "a\\u0000b"\n', typos_toml=BROKEN)
    done = shell("waypost", "check", *options, cwd=tmp_path)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"b: not a" in done.stderr


def test_the_same_finding_twice_is_told_apart_by_its_occurrence(tmp_path) -> None:
    write(tmp_path, typos_toml="[type.py]\nlocal = 1\n")
    check("--baseline", "known", "--update-baseline", cwd=tmp_path)
    write(tmp_path, typos_toml="[type.py]\nlocal = 1\n[type.rust]\nlocal = 1\n")
    assert found("--baseline", "known", cwd=tmp_path) == [("typos.toml", "unknown-key", 4)]


def git(*arguments: str, cwd: Path) -> None:
    done = shell("git", "-c", "user.name=a", "-c", "user.email=a@a.example", *arguments, cwd=cwd)
    assert done.returncode == 0, done.stderr


def test_only_findings_on_changed_lines(tmp_path) -> None:
    write(tmp_path, typos_toml="local = 1\n\n\n\n[default]\n", a__typos_toml=BROKEN)
    (tmp_path / 'é\t"x').mkdir()
    (tmp_path / 'é\t"x' / "typos.toml").write_text(BROKEN)
    git("init", "-q", cwd=tmp_path)
    git("add", "-A", cwd=tmp_path)
    git("commit", "-qm", "one", cwd=tmp_path)
    git("config", "core.fsmonitor", "touch evil", cwd=tmp_path)
    assert found("--changed-since", "HEAD", cwd=tmp_path) == []
    write(tmp_path, typos_toml="local = 1\n\n\n\n[default]\nlokale = 1\n", new__typos_toml=BROKEN)
    (tmp_path / 'é\t"x' / "typos.toml").write_text("\nlocal = 2\n")
    assert [(Path(path).parent.name, line) for path, _, line in found("--changed-since", "HEAD", cwd=tmp_path)] == [
        ("new", 1),
        ("", 6),
        ('é\t"x', 2),
    ]
    assert [Path(path).name for path, *_ in found("--changed-since", "HEAD", cwd=tmp_path / "new")] == ["typos.toml"]
    assert not (tmp_path / "evil").exists()
    assert check("--changed-since", "no-such", cwd=tmp_path).code == 2
    assert check("--changed-since", "--output=x", cwd=tmp_path).code == 2
    done = check("--changed-since", "HEAD:a/typos.toml", cwd=tmp_path)
    assert (done.code, done.err) == (2, "waypost: `HEAD:a/typos.toml` is not a revision\n")


@pytest.mark.parametrize(
    "settings",
    [
        {
            "core.fsmonitor": "EVIL",
            "core.hooksPath": "hooks",
            "core.pager": "EVIL",
            "diff.external": "EVIL",
            "diff.x.textconv": "EVIL",
            "diff.x.command": "EVIL",
            "filter.x.clean": "EVIL",
            "filter.x.required": "true",
        },
        {"filter.x.process": "EVIL"},
    ],
)
@pytest.mark.parametrize("where", ["", "module"])
def test_nothing_that_a_repository_configures_is_run(tmp_path, settings, where: str) -> None:
    """Also of one inside it, as a submodule is."""
    evil, root = tmp_path / "evil", tmp_path / "it"
    for name in {"", where}:
        folder = root / name
        (folder / "hooks").mkdir(parents=True)
        (folder / "hooks" / "post-index-change").write_text(f"#!/bin/sh\ntouch {evil}\n")
        (folder / "hooks" / "post-index-change").chmod(0o755)
        (folder / ".gitattributes").write_text("*.toml filter=x diff=x\n")
        write(folder, typos_toml="local = 1\n")
        git("init", "-q", cwd=folder)
    for name in sorted({"", where}, reverse=True):
        git("add", "-A", cwd=root / name)
        git("commit", "-qm", "one", cwd=root / name)
    for name, value in settings.items():
        git("config", name, value.replace("EVIL", f"touch {evil};cat"), cwd=root / where)
    write(root / where, typos_toml="local = 1\nlokale = 1\n")
    lines = [line for _, _, line in found("--changed-since", "HEAD", cwd=root / where)]
    assert lines == [2]
    assert check("--changed-since", "HEAD", cwd=root).code in (0, 1)
    assert not evil.exists()


def test_a_filter_that_cannot_be_turned_off_is_refused(tmp_path) -> None:
    write(tmp_path, typos_toml="local = 1\n")
    git("init", "-q", cwd=tmp_path)
    git("add", "-A", cwd=tmp_path)
    git("commit", "-qm", "one", cwd=tmp_path)
    git("config", "filter.a=b.clean", "touch evil", cwd=tmp_path)
    done = check("--changed-since", "HEAD", cwd=tmp_path)
    assert (done.code, "which cannot be turned off" in done.err) == (2, True)


def test_nothing_that_a_repository_lacks_is_fetched(tmp_path) -> None:
    """Fetching would run the program that the repository names as that of its remote."""
    evil = tmp_path / "evil"
    write(tmp_path, typos_toml="local = 1\n")
    git("init", "-q", cwd=tmp_path)
    git("add", "-A", cwd=tmp_path)
    git("commit", "-qm", "one", cwd=tmp_path)
    program = f"touch {evil};"
    for name, value in {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": str(tmp_path),
        "remote.origin.uploadpack": program,
        "protocol.file.allow": "always",
    }.items():
        git("config", name, value, cwd=tmp_path)
    blob = shell("git", "rev-parse", "HEAD:typos.toml", cwd=tmp_path).stdout.decode().strip()
    (tmp_path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    write(tmp_path, typos_toml="local = 1\nlokale = 1\n")
    assert check("--changed-since", "HEAD", cwd=tmp_path).code == 2
    assert not evil.exists()


def test_comments_are_added_for_what_is_found(tmp_path) -> None:
    write(
        tmp_path,
        typos_toml="[files]\r\n"
        "extend-exclude = ['./a']  # waypost: ignore[dead-word]\r\n[default.extend-words]\r\na-b = 'a-b'\r\n"
        "local = 1\r\n",
    )
    done = check("--add-ignores", cwd=tmp_path)
    assert "added 2 comments" in done.err
    assert (tmp_path / "typos.toml").read_bytes().decode() == (
        "[files]\r\nextend-exclude = ['./a']  # waypost: ignore[dead-word, dead-glob]\r\n"
        "[default.extend-words]\r\na-b = 'a-b'  # waypost: ignore[dead-word]\r\nlocal = 1\r\n"
    )
    assert [rule for _, rule, _ in found(cwd=tmp_path)] == ["unused-ignore", "wrong-type"]


def test_a_comment_in_a_text_is_not_added(tmp_path) -> None:
    source = 'import httpx\nhttpx.get("""https://api.github.com/\nuser/nowhere""")\n'
    (tmp_path / "a.py").write_text(source)
    check("--add-ignores", cwd=tmp_path)
    assert '"""https://api.github.com/\n' in (tmp_path / "a.py").read_text()


@pytest.mark.skipif(os.name == "nt", reason="bytes in names are POSIX'")
def test_a_baseline_holds_names_that_are_not_utf8(tmp_path) -> None:
    (tmp_path / os.fsdecode(b"\xff")).mkdir()
    (tmp_path / os.fsdecode(b"\xff") / "typos.toml").write_text(BROKEN)
    assert check("--baseline", "base", "--update-baseline", cwd=tmp_path).code == 0
    assert check("--baseline", "base", cwd=tmp_path).code == 0


@pytest.mark.parametrize(
    "text",
    [
        *(b"\xff", b"[" * 100_000, b"9" * 5_000, b"5", b"null", b'"x"', b"{}", b"[[1]]", b'[{"path": 5}]'),
        *(b'{"runs": 5}', b'{"runs": [{"results": [{"locations": []}], "tool": {"driver": {"rules": []}}}]}'),
    ],
    ids=lambda text: text[:20].decode(errors="replace"),
)
def test_what_is_no_baseline_is_named(text, tmp_path) -> None:
    (tmp_path / "other").write_bytes(text)
    done = check("--baseline", "other", cwd=tmp_path)
    assert done.code == 2
    assert done.err.startswith("waypost: other: not a baseline: ")
