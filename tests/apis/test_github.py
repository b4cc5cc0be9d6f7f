"""The shipped catalogue agrees with GitHub's own description, which other code reads here."""

import json
import re
from functools import cache
from typing import Any

import pytest

from tests.github_catalogue import PACKAGE, SHIPPED, shipped
from tests.support.npm import packages
from waypost.apis import Operation, Parameter, ParameterPlace, shape_of
from waypost.apis.editions import FIRST_VERSION
from waypost.apis.github_responses import github_responses
from waypost.apis.load import github

VERBS = ("get", "put", "post", "delete", "patch", "head", "options", "trace")


@pytest.fixture(scope="module")
def package() -> None:
    packages()


@cache
def source() -> dict[str, Any]:
    return json.loads((PACKAGE / "generated" / "api.github.com.json").read_bytes())


def target(value: Any) -> Any:
    while isinstance(value, dict) and "$ref" in value:
        found = source()
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        value = found
    return value


def source_operations() -> dict[str, dict[str, Any]]:
    return {
        f"{verb.upper()} {path}": item[verb]
        for path, item in source()["paths"].items()
        for verb in VERBS
        if verb in item
    }


def by_route() -> dict[str, Operation]:
    return {each.route: each for each in github().operations}


@pytest.mark.network
@pytest.mark.usefixtures("package")
def test_the_shipped_file_is_what_the_build_script_makes() -> None:
    made = shipped()
    assert {path: path.read_text(encoding="utf-8") for path in made} == made


@pytest.mark.network
@pytest.mark.usefixtures("package")
def test_every_operation_is_there_with_its_facts() -> None:
    ours, theirs = by_route(), source_operations()
    assert len(theirs) == len(github().operations) == 1223
    assert list(ours) == list(theirs)
    for route, operation in theirs.items():
        assert ours[route].id == operation["operationId"]
        assert ours[route].docs == operation["externalDocs"]["url"]
        assert ours[route].deprecated is operation.get("deprecated", False), route


@pytest.mark.network
@pytest.mark.usefixtures("package")
def test_every_parameter_of_every_operation_is_there() -> None:
    """For 4,700 parameters: the place, the name, whether it is required, its values and its default."""
    checked = 0
    for route, operation in source_operations().items():
        ours = {(each.place.value, each.name): each for each in by_route_cached()[route].parameters}
        theirs = {(each["in"], each["name"]): each for each in map(target, operation.get("parameters", []))}
        body = {key: each for key, each in ours.items() if key[0] == "body"}
        undescribed = set(re.findall(r"\{([^}]*)\}", route)) - {name for place, name in theirs if place == "path"}
        assert ours.keys() - body.keys() == theirs.keys() | {("path", name) for name in undescribed}, route
        for key, parameter in theirs.items():
            agree(ours[key], parameter, target(parameter["schema"]), required=parameter.get("required", False))
            checked += 1
    assert checked == 3526


@pytest.mark.network
@pytest.mark.usefixtures("package")
def test_every_body_key_of_every_operation_is_there() -> None:
    checked = 0
    for route, operation in source_operations().items():
        ours = {each.name: each for each in by_route_cached()[route].parameters if each.place is ParameterPlace.BODY}
        content = target(operation.get("requestBody", {})).get("content", {})
        schema = target(content.get("application/json", {}).get("schema", {}))
        branches = [target(each) for key in ("oneOf", "anyOf") for each in schema.get(key, [])]
        keys = {name: each for part in (schema, *branches) for name, each in part.get("properties", {}).items()}
        keys |= schema.get("properties", {})
        writable = {name: each for name, each in keys.items() if not target(each).get("readOnly")}
        assert ours.keys() == writable.keys(), route
        in_all = set.intersection(*(set(each.get("required", [])) for each in branches)) if branches else set()
        must = set(schema.get("required", [])) | in_all
        for name, each in writable.items():
            described_here = target(each)
            if not any(name in branch.get("properties", {}) for branch in branches):
                agree(ours[name], described_here, described_here, required=name in must)
            checked += 1
    assert checked > 1100


@cache
def by_route_cached() -> dict[str, Operation]:
    return by_route()


def agree(ours: Parameter, described: dict[str, Any], schema: dict[str, Any], *, required: bool) -> None:
    assert ours.required is required or ours.place is ParameterPlace.PATH, ours
    assert ours.deprecated is described.get("deprecated", False)
    if isinstance(schema.get("type"), str) and schema["type"] != "array":
        assert ours.type == schema["type"]
    if "enum" in schema:
        assert ours.enum == tuple(each for each in schema["enum"] if each is not None)
    if isinstance(schema.get("default"), str | int | bool):
        assert ours.default == schema["default"]


def test_every_operation_is_recognised_with_other_placeholder_names() -> None:
    for operation in github().operations:
        names = iter(range(100))
        renamed = re.sub(r"\{[^}]*\}", lambda _: f"{{x{next(names)}}}", operation.path)  # noqa: B023 - used at once
        found = github().fit(shape_of(renamed)).on(operation.verb)
        assert found is not None, operation.route
        assert found.route == operation.route


def test_every_operation_is_recognised_by_a_url_with_values() -> None:
    for operation in github().operations:
        listed = {
            each.name: each.enum[0] for each in operation.parameters if each.place is ParameterPlace.PATH and each.enum
        }
        filled = re.sub(r"\{([^}]*)\}", lambda found: str(listed.get(found[1], "8675309")), operation.path)  # noqa: B023
        assert github().fit(shape_of(filled)).on(operation.verb) == operation


def test_a_value_that_the_api_does_not_list_is_another_path() -> None:
    assert github().fit(shape_of("/orgs/o/dependabot_alerts/enable_all")).operations
    assert not github().fit(shape_of("/orgs/o/isues/enable_all")).operations


def test_the_title_is_the_heading_of_the_documentation() -> None:
    listed = by_route_cached()["GET /repos/{owner}/{repo}/issues"]
    assert listed.title == "List repository issues"
    assert listed.docs == "https://docs.github.com/rest/issues/issues#list-repository-issues"
    assert listed.parameter("state").enum == ("open", "closed", "all")


@pytest.mark.network
@pytest.mark.usefixtures("package")
def test_every_response_of_every_operation_is_there() -> None:
    """Statuses, media types, and the keys of what is answered."""
    theirs = source_operations()
    found = github_responses(FIRST_VERSION, theirs)
    for route, operation in theirs.items():
        listed = {status: target(each) for status, each in operation["responses"].items()}
        assert [each.status for each in found.by_route[route]] == list(listed), route
        for each in found.by_route[route]:
            content = listed[each.status].get("content", {})
            assert list(each.content) == list(content), route
            for media, number in each.content.items():
                schema = target(content[media].get("schema", {}))
                row = found.schemas[number] if number >= 0 else {}
                assert list(row.get("properties", {})) == list(schema.get("properties", {})), route


def test_no_prose_is_shipped() -> None:
    responses = json.loads((SHIPPED / "github_responses.json").read_bytes())
    assert not [row for row in responses["schemas"] if row.keys() & {"description", "title", "default", "examples"}]
    every = [json.loads((SHIPPED / name).read_bytes()) for name in ("github.json", "github_editions.json")]
    rows = [row for data in every for row in data["parameters"] + data["operations"]]
    texts = [text for row in rows for text in row if isinstance(text, str)]
    assert not [text for text in texts if ". " in text or len(text) > 180]
