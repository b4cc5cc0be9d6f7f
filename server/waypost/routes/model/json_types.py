"""The JSON type of a value, as far as it is known."""

from waypost.routes.model.values import Constant, KeyedValues, Row, Text, Value


def json_type(value: Value) -> str | None:
    """The JSON type of a value, as far as it is known."""
    match value:
        case Text():
            return "string"
        case Constant(value=constant):
            return _of_constant(constant)
        case Row():
            return "array"
        case KeyedValues():
            return "object"
    return None


def _of_constant(constant: object) -> str | None:
    if constant is None:
        return "null"
    if isinstance(constant, bool):
        return "boolean"
    return "integer" if isinstance(constant, int) else "number" if isinstance(constant, float) else None
