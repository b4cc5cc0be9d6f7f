"""The dotted names that the client of a call may have in the settings: `shop.client.session`."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

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


def imported_names(source: bytes, module: str) -> Mapping[str, str]:
    """What each imported name refers to."""
    return dict(imports_in(source, module))


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
