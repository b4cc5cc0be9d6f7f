"""The invariants of `server/docs/architecture.md` that the sources alone can show."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "server" / "waypost"
SOURCES = sorted(PACKAGE.rglob("*.py"))

# Each part, and the other parts that it may import.
LAYERS = {
    "core": set(),
    "clients": {"core"},
    "servers": {"clients"},
    "text": set(),
    "cancel": set(),
    "immutable": set(),
    "markup": set(),
    "processes": {"cancel"},
    "faults": {"rules"},
    "shown": set(),
    "render": {"core", "shown"},
    "results": {"text"},
    "rules": {"results", "text"},
    "workspace": {"cancel", "results", "rules", "text"},
    "cache": {"workspace"},
    "suppressions": {"results", "text", "workspace", "rules"},
    "features": {"suppressions", "results", "text", "workspace"},
    "apis": {"cancel", "features", "markup", "results", "rules", "text", "workspace"},
    "config": {"cancel", "features", "markup", "results", "rules", "text", "workspace", "suppressions"},
    "routes": {
        "apis",
        "cache",
        "cancel",
        "clients",
        "core",
        "faults",
        "features",
        "suppressions",
        "immutable",
        "markup",
        "render",
        "results",
        "rules",
        "servers",
        "shown",
        "text",
        "workspace",
    },
    "projects": {"clients", "config", "features", "markup", "results", "routes", "rules", "text", "workspace"},
    "kinds": {"apis", "cancel", "config", "projects", "features", "routes", "text", "workspace"},
    "fixes": {"results", "text"},
    "contents": {"apis", "suppressions", "routes", "text", "workspace"},
    "analysis": {"features", "kinds", "results", "suppressions", "fixes", "text", "workspace"},
}
HOSTS = {"lsp", "cli", "__main__", "__init__"}


def part_of(path: Path) -> str:
    relative = path.relative_to(PACKAGE)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Every node of a source, which is parsed and walked through once for all tests."""
    return list(ast.walk(tree_of(path)))


@pytest.fixture(scope="module", autouse=True)
def _trees_are_for_these_tests() -> Iterator[None]:
    """The trees of all sources would slow down each collection of garbage in the tests after these."""
    yield
    for each in (tree_of, nodes_of):
        each.cache_clear()


@cache
def imports_of(path: Path) -> list[tuple[str, int]]:
    """Every module a source imports, at its top or inside a function."""
    return list(_imports(nodes_of(path), path))


def _imports(nodes: Iterable[ast.AST], path: Path) -> Iterator[tuple[str, int]]:
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            assert node.module
            for alias in node.names:
                yield f"{node.module}.{alias.name}", node.lineno


def names_of(path: Path) -> Iterator[tuple[str, int]]:
    for node in nodes_of(path):
        if isinstance(node, ast.Name):
            yield node.id, node.lineno


def test_every_source_is_seen() -> None:
    assert len(SOURCES) > 30


def test_only_lsp_imports_the_protocol() -> None:
    """Invariant 1, first half."""
    guilty = [
        f"{path}:{line}"
        for path in SOURCES
        if part_of(path) != "lsp"
        for name, line in imports_of(path)
        if name.split(".")[0] in ("pygls", "lsprotocol")
    ]
    assert guilty == []


def test_only_the_command_line_writes_to_a_terminal() -> None:
    """Invariant 1, second half: `print`, click and rich stay in `cli`."""
    guilty = [
        f"{path}:{line}"
        for path in SOURCES
        if part_of(path) != "cli"
        for name, line in (*names_of(path), *imports_of(path))
        if name in ("print", "input") or name.split(".")[0] in ("click", "rich")
    ]
    assert guilty == []


@pytest.mark.parametrize("part", ["core", "clients", "servers"])
def test_core_and_clients_are_pure(part: str) -> None:
    """Invariant 2: nothing above them, no I/O, no clock, no environment."""
    allowed = {"uritemplate", "__future__", "collections", "dataclasses", "datetime", "enum", "functools", "itertools"}
    allowed |= {
        "base64",
        "json",
        "re",
        "types",
        "typing",
        "urllib",
        "abc",
        "bisect",
        "operator",
        "string",
        "textwrap",
        "math",
        "decimal",
        "difflib",
        "ipaddress",
        "unicodedata",
        "uuid",
    }
    guilty = [
        f"{path}:{line} {name}"
        for path in SOURCES
        if part_of(path) == part
        for name, line in imports_of(path)
        if not name.startswith(("waypost.core", "waypost.clients", f"waypost.{part}"))
        and name.split(".")[0] not in allowed
    ]
    guilty += [
        f"{path}:{line} {name}"
        for path in SOURCES
        if part_of(path) == part
        for name, line in names_of(path)
        if name in ("open", "print", "input", "exec", "eval")
    ]
    assert guilty == []


