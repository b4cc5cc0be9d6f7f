"""All of GitHub's operations are completed, explained with their documentation, and found again under other names."""

import re

from tests.support.budget import some
from tests.support.check import analysis
from waypost.apis import Apis, Operation
from waypost.apis.load import github
from waypost.routes.complete.context import RouteContext
from waypost.routes.complete.routes import complete_route

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
    for operation in some(github().operations):
        words = " ".join(re.findall(r"\w+", operation.path))
        assert f"{operation.verb} {written(operation.path)}" in offered(f"{operation.verb} {words}"), operation.route


def test_every_operation_is_explained_with_its_documentation_whatever_its_names() -> None:
    operations = some(github().operations)
    lines = ["from waypost import endpoint", *map(_call, operations)]
    made = analysis("\n".join(lines) + "\n", "every.py")
    for number, operation in enumerate(operations, 1):
        found = made.hover(made.document.lines.start(number) + len('endpoint("GE'))
        assert found is not None, operation.route
        assert f"[Documentation]({operation.docs})" in found.markdown, operation.route


def _call(operation: Operation) -> str:
    names = iter(range(9))
    path = re.sub(r"\{[^}]*\}", lambda _: f"{{x{next(names)}}}", operation.path)
    return f'endpoint("{operation.verb} {path}", **given)'
