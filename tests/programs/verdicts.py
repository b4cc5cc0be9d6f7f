"""Compares what is shown for each program's call with what arrived when it ran."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from tests.clients.exam import _AUTOMATIC
from tests.programs.collection import MARK, Ran
from tests.support.check import workspace
from waypost.clients.bodies import BOUNDARY
from waypost.routes.features import RouteFeatures
from waypost.routes.model.site import Site
from waypost.routes.sites.request import Request, request_of
from waypost.text import Document, Span
from waypost.workspace import Folder, Workspace

# A value known only at run time, by its name.
_BLANK: Final = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}?|…")


class Verdict(StrEnum):
    """How what is shown compares with what was sent."""

    RIGHT = "right"
    # Nothing wrong, but some values that the program's text shows are unknown.
    PARTLY = "partly shown"
    MISSED = "not shown"
    # Marked as likely, or as one of several.
    LIKELY = "not as a fact"
    WRONG = "wrong"


class Judged(NamedTuple):
    """A program with its verdict, and the reason for it."""

    ran: Ran
    verdict: Verdict
    why: str = ""


def judged(ran: Ran) -> Judged:
    """The verdict on one program."""
    site = marked_site(ran)
    request = request_of(site) if site is not None and not site.unknown else None
    if site is None or request is None:
        return Judged(ran, Verdict.MISSED)
    if request.error:
        return Judged(ran, Verdict.WRONG, request.error)
    is_likely = site.likely or request.assumes_base
    differences = list(_differences(request, ran))
    if differences:
        return Judged(ran, Verdict.LIKELY if is_likely else Verdict.WRONG, "; ".join(differences))
    if is_likely or request.others:
        return Judged(ran, Verdict.LIKELY, request.line)
    if not request.known and not ran.program.partly:
        return Judged(ran, Verdict.PARTLY, f"{request.line} {dict(request.headers)} {request.body}")
    return Judged(ran, Verdict.RIGHT)


def routes_of(ran: Ran) -> RouteFeatures:
    """The routes of a program, whose modules are on the disk while they are found."""
    release = {"httpx": "0.27.2"} if ran.program.collection == "httpx_0_27" else {}
    around = workspace({"releases": release}, {"program.py": ran.code})
    if not ran.modules:
        return RouteFeatures(Document.from_text("file:///w/program.py", ran.code), around)
    with TemporaryDirectory() as folder:
        for name, code in ran.modules.items():
            (Path(folder) / f"{name}.py").write_text(code, encoding="utf-8")
        document = Document.from_text((Path(folder) / "program.py").as_uri(), ran.code)
        found = RouteFeatures(document, Workspace([Folder(Path(folder), around.settings)]))
        found.sites()
    return found


def marked_site(ran: Ran) -> Site | None:
    """The site that a user would point at, on the marked line."""
    code = ran.code
    mark = MARK.search(code)
    assert mark is not None
    start = code.rfind("\n", 0, mark.start()) + 1
    line = Span(len(code[:start].encode()), len(code[: mark.start()].encode()))
    features = routes_of(ran)
    sites = [
        site
        for site in features.routes.sites_in(line)
        if site.callee_span.start < line.end and line.start < site.callee_span.end
    ]
    return next(iter(sites), None)


def _differences(request: Request, ran: Ran) -> Iterator[str]:
    [sent] = ran.sent
    verb, target = sent["line"].removesuffix(" HTTP/1.1").split(" ", 1)
    if not _fits(f"{request.verb} {request.url}", f"{verb} {ran.base}{target}"):
        yield f"shown {request.line}, sent {verb} {target}"
    yield from _header_differences(request, _united(sent["headers"]))
    if not _same_body(request, sent["body"]):
        yield f"shown {request.body!r}, sent {sent['body']!r}"


def _united(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Headers by name, in the way in which they are shown: one that is sent twice has both values."""
    found: dict[str, str] = {}
    for name, value in headers:
        found[name] = f"{found[name]}, {value}" if name in found else value
    return found


def _header_differences(request: Request, sent: Mapping[str, str]) -> Iterator[str]:
    shown = {name: value for name, value in request.headers.items() if not _BLANK.fullmatch(name)}
    is_open = len(shown) < len(request.headers)
    for name, value in shown.items():
        if name not in sent or not _fits(_with_boundary(value, value), _with_boundary(sent[name], sent[name])):
            yield f"shown {name}: {value}, sent {sent.get(name)}"
    missing = {name for name in sent if name not in shown and name not in _AUTOMATIC}
    if missing and not is_open:
        yield f"not shown: {', '.join(f'{name}: {sent[name]}' for name in sorted(missing))}"


def _same_body(request: Request, sent: str) -> bool:
    if not request.has_body:
        return not sent
    body = sent.encode("latin-1").decode("utf-8", "backslashreplace")
    if request.kind == "json" and request.known:
        return bool(json.loads(body) == request.body)
    shown: Any = request.body
    if request.kind == "multipart":
        body = re.sub(r"\A--[^\r\n]+", f"--{BOUNDARY}", body.replace(_boundary_of(body), BOUNDARY))
    if not isinstance(shown, str):
        shown = json.dumps(shown, ensure_ascii=False)
        return _fits(re.sub(r'"(\{[^{}"]*\})"', r"\1", shown), _normal(body))
    return _fits(shown, body)


def _normal(body: str) -> str:
    try:
        return json.dumps(json.loads(body), ensure_ascii=False)
    except ValueError:
        return body


def _boundary_of(body: str) -> str:
    return body.split("\r\n", 1)[0].removeprefix("--")


def _with_boundary(value: str, own: str) -> str:
    found = re.search(r"boundary=([^;\s]+)", own)
    return value.replace(found[1], BOUNDARY) if found is not None else value


def _fits(shown: str, sent: str) -> bool:
    """Whether a text equals the other one once its placeholders are filled."""
    if shown == sent:
        return True
    pattern = "".join(
        "[\\s\\S]*" if index % 2 else re.escape(part)
        for index, part in enumerate(re.split(f"({_BLANK.pattern})", shown))
    )
    return bool(_BLANK.search(shown)) and re.fullmatch(pattern, sent) is not None
