"""What a source imports, as far as its bytes show it: clients, the packages that they are in, and its own names."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from waypost.clients import CLIENTS

if TYPE_CHECKING:
    from waypost.routes.syntax import Block, Blocks

_MODULES: Final = sorted({module for client in CLIENTS for module in client.modules})
# The one module of a package that is a client: `urllib.request`, `http.client`.
_INNER: Final = {outer: inner for outer, _, inner in (module.rpartition(".") for module in _MODULES) if outer}


def _any(names: list[str]) -> bytes:
    return "|".join(map(re.escape, names)).encode()


# Two searches that start with a literal word are ten times as fast as one that starts with an alternation.
_IMPORT: Final = rb"import[ \t]+(?:[\w.]+[ \t]*(?:as[ \t]+\w+[ \t]*)?,[ \t]*)*"
_FROM_PACKAGE: Final = re.compile(rb"from[ \t]+(?:" + _any(_MODULES) + rb")\b")
_IMPORT_PACKAGE: Final = re.compile(_IMPORT + rb"(?:" + _any(_MODULES) + rb")\b")

_WHOLE: Final = [module for module in _MODULES if module not in _INNER]
_OF_PACKAGE: Final = "|".join(
    rf"{outer}[ \t]+import\b(?:[ \t]*\([^()]*|(?:[^\r\n\\(]|\\\r?\n)*)\b{inner}" for outer, inner in _INNER.items()
).encode()
_FROM: Final = re.compile(
    rb"from[ \t]+(?:(?:" + _any(_WHOLE) + rb")(?:\.[\w.]+)?(?:[ \t]|\\\r?\n)+import|" + _OF_PACKAGE + rb")\b"
)
# A package alone counts: whether it has its module depends on what else was imported.
_IMPORTS: Final = re.compile(_IMPORT + rb"(?:(?:" + _any(_WHOLE) + rb")\b|(?:" + _any([*_INNER]) + rb")(?![\w.]))")
_USED: Final = re.compile(_any([module for module in _WHOLE if "." in module]))


# Names of a client that say nothing of requests: its version, and types that only annotations have.
_TYPES: Final = {b"httpx": rb"Timeout(?![ \t]*\()", b"httpx2": rb"Timeout(?![ \t]*\()"}
_IMPORT_ALONE: Final = re.compile(rb"import[ \t]+(\w++)[\w.]*+[ \t]*+(?![^\r\n#;])")
_FROM_ALONE: Final = re.compile(rb"from[ \t]+(\w+)[ \t]+import[ \t]+(\w+)(?:[ \t]+as[ \t]+\w+)?[ \t]*(?![^\r\n#;])")


def imports_client(source: bytes) -> bool:
    """Whether a source imports a client, and not only its types, so that rules may report something in it.

    Most sources do not.
    """
    if any(not _is_passive(found, source) for found in _imports(source)):
        return True
    # `import urllib.parse` is enough for `urllib.request.urlopen` if something else imports that.
    return _IMPORT_PACKAGE.search(source) is not None and _USED.search(source) is not None


def _imports(source: bytes) -> Iterator[re.Match[bytes]]:
    yield from _FROM.finditer(source)
    yield from _IMPORTS.finditer(source)


def _is_passive(found: re.Match[bytes], source: bytes) -> bool:
    """Whether an import is only that of a version, or of a type for annotations: `timeout: httpx.Timeout`."""
    name = _FROM_ALONE.match(source, found.start())
    if name is not None:
        return name[2] == b"__version__"
    module = _IMPORT_ALONE.match(source, found.start())
    if module is None:
        return False
    uses = _uses_of(module[1], source)
    return next(uses, None) is not None and all(uses)


def _uses_of(module: bytes, source: bytes) -> Iterator[bytes | None]:
    """Every use of a module, as the name that is taken from it, or None if that may be part of a request."""
    names = rb"__version__|" + _TYPES.get(module, rb"__version__")
    alone = rb"(?<![\w.]" + module + rb")(?<!import " + module + rb")"
    uses = re.finditer(module + alone + rb"\b(?:\.((?:" + names + rb")\b))?", source)
    return (use[1] for use in uses)


def imports_package_of_client(source: bytes) -> bool:
    """Whether a source imports anything from the package of a client."""
    return _FROM_PACKAGE.search(source) is not None or _IMPORT_PACKAGE.search(source) is not None


_IMPORTED: Final = re.compile(
    rb"^[ \t]*(?:from[ \t]+(?P<source>\.*[\w.]*)[ \t]+import[ \t]+(?P<names>\([^()]*\)|[^\r\n#(]+)"
    rb"|import[ \t]+(?P<modules>[^\r\n#]+))",
    re.MULTILINE,
)
_NAMED: Final = re.compile(r"([\w.]+)(?:[ \t]+as[ \t]+(\w+))?")
_COMMENT: Final = re.compile(r"#[^\r\n]*")


def module_of(path: PurePosixPath) -> str:
    """The dotted name of a file's module, relative to the project: `src` contains modules and is not one."""
    parts = list(path.with_suffix("").parts)
    if parts[:1] == ["src"]:
        del parts[0]
    if parts[-1:] == ["__init__"]:
        del parts[-1]
    return ".".join(parts)


def imported_names(blocks: "Blocks", module: str) -> Mapping[str, str]:
    """What each imported name refers to."""
    return dict(pair for block in blocks for pair in block.derived(imports_of, module))


def imports_of(block: "Block", module: str = "") -> tuple[tuple[str, str], ...]:
    return tuple(imports_in(block.text, module))


def imports_in(source: bytes, module: str) -> Iterator[tuple[str, str]]:
    """Each imported name with what it refers to, in order."""
    for each in _IMPORTED.finditer(source):
        listed = (each["names"] or each["modules"]).decode("utf-8", "replace")
        start = _absolute((each["source"] or b"").decode("utf-8", "replace"), module)
        for name, alias in _NAMED.findall(_COMMENT.sub("", listed)):
            if start:
                yield alias or name, f"{start}.{name}"
            else:
                yield alias or name.partition(".")[0], name if alias else name.partition(".")[0]


def _absolute(source: str, module: str) -> str:
    """The module that `from … import` names; a dot is the package of this one."""
    dots = len(source) - len(source.lstrip("."))
    if not dots:
        return source
    package = module.split(".")[:-dots]
    return ".".join([*package, *filter(None, [source[dots:]])])


def names_of(callee: str, module: str, imported: Mapping[str, str]) -> Iterator[str]:
    """The names of a call's client: in its own module, and where it is imported from."""
    head, *rest = callee.removeprefix("self.").removeprefix("cls.").split(".")
    own = rest[:-1] if rest else []
    yield ".".join([module, head, *own])
    if head in imported:
        yield ".".join([imported[head], *own])
