"""`waypost routes --since`: what differs from the requests of a git revision."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from waypost.cli.checking.revision import wanted
from waypost.cli.group import waypost

SHOP = "https://shop.example"
BEFORE = {
    "pyproject.toml": '[project]\nname = "x"\n',
    "src/client.py": (
        f'import httpx\n\nBASE = "{SHOP}"\n\n\ndef get(path, **given):\n    return httpx.get(BASE + path, **given)\n'
    ),
    "src/users.py": (
        "from client import get\n\n\ndef users(page):\n    return get('/users', params={'page': page})\n\n\n"
        "def user(id):\n    return get(f'/user/{id}')\n"
    ),
    "old.py": f'import httpx\n\nhttpx.delete("{SHOP}/old")\n',
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkout")
    write(folder, BEFORE)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "x")
    return folder


@pytest.fixture
def project(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    shutil.copytree(checkout, folder)
    monkeypatch.chdir(folder)
    return folder


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def git(folder: Path, *arguments: str) -> None:
    who = {f"GIT_{role}_{what}": "x@x.example" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", *arguments], cwd=folder, check=True, env=os.environ | who | quiet)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(waypost, ["routes", "--since", "HEAD", *arguments], catch_exceptions=False)


def changes(*arguments: str) -> list[tuple[str, str, str, str]]:
    found = json.loads(run("-o", "json", *arguments).output)
    return [
        (each["change"], f"{each['verb']} {each['template'].removeprefix(SHOP)}", each["file"], "; ".join(each["what"]))
        for each in found
    ]


def edit(folder: Path, name: str, old: str, new: str) -> None:
    text = BEFORE[name]
    assert old in text
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")


USERS = str(Path("src/users.py"))
EDITS = [
    # What is sent, where, and by whom.
    ("src/users.py", "{'page'", "{'q'", [("changed", "GET /users", "sends query `q`; no longer sends query `page`")]),
    ("src/users.py", "/user/{id}", "/users/{id}", [("changed", "GET /users/{id}", f"was `GET {SHOP}/user/{{id}}`")]),
    ("src/users.py", "def user(id):\n    return get(f'/user/{id}')\n", "", [("removed", "GET /user/{id}", "")]),
    ("src/users.py", "def user(", "def m():\n    return get('/m')\n\n\ndef user(", [("added", "GET /m", "")]),
    # The same requests.
    ("src/users.py", "(id)", "(number)", []),
    ("src/users.py", "(id):\n    return get(f'/user/{id}')", "(n):\n    return get(f'/user/{n}')", []),
    ("src/users.py", "def user", "def again(page):\n    return get('/users', params={'page': page})\n\n\ndef user", []),
    ("src/users.py", "\n\n\ndef users", "\n\nX = 1\n\n\ndef users", []),
    # Half-typed.
    ("src/users.py", "get(f'/user/{id}')", "get(f'/user/{id", [("removed", "GET /user/{id}", "")]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "expected"), EDITS)
def test_what_differs_is_listed(name: str, old: str, new: str, expected: list[tuple[str, ...]], project: Path) -> None:
    edit(project, name, old, new)
    assert changes() == [(kind, route, USERS, what) for kind, route, what in expected]


def test_another_file_changes_the_requests_of_one_that_is_the_same(project: Path) -> None:
    edit(project, "src/client.py", SHOP, f"{SHOP}/v2")
    found = changes("src/users.py")
    assert [(kind, route) for kind, route, *_ in found] == [
        ("changed", "GET /v2/users"),
        ("changed", "GET /v2/user/{id}"),
    ]


def test_files_that_have_moved_come_or_gone(project: Path) -> None:
    (project / "old.py").rename(project / "new.py")
    assert changes() == []
    (project / "new.py").write_text(f'import httpx\n\nhttpx.put("{SHOP}/new")\n')
    assert changes() == [("added", "PUT /new", "new.py", ""), ("removed", "DELETE /old", "old.py", "")]
    assert changes("new.py") == [("added", "PUT /new", "new.py", "")]


def test_the_list_for_people_ends_with_its_counts(project: Path) -> None:
    assert run().output == "requests: 0 added, 0 removed, 0 changed since HEAD\n"
    (project / "old.py").unlink()
    lines = run().output.splitlines()
    assert [line.split() for line in lines[:1]] == [["-", "DELETE", f"{SHOP}/old", "old.py:3"]]
    assert lines[1:] == ["requests: 0 added, 1 removed, 0 changed since HEAD"]
    table = run("-o", "markdown").output.splitlines()
    assert table[0] == "| change | verb | template | place | what |"
    assert table[2].startswith("| removed | DELETE | https://shop.example/old | old.py:3 |")


def test_nothing_of_the_repository_is_run(project: Path) -> None:
    """A filter would see each file that git checks out."""
    made = project / "made"
    git(project, "config", "filter.f.smudge", f"touch {made}; cat")
    git(project, "config", "core.fsmonitor", f"touch {made}")
    write(project, {".gitattributes": "*.py filter=f export-ignore\n"})
    git(project, "add", ".gitattributes")
    git(project, "commit", "-q", "-m", "x")
    made.unlink(missing_ok=True)
    (project / "old.py").unlink()
    assert [kind for kind, *_ in changes()] == ["removed"]
    assert not made.exists()


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", "HEAD:old.py"])
def test_what_is_no_revision_is_said(revision: str, project: Path) -> None:
    done = CliRunner().invoke(waypost, ["routes", f"--since={revision}"], catch_exceptions=False)
    assert (done.exit_code, done.stderr) == (2, f"waypost: `{revision}` is not a revision\n")
    assert project


@pytest.mark.parametrize("more", [["--summary"], ["--unused"], ["--served"], ["-o", "csv"], ["-o", "openapi"]])
def test_one_list_at_a_time(more: list[str], project: Path) -> None:
    assert run(*more).exit_code == 2
    assert project


def test_what_a_clone_does_not_have_is_said(project: Path) -> None:
    """A clone may have the names of files without what is in them."""
    blob = subprocess.run(["git", "rev-parse", "HEAD:old.py"], cwd=project, check=True, capture_output=True, text=True)
    number = blob.stdout.strip()
    (project / ".git" / "objects" / number[:2] / number[2:]).unlink()
    done = run()
    assert (done.exit_code, done.stderr.startswith("waypost: `old.py` of that revision is not in this clone")) == (
        2,
        True,
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *(("a.py", True), ("a/b.py", True), ("a..b/c.py", True)),
        *(("../a.py", False), ("/a.py", False), (".git/a.py", False), ("..\\a.py", False), ("c:a.py", False)),
    ],
)
def test_a_name_that_leaves_the_folder_on_any_system_is_left_out(name: str, expected: bool) -> None:  # noqa: FBT001
    line = f"100644 blob 0123 10\t{name}".encode()
    assert [path for path, _ in wanted(line)] == ([name] if expected else [])
