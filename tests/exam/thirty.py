"""Thirty mistakes against one document: what Waypost finds, and openapi-typescript with openapi-fetch.

    npm ci --prefix tests/npm
    python -m tests.exam.thirty

The mistakes were written down before either was run on them. The last one is about an answer: no request shows it.
"""

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.npm import HOME
from waypost.analysis import Analysis
from waypost.apis import documents_of
from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace, uri_of

MODULES = HOME / "node_modules"
DOCUMENT = Path(__file__).with_name("shop.yaml")
BASE = "https://shop.example/v1"
ORDER = {"customer": {"email": "ada@example.com"}, "lines": [{"sku": "abc", "quantity": 1}]}
KEY = "123e4567-e89b-12d3-a456-426614174000"


class Request(NamedTuple):
    """One request, as each side writes it."""

    verb: str
    path: str
    in_path: dict[str, object] = {}  # noqa: RUF012 - nobody writes into these
    query: dict[str, object] = {}  # noqa: RUF012
    headers: dict[str, object] = {}  # noqa: RUF012
    body: object = None
    is_form: bool = False
    credentials: bool = True


class Slip(NamedTuple):
    """A mistake: its name, the request that makes it, and the rule that finds it."""

    name: str
    request: Request
    rule: str


def _orders(**query: object) -> Request:
    return Request("GET", "/orders", query={"shop": "a", **query})


def _create(headers: dict[str, object] | None = None, **changed: object) -> Request:
    body = {key: value for key, value in {**ORDER, **changed}.items() if value is not None}
    return Request("POST", "/orders", headers={"Idempotency-Key": KEY} if headers is None else headers, body=body)


def _line(**changed: object) -> Request:
    line = {key: value for key, value in {"sku": "abc", "quantity": 1, **changed}.items() if value is not None}
    return _create(lines=[line])


def _notes(body: object, *, is_form: bool = True) -> Request:
    return Request("POST", "/orders/{order_id}/notes", {"order_id": 1}, body=body, is_form=is_form)


SLIPS = (
    Slip("misspelt path", Request("GET", "/order", query={"shop": "a"}), "unknown-route"),
    Slip("a verb that the path does not have", Request("PUT", "/orders", body={}), "wrong-verb"),
    Slip("a text in the path for an integer", Request("GET", "/orders/{order_id}", {"order_id": "five"}), "bad-value"),
    Slip("misspelt query name", _orders(limti=5), "unknown-parameter"),
    Slip("query value that is not listed", _orders(status="opened"), "bad-value"),
    Slip("query value of another type", _orders(limit="many"), "bad-value"),
    Slip("query value out of range", _orders(limit=500), "bad-value"),
    Slip("query value of another format", _orders(since="yesterday"), "bad-value"),
    Slip("required query left out", Request("GET", "/orders"), "missing-required"),
    Slip("deprecated query", _orders(page=2), "deprecated-parameter"),
    Slip("deprecated operation", Request("GET", "/legacy/orders"), "deprecated-route"),
    Slip("required header left out", _create(headers={}), "missing-required"),
    Slip("header of another format", _create(headers={"Idempotency-Key": "abc"}), "bad-value"),
    Slip("no credentials", Request("GET", "/orders", query={"shop": "a"}, credentials=False), "missing-credentials"),
    Slip("required key left out", _create(customer=None), "missing-required"),
    Slip("unknown key", _create(colour="red"), "unknown-parameter"),
    Slip("key of another type", _create(gift="yes"), "bad-value"),
    Slip("key that is not listed", _create(priority="urgent"), "bad-value"),
    Slip("nested key left out", _line(quantity=None), "missing-required"),
    Slip("unknown nested key", _line(colour="red"), "unknown-parameter"),
    Slip("nested key of another type", _line(quantity="two"), "bad-value"),
    Slip("nested key out of range", _line(quantity=0), "bad-value"),
    Slip("a value for a list", _create(lines={"sku": "abc", "quantity": 1}), "bad-value"),
    Slip("an empty list", _create(lines=[]), "bad-value"),
    Slip("key against its pattern", _create(customer={"email": "ada@example.com", "phone": "12"}), "bad-value"),
    Slip("key of another format", _create(customer={"email": "ada"}), "bad-value"),
    Slip("none of two forms", _create(payment={"kind": "card", "iban": "x"}), "missing-required unknown-parameter"),
    Slip("JSON for a form", _notes({"text": "a"}, is_form=False), "wrong-content-type"),
    Slip(
        "a body where none is taken",
        Request("GET", "/orders/{order_id}", {"order_id": 1}, body={}),
        "unexpected-body unknown-parameter",
    ),
    Slip("a key that no answer has", _orders(), ""),
)