def test_positions_are_converted_in_text_alone() -> None:
    """Invariant 3: neither pygls' documents nor `str.splitlines` on sources are used."""
    guilty = []
    for path in SOURCES:
        for name, line in imports_of(path):
            if name.startswith("pygls.workspace") or "PositionCodec" in name:
                guilty.append(f"{path}:{line} {name}")
    assert guilty == []


@pytest.mark.parametrize("part", sorted(LAYERS))
def test_layers_point_one_way(part: str) -> None:
    guilty = []
    for path in SOURCES:
        if part_of(path) != part:
            continue
        for name, line in imports_of(path):
            first, _, rest = name.partition(".")
            if first != "waypost":
                continue
            target = rest.split(".")[0]
            if target in (part, "core") and (target == part or name.startswith("waypost.core.version")):
                continue
            if not any(rest == each or rest.startswith(f"{each}.") for each in LAYERS[part]):
                guilty.append(f"{path.relative_to(PACKAGE)}:{line} imports {name}")
    assert guilty == []


def test_within_a_part_files_make_no_cycles() -> None:
    """Invariant 10. Imports for type checkers count, too: code that needs a name depends on the name's file."""
    found = [sorted(each) for each in _circles({path: _imported_files(path) for path in SOURCES})]
    assert found == []


def _imported_files(path: Path) -> set[Path]:
    """The files of the same part that a source imports from."""
    found = {_file_of(name) for name, _ in imports_of(path) if name.split(".")[0] == PACKAGE.name}
    return {each for each in found if each is not None and each != path and part_of(each) == part_of(path)}


def _file_of(name: str) -> Path | None:
    """The file of an imported name: a module, a package, or the module that defines the name."""
    parts = name.split(".")[1:]
    for length in (len(parts), len(parts) - 1):
        base = PACKAGE.joinpath(*parts[:length])
        for file in (base.with_suffix(".py"), base / "__init__.py"):
            if length and file in _ALL:
                return file
    return None


_ALL = frozenset(SOURCES)


def _circles(graph: Mapping[Path, set[Path]]) -> list[list[str]]:
    """The groups of files in which each leads to all the others (Tarjan's strongly connected components)."""
    found: list[list[str]] = []
    number: dict[Path, int] = {}
    lowest: dict[Path, int] = {}
    open_: list[Path] = []

    def visit(path: Path) -> None:
        number[path] = lowest[path] = len(number)
        open_.append(path)
        for target in sorted(graph[path]):
            if target not in number:
                visit(target)
            if target in open_:
                lowest[path] = min(lowest[path], lowest[target])
        if lowest[path] == number[path]:
            start = open_.index(path)
            group = [str(each.relative_to(PACKAGE)) for each in open_[start:]]
            del open_[start:]
            if len(group) > 1:
                found.append(group)

    for path in sorted(graph):
        if path not in number:
            visit(path)
    return found


def test_a_cycle_of_files_is_seen() -> None:
    a, b, c = PACKAGE / "a.py", PACKAGE / "b.py", PACKAGE / "c.py"
    assert _circles({a: {b}, b: {c}, c: set()}) == []
    assert [sorted(each) for each in _circles({a: {b}, b: {a, c}, c: set()})] == [["a.py", "b.py"]]


# The interpreter uses the words of its field: among its own rooms, each stands for one thing, too.
_INTERPRETER = tuple(f"routes/{room}/" for room in ("domain", "ir", "library", "run", "program"))


@pytest.mark.parametrize("of_interpreter", [True, False])
def test_no_class_name_stands_for_two_things(of_interpreter: bool) -> None:  # noqa: FBT001
    places: dict[str, list[str]] = {}
    for path in SOURCES:
        name = path.relative_to(PACKAGE).as_posix()
        if name.startswith(_INTERPRETER) is not of_interpreter:
            continue
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name.lstrip("_"), []).append(name)
    twice = {name: files for name, files in places.items() if len(files) > 1}
    assert twice == {}


