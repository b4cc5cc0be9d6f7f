"""One API: its operations, unpacked on demand, and the ways to find one."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from waypost.apis.compact import Packed, schemes_of, servers_of
from waypost.apis.model import Operation, Parameter, ParameterPlace, Server
from waypost.apis.paths import PathIndex
from waypost.apis.schemas import SchemaTable
from waypost.apis.search import RouteSearch
from waypost.apis.shape import REST, Shape, has_values, segments, shape_of
from waypost.workspace.setting_kinds import APP

if TYPE_CHECKING:
    from waypost.apis.nearest_paths import Near

_MOST_SEGMENTS = 64
_MOST_REMEMBERED = 4096
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
# Names of values that often contain slashes: `full_name`, `file_path`, `ref`.
_MAY_HOLD_SLASHES = re.compile(r"full|path|ref\Z|branch|url|uri|file|resource|parent|scope|\Aname\Z")
# What values of some formats and types look like, as generously as any framework reads them.
_VALUES: Final[Mapping[str, re.Pattern[str]]] = {
    "integer": re.compile(r"[-+]?[\d_]+(?:\.0*)?"),
    "number": re.compile(r"[-+]?(?:[\d_.]+(?:e[-+]?\d+)?|inf|infinity|nan)", re.IGNORECASE),
    "uuid": re.compile(r"(?:urn:uuid:)?[-{}0-9a-f]{32,38}", re.IGNORECASE),
}
_ABSOLUTE = re.compile(r"https?://[^/?#]", re.IGNORECASE)


class Fit(NamedTuple):
    """What an API has for a path: its operations, best first, or whether some value might make it a valid path.

    `sure`: there is only one way to read the path; `whole`: all operations of the path were read.
    """

    operations: tuple[Operation, ...]
    possible: bool
    sure: bool = True
    whole: bool = True
    # How well the path of each operation fits; less is better.
    ranks: tuple[int, ...] = ()

    def on(self, verb: str) -> Operation | None:
        """The operation with that verb."""
        return next(iter(self.all_on(verb)), None)

    def all_on(self, verb: str) -> tuple[Operation, ...]:
        """The operations with that verb that fit best: several if only their queries differ."""
        found = [(rank, each) for rank, each in zip(self.ranks, self.operations, strict=True) if each.verb == verb]
        best = min((rank for rank, _ in found), default=0)
        return tuple(each for rank, each in found if rank == best)

    @property
    def verbs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.verb for each in self.operations))


class Branch(NamedTuple):
    """A segment that may come next: how many operations there are below it, and the name of one that ends with it."""

    segment: str
    routes: int
    title: str


class Beneath(NamedTuple):
    """What is below the start of a path: its possible shapes, the next segments, the operations."""

    prefixes: tuple[Shape, ...]
    branches: tuple[Branch, ...]
    operations: tuple[Operation, ...]


class Operations(Sequence[Operation]):
    """Every operation, each unpacked once."""

    def __init__(self, packed: Packed) -> None:
        self._packed = packed
        self._known: dict[int, Operation] = {}
        self._slashed = packed.names_with_slashes()

    def __len__(self) -> int:
        return len(self._packed.operations)

    def __getitem__(self, number: int) -> Operation:  # type: ignore[override] # nobody slices them
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = self._packed.operation(number)
        return found

    def route(self, number: int) -> tuple[str, str]:
        """Verb and path, without unpacking the rest."""
        verb, path = self._packed.operations[number][:2]
        return verb, path

    def servers(self, number: int) -> tuple[Server, ...]:
        """The addresses of a single operation, without unpacking the rest."""
        return self._packed.servers_of(number)

    def names_with_slashes(self, number: int) -> Iterator[str]:
        """The parameters of an operation whose values may span segments."""
        return (self._slashed[each] for each in self._packed.operations[number][4] if each in self._slashed)


class Api:
    """An API. It never changes; its caches only save time, and any thread may use it."""

    def __init__(self, packed: Packed) -> None:
        self.name = packed.name
        self.version = packed.version
        self.base = packed.base
        self.operations = Operations(packed)
        self.schemas = SchemaTable(packed.schemas)
        self.servers = servers_of(packed.servers)
        self.security = {each.name: each for each in schemes_of(packed.security)}
        # Whether the set of paths is known; if not, nothing is reported about any path.
        self.whole = packed.whole
        self._unread = PathIndex([shape_of(path) for path in packed.unread])
        self._fits: dict[Shape, Fit] = {}
        self._beneath: dict[tuple[Shape, str], Beneath] = {}
        self._nearest: dict[tuple[Shape, int], Sequence[Near]] = {}

    @cached_property
    def _by_path(self) -> dict[str, list[int]]:
        grouped: dict[str, list[int]] = defaultdict(list)
        for number in range(len(self.operations)):
            grouped[self.operations.route(number)[1]].append(number)
        return dict(grouped)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        return tuple(self._by_path)

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The shape of each path, `REST` where a value may span segments."""
        return tuple(self._shape(path, numbers) for path, numbers in self._by_path.items())

    @cached_property
    def index(self) -> PathIndex:
        return PathIndex(self.shapes)

    @cached_property
    def search(self) -> RouteSearch:
        return RouteSearch(self.operations)

    @cached_property
    def addresses(self) -> tuple[re.Pattern[str], ...]:
        """Patterns of the absolute addresses of its servers and its operations, the longest first."""
        own = (server for number in range(len(self.operations)) for server in self.operations.servers(number))
        found = {server for server in (*self.servers, *own) if _ABSOLUTE.match(server.url)}
        return tuple(map(_pattern_of, sorted(found, key=lambda each: (-len(each.url), each))))

    @cached_property
    def segment_names(self) -> frozenset[str]:
        """The names of placeholders whose values stay within a segment, as code may spell them."""
        names = (each for path in self.paths for each in _PLACEHOLDER.findall(path))
        slashed = {
            name for number in range(len(self.operations)) for name in self.operations.names_with_slashes(number)
        }
        plain = {plain_name(name) for name in names if name not in slashed}
        return frozenset(name for name in plain if not _MAY_HOLD_SLASHES.search(name))

    def fit(self, shape: Shape) -> Fit:
        """What this API has for a path of that shape."""
        if shape not in self._fits:
            if len(self._fits) >= _MOST_REMEMBERED:
                self._fits.clear()
            self._fits[shape] = self._fit(shape)
        return self._fits[shape]

    def beneath(self, shape: Shape, verb: str) -> Beneath:
        """What is below a path that starts with `shape`; only for one verb, if it is given."""
        key = shape, verb
        if key not in self._beneath:
            if len(self._beneath) >= _MOST_REMEMBERED:
                self._beneath.clear()
            self._beneath[key] = self._look_beneath(shape, verb)
        return self._beneath[key]

    def nearest(self, shape: Shape, most: int = 3) -> "Sequence[Near]":
        """The paths nearest to one that does not exist."""
        from waypost.apis.nearest_paths import nearest

        key = shape, most
        if key not in self._nearest:
            if len(self._nearest) >= _MOST_REMEMBERED:
                self._nearest.clear()
            self._nearest[key] = nearest(self.index, shape, most)
        return self._nearest[key]

    def on_path(self, path: int) -> Iterator[Operation]:
        """The operations of a path by its number."""
        return (self.operations[number] for number in self._by_path[self.paths[path]])

    def _look_beneath(self, shape: Shape, verb: str) -> Beneath:
        nodes = self.index.prefixes(shape[:_MOST_SEGMENTS])[:3]
        below: dict[str, list[Operation]] = {}
        every: list[tuple[int, Operation]] = []
        for depth, path in dict.fromkeys((node.depth, number) for node in nodes for number in node.below):
            parts = segments(self.paths[path])
            fitting = [each for each in self.on_path(path) if not verb or each.verb == verb]
            every += [(len(parts), each) for each in fitting]
            if len(parts) > depth:
                below.setdefault(parts[depth], []).extend(fitting)
        branches = [_branch(segment, found) for segment, found in below.items() if found]
        branches.sort(key=lambda each: ("{" in each.segment, -each.routes, each.segment))
        every.sort(key=lambda each: each[0])
        # An API without operations has nothing below its root.
        prefixes = dict.fromkeys(self.shapes[node.below[0]][: node.depth] for node in nodes if node.below)
        return Beneath(tuple(prefixes), tuple(branches), tuple(each for _, each in every))

    def _fit(self, shape: Shape) -> Fit:
        if not self.whole or len(shape) > _MOST_SEGMENTS:
            return Fit((), possible=True, whole=False)
        found = self.index.matches(shape)
        ranks: dict[int, int] = {}
        for match in found:
            ranks.setdefault(match.path, match.rank)
        fitting = [
            (rank, each)
            for path, rank in ranks.items()
            for each in self.on_path(path)
            if _allows(each, shape) and not (self.is_app and _mistyped(each, shape))
        ]
        whole = not self._unread.is_possible(shape)
        possible = bool(fitting) or not whole or (not found and self.index.is_possible(shape))
        operations = tuple(each for _, each in fitting)
        sure = all(match.sure for match in found)
        return Fit(operations, possible, sure, whole, tuple(rank for rank, _ in fitting))

    @property
    def is_app(self) -> bool:
        """Whether it is an app of the program, whose framework looks at the values in a path before it takes one."""
        return self.base.startswith(APP)

    def mistyped(self, shape: Shape) -> Parameter | None:
        """The parameter of a path that does not take the value at its place, where all else would fit."""
        found = (each for match in self.index.matches(shape) for each in self.on_path(match.path))
        return next((wrong for each in found if (wrong := _mistyped(each, shape)) is not None), None)

    def _shape(self, path: str, numbers: Sequence[int]) -> Shape:
        shape, names = shape_of(path), segments(path)
        many = {f"{{{name}}}" for number in numbers for name in self.operations.names_with_slashes(number)}
        if not many or len(names) != len(shape):
            return shape
        return tuple(REST if name in many else segment for name, segment in zip(names, shape, strict=True))


