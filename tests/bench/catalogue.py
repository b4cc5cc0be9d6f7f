"""Loading catalogues: the shipped one, and a description of GitHub's size from the cache.

In milliseconds of processor time: loading does not wait for anything.
"""

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import yaml

from tests.github_catalogue import PACKAGE

_SHIPPED = """
import time
from waypost.apis.load import github
start = time.process_time()
github()
print(1e3 * (time.process_time() - start))
"""
_DOCUMENT = """
import sys, time
from pathlib import Path
from waypost.apis import ApiLibrary
path = Path(sys.argv[1])
start = time.process_time()
ApiLibrary().load(path, path.parent)
print(1e3 * (time.process_time() - start))
"""
# Reads a document as if for the first time, or only parses its JSON, and gives the processor seconds and the peak
# memory in MB.
_FRESH = """
import json, resource, sys, time
from pathlib import Path
source = Path(sys.argv[1]).read_bytes()
start = time.process_time()
if sys.argv[2] == "json":
    found = json.loads(source)
else:
    from waypost.apis.openapi import read_document
    found = read_document(source, Path(sys.argv[1]), Path(sys.argv[1]).parent).description
    assert found.operations
print(time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3)
"""
# From a call to its operation: the first time, when the document is read with its places, and once it is in use.
_DEFINITION = """
import sys, time
from pathlib import Path
from waypost.apis import ApiLibrary
from waypost.apis.by_address import ApiDocument
from waypost.apis.document_places import DocumentPlaces
path = Path(sys.argv[1])
operation = ApiLibrary().load(path, path.parent).api.operations[500]
start = time.process_time()
places = DocumentPlaces.of(ApiDocument(path, path.parent))
assert places.of_operation(operation)
first = time.process_time()
places.of_operation(operation)
print(1e3 * (first - start), 1e3 * (time.process_time() - first))
"""
_GOAL = 30.0


def run() -> None:
    _print("the shipped catalogue", _SHIPPED)
    document = PACKAGE / "generated" / "api.github.com.json"
    if document.exists():
        size = document.stat().st_size / 1e6
        _print(f"a document of {size:.0f} MB, from the cache", _DOCUMENT, str(document))
        largest()
        definitions(document)


def definitions(document: Path) -> None:
    """From a call to its place in GitHub's document, as JSON and as YAML."""
    with TemporaryDirectory() as folder:
        as_yaml = Path(folder) / "github.yaml"
        with as_yaml.open("w", encoding="utf-8") as target:
            yaml.dump(json.loads(document.read_bytes()), target, Dumper=yaml.CSafeDumper, allow_unicode=True)
        for path in (document, as_yaml):
            first, later = _numbers(_DEFINITION, str(path))
            what = f"definition in {path.stat().st_size / 1e6:.0f} MB of {path.suffix[1:]}"
            print(f"{what}: {first:.0f} ms the first time, then {later:.1f} ms")


def largest() -> None:
    """Read the largest documents of the package without the cache, compared with only parsing their JSON."""
    for path in sorted((PACKAGE / "generated").glob("ghec*.json"), key=lambda each: each.stat().st_size):
        seconds, memory = _fresh(path, "document")
        plain_seconds, plain_memory = _fresh(path, "json")
        print(
            f"{path.name}, {path.stat().st_size / 1e6:.0f} MB, without the cache: {seconds:.2f} s"
            f" ({seconds / plain_seconds:.1f} times json.loads), {memory:.0f} MB ({memory / plain_memory:.2f} times)"
        )


def _fresh(path: Path, what: str) -> tuple[float, float]:
    return _numbers(_FRESH, str(path), what)


def _numbers(program: str, *arguments: str) -> tuple[float, float]:
    """The two numbers that a program prints, in a process of its own."""
    command = [sys.executable, "-c", program, *arguments]
    found = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
    return float(found[0]), float(found[1])


def _print(what: str, program: str, *arguments: str) -> None:
    """Each time in a separate process; the first one fills the cache."""
    command = [sys.executable, "-c", program, *arguments]
    times = [float(subprocess.run(command, capture_output=True, check=True, text=True).stdout) for _ in range(8)]
    found = median(times[1:])
    print(f"{what}: {found:.1f} ms (goal {_GOAL:.0f} ms, {'reached' if found <= _GOAL else 'missed'})")