# Names that do not describe what a module contains.
VAGUE = {"find", "recorder", "known", "needed", "origins", "spot", "tally", "told", "types", "utils", "helpers", "misc"}


def test_module_names_say_what_they_hold() -> None:
    """`core/types` holds the types that users import: its name is part of the library."""
    assert [str(path.relative_to(PACKAGE)) for path in SOURCES if path.stem in VAGUE] == [
        "core/types.py",
    ]


def test_every_part_of_the_package_has_its_place() -> None:
    parts = {part_of(path) for path in SOURCES}
    assert parts - HOSTS - set(LAYERS) == set()


_PROGRAMS = {"config/typos/program.py", "cli/checking/changed.py"}
_STARTING = {"system", "popen", "fork", "forkpty", "posix_spawn", "create_subprocess_exec", "create_subprocess_shell"}
_NETWORK = {"urllib3", "requests", "httpx", "aiohttp", "http", "ftplib", "smtplib", "poplib", "imaplib", "telnetlib"}
_NETWORK |= {"socket", "ssl", "socketserver", "xmlrpc", "webbrowser", "websockets"}


def test_nothing_of_the_users_is_executed() -> None:
    """Invariant 7: no `eval`, `exec`, pickle, and processes only for the spell checker and git."""
    guilty = [
        f"{path}:{line} {name}"
        for path in SOURCES
        for name, line in (*names_of(path), *imports_of(path))
        if name in ("eval", "exec", "__import__", "compile")
        or name.split(".")[0] in ("pickle", "marshal", "shelve", "runpy")
        or (name.split(".")[0] == "subprocess" and path.relative_to(PACKAGE).as_posix() not in _PROGRAMS)
    ]
    guilty += [
        f"{path}:{node.lineno} {node.attr}"
        for path in SOURCES
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute) and (node.attr in _STARTING or node.attr.startswith(("exec", "spawn")))
        if ast.unparse(node.value) in ("os", "asyncio", "posix")
    ]
    assert guilty == []


def test_nothing_is_fetched_and_nothing_is_sent() -> None:
    """Invariant 7: nobody knows the network."""
    guilty = {
        path.relative_to(PACKAGE).as_posix()
        for path in SOURCES
        for name, _ in imports_of(path)
        if name.split(".")[0] in _NETWORK or name.startswith("urllib.request")
        if name != "http.HTTPStatus"
    }
    assert guilty == set()


# What opens files to write them: the only writer; null devices; copies in a folder of Waypost's own.
_OPENED_TO_WRITE = {"workspace/write.py", "cli/main.py", "config/changes/change.py", "cli/checking/revision.py"}
_WAYS_TO_WRITE = {"write_text", "write_bytes", "mkstemp", "symlink_to", "touch", "O_WRONLY", "O_RDWR", "O_CREAT"}


def test_what_waypost_writes_is_opened_in_one_place() -> None:
    """Invariant 7: a link, or a place outside, is refused there once for all."""
    guilty = {
        path.relative_to(PACKAGE).as_posix()
        for path in SOURCES
        for node in nodes_of(path)
        if (isinstance(node, ast.Attribute) and node.attr in _WAYS_TO_WRITE)
        or (isinstance(node, ast.Call) and ast.unparse(node.func) in ("open", "os.fdopen", "io.open") and _writes(node))
    }
    assert guilty == _OPENED_TO_WRITE


def _writes(call: ast.Call) -> bool:
    """Whether a call of `open` may write to a file, and not to a descriptor that is already open."""
    modes = [*call.args[1:2], *(each.value for each in call.keywords if each.arg == "mode")]
    return ast.unparse(call.func) != "os.fdopen" and not all(
        isinstance(mode, ast.Constant) and not set(str(mode.value)) & set("wax+") for mode in modes
    )


# What a function that remembers its answers for ever may be asked about: plain values. What comes from users' files or
# from disk is kept by the services of a connection, or by the object that it is derived from (`Deriving`).
_PLAIN = {"str", "int", "bool", "object", "Any", "tuple[str, ...]", "Sequence[Path]"}
# Facts of the program: nodes of its schema, names of its tables, its own kinds.
_OURS = {"SchemaNode", "Single", "Format", "About", "int | None", "At", "At | str", "Callable[[str], bool]"}