def plain_name(name: str) -> str:
    """A name in one spelling: `issue-number`, `issueNumber` and `issue_number` are equal."""
    return re.sub(r"[\W_]", "", name).lower()


def _pattern_of(server: Server) -> re.Pattern[str]:
    """The pattern of an address: a variable is one of its values, or any label or segment."""
    values = dict(server.variables)

    def written(name: str) -> str:
        return f"(?:{'|'.join(map(re.escape, values[name]))})" if values.get(name) else r"[^/.:?#]+"

    url = server.url.rstrip("/")
    parts = re.split(r"\{([^{}]*)\}", url)
    literal = [written(part) if at % 2 else re.escape(part) for at, part in enumerate(parts)]
    return re.compile("".join(literal) + r"(?=[/?{#]|\Z)")


def _branch(segment: str, operations: Sequence[Operation]) -> Branch:
    ends = next((each for each in operations if segments(each.path)[-1] == segment), None)
    return Branch(segment, len(operations), ends.title if ends is not None else "")


def _known_values(operation: Operation, shape: Shape) -> Iterator[tuple[Parameter, str]]:
    """The values in a shape that are written there, each with the operation's placeholder that it is for."""
    parts = segments(operation.path)
    for part, segment in zip(parts, shape, strict=True) if len(parts) == len(shape) else ():
        parameter = operation.parameter(part[1:-1], ParameterPlace.PATH) if part != segment else None
        if parameter is not None and not has_values(segment):
            yield parameter, segment


def _allows(operation: Operation, shape: Shape) -> bool:
    """Whether the values in the shape are among those that the operation lists for its placeholders."""
    given = _known_values(operation, shape)
    return all(not parameter.enum or segment in map(str, parameter.enum) for parameter, segment in given)


def _mistyped(operation: Operation, shape: Shape) -> Parameter | None:
    """The placeholder whose type the value at its place cannot have."""
    for parameter, segment in _known_values(operation, shape):
        pattern = _VALUES.get(parameter.format or parameter.type)
        if pattern is not None and not pattern.fullmatch(segment):
            return parameter
    return None
