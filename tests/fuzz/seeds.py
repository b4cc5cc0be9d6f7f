"""Documents as people write them, of every supported kind, from which the mutations start."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from tests.routes.test_incremental import SOURCE as WRAPPERS
from tests.support.check import uri, workspace
from waypost.rules import RULES
from waypost.text.encoding import encode
from waypost.workspace import Workspace


class Seed(NamedTuple):
    """A document's name and text."""

    name: str
    text: str

    @property
    def uri(self) -> str:
        return uri(self.name)

    @property
    def source(self) -> bytes:
        return encode(self.text)


_WORDS = """\
[{table}files]
extend-exclude = ["vendor/", "*.min.js", "!keep.js", "a**b", "[z-a]"]
ignore-hidden = false

[{table}default]
locale = "en_US"  # a comment \U0001f6a9
check-file = "yes"
extend-ignore-re = ["(?m)^x$", 'https?://\\S+', "(?!no)", "[0-9a-f]{{7,40}}"]

[{table}default.extend-words]
teh = "teh"
Foo = "bar"
"quoted é" = ""

[{table}default.extend-identifiers]
OTPs = "OTPs"

[{table}type.py]
extend-glob = ["*.pyx", "dir/*.py"]
extend-words = {{ a = "b", numer = "numer" }}

[{table}type.own]
check-filename = false
"""
_INLINE = """\
default.locale = "en"
default.extend-words = { teh = "teh", lst = "list" }
files.extend-exclude = [
  "a", # one
  'b',
]
text = \"\"\"
 many
 lines\"\"\"
type.rust.extend-identifiers.flate2 = "flate2"
[default]
extend_words = { x = 1 }
"""
_CARGO = '[package]\nname = "x"\nversion = "1.0"\n\n[dependencies]\n\n' + _WORDS.format(table="package.metadata.typos.")
_PYPROJECT = """\
[project]
name = "x"

[tool.waypost]
apis = { "https://api.example" = "openapi.yaml" }

""" + _WORDS.format(table="tool.typos.")
_JSON = """\
{
  "files": {"extend-exclude": ["vendor/", "*.min.js"], "ignore-hidden": "no"},
  "default": {
    "locale": "en-us",
    "extend-words": {"teh": "teh", "a": null, "\\u00e9\\ud83d\\ude00": ""},
    "extend-ignore-re": ["(?m)^x$", "\\\\bfoo(?=x)"]
  },
  "type": {"py": {"extend-glob": ["*.pyx"]}}
}
"""
_CLIENTS = """\
import httpx
import requests
from gidgethub.abc import GitHubAPI
from waypost import endpoint

github = endpoint.defaults(baseUrl="https://api.github.com", headers={"authorization": "token abcdef"})


def issues(owner: str):
    # \U0001f6a9
    return github("GET /repos/{owner}/{repo}/issues{?state,page*}", owner=owner, state="open", per_page=100)


def report(title):
    github("PTACH /repos/octocat/hello/issues/{issue_number", issue_number=1)
    return github("POST /repos/:owner/:repo/issues", {"owner": "é", "title": title, "labels": ["bug"]})


async def comments(gh: GitHubAPI, number, **more):
    url = f"/repos/{number}/{{repo}}" "/issues{/number}"
    values = {"owner": "octocat", "number": number, **more}
    await gh.post(url, values, data={"body": "x"})
    return [each async for each in gh.getiter("/repos/{owner}/{repo}/issues?x=1", values)]


def own(thing):
    with requests.Session() as session:
        session.put("https://api.example/things/{}/parts/%s".format(thing) % thing, json={"size": 1})
    httpx.get("https://api.example/things/{thing}", params={"thing": thing})
    return httpx.Client(base_url="https://api.example").request("DELETE", f"/things/{thing}")
"""
_OPENAPI = """\
openapi: 3.0.3
info: {title: Things, version: "1"}
servers: [{url: "https://api.example"}]
paths:
  /things/{thing}:
    parameters:
      - $ref: '#/components/parameters/thing'
    get:
      operationId: things/get
      summary: A thing é
      responses: {}
    put:
      deprecated: true
      requestBody:
        content:
          application/json:
            schema: {$ref: "#/components/schemas/thing"}
components:
  parameters:
    thing: {name: thing, in: path, required: true, schema: {type: string, enum: [a, b]}}
  schemas:
    thing: &thing
      type: object
      required: [size]
      properties:
        size: {type: integer}
        more: *thing
"""
_OPENAPI_JSON = """\
{"openapi": "3.1.0", "info": {"title": "Other"}, "paths": {
  "/others/{id}": {"get": {"operationId": "others/get", "parameters": [
    {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
    {"$ref": "#/components/parameters/page"}]}}},
 "components": {"parameters": {"page": {"name": "page", "in": "query"}}}}
"""

CONFIGS: Final = (
    Seed("typos.toml", _WORDS.format(table="")),
    Seed("_typos.toml", _INLINE),
    Seed("a/.typos.toml", _INLINE.replace("\n", "\r\n")),
    Seed("Cargo.toml", _CARGO),
    Seed("b/pyproject.toml", _PYPROJECT),
    Seed("c/typos.json", _JSON),
)
SOURCES: Final = (Seed("client.py", _CLIENTS), Seed("wrappers.py", WRAPPERS), Seed("d/odd.py", 'x = "{a"\n'))
APIS: Final = (Seed("openapi.yaml", _OPENAPI), Seed("openapi.json", _OPENAPI_JSON))
EVERY: Final = (*CONFIGS, *SOURCES, *APIS)

_SETTINGS: Final = {
    # Every rule is on, and every hint and lens is shown.
    "rules": {rule.name: rule.severity.value for rule in RULES.values()},
    "inlay-hints": {"routes": "all", "config": "all"},
    "code-lens": True,
    "apis": {"https://api.example": "openapi.yaml", "https://other.example": "openapi.json"},
    "calls": {"mine": {"callee": "*.fetch", "url": 0, "verb": "GET"}},
}


def surroundings() -> Workspace:
    """The workspace that contains all of them."""
    return with_files({})


def with_files(texts: Mapping[str, str]) -> Workspace:
    """The same with other files."""
    return workspace(_SETTINGS, {seed.name: seed.text for seed in EVERY} | texts)
