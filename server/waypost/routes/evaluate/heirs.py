"""What the heirs of a class give to its methods: a path, or a method of another base."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from tree_sitter import Node

from waypost.routes.evaluate.heads_below import HeadsBelow
from waypost.routes.evaluate.imports import package_around
from waypost.routes.evaluate.interface import ModuleNames
from waypost.routes.model.values import (
    MOST_OPTIONS,
    Class,
    Function,
    Instance,
    Text,
    Value,
    either,
    options_of,
    says_nothing,
)
from waypost.routes.syntax.tree import field, text
from waypost.workspace.places import sources_below, uris_below

# How many classes are looked at, which may have a base of that name, to find the heirs of one. With more, none counts:
# a class with so many heirs is not sent through by one of them alone.
_MOST_CANDIDATES: Final = 60


def given_by(heirs: Sequence[Class], name: str, owner: Instance) -> Value | None:
    """What heirs give an attribute; None if there are too many different values, or methods that differ."""
    found: list[Value] = []
    for heir in heirs:
        value = heir.module.attribute(heir, name, Instance(heir))
        if value is not None and not is_left_to_heirs(value):
            found.append(value)
    if any(isinstance(each, Function) for each in found):
        return _one_function(found, owner)
    met = either(*found) if found else None
    return met if met is None or len(options_of(met)) < MOST_OPTIONS else None


def is_left_to_heirs(value: Value) -> bool:
    """Whether a class leaves an attribute to its heirs: it is unknown or empty, or a method without a body."""
    is_empty = says_nothing(value) or (isinstance(value, Text) and not value.parts)
    return is_empty or (isinstance(value, Function) and _is_abstract(value.node))


def _is_abstract(function: Node) -> bool:
    body = field(function, "body") if function.type == "function_definition" else None
    return body is not None and all(map(_does_nothing, body.named_children))


def _does_nothing(statement: Node) -> bool:
    """`...`, `pass`, a docstring, `raise NotImplementedError`."""
    if statement.type == "expression_statement":
        return all(child.type in ("ellipsis", "string") for child in statement.named_children)
    is_raised = statement.type == "raise_statement" and text(statement).startswith("raise NotImplementedError")
    return is_raised or statement.type in ("pass_statement", "comment")


def _one_function(found: Sequence[Value], owner: Instance) -> Value | None:
    """The method that all heirs have, as a method of each of them: what else they give may differ."""
    functions = [each for each in found if isinstance(each, Function)]
    places = {(each.module.uri, each.block, each.node.start_byte) for each in functions}
    if len(functions) < len(found) or len(places) > 1:
        return None
    return functions[0] if len(functions) == 1 else replace(functions[0], receiver=owner)


def heirs_elsewhere(module: ModuleNames, owner: Class) -> Iterator[Class]:
    """The classes in the other files of a package that inherit from one, also through its heirs in its own file."""
    names = [owner.name, *(heir.name for heir in module.heirs_here(owner))]
    heads = heads_around(module, uris_below) if owner.inside is None else None
    by_base = heads.by_base if heads is not None else {}
    waiting, seen = list(names), set(names)
    looked_at: set[tuple[str, str]] = set()
    found: list[Class] = []
    for base in waiting:
        for place in by_base.get(base, ()):
            if place in looked_at or len(looked_at) > _MOST_CANDIDATES:
                continue
            looked_at.add(place)
            heir = _heir(module, owner, *place)
            if heir is not None:
                found.append(heir)
                waiting.extend(name for name in [heir.name] if name not in seen)
                seen.add(heir.name)
    if len(looked_at) <= _MOST_CANDIDATES:
        yield from found


def heads_around(module: ModuleNames, name: Callable[[str], str]) -> HeadsBelow | None:
    """The classes of the package that a module is in, which the result then depends on under such a name."""
    library, folder = module.library, package_around(module.uri, module.library)
    if folder is None or not module.workspace.may_read(folder, module.uri):
        return None
    library.depend(module.uri, [sources_below(str(folder))])
    module.note(f"file:{name(str(folder))}")
    return library.heads(str(folder), module.workspace)


def _heir(module: ModuleNames, owner: Class, path: str, name: str) -> Class | None:
    """The class of a name in another file, if it inherits from one of this file."""
    file = Path(path)
    uri = module.library.uri(file)
    if uri == module.uri:
        return None
    module.library.reach(module.uri, file)
    module.library.depend(module.uri, [path])
    module.note(f"file:{uri}")
    other = module.other(uri, file)
    value = other.lookup(name) if other is not None else None
    if other is None or not isinstance(value, Class) or value.module is not other:
        return None
    above = (each for each in other.ancestry(value) if isinstance(each, Class))
    is_heir = any(each.name == owner.name and each.module.uri == module.uri for each in above)
    return value if is_heir else None
