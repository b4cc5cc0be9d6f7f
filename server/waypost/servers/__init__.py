"""How each web framework declares the routes that it serves: one module a framework, and one list of them all."""

from typing import Final

from waypost.servers import aiohttp, django, fastapi, flask, litestar
from waypost.servers.framework import (
    Declares,
    Framework,
    Holder,
    Meaning,
    Mounts,
    Needs,
    Own,
    Signatures,
    Takes,
    Tests,
    Wraps,
)
from waypost.servers.harmless import HARMLESS
from waypost.servers.patterns import PathParameter, Pattern

__all__ = [
    "FRAMEWORKS",
    "HARMLESS",
    "Declares",
    "Framework",
    "Holder",
    "Meaning",
    "Mounts",
    "Needs",
    "Own",
    "PathParameter",
    "Pattern",
    "Signatures",
    "Takes",
    "Tests",
    "Wraps",
]

FRAMEWORKS: Final[tuple[Framework, ...]] = tuple(
    module.FRAMEWORK for module in (fastapi, flask, aiohttp, litestar, django)
)