def found_by_waypost(style: str) -> list[bool]:
    """Whether each mistake is reported by the right rule."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shop.yaml"
        path.write_bytes(DOCUMENT.read_bytes())
        settings, _ = Settings.read({"apis": {BASE: str(path)}})
        workspace = Workspace([Folder(Path(folder), settings)])
        assert documents_of(workspace, uri_of(path))
        return [bool(set(each.rule.split()) & _rules(workspace, Path(folder), each, style)) for each in SLIPS]


def _rules(workspace: Workspace, folder: Path, slip: Slip, style: str) -> set[str]:
    source = WRITE[style](slip.request)
    document = Document.from_text(uri_of(folder / "shop.py"), source)
    return {each.rule for each in Analysis(document, workspace).diagnostics()}


def _httpx(request: Request) -> str:
    path = re.sub(r"\{(\w+)\}", lambda found: str(request.in_path[found[1]]), request.path)
    headers = {**({"X-Api-Key": "k"} if request.credentials else {}), **request.headers}
    options = {"params": request.query, "headers": headers, "data" if request.is_form else "json": _sent(request)}
    given = "".join(f", {name}={value!r}" for name, value in options.items() if value)
    return f"import httpx\n\nhttpx.request({request.verb!r}, {BASE + path!r}{given})\n"


def _builder(request: Request) -> str:
    given: dict[str, object] = {**request.in_path, **request.query}
    if request.headers:
        given["headers"] = request.headers
    body = _sent(request)
    if isinstance(body, dict):
        given |= body
    head = f"from waypost import endpoint\n\napi = endpoint.defaults(base_url={BASE!r})\n"
    return f"{head}api({f'{request.verb} {request.path}'!r}, {given!r})\n"


def _sent(request: Request) -> object:
    """The body; where none is accepted, one that is not empty."""
    return {"note": "a"} if request.body == {} else request.body


WRITE = {"httpx": _httpx, "builder": _builder}


def found_by_tsc() -> list[bool]:
    """Whether tsc reports each mistake: each is in a separate file."""
    with tempfile.TemporaryDirectory(dir=MODULES.parent) as folder:
        types = Path(folder) / "shop.d.ts"
        run = [str(MODULES / ".bin" / "openapi-typescript"), str(DOCUMENT), "-o", str(types)]
        subprocess.run(run, check=True, capture_output=True, timeout=120)
        (Path(folder) / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        for number, each in enumerate(SLIPS):
            (Path(folder) / f"slip{number}.ts").write_text(_typescript(each), encoding="utf-8")
        options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"]
        files = [str(each) for each in Path(folder).glob("slip*.ts")]
        command = [str(MODULES / ".bin" / "tsc"), *options, *files]
        said = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300).stdout
        wrong = {int(number) for number in re.findall(r"slip(\d+)\.ts\(", said)}
        return [number in wrong for number in range(len(SLIPS))]


def _typescript(slip: Slip) -> str:
    request = slip.request
    parameters = {"query": request.query, "path": request.in_path, "header": request.headers}
    options: dict[str, object] = {"params": {name: value for name, value in parameters.items() if value}}
    if request.body is not None:
        options["body"] = _sent(request)
    call = f"client.{request.verb}({json.dumps(request.path)}, {json.dumps(options)})"
    answer = "const { data } = await " + call + ";\nconsole.log(data?.itmes);" if not slip.rule else f"await {call};"
    head = 'import createClient from "openapi-fetch";\nimport type { paths } from "./shop.js";\n'
    return f'{head}const client = createClient<paths>({{ baseUrl: "{BASE}" }});\n{answer}\nexport {{}};\n'


def table() -> Iterator[str]:
    """The three compared."""
    columns = [found_by_waypost("httpx"), found_by_waypost("builder"), found_by_tsc()]
    yield f"{'mistake':<38}{'httpx':>9}{'builder':>9}{'tsc':>9}"
    for slip, *found in zip(SLIPS, *columns, strict=True):
        yield f"{slip.name:<38}" + "".join(f"{'found' if each else '-':>9}" for each in found)
    yield f"{f'of {len(SLIPS)}':<38}" + "".join(f"{sum(column):>9}" for column in columns)


def main() -> None:
    print("\n".join(table()))


if __name__ == "__main__":
    main()
