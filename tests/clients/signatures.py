"""The keywords that the calls and constructors of each release take.

`python -m tests.clients.signatures` writes them to `waypost/clients/signatures.json`. The releases must be installed:
`python -m tests.clients.releases`.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.clients.releases import RELEASES, Release
from waypost import clients
from waypost.clients import CLIENTS

FILE: Final = Path(clients.__file__).with_name("signatures.json")
# Prints the keywords of each callable by its name; nothing of one that is not there, or that passes others on.
_ASK: Final = """
import importlib, inspect, json, sys
found = {}
for name in json.loads(sys.argv[1]):
    names, module = name.split("."), None
    for count in range(1, len(names)):
        try:
            module = importlib.import_module(".".join(names[:count]))
        except ImportError:
            break
        rest = names[count:]
    owner, value = None, module
    for each in rest if module else ():
        owner, value = value, getattr(value, each, None)
    if not callable(value):
        continue
    try:
        given = list(inspect.signature(value).parameters.values())
    except ValueError:
        continue
    if inspect.isclass(owner) and not inspect.isclass(value):
        del given[0]
    if not any(each.kind is each.VAR_KEYWORD for each in given):
        named = (each for each in given if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY))
        found[name] = sorted(each.name for each in named)
print(json.dumps(found))
"""


def written() -> str:
    """The file: the keywords of each callable in each release of a package."""
    by_client: dict[str, dict[str, dict[str, Sequence[str] | None]]] = {}
    for release in (each for each in RELEASES if each.requirements):
        known = by_client.setdefault(release.client, {})
        taken = keywords_of(release)
        for callee in callees(release):
            known.setdefault(callee, {})[".".join(map(str, release.version))] = taken.get(callee)
    lines = (
        f"{json.dumps(client)}: {{\n" + ",\n".join(_lines(known)) + "\n}"
        for client, known in by_client.items()
        if any(_lines(known))
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _lines(known: Mapping[str, Mapping[str, Sequence[str] | None]]) -> Iterator[str]:
    for callee, by_release in sorted(known.items()):
        if any(names is not None for names in by_release.values()):
            yield f"{json.dumps(callee)}: {json.dumps(by_release)}"


def callees(release: Release) -> Sequence[str]:
    """The names of a client's calls, and of the types that they are methods of."""
    [client] = [each for each in CLIENTS if each.name == release.client]
    named = {callee for shape in client.shapes for callee in shape.callees if not callee.startswith("*")}
    return sorted(named | {owner for callee in named if (owner := callee.rpartition(".")[0]) and _is_type(owner)})


def _is_type(name: str) -> bool:
    return name.rpartition(".")[2][:1].isupper()


def keywords_of(release: Release) -> Mapping[str, Sequence[str]]:
    environment = {"PYTHONPATH": str(release.folder)} if release.requirements else {}
    command = [sys.executable, "-c", _ASK, json.dumps(callees(release))]
    found: Mapping[str, Sequence[str]] = json.loads(
        subprocess.run(command, check=True, capture_output=True, env=environment).stdout
    )
    return found


def missing() -> Iterator[str]:
    return (release.name for release in RELEASES if not release.is_installed)


if __name__ == "__main__":
    if absent := list(missing()):
        sys.exit(f"not installed: {', '.join(absent)}: run `python -m tests.clients.releases`")
    FILE.write_text(written(), encoding="utf-8")
