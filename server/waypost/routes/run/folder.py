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
from waypost.routes.source.tree import parse

_SKIPPED = frozenset((".git", ".venv", "venv", "node_modules", "__pycache__", "site-packages"))
# Methods that change what they are called on.
_CHANGING = frozenset("update setdefault pop popitem clear append extend insert remove add discard __setitem__".split())


class Facts(NamedTuple):
    """What the tree of a file says of what is written where."""

    # The attributes that each function sets on its first parameter.
    sets: dict[int, set[str]]
    # The attributes that are set on anything else.
    outside: set[str]
    # The globals that functions may assign or change.
    rebound: set[str]


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
            lowered = lower_function(self.nodes[block], block) if block.name else lower_module(self.trees[block.file], block.file)
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

    def rebound(self, module: Module, name: str) -> bool:
        return name in self.facts[module.file].rebound

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
    facts = Facts({}, set(), set())
    functions: list[tuple[Node, str, bool]] = []
    cursor = root.walk()
    down = True
    while True:
        node = cursor.node
        assert node is not None
        if down:
            while functions and node.start_byte >= functions[-1][0].end_byte:
                functions.pop()
            if node.type == "function_definition":
                functions.append((node, _first_parameter(node), True))
            else:
                _note(node, functions, facts)
        if down and cursor.goto_first_child():
            continue
        if cursor.goto_next_sibling():
            down = True
            continue
        if not cursor.goto_parent():
            return facts
        down = False


def _first_parameter(node: Node) -> str:
    parameters = node.child_by_field_name("parameters")
    first = parameters.named_children[0] if parameters is not None and parameters.named_children else None
    if first is not None and first.type == "typed_parameter":
        first = first.named_children[0]
    return written(first) if first is not None and first.type == "identifier" else ""


def _note(node: Node, functions: list[tuple[Node, str, bool]], facts: Facts) -> None:
    match node.type:
        case "global_statement":
            facts.rebound.update(written(child) for child in node.named_children)
        case "assignment" | "augmented_assignment" | "for_statement":
            left = node.child_by_field_name("left")
            if left is not None:
                _note_target(left, functions, facts)
        case "as_pattern_target" | "delete_statement":
            for child in node.named_children:
                _note_target(child, functions, facts)
        case "call" if functions:
            function, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            if function is not None and function.type == "attribute":
                of, name = function.child_by_field_name("object"), function.child_by_field_name("attribute")
                if of is not None and name is not None and written(name) in _CHANGING:
                    _note_changed(of, functions, facts)
            for argument in given.named_children if given is not None else ():
                if argument.type == "identifier":
                    facts.rebound.add(written(argument))
            if function is not None and function.text == b"setattr" and given is not None and len(given.named_children) > 1:
                name = given.named_children[1]
                if name.type == "string":
                    facts.outside.add(written(name).strip("\"'"))


def _note_target(target: Node, functions: list[tuple[Node, str, bool]], facts: Facts) -> None:
    waiting = [target]
    while waiting:
        node = waiting.pop()
        if node.type == "attribute":
            of, name = node.child_by_field_name("object"), node.child_by_field_name("attribute")
            if of is None or name is None:
                continue
            own = functions and any(written(of) == first for _, first, _ in functions if first)
            if own:
                function = next(each for each, first, _ in reversed(functions) if first == written(of))
                facts.sets.setdefault(function.start_byte, set()).add(written(name))
            else:
                facts.outside.add(written(name))
                if functions and of.type == "identifier":
                    facts.rebound.add(written(of))
        elif node.type == "subscript":
            of = node.child_by_field_name("value")
            if of is not None and functions:
                _note_changed(of, functions, facts)
        elif node.type not in ("identifier",):
            waiting += node.named_children


def _note_changed(of: Node, functions: list[tuple[Node, str, bool]], facts: Facts) -> None:
    """Something is changed in a function: a global, or what an attribute of the first parameter holds."""
    if of.type == "identifier":
        facts.rebound.add(written(of))
    elif of.type == "attribute":
        owner, name = of.child_by_field_name("object"), of.child_by_field_name("attribute")
        if owner is None or name is None:
            return
        for function, first, _ in reversed(functions):
            if first and written(owner) == first:
                facts.sets.setdefault(function.start_byte, set()).add(written(name))
                return
        facts.rebound.add(written(owner))


def sizes(program: Folder) -> Counter[str]:
    return Counter({file: len(source) for file, source in program.sources.items()})
