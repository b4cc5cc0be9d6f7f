"""Cached findings and requests of unchanged files are always those of a fresh run."""

import json
import os
import random
import stat
import time
from pathlib import Path

import pytest

from tests.cli.run import check, run
from waypost.cache import Cache

CALL = 'import httpx\nfrom consts import BASE\n\nhttpx.get(BASE + "{tail}")\n'


@pytest.fixture
def project(tmp_path) -> Path:
    """Ten sources that import a constant from another file; all were written long enough ago."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "waypost.toml").write_text("")
    put(root / "consts.py", 'BASE = "https://api.github.com"\n')
    for number in range(10):
        put(root / f"m{number}.py", CALL.replace("{tail}", "/user/repos" if number % 2 else "/user/reposs"))
    return root


def put(path: Path, text: str, age: int = 100) -> None:
    path.write_text(text)
    os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))


def result(root: Path, *arguments: str) -> str:
    return check("--output-format", "json", *arguments, ".", cwd=root).out


def cached(root: Path) -> str:
    return result(root, "--cache-dir", "../cache")


def listed(root: Path, *arguments: str) -> str:
    return run("routes", "-o", "json", *arguments, ".", cwd=root).out


def kept_list(root: Path) -> str:
    return listed(root, "--cache-dir", "../cache")


def test_a_second_run_finds_the_same_and_looks_at_nothing(project, monkeypatch) -> None:
    fresh = result(project)
    assert json.loads(fresh)
    assert cached(project) == fresh
    looked: list[str] = []
    monkeypatch.setattr("waypost.cli.checking.scan.deserves_a_look", lambda path, *_: looked.append(path))
    assert cached(project) == fresh
    assert looked == ["waypost.toml"]


WRAPPERS = """\
import httpx
from consts import BASE

class Api:
    def send(self, verb, path, **more):
        return httpx.request(verb, f"{BASE}/{path}", **more)

    def one(self, id):
        return self.send("GET", f"things/{id}", params={"ké": 1, "n": None})

