"""Tests the exam itself: the requests that a small package sends are those listed for it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.recall.compare import entries_of, score
from tests.recall.draw import BEFORE, POOL, SAMPLES, SECOND_POOL, THIRD_POOL, drawn
from tests.recall.packages import Package

DRIVER = Path(__file__).parent / "drive.py"
PACKAGE = {
    "__init__.py": "from .api import Api\n",
    "http.py": """\
import urllib.request

class Http:
    def __init__(self, base_url):
        self.base_url = base_url

    def send(self, verb, path):
        return urllib.request.urlopen(urllib.request.Request(self.base_url + path, method=verb))
""",
    "api.py": """\
from pkg.http import Http

class Api(Http):
    def users(self):
        return self.send("GET", "/users")

    def remove(self, user_id):
        return self.send("DELETE", f"/users/{user_id}")
""",
}
# What is returned runs when nothing of the call that made it is running any more.
LATER = """\
import requests

class Api:
    def __init__(self, base_url):
        self.base_url = base_url

    def users(self):
        return self.pages("/users")

    def teams(self):
        return self.asked("/teams")

    def pages(self, path):
        yield requests.get(self.base_url + path)

    async def asked(self, path):
        return requests.post(self.base_url + path)
"""
# The token must be good, or nothing else is sent; the calls that need it do not ask for one.
TOKEN = """\
import time
import requests

class Api:
    def __init__(self, base_url):
        self.base_url = base_url

    def token(self):
        found = requests.post(self.base_url + "/oauth/token").json()
        return found.get("access_token"), time.time() + found["expires_in"]

    def asked(self, verb, path):
        return self.token()[0] and requests.request(verb, self.base_url + path)

    def users(self):
        return self.asked("GET", "/users")

    def upload(self):
        return requests.put(self.asked("GET", "/uploads").json()["upload_url"] + "/parts")
"""
# It must be entered and asked before it is closed, wants a whole address, and fails when it is asked for anything else.
STRICT = """\
import requests

class Api:
    open = False

    def __init__(self, host):
        if "://" not in host:
            raise ValueError(host)
        self.host = host

    def __getattr__(self, name):
        raise NotImplementedError(name)

    async def __aenter__(self):
        self.open = True
        return self

    def close(self):
        self.open = False

    def _itself(self):
        return self

    def users(self):
        return self._itself().open and requests.get(self.host + "/users")
"""


def sent(root: Path, package: dict[str, str], name: str = "pkg") -> list[dict[str, Any]]:
    """What a package sends when it is driven."""
    folder = root.joinpath(*name.split("."))
    folder.mkdir(parents=True)
    for file, text in package.items():
        (folder / file).write_text(text)
    out = root / "out.json"
    subprocess.run([sys.executable, DRIVER, root, name, out], check=True, capture_output=True, timeout=60)
    records: list[dict[str, Any]] = json.loads(out.read_text())
    return records


def test_every_request_that_a_package_makes_is_listed(tmp_path: Path) -> None:
    records = sent(tmp_path, PACKAGE)
    made = {(each["verb"], each["url"]) for each in records}
    assert ("GET", "https://base.example/users") in made
    assert ("DELETE", "https://base.example/users/arg-user_id") in made
    result = score(records, list(entries_of(tmp_path, tmp_path / "pkg")))
    assert (result.made, result.found, result.right, result.wrong) == (2, 2, 2, [])


def test_what_runs_later_belongs_to_the_call_that_returned_it(tmp_path: Path) -> None:
    records = sent(tmp_path, {"__init__.py": LATER})
    users, teams = (next(each for each in records if each["url"].endswith(path)) for path in ("/users", "/teams"))
    first = LATER.splitlines().index('        return self.pages("/users")') + 1
    assert (users["frames"][0][1], teams["frames"][0][1]) == (first, first + 3)
    result = score(records, list(entries_of(tmp_path, tmp_path / "pkg")))
    assert (result.found, result.right, result.wrong) == (result.made, 2, [])


@pytest.mark.parametrize("path", ["/oauth/token", "/oauth2/exchange/user", "/session"])
def test_a_token_is_fetched_before_the_request_and_is_not_the_request(tmp_path: Path, path: str) -> None:
    records = sent(tmp_path, {"__init__.py": TOKEN.replace("/oauth/token", path)})
    made = {(each["verb"], each["url"]) for each in records}
    assert made >= {("POST", f"https://base.example{path}"), ("GET", "https://base.example/users")}
    assert ("PUT", "https://base.example/parts") in made
    entries = list(entries_of(tmp_path, tmp_path / "pkg"))
    tokens = [each for each in records if each["url"].endswith(path)]
    assert any(each["frames"][0][1] > 10 for each in tokens), "asked for by another call"
    result = score(tokens, entries)
    assert (result.wrong, result.unreal) == ([], [])
    near = [{**each, "url": "https://base.example/other"} for each in tokens]
    assert score(near, entries).unreal


def test_objects_are_entered_and_closed_last_and_hosts_may_be_whole_addresses(tmp_path: Path) -> None:
    (users,) = sent(tmp_path, {"__init__.py": "", "client.py": STRICT, "cli.py": STRICT, "test_client.py": STRICT})
    assert users["url"] == "https://base.example:443/users"
    line = STRICT.splitlines().index('        return self._itself().open and requests.get(self.host + "/users")') + 1
    assert users["before"] == [["pkg/client.py", line, line]], "calls are still recorded"


@pytest.mark.parametrize(("host", "made"), [("169.254.169.254", 0), ("metadata.x.example", 0), ("meta.x.example", 1)])
def test_what_a_cloud_asks_its_own_machine_for_is_left_out(host: str, made: int) -> None:
    record = {"verb": "GET", "url": f"http://{host}/latest/meta-data", "frames": [["pkg/__init__.py", 1, 1]]}
    assert score([record], []).made == made


def test_a_package_may_be_part_of_a_namespace(tmp_path: Path) -> None:
    package = Package("space-pkg", tmp_path, tmp_path / "needed")
    text = PACKAGE["api.py"].replace("pkg.http", "space.pkg.http")
    records = sent(tmp_path, {**PACKAGE, "api.py": text}, "space.pkg")
    assert package.top == "space.pkg"
    result = score(records, list(entries_of(package.code, package.root)))
    assert (result.made, result.right) == (2, 2)
    (tmp_path / "tests" / "large").mkdir(parents=True)
    (tmp_path / "tests" / "large" / "__init__.py").write_text("#" * 10_000)
    assert package.top == "space.pkg"


def test_no_package_is_in_two_samples() -> None:
    names = [name for sample in (*BEFORE, *SAMPLES) for name in drawn(sample)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("pool", "before"), [(SECOND_POOL, POOL), (THIRD_POOL, POOL + SECOND_POOL)])
def test_pools_are_apart_and_have_one_name_for_each_first_word(pool: tuple[str, ...], before: tuple[str, ...]) -> None:
    assert not {*pool} & {*before, *BEFORE["first"], *BEFORE["second"]}
    assert len({re.split("[-_.]", name)[0] for name in pool}) == len(pool) == 99