def test_what_a_module_remembers_follows_from_plain_values_alone() -> None:
    """Invariant 8: no cache at module level without an owner, and nothing there that grows."""
    guilty = [
        f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}({', '.join(asked)})"
        for path in SOURCES
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef) and any(map(_remembers, node.decorator_list))
        if not (asked := _asked(node)) <= _PLAIN | _OURS or _looks_at_disk(node)
    ]
    assert guilty == []


def _remembers(decorator: ast.expr) -> bool:
    return ast.unparse(decorator).partition("(")[0].rpartition(".")[2] in ("cache", "lru_cache")


def _asked(node: ast.FunctionDef) -> set[str]:
    arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    return {ast.unparse(each.annotation) for each in arguments if each.annotation}


def _looks_at_disk(node: ast.FunctionDef) -> bool:
    """A function that has arguments and looks at files; one without arguments reads the program's own."""
    looks = {"realpath", "exists", "lexists", "isfile", "is_file", "stat", "open", "read_bytes", "read_text"}
    return bool(_asked(node)) and any(isinstance(each, ast.Attribute) and each.attr in looks for each in ast.walk(node))


# Modules with something at their top level that changes: a thread's state, what forked processes inherit, and the
# registry of models, which is complete once its room is imported.
_CHANGING = {
    "processes.py": {"_work"}, "routes/syntax/tree.py": {"_local"},
    "routes/library/registry.py": {"_MODELS"}, "routes/domain/heap.py": {"_NONE"},
}  # fmt: skip


def test_nothing_at_the_top_of_a_module_changes() -> None:
    guilty = [
        f"{path.relative_to(PACKAGE)}:{node.lineno} {name}"
        for path in SOURCES
        for name, node in _top_names(path)
        if name not in _CHANGING.get(path.relative_to(PACKAGE).as_posix(), set())
    ]
    assert guilty == []


def _top_names(path: Path) -> Iterator[tuple[str, ast.stmt]]:
    """The names at the top level of a module that are empty containers, or that functions assign."""
    for node in tree_of(path).body:
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        if value is not None and _is_empty_container(value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((ast.unparse(target), node) for target in targets)
    for each in nodes_of(path):
        if isinstance(each, ast.Global):
            yield from ((name, each) for name in each.names)


def _is_empty_container(value: ast.expr) -> bool:
    if isinstance(value, ast.Dict | ast.List | ast.Set):
        return not (value.keys if isinstance(value, ast.Dict) else value.elts)
    kinds = {"dict", "list", "set", "defaultdict", "OrderedDict", "deque", "Counter", "AnswerCache", "local"}
    kinds |= {"WeakKeyDictionary", "WeakValueDictionary", "WeakSet"}
    return isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] in kinds and not value.keywords


# Data classes that change: what reads on, counts or collects, and documents that are open.
_OPEN_DATA = {
    "projects/discovery.py": 1, "config/pattern/reader.py": 2,
    "config/migrate/moved.py": 1, "config/parse/nodes.py": 8, "config/parse/cursor.py": 1, "lsp/workspace_check.py": 1,
    "lsp/session.py": 3, "cli/checking/files.py": 1, "cache.py": 1,
    "cli/checking/scan.py": 2, "apis/paths.py": 1, "apis/openapi/yaml_source.py": 1,
}  # fmt: skip


def test_data_does_not_change() -> None:
    """Invariant 8: what is given from one part to another is frozen."""
    found = Counter(
        path.relative_to(PACKAGE).as_posix()
        for path in SOURCES
        for node in nodes_of(path)
        if isinstance(node, ast.ClassDef)
        for decorator in node.decorator_list
        if (written := ast.unparse(decorator)).startswith("dataclass") and "frozen=True" not in written
    )
    assert found == _OPEN_DATA


# What is read side by side although one may be longer: names that begin alike, what a client left out, and what the
# `zip` and the `map` of a source that is read would do.
_UNEVEN = {
    "config/complete/values.py": 1, "config/check/homes.py": 2,
    "lsp/spelling_commands.py": 1, "lsp/settings.py": 1, "apis/compact.py": 1, "routes/sites/site_operation.py": 1,
    "routes/sites/request.py": 1, "routes/as_openapi.py": 1,
    "routes/domain/values.py": 1, "routes/library/containers.py": 2, "routes/library/registry.py": 1,
    "routes/run/machine.py": 1,
}  # fmt: skip