Api().one(1)
httpx.get("https://x.example/{id}")
"""


def test_a_second_list_is_the_same_and_reads_nothing(project, monkeypatch) -> None:
    put(project / "wrappers.py", WRAPPERS)
    fresh = listed(project, "--no-cache")
    assert '"missing": [\n      "id"' in fresh
    assert "/things/1" in fresh
    assert kept_list(project) == fresh
    monkeypatch.setattr("waypost.routes.inventory.index_files", lambda paths, *_, **__: pytest.fail(f"read {paths}"))
    assert kept_list(project) == fresh
    put(project / "m1.py", "", age=50)
    with pytest.raises(pytest.fail.Exception, match="read "):
        kept_list(project)


def test_a_file_without_requests_may_get_some_by_another_file(project) -> None:
    put(project / "caller.py", "import api\n\napi.show('me')\n")
    put(project / "api.py", "def show(name):\n    return name\n")
    before = kept_list(project)
    put(project / "api.py", "import httpx\n\ndef show(name):\n    httpx.get(f'https://x.example/{name}')\n", age=50)
    assert "caller.py" in listed(project, "--no-cache")
    assert kept_list(project) == listed(project, "--no-cache") != before


def test_what_a_file_imports_counts_as_well(project) -> None:
    before = cached(project)
    put(project / "consts.py", 'BASE = "https://example.com"\n', age=50)
    assert cached(project) == result(project) != before
    # A file that did not exist but is looked up first, and one that was deleted.
    put(project / "consts.py", 'BASE = "https://api.github.com"\n', age=40)
    assert cached(project) == result(project) == before
    (project / "consts").mkdir()
    put(project / "consts" / "__init__.py", 'BASE = "https://example.com"\n')
    assert cached(project) == result(project)
    (project / "consts.py").unlink()
    assert cached(project) == result(project)


def test_what_a_notebook_imports_counts_as_well(project) -> None:
    cell = {"cell_type": "code", "source": CALL.replace("{tail}", "/user/reposs")}
    put(project / "n.ipynb", json.dumps({"cells": [{"cell_type": "markdown"}, cell]}))
    before = cached(project)
    assert "n.ipynb" in before
    put(project / "consts.py", 'BASE = "https://example.com"\n', age=50)
    assert cached(project) == result(project) != before


def test_what_an_api_document_refers_to_counts_as_well(project) -> None:
    (project / "waypost.toml").write_text('[apis]\n"https://x.example" = "api.json"\n')
    put(project / "api.json", '{"openapi": "3.0.0", "paths": {"/b": {"$ref": "b.json"}}}')
    put(project / "b.json", '{"post": {}}')
    put(project / "b.py", 'import httpx\r\nx = "\U0001f408"; httpx.get("https://x.example/b")\r\n')
    before = cached(project)
    assert "wrong-verb" in before
    put(project / "b.json", '{"get": {}}', age=50)
    assert cached(project) == result(project) != before


def test_settings_count(project) -> None:
    cached(project)
    (project / "waypost.toml").write_text('rules.unknown-route = "off"\nrules.bad-value = "off"\n')
    assert cached(project) == result(project) == "[]\n"
    (project / "waypost.toml").write_text('per-file-rules."m2.py".bad-value = "off"\n')
    assert cached(project) == result(project)


def test_the_same_text_in_another_place_is_another_file(project, tmp_path) -> None:
    cached(project)
    other = tmp_path / "other"
    other.mkdir()
    put(other / "m0.py", (project / "m0.py").read_text())
    put(other / "consts.py", 'BASE = "https://example.com"\n')
    assert cached(other) == result(other)


@pytest.mark.parametrize("seed", range(4))
def test_any_change_gives_what_a_fresh_run_gives(project, seed) -> None:
    chance = random.Random(seed)
    names = ["consts.py", *(f"m{number}.py" for number in range(10)), "new.py"]
    for step in range(6):
        path = project / chance.choice(names)
        if path.exists() and chance.random() < 0.2:
            path.unlink()
        elif path.name == "consts.py":
            put(path, f'BASE = "https://{chance.choice(["api.github.com", "x.example"])}"\n', age=90 - step)
        else:
            put(path, CALL.replace("{tail}", chance.choice(["/user/repos", "/user/nope"])), age=90 - step)
        assert cached(project) == result(project)
        assert kept_list(project) == listed(project, "--no-cache")


def test_a_change_within_the_same_moment_is_seen(project) -> None:
    path = project / "m1.py"
    moment = time.time() + 3_600  # which no run is slow enough to leave behind
    path.write_text(CALL.replace("{tail}", "/user/repos"))
    os.utime(path, (moment, moment))
    cached(project)
    path.write_text(CALL.replace("{tail}", "/user/repoz"))
    os.utime(path, (moment, moment))
    assert cached(project) == result(project)


@pytest.mark.parametrize("nonsense", [b"", b"nonsense", b"[1]", b'{"stamps": {}, "entries": {"x": 1}}', b"\xff\xfe"])
def test_nonsense_in_the_cache_is_survived(nonsense, project) -> None:
    fresh = cached(project)
    [kept] = (project.parent / "cache").glob("check-*.json")
    kept.write_bytes(nonsense)
    assert cached(project) == fresh
    data = json.loads(kept.read_bytes())
    data["entries"] = {key: [1, 2, 3] for key in data["entries"]}
    kept.write_text(json.dumps(data))
    assert cached(project) == fresh


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(project) -> None:
    (project.parent / "file").write_text("not a folder")
    assert result(project, "--cache-dir", "../file/cache") == result(project)


def test_a_link_at_the_name_of_the_cache_is_not_followed(project) -> None:
    """A checkout may have it, and it may lead to any file of the user's."""
    cached(project)
    [kept] = (project.parent / "cache").glob("check-*.json")
    kept.unlink()
    kept.symlink_to(project.parent / "mine")
    (project.parent / "mine").write_text("mine")
    assert cached(project) == result(project)
    assert (project.parent / "mine").read_text() == "mine"


def test_a_cache_beside_other_files_ignores_none_of_them(project) -> None:
    for _ in range(2):
        check("--cache-dir", ".", cwd=project)
    assert not (project / ".gitignore").exists()


def test_a_cache_is_bounded_and_out_of_version_control(project, monkeypatch) -> None:
    monkeypatch.setattr("waypost.cache._MOST_ENTRIES", 4)
    cached(project)
    folder = project.parent / "cache"
    assert len(Cache.opened(folder, "check", list)._entries) == 4
    assert (folder / ".gitignore").read_text() == "*\n"
    assert stat.S_ISREG((folder / "CACHEDIR.TAG").stat().st_mode)
