"""Everything that reads text which somebody else wrote, and the pieces that the grammar of each is made of."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.fuzz.seeds import APIS, CONFIGS, SOURCES
from tests.support.check import uri, workspace
from waypost import endpoint
from waypost.analysis import Analysis
from waypost.apis.openapi import read_document
from waypost.config.migrate.codespell import codespell_settings
from waypost.config.migrate.cspell import cspell_settings
from waypost.config.parse import Syntax, parse
from waypost.config.pattern import meaning
from waypost.config.typos.filetype import type_of
from waypost.config.typos.globs import glob_error
from waypost.config.typos.regex import matches, regex_error
from waypost.contents import contents_of
from waypost.core.errors import RouteError
from waypost.core.template import Template
from waypost.markup import plain
from waypost.projects.file import read_settings
from waypost.projects.releases import releases_of
from waypost.shown.secrets import covered, masked_text
from waypost.text import Document, Span
from waypost.text.encoding import encode
from waypost.workspace import Settings


class Reader(NamedTuple):
    """What reads, whole texts that it understands, and what they consist of."""

    read: Callable[[bytes], object]
    seeds: Sequence[bytes]
    pieces: Sequence[str]


def _in_editor(name: str, settings: dict[str, object] | None = None) -> Callable[[bytes], object]:
    """What an editor asks at once when a document is opened."""

    def read(source: bytes) -> None:
        document = Document(uri(name), source)
        made = Analysis(document, workspace(settings, {name: document.text}))
        made.diagnostics()
        made.fix_all()
        made.symbols()
        made.folds()
        made.tokens()
        made.links()
        made.lenses()
        made.inlay_hints(Span(0, len(source)))
        made.actions(Span(0, len(source)))
        made.layout(Span(0, len(source)))
        made.hover(len(source) // 2)
        made.complete(len(source) // 2)

    return read


def _openapi(source: bytes) -> None:
    from waypost.apis.compact import pack

    pack(read_document(source).description)


def _template(source: bytes) -> None:
    text = source.decode(errors="replace")
    Template.parse(text)
    endpoint.problems(f"GET /{text}", {"a": "b"})
    with suppress(RouteError):
        endpoint(f"GET /{text}", a="b", owner="c")


def _pattern(source: bytes) -> None:
    pattern = source.decode(errors="replace")
    if regex_error(pattern) is None:
        meaning(pattern)
        matches(pattern, "a word, 0xff and teh https://x.example/" * 20, most=20)


def _glob(source: bytes) -> None:
    from waypost.config.model.schema import Format

    glob = source.decode(errors="replace")
    for kind in Format:
        if "glob" in kind.value:
            glob_error(glob, kind)
    config = parse(encode(f"[type.x]\nextend-glob = [{quoted(glob)}]\n"), Syntax.TOML).root
    type_of("name.x", config)


def quoted(text: str) -> str:
    return '"' + "".join(f"\\U{ord(each):08x}" if each in '"\\' or each < " " else each for each in text) + '"'


def _settings(source: bytes) -> None:
    for name in ("waypost.toml", "pyproject.toml"):
        file = read_settings(Path("/w", name), source)
        if file is not None:
            _ = file.problems
            Settings.read(file.layer)
    _in_editor("waypost.toml")(source)


def _in_folder(read: Callable[[Path], object], *names: str) -> Callable[[bytes], object]:
    def read_each(source: bytes) -> None:
        for name in names:
            with TemporaryDirectory() as folder:
                Path(folder, ".git").mkdir()
                Path(folder, name).write_bytes(source)
                read(Path(folder))

    return read_each


def _notebook(source: bytes) -> None:
    for content in contents_of("/w/a.ipynb", source):
        Analysis(content.document, workspace()).diagnostics()


def _markdown(source: bytes) -> None:
    plain(source.decode(errors="replace"))


def _url(source: bytes) -> None:
    url = source.decode(errors="replace")
    masked_text(url)
    covered(url)


_TEXT: Final = (" ", "\n", "\r\n", "\t", "\0", "é", "\U0001f6a9", "\ufeff", "\u2028", "a", "x1", "9" * 5_000, "-")
_TOML: Final = (*"[]{}=,.\"'#\\", '"""', "'''", "[[a]]\n", "[a.b]\n", "a.b.c = ", "{a = ", "1e9999", "true", "nan")
_WORDS: Final = ("[default]\n", "[type.py]\n", "[default.extend-words]\n", "extend-glob = ", "extend-ignore-re = ")
_PACKAGE: Final = ("[package.metadata.typos]\n", "[workspace.metadata.typos.default]\n", "package.metadata.", "typos.")
_JSON: Final = (*'[]{}:,"\\', '{"a": ', "null", "1E+9999", '"\\u00e9"', '"\\ud83d"', "//x\n", "/*", "*/", '"$ref": ')
_YAML: Final = (
    *(
        "paths:\n",
        "  /x/{a}:\n",
        "    get:\n",
        "      parameters:\n",
        "- ",
        "&a ",
        "*a ",
        "<<: *a\n",
        "? ",
        ": ",
        "|\n",
    ),
    *(
        "> \n",
        "!!python/object:os.system ",
        "!!binary ",
        "%YAML 1.1\n",
        "---\n",
        "...\n",
        "$ref: '#/paths'\n",
        "[",
        "{",
    ),
    *("allOf: ", "oneOf: [", "items: ", "schema: {", "}", "]", "enum: [1, 2]\n", "openapi: 3.1.0\n", "\n      ", "#"),
)
_STATEMENTS: Final = (
    *("a = 'b'\n", "a = a + a\n", "a += a\n", "a = f'{a}{a}'\n", "a = [a, a]\n", "a = {**a}\n", "a = a * 10**9\n"),
    *("a = f'{a:>1000000000}'\n", "a = a.zfill(10**9)\n", "a = a.join([a, a])\n", "a = a.replace('', a)\n"),
    *("a = '%1000000000s' % a\n", "a = a.rjust(10**9)\n", "a = a.center(10**9, a)\n", "a = a.expandtabs(10**9)\n"),
    *(
        "a = '{:>{a}}'.format(a, a=10**9)\n",
        "a = a.format(*a, **a)\n",
        "a = a % a\n",
        "a = a.split(a)\n",
        "a = a[::2]\n",
    ),
    *("a = a.encode().decode()\n", "a = '/'.join(a for a in a)\n", "a = str(a)\n", "a = repr(a)\n", "a = 1 << 10**9\n"),
    *("a = urlencode(a)\n", "a = urljoin(a, a)\n", "a = quote(a)\n", "a = os.path.join(a, a)\n", "a = a or a\n"),
    *(
        "httpx.get(a)\n",
        "httpx.get(f'https://x.example/{a}', params=a)\n",
        "c = httpx.Client(base_url=a)\n",
        "c.get(a)\n",
    ),
    *(
        "import httpx\n",
        "from a import *\n",
        "from . import a\n",
        "class A(A, B):\n  x = a\n",
        "def f(a=f(a)):\n  return f(a)\n",
    ),
    *(
        "f(f)(f)\n",
        "if a:\n  a = 1\n",
        "for a in a:\n  c.get(a)\n",
        "try:\n  a\nexcept a:\n  a = 2\n",
        "with a as a:\n  a\n",
    ),
    *(
        "lambda a: a\n",
        "@f\n",
        "match a:\n  case a:\n    a\n",
        "a.a.a = a\n",
        "global a\n",
        "del a\n",
        "a[a] = a\n",
        "self.a = a\n",
    ),
)
_PYTHON: Final = (
    *"()[]{}:,=.'\"#\\@*",
    '"""',
    "f'{",
    "}'",
    "rb'",
    "lambda: ",
    "if a:\n ",
    "not ",
    "await ",
    "x if y else ",
    "import requests\n",
    "requests.get(",
    "f'http://[{a}]:{b}/c'",
    "'http://[a]'",
)
_IGNORED: Final = (
    "# waypost: ignore",
    "# waypost: ignore[",
    "bad-value",
    "]",
    ", ",
    "# waypost: ignore-file",
    "#",
    "x = 1",
)
_TEMPLATES: Final = (
    *"{}?&#+./;*:,=%|!@",
    "{?a",
    "{&a*",
    ":name",
    "%7B",
    "%",
    "{+a:9999}",
    "http://",
    "[::1]",
    "//",
    "?a={a}",
)
_PATTERNS: Final = (
    *"()[]{}?*+|^$.\\-,&~",
    "(?i)",
    "(?P<a>",
    "(?x: # ",
    "{9,}",
    "{1,999}",
    "\\p{Greek}",
    "[^]a]",
    "[a&&[^b]]",
)
_GLOBS: Final = (*"*?[]{}!^,/\\-#", "**/", "{a,b}", "{,}", "[a-", "[!", "\\[", "{a,{b,c}}", ".py", "[[:alpha:]]")
_LOCKS: Final = (
    *(
        "[[package]]\n",
        "[[packages]]\n",
        'name = "httpx"\n',
        'version = "0.27.0"\n',
        "version = '1",
        "name = ",
        "[a]\n",
        "\n",
    ),
    *(
        "httpx[http2]>=0.25,<0.28",
        ";",
        "^",
        "~=",
        ">=",
        "1.",
        "*",
        "==",
        "install_requires =\n  ",
        "[options]\n",
        '{"default": {',
    ),
    *(
        '"httpx": "==0.27"',
        '{"version": "',
        "}",
        "dependencies = ['httpx",
        "[tool.poetry.dependencies]\n",
        "httpx = '^1'\n",
        "(",
        "[project.optional-dependencies]\n",
        "a = 1\n",
    ),
)
_SETTINGS: Final = (
    *(
        "[rules]\n",
        "[tool.waypost]\n",
        "extend = 'waypost.toml'\n",
        "apis = {",
        '"https://x.example" = ',
        "calls.a.",
        "callee = ",
    ),
    *(
        "exclude = ['",
        "{a,b}",
        "**",
        "config-files = ['",
        "releases = {httpx = '",
        "inlay-hints.routes = ",
        "bad-value = 'off'\n",
    ),
)
_MOVED: Final = (
    "[codespell]\n",
    "skip = ",
    "ignore-words-list = a,",
    "module.exports = ",
    "const a = ",
    "`${a}`",
    "/x/g",
    "=",
    "(",
)
_MARKDOWN: Final = (*"*_`[]()|-:#<>!\\", "**", "__", "[a](", "```", "a ", "| ", "https://x.example")
_URLS: Final = (*":/@?&=#;%{}[]+.", "://", "://a:", "https://", "?key=", "&token=", "ghp_", "eyJ", "a-", "Bearer ")

READERS: Final = {
    "TOML": Reader(
        _in_editor("typos.toml"), [each.source for each in CONFIGS if each.name.endswith(".toml")], (*_TOML, *_WORDS)
    ),
    "Cargo": Reader(
        _in_editor("Cargo.toml"),
        [b'[package.metadata.typos.default]\nlocale = "en"\n', b"[workspace.metadata.typo.default]\n"],
        (*_TOML, *_WORDS, *_PACKAGE),
    ),
    "JSON": Reader(_in_editor("typos.json"), [each.source for each in CONFIGS if each.name.endswith(".json")], _JSON),
    "OpenAPI": Reader(_openapi, [each.source for each in APIS], (*_YAML, *_JSON)),
    "template": Reader(_template, [b"/repos/{owner}/{repo}{?page*,q:3}", b"https://h/:a{/b}{#c}"], _TEMPLATES),
    "pattern": Reader(_pattern, [rb"(?i)\b[0-9a-f]{7,40}\b", b"a+?(b|c)*[^x&&y]$"], _PATTERNS),
    "glob": Reader(_glob, [b"**/*.{py,pyi}", b"[!a-z]?/\\*x"], _GLOBS),
    "Python": Reader(_in_editor("a.py"), [each.source for each in SOURCES], (*_PYTHON, *_STATEMENTS)),
    "evaluator": Reader(
        _in_editor("a.py", {"inlay-hints": {"routes": "all"}}), [each.source for each in SOURCES], _STATEMENTS
    ),
    "settings": Reader(
        _settings, [b'apis = {"https://x.example" = "a"}\n[rules]\nbad-value = "off"\n'], (*_TOML, *_SETTINGS)
    ),
    "lock file": Reader(
        _in_folder(releases_of, "uv.lock", "Pipfile.lock", "requirements.txt", "pyproject.toml", "setup.cfg"),
        [
            b'[[package]]\nname = "httpx"\nversion = "0.27.0"\n',
            b"httpx>=0.25,<0.28\n",
            b'{"default": {"httpx": "==0.27"}}',
        ],
        _LOCKS,
    ),
    "ignore comment": Reader(_in_editor("a.py"), [b"x = 1  # waypost: ignore[bad-value, no-such]\n"], _IGNORED),
    "codespell's settings": Reader(
        _in_folder(codespell_settings, "setup.cfg", "pyproject.toml"), [b"[codespell]\nskip = a\n"], (*_TOML, *_MOVED)
    ),
    "cspell's settings": Reader(
        _in_folder(cspell_settings, "cspell.json", "cspell.config.yaml", "cspell.config.js"),
        [b'{"words": ["a"]}', b"words:\n- a\n", b"module.exports = {words: ['a']}\n"],
        (*_YAML, *_JSON, *_MOVED),
    ),
    "Markdown": Reader(_markdown, [b"**a** `b` [c](https://x.example)\n|-|-|\n```\nx\n```\n"], _MARKDOWN),
    "URL": Reader(_url, [b"https://user:word@x.example/a?key=b&c=d"], _URLS),
    "notebook": Reader(_notebook, [b'{"cells": [{"cell_type": "code", "source": ["import httpx\\n"]}]}'], _JSON),
}
ALIKE: Final = _TEXT
