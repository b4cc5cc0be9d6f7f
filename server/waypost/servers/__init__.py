"""How each web framework declares the routes that it serves: one module a framework, and one list of them all."""

from typing import Final

from waypost.servers import aiohttp, bottle, django, falcon, fastapi, flask, litestar, pyramid, quart, sanic, tornado
from waypost.servers.framework import (
    Answers,
    Declares,
    Framework,
    Holder,
    Includes,
    Meaning,
    Mounts,
    Needs,
    Own,
    Signatures,
    Takes,
    Tests,
    ViewSets,
    Wraps,
)
from waypost.servers.harmless import HARMLESS
from waypost.servers.patterns import PathParameter, Pattern

__all__ = [
    "FRAMEWORKS",
    "HARMLESS",
    "Answers",
    "Declares",
    "Framework",
    "Holder",
    "Includes",
    "Meaning",
    "Mounts",
    "Needs",
    "Own",
    "PathParameter",
    "Pattern",
    "Signatures",
    "Takes",
    "Tests",
    "ViewSets",
    "Wraps",
]

FRAMEWORKS: Final[tuple[Framework, ...]] = tuple(
    module.FRAMEWORK
    for module in (fastapi, flask, aiohttp, litestar, django, tornado, bottle, pyramid, falcon, sanic, quart)
)