def test_what_is_read_side_by_side_is_equally_long() -> None:
    found = Counter(
        path.relative_to(PACKAGE).as_posix()
        for path in SOURCES
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "zip"
        if "strict=True" not in ast.unparse(node)
    )
    assert found == _UNEVEN


# Code that writes files: the command line; the caches; copies to try a change on; the changes themselves, made on
# request.
_WRITERS = ("cli/", "cache.py", "workspace/write.py", "apis/cache.py", "config/changes/", "lsp/spelling_commands.py")
_WRITING = {"write_file", "write_text", "write_bytes", "mkdir", "makedirs", "unlink", "rmtree", "touch"}


def test_the_server_writes_no_file_of_the_users() -> None:
    """Invariant 7: code that writes is on the list."""
    guilty = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in SOURCES
        if not path.relative_to(PACKAGE).as_posix().startswith(_WRITERS)
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and _called(node) in _WRITING
    ]
    assert guilty == []


def _called(node: ast.Call) -> str:
    """The last name of what is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


# What opens files itself: the reader and the writer of files; streams; the program's own data, and the
# system's.
_OPENING = {
    "workspace/files.py", "workspace/write.py", "lsp/transport.py", "config/model/schema.py", "config/model/facts.py",
    "config/view/names.py", "routes/check/signatures.py",
    "apis/github_responses.py", "apis/load.py", "cli/schema.py", "cli/main.py", "processes.py",
}  # fmt: skip


def test_files_of_a_project_are_opened_in_one_place() -> None:
    """A pipe or a device may stand wherever a file is expected: what reads files knows them."""
    guilty = {
        path.relative_to(PACKAGE).as_posix()
        for path in SOURCES
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and _called(node) in {"open", "fdopen", "read_bytes", "read_text"}
        if not ast.unparse(node.func).startswith(("self.", "session.", "connection."))
    }
    assert guilty == _OPENING


def test_no_question_about_a_path_fails() -> None:
    """`Path.is_file()` fails where nobody may look, and for long names; `resolve()` where a link leads to itself."""
    asked = {
        f"{path.relative_to(PACKAGE).as_posix()}: {ast.unparse(node)}"
        for path in SOURCES
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args
        if node.func.attr in {"is_file", "is_dir", "exists", "resolve"}
    }
    # A folder's own entries, the machine's settings, and a name whose error the command line reports.
    assert {each for each in asked if "entry." not in each} == {
        "processes.py: (root / 'cpu.max').is_file()",
        "cli/arguments.py: path.exists()",
        "cli/arguments.py: Path(found['path']).exists()",
    }


def test_no_function_calls_itself_for_the_nodes_in_a_node() -> None:
    """What somebody wrote may be nested deeper than Python's calls: `nodes_of` goes through it in a loop."""
    functions = [
        (path.relative_to(PACKAGE).as_posix(), function)
        for path in SOURCES
        if path.is_relative_to(PACKAGE / "routes")
        for function in nodes_of(path)
        if isinstance(function, ast.FunctionDef)
    ]
    assert [
        f"{path}: {function.name}"
        for path, function in functions
        for at, given in enumerate(function.args.args)
        if given.annotation is not None and re.match(r"Node\b", ast.unparse(given.annotation))
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and _called(call) == function.name
        if ast.unparse(call.func) in (function.name, f"self.{function.name}")
        if len(call.args) > at and ast.unparse(call.args[at]) != given.arg
    ] == []


def test_every_claim_about_security_names_a_test_that_exists() -> None:
    page = (PACKAGE.parent / "docs" / "security.md").read_text(encoding="utf-8")
    tests = Path(__file__).parent
    known = {
        name for path in tests.rglob("test_*.py") for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))
    }
    claims = re.split(r"\n(?=- )", page.partition("## What is run")[2])[1:]
    assert len(claims) > 15
    for claim in claims:
        named = re.findall(r"`(tests/[\w/]+\.py)`|`(test_\w+)`", claim.partition("\n\n")[0])
        assert named, claim
        for file, test in named:
            assert (tests.parent / file).is_file() if file else test in known, (file, test)


