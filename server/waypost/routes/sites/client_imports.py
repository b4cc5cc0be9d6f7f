"""What a source imports, as far as its bytes show it: a client, or at least the package that one is in."""

import re
from typing import Final

from waypost.clients import CLIENTS

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


def imports_client(source: bytes) -> bool:
    """Whether a source imports a client, so that rules may report something in it: most sources do not."""
    if _FROM.search(source) is not None or _IMPORTS.search(source) is not None:
        return True
    # `import urllib.parse` is enough for `urllib.request.urlopen` if something else imports that.
    return _IMPORT_PACKAGE.search(source) is not None and _USED.search(source) is not None


def imports_package_of_client(source: bytes) -> bool:
    """Whether a source imports anything from the package of a client."""
    return _FROM_PACKAGE.search(source) is not None or _IMPORT_PACKAGE.search(source) is not None
