"""Builds the catalogue of GitHub's REST API that Waypost ships: github.com's, and what other editions add.

    npm ci --prefix tests/npm
    python -m tests.github_catalogue

It takes only facts: verbs, paths, ids, links, titles, names, types, allowed values. Descriptions are not copied.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.merged_schemas import inner_numbers, merged
from waypost.apis.compact import dumps, pack, pack_editions
from waypost.apis.editions import EDITIONS, FIRST_VERSION, GithubEdition
from waypost.apis.model import NO_SCHEMA, Body, Description, Operation
from waypost.apis.openapi import read_document
from waypost.apis.openapi.responses import read_responses

PACKAGE: Final = Path(__file__).parent / "npm" / "node_modules" / "@octokit" / "openapi"
SHIPPED: Final = Path(__file__).parents[1] / "server" / "waypost" / "apis"
TARGET: Final = SHIPPED / "github.json"
EDITIONS_TARGET: Final = SHIPPED / "github_editions.json"
RESPONSES_TARGET: Final = SHIPPED / "github_responses.json"
_DOCS: Final = "https://docs.github.com/"
_CHANGES: Final = "x-github-breaking-changes"


def main() -> None:
    for target, text in shipped().items():
        target.write_text(text, encoding="utf-8", newline="\n")


def shipped() -> Mapping[Path, str]:
    """The text of each file."""
    described = [_described(each) for each in EDITIONS]
    first, *others = merged(described)
    base = pack(first._replace(schemas=first.schemas[: _schemas_of(first)]))
    packed = pack_editions(base, {each.name: other for each, other in zip(EDITIONS[1:], others, strict=True)})
    for each in EDITIONS[1:]:
        edition = packed["editions"][each.name]
        edition["docs"] = edition["docs"].replace(_DOCS, f"{_DOCS}{each.docs}/" if each.docs else _DOCS)
    return {TARGET: dumps(base), EDITIONS_TARGET: dumps(packed), RESPONSES_TARGET: dumps(_responses(described))}


def _responses(descriptions: Sequence[Description]) -> dict[str, Any]:
    """The responses of each operation: each list of them is stored once, each schema of all editions, too."""
    answering = merged([_answering(*each) for each in zip(EDITIONS, descriptions, strict=True)])
    distinct: dict[str, int] = {}
    editions = {
        edition.name: [distinct.setdefault(json.dumps(_by_status(each)), len(distinct)) for each in found.operations]
        for edition, found in zip(EDITIONS, answering, strict=True)
    }
    return {"editions": editions, "responses": list(map(json.loads, distinct)), "schemas": answering[0].schemas}


def _answering(edition: GithubEdition, description: Description) -> Description:
    """An edition with the bodies of responses instead of those of requests; the status is before the media type."""
    source = json.dumps(document_of(edition)).encode()
    found = read_responses(source, PACKAGE / "document.json", PACKAGE, description.operations)
    operations = tuple(
        Operation(
            each.verb,
            each.path,
            bodies=tuple(
                Body(f"{response.status} {media}", schema)
                for response in found.by_route[each.route]
                for media, schema in (response.content or {"": NO_SCHEMA}).items()
            ),
        )
        for each in description.operations
    )
    return description._replace(operations=operations, schemas=tuple(map(_without_offers, found.schemas)))


def _by_status(operation: Operation) -> list[tuple[str, dict[str, int]]]:
    found: dict[str, dict[str, int]] = {}
    for each in operation.bodies:
        status, _, media = each.media.partition(" ")
        found.setdefault(status, {}).update({media: each.schema} if media else {})
    return list(found.items())


def _schemas_of(description: Description) -> int:
    """How many schemas of a shared table belong to the first description."""
    numbers = {each.schema for operation in description.operations for each in operation.parameters}
    numbers |= {each.schema for operation in description.operations for each in operation.bodies}
    seen: set[int] = set()
    while numbers:
        number = numbers.pop()
        if number not in seen and number >= 0:
            seen.add(number)
            numbers.update(inner_numbers(description.schemas[number]))
    assert seen == set(range(len(seen)))
    return len(seen)


def _described(edition: GithubEdition) -> Description:
    """An edition of GitHub's API as the npm package has it."""
    version = json.loads((PACKAGE / "package.json").read_bytes())["version"]
    reading = read_document(json.dumps(document_of(edition)).encode())
    assert not reading.faults, reading.faults
    operations = tuple(_titled(_linked(each, edition)) for each in reading.description.operations)
    schemas = tuple(_without_offers(each) for each in reading.description.schemas)
    return reading.description._replace(name=edition.title, version=version, operations=operations, schemas=schemas)


def _without_offers(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema without what is only for writing requests: parameters carry their own defaults."""
    return {key: each for key, each in schema.items() if key not in ("default", "examples")}


def document_of(edition: GithubEdition) -> Any:
    """The document of an edition, with the changes that have been made up to its version."""
    document = json.loads((PACKAGE / "generated" / f"{edition.document}.json").read_bytes())
    return document if edition.version == FIRST_VERSION else _changed(document, edition.version)


def _linked(operation: Operation, edition: GithubEdition) -> Operation:
    """The operation with its link as on github.com; `shipped` adds the part that an edition has in its links."""
    own = re.escape(_DOCS) + re.escape(edition.docs) + "/+"
    return operation._replace(docs=re.sub(own, _DOCS, operation.docs)) if edition.docs else operation


def _titled(operation: Operation) -> Operation:
    """The operation, with its summary only if the heading in its documentation differs."""
    plain = operation._replace(summary="")
    summary = operation.summary.rstrip(".")
    return plain if plain.title == summary else plain._replace(summary=summary)


def _changed(value: Any, version: str) -> Any:
    """A value after all changes up to a version, each of them a merge patch or a list of operations (RFC 6902)."""
    if isinstance(value, list):
        return [_changed(each, version) for each in value]
    if not isinstance(value, dict):
        return value
    changes = value.get(_CHANGES)
    for change in changes if isinstance(changes, list) else ():
        if change["version"] <= version:
            patch = change["patch"]
            value = _merged(value, patch) if isinstance(patch, dict) else _patched(value, patch)
    return {key: _changed(each, version) for key, each in value.items() if key not in {"examples", _CHANGES}}


def _merged(value: Any, patch: Any) -> Any:
    if not isinstance(patch, dict):
        return patch
    found = dict(value) if isinstance(value, dict) else {}
    for key, each in patch.items():
        if each is None:
            found.pop(key, None)
        else:
            found[key] = _merged(found.get(key), each)
    return found


def _patched(value: Any, steps: Sequence[Mapping[str, Any]]) -> Any:
    found = json.loads(json.dumps(value))
    for step in steps:
        *way, last = _parts(step["path"])
        at = found
        for part in way:
            at = at[int(part)] if isinstance(at, list) else at[part]
        key: Any = int(last) if isinstance(at, list) and last != "-" else last
        if step["op"] == "remove":
            del at[key]
        elif isinstance(at, list) and step["op"] == "add":
            at.insert(len(at) if key == "-" else key, step["value"])
        else:
            assert step["op"] in {"add", "replace"}, step
            at[key] = step["value"]
    return found


def _parts(pointer: str) -> Iterator[str]:
    return (part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])


if __name__ == "__main__":
    main()
