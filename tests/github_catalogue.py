"""Builds the catalogue of GitHub's REST API that Waypost ships.

    npm ci --prefix tests/npm
    python -m tests.github_catalogue

It takes facts only: verbs, paths, ids, links, names, types, allowed values. Descriptions stay where they are.
"""

import json
from pathlib import Path

from waypost.apis.compact import dumps, pack
from waypost.apis.model import Description
from waypost.apis.openapi.operations import OperationReader

PACKAGE = Path(__file__).parent / "npm" / "node_modules" / "@octokit" / "openapi"
TARGET = Path(__file__).parents[1] / "server" / "waypost" / "apis" / "github.json"


def described() -> Description:
    """GitHub's API as the npm package has it."""
    document = json.loads((PACKAGE / "generated" / "api.github.com.json").read_bytes())
    version = json.loads((PACKAGE / "package.json").read_bytes())["version"]
    problems: list[str] = []
    reader = OperationReader(document, lambda pointer, message: problems.append(f"{pointer}: {message}"))
    operations = tuple(each._replace(summary="") for each in reader.operations())
    assert not problems, problems
    return Description("GitHub", version, document["servers"][0]["url"], operations)


def main() -> None:
    TARGET.write_text(dumps(pack(described())), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