def test_no_group_of_a_pattern_is_possessive_or_atomic() -> None:
    """Before 3.11.5, Python matches such a group incorrectly if its contents may backtrack."""
    forgetful = re.compile(r"\)[*+?]\+|\(\?>")
    found = [f"{path.name}: {each}" for path in SOURCES for each in _patterns_of(path) if forgetful.search(each)]
    assert found == []


def _patterns_of(path: Path) -> Iterator[str]:
    """The strings that are given to `re.compile`."""
    for node in nodes_of(path):
        if isinstance(node, ast.Call) and _called(node) == "compile" and ast.unparse(node.func) == "re.compile":
            texts = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
            yield from (str(each) for each in texts if isinstance(each, (str, bytes)))


def _loaded_by(statement: str) -> set[str]:
    code = f"import sys; before = set(sys.modules); {statement}\nprint(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_waypost_loads_core_alone() -> None:
    loaded = _loaded_by("import waypost")
    parts = {name for name in loaded if name.startswith("waypost.")}
    assert all(name == "waypost.core" or name.startswith("waypost.core.") for name in parts), parts
    assert not loaded & {"pygls", "lsprotocol", "tree_sitter", "jsonschema", "click"}


def test_the_library_needs_core_and_uritemplate_alone() -> None:
    loaded = _loaded_by("from waypost import endpoint")
    ours = {name for name in loaded if name.startswith("waypost.")}
    assert all(name == "waypost.core" or name.startswith("waypost.core.") for name in ours), ours
    assert not loaded & {"pygls", "lsprotocol", "tree_sitter", "jsonschema", "click", "asyncio"}


def test_the_server_starts_without_what_documents_need() -> None:
    """Both halves are loaded with their first document."""
    loaded = _loaded_by("import waypost.lsp.run")
    assert not loaded & {"tree_sitter", "jsonschema", "rapidfuzz", "paula", "yaml", "uritemplate", "ignore"}


def test_checking_a_configuration_loads_nothing_that_only_sources_or_some_formats_need(tmp_path: Path) -> None:
    (tmp_path / "typos.toml").write_text("[default.extend-words]\nteh = 'teh'\n")
    loaded = _loaded_by(
        f"sys.argv = ['waypost', 'check', '--no-cache', {str(tmp_path)!r}]; from waypost.cli.main import main; "
        "import io, os; out, sys.stdout = sys.stdout, io.StringIO()\n"
        "os._exit = lambda code: None\nmain()\nsys.stdout = out"
    )
    assert "waypost.config.features" in loaded
    assert not loaded & {"tree_sitter", "jsonschema", "http.client", "html.entities"}
    parts = ("routes.sites", "routes.model", "clients", "render", "config.pattern")
    assert not loaded & {f"waypost.{part}" for part in parts}


def test_the_version_needs_nothing() -> None:
    loaded = _loaded_by(
        "sys.argv = ['waypost', '--version']; from waypost.cli.main import main; import io; "
        "out, sys.stdout = sys.stdout, io.StringIO(); main(); sys.stdout = out"
    )
    assert not loaded & {"click", "uritemplate", "pygls", "typing", "asyncio"} - {"typing"}


def test_the_top_level_holds_the_five_entries_and_hidden_files() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=PACKAGE.parent.parent, capture_output=True, text=True, check=False
    ).stdout.split("\n")
    top = {name.split("/")[0] for name in listed if name}
    visible = {name for name in top if not name.startswith(".")}
    assert visible <= {"pyproject.toml", "README.md", "server", "client-vscode", "tests"}


def test_a_client_is_named_in_its_record_alone() -> None:
    """Invariant 6: outside `clients/`, no code knows a client by its name; texts for people may mention one."""
    from waypost.clients import CLIENTS

    names = {client.name for client in CLIENTS if client.name} - {"waypost", "docker"}
    # What the library offers under a client's own name, and the copies that people choose by it.
    allowed = {PACKAGE / "cli" / "expand.py", PACKAGE / "routes" / "actions" / "copy.py"}
    allowed |= {PACKAGE / "routes" / "actions" / "__init__.py"}
    guilty = [
        f"{path}:{node.lineno} {node.value!r}"
        for path in SOURCES
        if part_of(path) not in ("clients", "render") and path not in allowed
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert guilty == []
