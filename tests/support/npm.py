"""Runs the npm packages that tests compare with; `npm ci --prefix tests/npm` installs them, and the first test does."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HOME = Path(__file__).parents[1] / "npm"


def run_node(script: str, request: object) -> Any:
    """What `tests/npm/<script>` answers to a request, both JSON. Skips where Node or its packages cannot be had."""
    done = subprocess.run(
        [_node(), str(HOME / script)], input=json.dumps(request), capture_output=True, encoding="utf-8", check=True
    )
    return json.loads(done.stdout)


@cache
def _node() -> str:
    """Where Node is, once its packages are there."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("Node is not installed")
    if not (HOME / "node_modules" / "endpoint-6").is_dir():
        command = [npm, "ci", "--prefix", str(HOME), "--no-audit", "--no-fund", "--fetch-retries=5"]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            pytest.skip(f"`npm ci --prefix tests/npm` failed: {done.stderr[-300:]}")
    return node
