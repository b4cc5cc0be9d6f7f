"""How each client makes a call: its constructor, and its call with the given values. The names are the records'."""

import ssl
from functools import cache
from typing import Any


@cache
def _unverified() -> ssl.SSLContext:
    """Making one takes longer than a request, and none of these is encrypted."""
    return ssl._create_unverified_context()


def httpx(call: dict[str, Any]) -> None:
    import httpx

    _httpx(httpx, call)


def httpx2(call: dict[str, Any]) -> None:
    import httpx2

    _httpx(httpx2, call)


def _httpx(module: Any, call: dict[str, Any]) -> None:
    with module.Client(verify=_unverified(), trust_env=False, **call["client"]) as client:
        _by_name(client, call)


def _by_name(client: Any, call: dict[str, Any], name: str = "") -> Any:
    """`client.get(…)`, or `client.request("GET", …)`."""
    name = name or call["name"]
    if name == "request":
        return client.request(call["method"], call["url"], **call["given"])
    return getattr(client, name)(call["url"], **call["given"])


def requests(call: dict[str, Any]) -> None:
    import requests

    with requests.Session() as session:
        _session(session, call)


def requests_toolbelt(call: dict[str, Any]) -> None:
    from requests_toolbelt.sessions import BaseUrlSession

    base = call["client"].pop("base_url", None)
    with BaseUrlSession(base) as session:
        _session(session, call)


def niquests(call: dict[str, Any]) -> None:
    import niquests

    with niquests.Session(disable_http2=True, disable_http3=True, **call["client"]) as session:
        session.trust_env = False
        _by_name(session, call)


def _session(session: Any, call: dict[str, Any]) -> None:
    """A session takes its options as attributes, which is how people set them."""
    session.trust_env = False
    for name, value in call["client"].items():
        if name in ("headers", "cookies") and value is not None:
            getattr(session, name).update(value)
        elif value is not None:
            setattr(session, name, value)
    _by_name(session, call)


def urllib3(call: dict[str, Any]) -> None:
    import urllib3

    with urllib3.PoolManager(retries=False, **call["client"]) as pool:
        getattr(pool, call["name"])(call["method"], call["url"], **call["given"])


def http_client(call: dict[str, Any]) -> None:
    from http.client import HTTPConnection

    connection = HTTPConnection(call["base"].removeprefix("http://"))
    try:
        connection.request(call["method"], call["url"], **call["given"])
        connection.getresponse().read()
    finally:
        connection.close()


async def aiohttp(call: dict[str, Any]) -> None:
    import aiohttp

    for given in (call["client"], call["given"]):
        if type(given.get("auth")).__name__ == "Made":
            given["auth"] = aiohttp.BasicAuth(*given["auth"].arguments)
    async with aiohttp.ClientSession(**call["client"]) as session:
        await (await _by_name(session, call)).read()


async def tornado_httpclient(call: dict[str, Any]) -> None:
    from tornado.httpclient import AsyncHTTPClient, HTTPRequest

    given = {"method": call["method"], **call["given"]}
    client = AsyncHTTPClient(force_instance=True)
    try:
        if call["name"] == "fetch":
            await client.fetch(call["url"], **given)
        else:
            await client.fetch(HTTPRequest(call["url"], **given))
    finally:
        client.close()


def urllib_request(call: dict[str, Any]) -> None:
    from urllib.request import ProxyHandler, Request, build_opener

    request = Request(call["url"], method=call["method"], **call["given"])
    with build_opener(ProxyHandler({})).open(request, timeout=20) as answer:
        answer.read()


async def gidgethub(call: dict[str, Any]) -> None:
    from gidgethub import httpx as backend

    client = call["client"]
    async with backend.httpx.AsyncClient(verify=_unverified(), trust_env=False) as below:
        api = backend.GitHubAPI(below, client.pop("requester", "me"), **client)
        await getattr(api, call["name"])(call["url"], **call["given"])


def githubkit(call: dict[str, Any]) -> None:
    from githubkit import GitHub

    GitHub(ssl_verify=_unverified(), trust_env=False, http_cache=False, auto_retry=False, **call["client"]).request(
        call["method"], call["url"], **call["given"]
    )


def pygithub(call: dict[str, Any]) -> None:
    import github

    api = github.Github(retry=None, seconds_between_requests=0, seconds_between_writes=0, **call["client"])
    api.requester.requestJson(call["method"], call["url"], **call["given"])


def ghapi(call: dict[str, Any]) -> None:
    _ghapi(**call["client"])(call["url"], call["method"], **call["given"])


@cache
def _ghapi(**client: Any) -> Any:
    """Making a client takes half a second, because it reads GitHub's whole description."""
    from ghapi.all import GhApi

    return GhApi(sync=True, **client)
