"""A program that is read from a folder: the plainest answers to what the machine asks."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tree_sitter import Node

from waypost.routes.domain.code import Code
from waypost.routes.domain.places import Block, Place
from waypost.routes.domain.values import Module
from waypost.routes.ir.literals import written
from waypost.routes.ir.lower import lower_function, lower_module
from waypost.routes.ir.operations import Body
from waypost.routes.run.program import Program
from waypost.routes.syntax.tree import parse

_SKIPPED = frozenset((".git", ".venv", "venv", "node_modules", "__pycache__", "site-packages"))
# Methods that change what they are called on.
_CHANGING = frozenset("update setdefault pop popitem clear append extend insert remove add discard __setitem__".split())


class Facts(NamedTuple):
    """What the tree of a file says of what is written where. Functions are known by where they start."""

    # The attributes that each function sets on its first parameter.
    sets: dict[int, set[str]]
    # The attributes that are set on anything else.
    outside: set[str]
    # The names around it that each function may change what is behind: it assigns, changes or hands them over.
    changes: dict[int, set[str]]


class Around(NamedTuple):
    """A function on the way to a node."""

    node: Node
    # Its first parameter.
    first: str
    # The names that it binds, and those that it changes.
    bound: set[str]
    changed: set[str]


class Folder(Program):
    """All Python files below a folder."""

    def __init__(self, root: Path, sources: dict[str, bytes] | None = None) -> None:
        self.sources = sources if sources is not None else dict(_sources(root))
        self.modules: dict[str, Module] = {}
        self.trees: dict[str, Node] = {}
        self.facts: dict[str, Facts] = {}
        self.bodies: dict[Block, Body] = {}
        self.nodes: dict[Block, Node] = {}
        self.found: dict[str, list[Code]] = {}
        self.lowered = 0
        self.named: dict[str, str] = {}
        for file in self.sources:
            for name in _names(file):
                self.named.setdefault(name, file)
        self.outside: set[str] = set()
        for file, source in self.sources.items():
            self.trees[file] = parse(source)
            self.facts[file] = _facts(self.trees[file])
            self.outside |= self.facts[file].outside

    def module(self, dotted: str) -> Module | None:
        file = self.named.get(dotted)
        if file is None:
            return None
        if file not in self.modules:
            name = next(_names(file))
            self.modules[file] = Module(name, file, is_package=file.endswith("__init__.py"))
        return self.modules[file]

    def imported_from(self, module: Module, level: int, dotted: str) -> str:
        if not level:
            return dotted
        parts = module.dotted.split(".")
        up = level - 1 if module.is_package else level
        around = parts[: len(parts) - up] if up else parts
        return ".".join((*around, *((dotted,) if dotted else ())))

    def block(self, module: Module) -> Block:
        return Block(module.file, "")

    def size(self, module: Module) -> int:
        return len(self.sources[module.file])

    def body(self, block: Block) -> Body:
        found = self.bodies.get(block)
        if found is None:
            lowered = (
                lower_function(self.nodes[block], block)
                if block.name
                else lower_module(self.trees[block.file], block.file)
            )
            for code, node in lowered.functions:
                self.nodes[code.block] = node
            if not block.name:
                self.found[block.file] = [code for code, _ in lowered.functions if code.kind != "lambda"]
            found = self.bodies[block] = lowered.body
            self.lowered += found.nodes
        return found

    def codes(self, module: Module) -> Iterable[Code]:
        self.body(self.block(module))
        return self.found[module.file]

    def sets(self, block: Block) -> Collection[str]:
        return self.facts[block.file].sets.get(self.nodes[block].start_byte, ())

    def written_outside(self, attribute: str) -> bool:
        return attribute in self.outside

    def changes(self, block: Block) -> Collection[str]:
        return self.facts[block.file].changes.get(self.nodes[block].start_byte, ())

    def where(self, place: Place) -> tuple[str, int, int]:
        """The file of a place, and its bytes."""
        base = self.nodes[place.block].start_byte if place.block.name else 0
        return place.block.file, base + place.start, base + place.end

    def line(self, place: Place) -> int:
        file, start, _ = self.where(place)
        return self.sources[file].count(b"\n", 0, start) + 1


def _sources(root: Path) -> Iterator[tuple[str, bytes]]:
    if root.is_file():
        yield root.name, root.read_bytes()
        return
    for path in sorted(root.rglob("*.py")):
        relative = path.relative_to(root)
        if not _SKIPPED.intersection(relative.parts):
            yield relative.as_posix(), path.read_bytes()


def _names(file: str) -> Iterator[str]:
    """The dotted names by which a file may be imported, the whole one first."""
    parts = file.removesuffix(".py").split("/")
    if parts[-1] == "__init__":
        parts.pop()
    for index in range(max(1, len(parts))):
        if name := ".".join(parts[index:]):
            yield name


def _facts(root: Node) -> Facts:
    facts = Facts({}, set(), {})
    functions: list[Around] = []
    cursor = root.walk()
    down = True
    while True:
        node = cursor.node
        assert node is not None
        if down:
            while functions and node.start_byte >= functions[-1].node.end_byte:
                _leave(functions, facts)
            if node.type == "function_definition":
                functions.append(Around(node, *_parameters(node), set()))
            else:
                _note(node, functions, facts)
        if down and cursor.goto_first_child():
            continue
        if cursor.goto_next_sibling():
            down = True
            continue
        if not cursor.goto_parent():
            while functions:
                _leave(functions, facts)
            return facts
        down = False


def _leave(functions: list[Around], facts: Facts) -> None:
    """A function ends: what it changes of what is around it, the functions around it change, too."""
    done = functions.pop()
    free = done.changed - done.bound
    if free:
        facts.changes[done.node.start_byte] = free
        if functions:
            functions[-1].changed.update(free)


def _parameters(node: Node) -> tuple[str, set[str]]:
    """The first parameter of a function, and all of them."""
    parameters = node.child_by_field_name("parameters")
    names: list[str] = []
    for child in parameters.named_children if parameters is not None else ():
        name: Node | None = child
        if child.type in ("typed_parameter", "list_splat_pattern", "dictionary_splat_pattern"):
            name = child.named_children[0] if child.named_children else None
        elif child.type in ("default_parameter", "typed_default_parameter"):
            name = child.child_by_field_name("name")
        if name is not None and name.type != "identifier" and name.named_children:
            name = name.named_children[0]
        names.append(written(name) if name is not None else "")
    return names[0] if names else "", set(names)


def _note(node: Node, functions: list[Around], facts: Facts) -> None:
    match node.type:
        case "global_statement" if functions:
            functions[-1].changed.update(written(child) for child in node.named_children)
            functions[-1].bound.difference_update(functions[-1].changed)
        case "assignment" | "augmented_assignment" | "for_statement" | "for_in_clause":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None:
                _note_target(left, functions, facts)
            if functions and right is not None and right.type in ("identifier", "attribute", "subscript"):
                # Under another name it may be changed, too.
                functions[-1].changed.update(_base_of(right) if right.type != "identifier" else [written(right)])
        case "as_pattern_target" | "delete_statement":
            for child in node.named_children:
                _note_target(child, functions, facts)
        case "call":
            function, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            if function is not None and function.type == "attribute":
                of, name = function.child_by_field_name("object"), function.child_by_field_name("attribute")
                if of is not None and name is not None and written(name) in _CHANGING:
                    _note_changed(of, functions, facts)
                elif of is not None and functions:
                    # Its methods may change an object.
                    functions[-1].changed.update(_base_of(of) if of.type != "identifier" else [written(of)])
            arguments = given.named_children if given is not None else []
            for argument in arguments if functions else ():
                value = argument.child_by_field_name("value") if argument.type == "keyword_argument" else argument
                if value is not None and value.type == "identifier":
                    functions[-1].changed.add(written(value))
            if function is not None and function.text == b"setattr" and len(arguments) > 1:
                if arguments[1].type == "string":
                    facts.outside.add(written(arguments[1]).strip("\"'"))


def _note_target(target: Node, functions: list[Around], facts: Facts) -> None:
    waiting = [target]
    while waiting:
        node = waiting.pop()
        if node.type == "identifier":
            if functions and written(node) not in functions[-1].changed:
                functions[-1].bound.add(written(node))
        elif node.type == "attribute":
            of, name = node.child_by_field_name("object"), node.child_by_field_name("attribute")
            if of is None or name is None:
                continue
            own = next((each for each in reversed(functions) if each.first and each.first == written(of)), None)
            if own is not None:
                facts.sets.setdefault(own.node.start_byte, set()).add(written(name))
            else:
                facts.outside.add(written(name))
                if functions:
                    functions[-1].changed.update(_base_of(of))
        elif node.type == "subscript":
            of = node.child_by_field_name("value")
            if of is not None:
                _note_changed(of, functions, facts)
        else:
            waiting += node.named_children


def _base_of(node: Node) -> list[str]:
    """The name that an attribute or an item begins with."""
    at: Node | None = node
    while at is not None and at.type in ("attribute", "subscript"):
        at = at.child_by_field_name("object") or at.child_by_field_name("value")
    return [written(at)] if at is not None and at.type == "identifier" else []


def _note_changed(of: Node, functions: list[Around], facts: Facts) -> None:
    """Something is changed in a function: what a name, or an attribute of the first parameter, holds."""
    if not functions:
        return
    if of.type == "attribute":
        owner, name = of.child_by_field_name("object"), of.child_by_field_name("attribute")
        own = next(
            (each for each in reversed(functions) if owner and each.first and each.first == written(owner)), None
        )
        if own is not None and name is not None:
            facts.sets.setdefault(own.node.start_byte, set()).add(written(name))
            return
    functions[-1].changed.update(_base_of(of))
