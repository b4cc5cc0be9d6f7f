"""Runs the npm packages that tests compare with; they are installed by `npm ci --prefix tests/npm`."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

HOME = Path(__file__).parents[1] / "npm"


def run_node(script: str, request: object) -> Any:
    """What `tests/npm/<script>` answers to a request, both JSON. Skips where Node is missing, unless it must not."""
    node = shutil.which("node")
    if node is None or not (HOME / "node_modules").is_dir():
        missing = "Node is not installed" if node is None else "run `npm ci --prefix tests/npm` first"
        if os.environ.get("WAYPOST_NO_SKIP"):
            pytest.fail(missing)
        pytest.skip(missing)
    done = subprocess.run(
        [node, str(HOME / script)], input=json.dumps(request), capture_output=True, encoding="utf-8", check=True
    )
    return json.loads(done.stdout)
