"""Runs random programs for real, and keeps what they send and the lines that led to it."""

import sys
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from io import BytesIO
from random import Random
from types import CodeType, FrameType, ModuleType
from typing import Any, Final, NamedTuple
from unittest.mock import patch
from urllib.parse import unquote

import httpx
import requests

from tests.fuzz.programs import MAIN, Program
from tests.support.budget import OverBudgetError, bounded

# Of the processor: some texts grow with each turn of a loop.
_SECONDS: Final = 10
_MAINS: Final = range(4)
_MADE: Final = "_made_at"

# A file and a line of it.
Place = tuple[str, int]


class Sent(NamedTuple):
    """A request, and the lines of the program that led to it, the innermost first."""

    verb: str
    url: str
    headers: tuple[tuple[str, str], ...]
    places: tuple[Place, ...]
    # Where its object was made, if the program made one.
    made: tuple[Place, ...] = ()

    @property
    def own(self) -> tuple[Place, ...]:
        """The calls that are this request themselves."""
        return (*self.places[:1], *self.made[:1])

    @property
    def around(self) -> tuple[Place, ...]:
        """The calls through which it is made."""
        return tuple(dict.fromkeys(each for each in (*self.places, *self.made) if each not in self.own))

    @property
    def line(self) -> str:
        return f"{self.verb} {self.url}"


class Run:
    """One program, run as often as is needed to see what it does with other arguments."""

    def __init__(self, program: Program) -> None:
        self._codes = {name: compile(text, name, "exec") for name, text in program.files.items()}
        self._found = dict[Sent, None]()

    def sent(self, random: Random, times: int) -> list[Sent]:
        """What is sent when it is run some times, each request once."""
        with self._recorded(), _imported(_Files(self._codes)), suppress(OverBudgetError), bounded(_SECONDS):
            for _ in range(times):
                given = (random.random() < 0.5, random.random() < 0.5, random.choice(("zeta", "alpha", "psi/chi")))
                self._once(given, random)
        return list(self._found)

    def _once(self, given: tuple[bool, bool, str], random: Random) -> None:
        module = ModuleType(MAIN.removesuffix(".py"))
        names = vars(module)
        sys.modules[module.__name__] = module
        try:
            with suppress(Exception):
                exec(self._codes[MAIN], names)
            mains = [each for each in _MAINS if f"main{each}" in names]
            for main in random.sample(mains, len(mains)):
                with suppress(Exception):  # what was sent before it counts
                    names[f"main{main}"](*given, random.choice("1x"))
        finally:
            for name in self._codes:
                sys.modules.pop(name.removesuffix(".py"), None)

    @contextmanager
    def _recorded(self) -> Iterator[None]:
        """Nothing leaves the process: every client answers at once, and what it would have sent is kept."""
        prepare, prepare_by = requests.Request.prepare, requests.Session.prepare_request

        def prepared(own: requests.Request) -> requests.PreparedRequest:
            return self._prepared(prepare(own), own)

        def prepared_by(own: requests.Session, request: requests.Request) -> requests.PreparedRequest:
            return self._prepared(prepare_by(own, request), request)

        patches: dict[str, Callable[..., object]] = {
            "requests.Request.__init__": self._noted(requests.Request.__init__),
            "httpx.Request.__init__": self._noted(httpx.Request.__init__),
            "urllib.request.Request.__init__": self._noted(urllib.request.Request.__init__),
            "requests.Request.prepare": prepared,
            "requests.Session.prepare_request": prepared_by,
            "requests.adapters.HTTPAdapter.send": self._answer_requests,
            "httpx.HTTPTransport.handle_request": self._answer_httpx,
            "httpx.AsyncHTTPTransport.handle_async_request": self._answer_httpx_later,
            "urllib.request.AbstractHTTPHandler.do_open": self._answer_urllib,
            # What they look for outside of the program takes half of the time.
            "requests.sessions.get_environ_proxies": lambda *_, **__: {},
            "requests.sessions.get_netrc_auth": lambda *_, **__: None,
        }
        with ExitStack() as stack:
            for name, own in patches.items():
                stack.enter_context(patch(name, _method(own)))
            yield

    def _noted(self, init: Callable[..., None]) -> Callable[..., None]:
        """The same, which keeps where the object was made."""

        def noted(own: object, *args: object, **more: object) -> None:
            init(own, *args, **more)
            setattr(own, _MADE, self._places())

        return noted

    def _prepared(self, prepared: requests.PreparedRequest, request: requests.Request) -> requests.PreparedRequest:
        setattr(prepared, _MADE, (*self._places()[:1], *getattr(request, _MADE, ())))
        return prepared

    def _places(self) -> tuple[Place, ...]:
        return tuple(_places(sys._getframe(2), self._codes))

    def _keep(self, verb: str, url: str, headers: Mapping[str, str], made: tuple[Place, ...] = ()) -> None:
        places = tuple(_places(sys._getframe(2), self._codes))
        of_object = tuple(dict.fromkeys(each for each in made if each not in places))
        low = tuple(sorted((name.lower(), value) for name, value in headers.items()))
        self._found[Sent(verb, unquote(url), low, places, of_object)] = None

    def _answer_requests(self, _: object, request: requests.PreparedRequest, **__: object) -> requests.Response:
        headers = {str(name): str(value) for name, value in request.headers.items()}
        self._keep(request.method or "", request.url or "", headers, getattr(request, _MADE, ()))
        response = requests.Response()
        response.status_code, response._content, response.request = 200, b"", request
        response.raw = BytesIO()
        return response

    def _answer_httpx(self, _: object, request: httpx.Request) -> httpx.Response:
        self._keep(request.method, str(request.url), request.headers, getattr(request, _MADE, ()))
        return httpx.Response(200, request=request)

    async def _answer_httpx_later(self, _: object, request: httpx.Request) -> httpx.Response:
        return self._answer_httpx(_, request)

    def _answer_urllib(self, _: object, __: object, request: urllib.request.Request, **___: object) -> Any:
        self._keep(request.get_method(), request.full_url, dict(request.header_items()), getattr(request, _MADE, ()))
        response: Any = BytesIO()
        response.code, response.msg, response.info = 200, "", dict
        return response


def _method(own: Callable[..., object]) -> Callable[..., object]:
    """As a function: a bound method in a class does not get the object."""
    return lambda *args, **more: own(*args, **more)  # noqa: PLW0108


@contextmanager
def _imported(finder: "_Files") -> Iterator[None]:
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _Files(MetaPathFinder, Loader):
    """Imports the files of a program, each when it is first imported."""

    def __init__(self, codes: Mapping[str, CodeType]) -> None:
        self._codes = codes

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        return ModuleSpec(name, self) if f"{name}.py" in self._codes else None

    def exec_module(self, module: ModuleType) -> None:
        exec(self._codes[f"{module.__name__}.py"], vars(module))


def _places(frame: FrameType | None, codes: Mapping[str, object]) -> Iterator[Place]:
    while frame is not None:
        if frame.f_code.co_filename in codes:
            yield frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
