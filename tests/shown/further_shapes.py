"""More shapes in which a program holds a secret; like the first ones, written before anything of them was shown."""

from collections.abc import Mapping
from typing import Final

from tests.shown.shapes import SECRET

_HEAD: Final = """\
import base64
import configparser
import hashlib
import hmac
import json
import os
import urllib.request
from argparse import ArgumentParser
from enum import Enum
from functools import partial
from string import Template
from typing import NamedTuple
from urllib.parse import urlencode, urlunsplit

import aiohttp
import click
import httpx
import requests
import urllib3
from pydantic import BaseModel, Field, SecretStr
from pydantic_settings import BaseSettings
from waypost import endpoint
from yarl import URL as Url

URL = "https://x.example/a"

"""
FURTHER_START: Final = len(_HEAD)

_HEADERS: Final = {
    "headers by dict": 'requests.get(URL, headers=dict(Authorization="Bearer {S}", Accept="a"))',
    "headers that are spread": (
        'AUTH = {"Authorization": "Token {S}"}\nrequests.get(URL, headers={**AUTH, "Accept": "a"})'
    ),
    "headers as bytes": 'httpx.get(URL, headers={b"Authorization": b"Bearer {S}"})',
    "headers as pairs": 'httpx.get(URL, headers=[("Authorization", "Bearer {S}"), ("Accept", "a")])',
    "an added header": (
        'r = urllib.request.Request(URL)\nr.add_header("Authorization", "Bearer " + "{S}")\nurllib.request.urlopen(r)'
    ),
    "headers that are joined": 's = requests.Session()\ns.headers |= {"X-Auth-Token": "{S}"}\ns.get(URL)',
    "headers of services": (
        'requests.get(URL, headers={"PRIVATE-TOKEN": "{S}", "x-goog-api-key": "{S}", "X-RapidAPI-Key": "{S}"})'
    ),
    "a key of an application": (
        'requests.get(URL, headers={"DD-APPLICATION-KEY": "{S}", "X-Parse-REST-API-Key": "{S}", "X-Access-Key": "{S}"})'
    ),
    "a header without a hyphen": (
        'requests.get(URL, headers={"Authentication": "{S}", "apikey": "{S}", "X-Auth": "{S}"})'
    ),
    "headers by a function": (
        'def get_token():\n    return "{S}"\n\n'
        'def headers():\n    return {"Authorization": f"Bearer {get_token()}"}\n\n'
        "requests.get(URL, headers=headers())"
    ),
    "headers of a class": (
        'class Api:\n    headers = {"Authorization": "token {S}"}\n\n    def me(self):\n'
        "        return requests.get(URL, headers=self.headers)\n\nApi().me()"
    ),
    "a function made with headers": 'get = partial(requests.get, headers={"X-Api-Key": "{S}"})\nget(URL)',
    "headers by urllib3": (
        'h = urllib3.make_headers(basic_auth="me:{S}")\nurllib3.PoolManager().request("GET", URL, headers=h)'
    ),
}
_BASIC: Final = {
    "encoded credentials": (
        'requests.get(URL, headers={"Authorization": "Basic " + base64.b64encode(b"me:{S}").decode()})'
    ),
    "encoded constants": (
        'USER = "me"\nPASSWORD = "{S}"\n'
        'basic = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode("ascii")\n'
        'httpx.get(URL, headers={"Authorization": f"Basic {basic}"})'
    ),
    "encoded in a path": 'key = base64.urlsafe_b64encode(b"{S}").decode()\nhttpx.get(f"https://x.example/k/{key}/a")',
    "bytes in a path": 'API_TOKEN = b"{S}"\nhttpx.get(f"https://x.example/{API_TOKEN.decode()}/a")',
    "encoded bytes in a path": (
        'API_TOKEN = b"{S}"\nkey = base64.b64encode(API_TOKEN).decode()\nhttpx.get(f"https://x.example/{key}/b")'
    ),
    "encoded twice in a path": (
        'PASSWORD = "{S}"\nraw = PASSWORD.encode()\nhttpx.get(f"https://x.example/{base64.b64encode(raw).decode()}/c")'
    ),
    "bytes in a body": 'API_TOKEN = b"{S}"\nhttpx.post(URL, content=b"hello " + API_TOKEN)',
    "an object of credentials": (
        'async def f():\n    async with aiohttp.ClientSession(auth=aiohttp.BasicAuth("me", "{S}")) as s:\n'
        "        await s.get(URL)"
    ),
    "digest credentials": 'httpx.Client(auth=httpx.DigestAuth("me", password="{S}")).get(URL)',
    "a class of credentials": (
        "class Bearer(requests.auth.AuthBase):\n    def __init__(self, token):\n        self.token = token\n\n"
        '    def __call__(self, r):\n        r.headers["Authorization"] = f"Bearer {self.token}"\n        return r\n\n'
        'requests.get(URL, auth=Bearer("{S}"))'
    ),
    "a proxy with a user": 'requests.get(URL, proxies={"https": "http://me:{S}@proxy.example:3128"})',
}
_HASHES: Final = {
    "a hash": 'def f(now):\n    requests.get(URL, params={"sign": hashlib.md5(("{S}" + now).encode()).hexdigest()})',
    "a hash of a constant": (
        'PASSWORD = "{S}"\nrequests.get(URL, params={"h": hashlib.sha256(PASSWORD.encode()).hexdigest()})'
    ),
    "a hash in a path": 'd = hashlib.sha1(b"{S}").hexdigest()\nrequests.get(f"https://x.example/{d}/a")',
    "a message with a key": (
        'def f(body):\n    sig = hmac.new(b"{S}", body, hashlib.sha256).hexdigest()\n'
        '    requests.post(URL, data=body, headers={"X-Hub-Signature-256": "sha256=" + sig})'
    ),
}
_CONFIGURED: Final = {
    "read JSON": (
        """CONFIG = json.loads('{"token": "{S}"}')\n"""
        """requests.get(URL, headers={"Authorization": f"Bearer {CONFIG['token']}"})"""
    ),
    "a table in a table": (
        'CONFIG = {"api": {"token": "{S}"}}\nrequests.get(f"https://x.example/{CONFIG[\'api\'][\'token\']}/b")'
    ),
    "an enumeration": (
        'class Keys(str, Enum):\n    API_KEY = "{S}"\n\nrequests.get(URL, params={"k": Keys.API_KEY.value})'
    ),
    "a named tuple": (
        'class Login(NamedTuple):\n    user: str = "me"\n    password: str = "{S}"\n\n'
        'login = Login()\nrequests.get(f"https://x.example/{login.password}/a", params={"p": login.password})'
    ),
    "a secret text of settings": (
        'class Settings(BaseSettings):\n    key: SecretStr = SecretStr("{S}")\n\nsettings = Settings()\n'
        'requests.get(URL, headers={"X-Thing": settings.key.get_secret_value()})'
    ),
    "a field of a model": (
        'class Settings(BaseModel):\n    api_key: str = Field("{S}", min_length=3)\n\n'
        'def f(settings: Settings):\n    requests.get(f"https://x.example/{settings.api_key}/a")'
    ),
    "set in the environment": (
        'os.environ["API_TOKEN"] = "{S}"\nrequests.get(URL, params={"t": os.environ["API_TOKEN"]})'
    ),
    "a default set in the environment": (
        'value = os.environ.setdefault("API_TOKEN", "{S}")\nrequests.get(f"https://x.example/{value}/a")'
    ),
    "a handler of an exception": (
        'try:\n    token = os.environ["T"]\nexcept KeyError:\n    token = "{S}"\nrequests.get(f"https://x.example/{token}/a")'
    ),
    "an option of a command": (
        '@click.command()\n@click.option("--token", default="{S}")\ndef main(token):\n'
        '    requests.get(f"https://x.example/{token}/a")'
    ),
    "an argument of a command": (
        'parser = ArgumentParser()\nparser.add_argument("--token", default="{S}")\nargs = parser.parse_args()\n'
        'requests.get(f"https://x.example/{args.token}/a")'
    ),
    "a fallback of a file": (
        "config = configparser.ConfigParser()\n"
        'requests.get(URL, params={"token": config.get("a", "token", fallback="{S}")})'
    ),
}
_PROGRAMS: Final = {
    "unpacked": 'user, token = "me", "{S}"\nrequests.get(f"https://x.example/{user}/{token}")',
    "assigned in an expression": 'if token := "{S}":\n    requests.get(f"https://x.example/{token}/a")',
    "two literals in a row": 'API_KEY = ("{S}"\n           "{S}b")\nrequests.get("https://x.example/" + API_KEY)',
    "a property": (
        'class Api:\n    @property\n    def token(self):\n        return "{S}"\n\n    def me(self):\n'
        '        return requests.get(f"https://x.example/{self.token}/me")\n\nApi().me()'
    ),
    "keywords that are kept": (
        "class Api:\n    def __init__(self, **options):\n        self.options = options\n\n    def me(self):\n"
        '        return requests.get(URL + "/" + self.options["token"])\n\nApi(token="{S}").me()'
    ),
    "an attribute that is set from outside": (
        "class Api:\n    token = None\n\n    def me(self):\n"
        '        return requests.get(f"https://x.example/{self.token}/me")\n\napi = Api()\napi.token = "{S}"\napi.me()'
    ),
    "a function in one line": (
        'get = lambda path, key="{S}": requests.get("https://x.example" + path, params={"api_key": key})\nget("/a")'
    ),
    "a name with a suffix": (
        'TOKEN_PROD = "{S}"\nPASSWORD_2 = "{S}2"\nrequests.get(f"https://x.example/{TOKEN_PROD}/{PASSWORD_2}")'
    ),
    "a name of a service's token": (
        'GITHUB_PAT = "{S}"\nAPP_SECRET_KEY = "{S}"\nrequests.get(f"{URL}/{GITHUB_PAT}/{APP_SECRET_KEY}")'
    ),
    "a comment": '# TOKEN = "{S}", or https://x.example/a?token={S}\nrequests.get(URL)',
    "a docstring": (
        'def f(token):\n    """Call it as f(token="{S}")."""\n    requests.get(URL, headers={"X-Token": token})'
    ),
    "a comparison": 'def f(token):\n    assert token == "{S}"\n    requests.get(URL + "/" + token)',
}
_TEXTS: Final = {
    "GraphQL": """requests.post(URL, json={"query": 'mutation { login(user: "me", password: "{S}") { id } }'})""",
    "variables of GraphQL": (
        'requests.post(URL, json={"query": "mutation($p: String!) { a(p: $p) }", "variables": {"password": "{S}"}})'
    ),
    "an attribute of XML": """requests.post(URL, data='<login user="me" password="{S}"/>')""",
    "lines": 'requests.post(URL, data="user: me\\npassword: {S}\\n")',
    "lines of an environment": 'requests.post(URL, data="USER=me\\nAPI_TOKEN={S}\\nA=1\\n")',
    "JSON in a parameter": 'requests.get(URL, params={"q": json.dumps({"token": "{S}"})})',
    "a joined query": 'requests.get(URL + "?" + "&".join(["a=1", "api_key={S}"]))',
    "a query of a loop": (
        'query = "&".join(f"{k}={v}" for k, v in {"a": "1", "token": "{S}"}.items())\nrequests.get(f"{URL}?{query}")'
    ),
    "an encoded query": """requests.get(f"{URL}?{urlencode([('api_key', '{S}'), ('a', 1)])}")""",
    "a template": 'requests.get(Template("https://x.example/$token/a").substitute(token="{S}"))',
    "an object of a URL": 'httpx.get(httpx.URL(URL, params={"api_key": "{S}"}))',
    "parts of a URL": 'requests.get(urlunsplit(("https", "me:{S}@x.example", "/a", "", "")))',
    "a URL with a password": (
        'u = Url(URL).with_user("me").with_password("{S}").with_query(token="{S}")\nrequests.get(str(u))'
    ),
    "secrets of an application": (
        'requests.post(URL, data={"appid": "1", "app_secret": "{S}", "pin": "{S}", "passwd": "{S}"})'
    ),
}
FURTHER_SHAPES: Final[Mapping[str, str]] = {
    name: _HEAD + program.replace("{S}", SECRET) + "\n"
    for name, program in (
        *_HEADERS.items(),
        *_BASIC.items(),
        *_HASHES.items(),
        *_CONFIGURED.items(),
        *_PROGRAMS.items(),
        *_TEXTS.items(),
    )
}
