"""Builds the catalogue of GitHub's REST API that Waypost ships.

    npm ci --prefix tests/npm
    python -m tests.github_catalogue

It takes facts only: verbs, paths, ids, links, names, types, allowed values. Descriptions stay where they are.
"""

import json
from pathlib import Path

from waypost.apis.compact import dumps, pack
from waypost.apis.model import Description
from waypost.apis.openapi import read_document

PACKAGE = Path(__file__).parent / "npm" / "node_modules" / "@octokit" / "openapi"
TARGET = Path(__file__).parents[1] / "server" / "waypost" / "apis" / "github.json"


def described() -> Description:
    """GitHub's API as the npm package has it."""
    version = json.loads((PACKAGE / "package.json").read_bytes())["version"]
    reading = read_document((PACKAGE / "generated" / "api.github.com.json").read_bytes())
    assert not reading.faults, reading.faults
    operations = tuple(each._replace(summary="") for each in reading.description.operations)
    return reading.description._replace(name="GitHub", version=version, operations=operations)


def main() -> None:
    TARGET.write_text(dumps(pack(described())), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
