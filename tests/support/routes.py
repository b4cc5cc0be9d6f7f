"""Python sources whose lines say which requests they make: a call's line ends in `#> VERB url`.

    for name in ("a", "b"):
        requests.get(f"https://a.example/{name}")  #> GET https://a.example/a | GET https://a.example/b

Lines without such an end make none; `...` stands for any others. A `~` is before a request that is only likely one.

A line `#-- name.py` begins another file, on disk next to the first one, `x.py`; files import each other as Python does.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.support.check import workspace
from tests.support.variants import variants
from waypost.routes.features import RouteFeatures
from waypost.routes.model.site import Site
from waypost.text import Document, Encoding
from waypost.workspace import Folder, Settings, Workspace

_MARK = re.compile(r"[ \t]*#> ?(?P<routes>.*)$", re.MULTILINE)
_FILE = re.compile(r"^#-- (?P<name>\S+)\n", re.MULTILINE)


def sites(source: str, settings: Mapping[str, object] | None = None) -> list[Site]:
    """Every request of a source that stands alone."""
    document = Document.from_text("file:///w/x.py", source)
    return list(RouteFeatures(document, workspace(settings, {"x.py": source})).sites())


def routes(source: str, settings: Mapping[str, object] | None = None) -> list[str]:
    return [route_of(site) for site in sites(source, settings)]


def route_of(site: Site) -> str:
    return "~" * site.likely + f"{site.verb} {site.shown}".strip()


def check_routes(
    source: str | Mapping[str, str],
    root: Path | None = None,
    *,
    before: str = "",
    base: str = "",
    settings: Mapping[str, object] | None = None,
) -> None:
    """Each line of each file makes the requests that it says, in whatever variant; `root` is for several files.

    `before` stands before each file, and `base` is left out where requests begin with it.
    """
    files = files_of(source) if isinstance(source, str) else source
    marked = {name: before + text for name, text in files.items()}
    for name, text in marked.items():
        for variant in variants(text, half_typed=True):
            document, around = _opened(name, {**marked, name: variant.text}, root, settings)
            wrong = list(_differences(document, around, text, variant.lines_before, base))
            assert not wrong, "\n".join([*wrong, "", document.text])


def files_of(source: str) -> dict[str, str]:
    """The files of a source by their names."""
    first, *parts = _FILE.split(source)
    return ({"x.py": first} if first or not parts else {}) | dict(zip(parts[::2], parts[1::2], strict=True))


def _opened(
    name: str, marked: Mapping[str, str], root: Path | None, settings: Mapping[str, object] | None
) -> tuple[Document, Workspace]:
    texts = {each: _MARK.sub("", text) for each, text in marked.items()}
    if root is None:
        assert len(texts) == 1, "several files are on disk: give their folder"
        return Document.from_text("file:///w/x.py", texts[name]), workspace(settings, {"x.py": texts[name]})
    for each, text in texts.items():
        (root / each).parent.mkdir(parents=True, exist_ok=True)
        (root / each).write_bytes(text.encode())
    read, problems = Settings.read(settings or {})
    assert not problems, problems
    return Document((root / name).as_uri(), texts[name].encode()), Workspace([Folder(root, read)])


def _differences(document: Document, around: Workspace, marked: str, lines_before: int, base: str) -> Iterator[str]:
    """Lines that make other requests than they say."""
    made: dict[int, list[str]] = {}
    for site in RouteFeatures(document, around).sites():
        line = document.position(site.span.start, Encoding.UTF8).line - lines_before
        made.setdefault(line, []).append(route_of(site).removeprefix(base))
    for number, line in enumerate(marked.split("\n")):
        mark = _MARK.search(line)
        said = sorted(mark["routes"].split(" | ")) if mark and mark["routes"] else []
        here = sorted(made.pop(number, []))
        if here != said and not ("..." in said and {*said} <= {*here, "..."}):
            yield f"line {number + 1}, {_MARK.sub('', line).strip()}, says {said} and makes {here}"
    yield from (f"line {number + 1}, which was not written, makes {here}" for number, here in made.items())
