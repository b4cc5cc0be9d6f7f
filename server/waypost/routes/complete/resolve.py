"""The documentation of one completion item, which the list leaves out."""

from waypost.apis import Api, Apis, Operation
from waypost.apis.operation_text import describe, describe_parameter
from waypost.results import Completion


def resolve(item: Completion, apis: Apis) -> Completion:
    """The item with what the catalogue says about its route or parameter."""
    data = item.data or {}
    operation = _operation(str(data.get("route", "")), str(data.get("api", "")), apis)
    if operation is None:
        return item
    name = data.get("parameter")
    if not isinstance(name, str):
        return item._replace(markdown=describe(operation))
    parameter = operation.parameter(name)
    return item._replace(markdown=describe_parameter(parameter)) if parameter is not None else item


def _operation(route: str, base: str, apis: Apis) -> Operation | None:
    api: Api | None = next((api for _, api in apis.all() if api.base == base), None)
    return next((each for each in api.operations if each.route == route), None) if api is not None else None
