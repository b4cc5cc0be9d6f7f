"""Which cases of a `match` statement may be taken, as far as its subject is known."""

from collections.abc import Iterator

from tree_sitter import Node

from waypost.routes.evaluate.conditions import same
from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.model.values import Value, options_of
from waypost.routes.syntax.tree import field, text

# Patterns that are values to compare with; a name with a dot, as a name alone takes all.
_VALUES = ("dotted_name", "string", "concatenated_string", "integer", "none", "true", "false")


def open_cases(flow: Evaluation, node: Node) -> Iterator[Node | None]:
    """The clauses that may be taken; None if there are none. A clause that is surely taken ends the list."""
    subjects = [flow.evaluate(subject) for subject in node.children_by_field_name("subject")]
    body = field(node, "body")
    for clause in body.named_children if body is not None else ():
        if clause.type != "case_clause":
            continue
        taken = _takes(flow, clause, subjects[0] if len(subjects) == 1 else None)
        if taken is not False:
            yield clause
        if taken:
            return
    yield None


def _takes(flow: Evaluation, clause: Node, subject: Value | None) -> bool | None:
    """Whether a clause is taken."""
    patterns = [child for child in clause.named_children if child.type == "case_pattern"]
    if len(patterns) != 1:
        return None
    taken = _fits(flow, patterns[0], subject)
    return None if taken and field(clause, "guard") is not None else taken


def _fits(flow: Evaluation, pattern: Node, subject: Value | None) -> bool | None:
    inner = pattern.named_children
    if text(pattern) == "_" or (len(inner) == 1 and inner[0].type == "dotted_name" and "." not in text(inner[0])):
        return True  # `case name:` takes all
    alternatives = inner[0].named_children if len(inner) == 1 and inner[0].type == "union_pattern" else inner
    if subject is None or any(each.type not in _VALUES for each in alternatives):
        return None
    values = [flow.evaluate(each) for each in alternatives]
    answers = {same(option, value) for option in options_of(subject) for value in values}
    if len(options_of(subject)) > 1 and True in answers:
        return None
    return True if True in answers else None if None in answers else False
