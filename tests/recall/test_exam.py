"""Tests the exam itself: the requests that a small package sends are those listed for it."""

import json
import subprocess
import sys
from pathlib import Path

from tests.recall.compare import entries_of, score

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


def test_every_request_that_a_package_makes_is_listed(tmp_path: Path) -> None:
    package = tmp_path / "pkg"
    package.mkdir()
    for name, text in PACKAGE.items():
        (package / name).write_text(text)
    out = tmp_path / "out.json"
    subprocess.run([sys.executable, DRIVER, tmp_path, "pkg", out], check=True, capture_output=True, timeout=60)
    records = json.loads(out.read_text())
    made = {(each["verb"], each["url"]) for each in records}
    assert ("GET", "https://base.example/users") in made
    assert ("DELETE", "https://base.example/users/arg-user_id") in made
    result = score(records, list(entries_of(tmp_path, package)))
    assert (result.made, result.found, result.right, result.wrong) == (2, 2, 2, [])
