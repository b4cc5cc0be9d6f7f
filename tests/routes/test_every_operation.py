"""All of GitHub's operations: completed, explained with their documentation, found again under other names."""

import re

from tests.support.check import analysis
from waypost.apis import Apis, Operation, Parameter, ParameterPlace
from waypost.apis.load import github
from waypost.routes.complete.context import RouteContext
from waypost.routes.complete.routes import complete_route
from waypost.rules.apis import API_RULES

BASE = "https://api.github.com"


def offered(before: str) -> set[str]:
    length = len(before.encode())
    context = RouteContext(before, "", 0, length, length, Apis({}), base=BASE)
    return {each.label for each in complete_route(context).items}


def written(path: str) -> str:
    return re.sub(r"\{([^}]*)\}", lambda found: f"{{{found[1].replace('-', '_')}}}", path)


def test_every_operation_is_completed_by_its_last_segment() -> None:
    lists: dict[str, set[str]] = {}
    for operation in github().operations:
        path = written(operation.path)
        parent, _, last = path.rpartition("/")
        before = f"{operation.verb} {parent}/"
        if before not in lists:
            lists[before] = offered(before)
        assert not last or last in lists[before], operation.route


def test_every_operation_is_found_by_the_words_of_its_path() -> None:
    for operation in github().operations:
        words = " ".join(re.findall(r"\w+", operation.path))
        assert f"{operation.verb} {written(operation.path)}" in offered(f"{operation.verb} {words}"), operation.route


def test_every_operation_is_explained_with_its_documentation_whatever_its_names() -> None:
    lines = ["from waypost import endpoint", *map(_call, github().operations)]
    made = analysis("\n".join(lines) + "\n", "every.py")
    for number, operation in enumerate(github().operations, 1):
        found = made.hover(made.document.lines.start(number) + len('endpoint("GE'))
        assert found is not None, operation.route
        assert f"[Documentation]({operation.docs})" in found.markdown, operation.route


def _call(operation: Operation) -> str:
    names = iter(range(9))
    path = re.sub(r"\{[^}]*\}", lambda _: f"{{x{next(names)}}}", operation.path)
    return f'endpoint("{operation.verb} {path}", **given)'


def test_no_rule_speaks_on_a_call_with_everything_that_an_operation_takes() -> None:
    """Only deprecations: the catalogue agrees with itself on paths, verbs, names, types and values."""
    operations = list(github().operations)
    lines = ["from waypost import endpoint", *map(_full_call, operations)]
    made = analysis("\n".join(lines) + "\n", "every.py")
    catalogue = {rule.name for rule in API_RULES}
    found = [each for each in made.diagnostics() if each.rule in catalogue]
    assert [
        f"{each.message} {made.document.slice(each.span)}" for each in found if each.rule != "deprecated-route"
    ] == []
    assert len(found) == sum(each.deprecated for each in operations) == 37


def _full_call(operation: Operation) -> str:
    sent = (each for each in operation.parameters if each.place is not ParameterPlace.PATH)
    given = {each.name: repr(_value(each)) for each in sent}
    in_path = {written(each.name).strip("{}"): repr(_value(each)) for each in operation.parameters}
    names = re.findall(r"\{([^}]*)\}", operation.path)
    values = {**given, **{name.replace("-", "_"): in_path.get(name, "1") for name in names}}
    listed = ", ".join(f'"{name}": {value}' for name, value in values.items())
    return f'endpoint("{operation.verb} {written(operation.path)}", {{{listed}}})'


def _value(parameter: Parameter) -> object:
    if parameter.type.endswith("[]") and " | " not in parameter.type:
        return list(parameter.enum[:1])
    if parameter.enum:
        return parameter.enum[0]
    first = parameter.type.split(" | ")[0]
    return {"integer": 1, "number": 1.5, "boolean": True, "object": {}, "array": []}.get(first, "x")
