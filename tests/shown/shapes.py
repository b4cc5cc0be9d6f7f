"""The shapes in which a program holds a secret, each with the mark `SEKRET` in it; and what only looks like one.

The table was written before anything of it was shown: a list that is made of what is masked proves nothing.
"""

from collections.abc import Mapping
from typing import Final

# As no maker of tokens writes one: it is known by where it stands alone.
SECRET: Final = "SEKRETzq81Lm"
_HEAD: Final = """\
import json
import os
from dataclasses import dataclass, field
from urllib.parse import urlencode

import httpx
import requests
from waypost import endpoint

URL = "https://x.example/a"

"""
# Where the program begins that holds the secret.
START: Final = len(_HEAD)
_KEY: Final = """\
-----BEGIN {kind}PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7{secret}VJTUt9
AoIBAQC7{secret}VJTUt9Us8cKjMzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictG
-----END {kind}PRIVATE KEY-----
"""
_PEM: Final = _KEY.format(kind="", secret=SECRET)
_RSA: Final = _KEY.format(kind="RSA ", secret=SECRET)

_ALTERNATIVES: Final = {
    "or in a header": 'requests.get(URL, headers={"Authorization": os.environ.get("K") or "{S}"})',
    "or in a scheme": """requests.get(URL, headers={"Authorization": f"Bearer {os.environ.get('K') or '{S}'}"})""",
    "or in a parameter": 'def f(tok):\n    requests.get(URL, params={"token": tok or "{S}"})',
    "or in a URL": "def f(tok):\n    requests.get(f\"https://x.example/a?token={tok or '{S}'}\")",
    "or in a body": 'def f(tok):\n    httpx.post(URL, json={"token": tok or "{S}"})',
    "or in a variable": 'def f(token=None):\n    token = token or "{S}"\n    httpx.get(f"https://x.example/{token}/b")',
    "ternary in a header": 'def f(test, tok):\n    httpx.get(URL, headers={"X-Api-Key": "{S}" if test else tok})',
    "ternary in a parameter": 'def f(test, tok):\n    httpx.get(URL, params={"password": tok if test else "{S}"})',
    "ternary in a path": "def f(test, token):\n    httpx.get(f\"https://x.example/{'{S}' if test else token}/b\")",
    "default of getenv": 'requests.get(URL, params={"api_key": os.getenv("API_KEY", "{S}")})',
    "default of environ": 'requests.get(URL, headers={"X-Api-Key": os.environ.get("API_KEY", "{S}")})',
    "default of environ in a path": 'T = os.environ.get("BOT_TOKEN", "{S}")\nhttpx.get(f"https://x.example/bot{T}/a")',
    "default of a mapping": 'def f(config):\n    httpx.get(URL, params={"token": config.get("token", "{S}")})',
    "default of a parameter": 'def f(token="{S}"):\n    httpx.get(URL, headers={"Authorization": f"Bearer {token}"})',
    "default in a body": 'def f(password: str = "{S}"):\n    httpx.post(URL, json={"a": "me", "password": password})',
    "default of a parameter in a path": 'def f(api_key="{S}"):\n    httpx.get(f"https://x.example/{api_key}/b")',
    "two branches": (
        'def f(test):\n    if test:\n        token = "{S}"\n    else:\n        token = os.environ["TOKEN"]\n'
        '    httpx.get(URL, headers={"Authorization": f"token {token}"})'
    ),
    "two branches in a path": (
        'def f(test):\n    secret = "{S}"\n    if test:\n        secret = os.environ["TOKEN"]\n'
        '    httpx.get("https://x.example/" + secret + "/b")'
    ),
    "perhaps a parameter": (
        'def f(test):\n    params = {"a": 1}\n    if test:\n        params["token"] = "{S}"\n'
        "    requests.get(URL, params=params)"
    ),
    "perhaps a header": (
        'def f(test):\n    headers = {"a": "1"}\n    if test:\n        headers["Authorization"] = "Bearer {S}"\n'
        "    requests.get(URL, headers=headers)"
    ),
    "a table": (
        'TOKENS = {"test": "{S}", "live": "{S}2"}\n\n'
        'def f(kind):\n    httpx.get(URL, headers={"Authorization": TOKENS[kind]})'
    ),
    "a loop": 'for token in ("{S}", "{S}2"):\n    httpx.get(URL, params={"token": token})',
    "a loop over passwords": (
        'PASSWORDS = ["{S}", "{S}2"]\nfor each in PASSWORDS:\n    httpx.get(f"https://x.example/login/{each}/b")'
    ),
    "perhaps None": 'def f(test):\n    key = "{S}" if test else None\n    requests.get(URL, params={"api_key": key})',
}
_CLASSES: Final = {
    "a data class": (
        '@dataclass\nclass Client:\n    token: str = "{S}"\n\n    def me(self):\n'
        '        return requests.get(URL, headers={"Authorization": f"Bearer {self.token}"})'
    ),
    "a field of a data class": (
        '@dataclass\nclass Client:\n    api_key: str = field(default="{S}", repr=False)\n\n    def me(self):\n'
        '        return requests.get(f"https://x.example/{self.api_key}/me")'
    ),
    "a class of settings": (
        'class Settings:\n    API_TOKEN: str = "{S}"\n\nsettings = Settings()\n'
        'httpx.get(f"https://x.example/bot{settings.API_TOKEN}/getMe")'
    ),
    "an attribute": (
        'class Client:\n    def __init__(self):\n        self._secret = "{S}"\n\n    def me(self):\n'
        '        return httpx.get(f"https://x.example/{self._secret}/me")'
    ),
    "a default of a method": (
        'class Client:\n    def __init__(self, password="{S}"):\n        self.password = password\n\n    def f(self):\n'
        '        return httpx.post(URL, data={"user": "me", "password": self.password})'
    ),
}
_VARIABLES: Final = {
    "a constant in a path": 'TOKEN = "{S}"\nhttpx.get(f"https://x.example/bot{TOKEN}/getMe")',
    "a constant with +": 'API_KEY = "{S}"\nrequests.get("https://x.example/v1/" + API_KEY + "/items")',
    "a constant with %": 'PASSWORD = "{S}"\nrequests.get("https://x.example/login/%s/b" % PASSWORD)',
    "a constant with format": 'SECRET = "{S}"\nrequests.get("https://x.example/{}/b".format(SECRET))',
    "a constant with a conversion": 'SECRET = "{S}"\nrequests.get(f"https://x.example/{SECRET!s}/{SECRET:>20}/b")',
    "a constant with a width": 'SECRET = "{S}"\nrequests.get("https://x.example/%20s/b" % SECRET)',
    "a constant with a width in braces": 'SECRET = "{S}"\nrequests.get("https://x.example/{:>20}/b".format(SECRET))',
    "a constant that is split": 'SECRET = "{S}"\nrequests.get("https://x.example/" + SECRET.split("-")[0] + "/b")',
    "a constant of a builder": 'TOKEN = "{S}"\nendpoint("GET /bot{x}/me", x=TOKEN)',
    "a constant in a parameter": 'TOKEN = "{S}"\nhttpx.get(URL, params={"q": TOKEN})',
    "a constant in a header": 'ACCESS_TOKEN = "{S}"\nhttpx.get(URL, headers={"X-Thing": ACCESS_TOKEN})',
    "a constant in a body": 'PASSWORD = "{S}"\nhttpx.post(URL, json={"text": PASSWORD})',
    "a constant in a cookie": 'SESSION_TOKEN = "{S}"\nhttpx.get(URL, cookies={"x": SESSION_TOKEN})',
    "a constant handed over": (
        'def f(path):\n    httpx.get("https://x.example" + path)\n\nTOKEN = "{S}"\nf(f"/bot{TOKEN}/me")'
    ),
    "an argument": 'def f(token):\n    httpx.get(f"https://x.example/bot{token}/me")\n\nf("{S}")',
    "an argument by keyword": (
        'def f(*, bot_token):\n    httpx.get("https://x.example/bot" + bot_token + "/me")\n\nf(bot_token="{S}")'
    ),
    "an argument that is renamed": (
        'def f(given):\n    token = given\n    httpx.get(f"https://x.example/bot{token}/me")\n\nf("{S}")'
    ),
    "an argument that is handed on": (
        'def f(token):\n    return g(token)\n\ndef g(part):\n    httpx.get(f"https://x.example/bot{part}/me")\n\nf("{S}")'
    ),
    "what a client is made with": (
        "class Bot:\n    def __init__(self, token):\n        self.base = f'https://x.example/bot{token}'\n\n"
        "    def me(self):\n        httpx.get(self.base + '/me')\n\nBot('{S}').me()"
    ),
    "an attribute with the name of one": (
        "class Bot:\n    def __init__(self, given):\n        self.token = given\n\n"
        "    def me(self):\n        httpx.get(f'https://x.example/bot{self.token}/me')\n\nBot('{S}').me()"
    ),
    "what a data class is made with": (
        "@dataclass\nclass Bot:\n    token: str\n\n"
        "    def me(self):\n        httpx.get(f'https://x.example/bot{self.token}/me')\n\nBot('{S}').me()"
    ),
    "an argument that is stripped": (
        'def f(given):\n    token = given.strip()\n    httpx.get(f"https://x.example/bot{token}/me")\n\nf("{S}")'
    ),
    "an argument in a text that is cut": (
        'def f(token):\n    url = f"https://x.example/bot{token}/"\n    httpx.get(url[:-1])\n\nf("{S}")'
    ),
    "an argument in a text that is joined": (
        "from urllib.parse import urljoin\n\ndef f(token):\n"
        '    httpx.get(urljoin(f"https://x.example/a/../bot{token}/", "./me"))\n\nf("{S}")'
    ),
    "an argument in a text that is replaced": (
        'def f(token):\n    url = f"http://x.example/bot{token}/me"\n'
        '    httpx.get(url.replace("http:", "https:").lower())\n\nf("{S}")'
    ),
    "one of several arguments": (
        'def f(token):\n    httpx.get(f"https://x.example/bot{token}/me")\n\n'
        'def g(test):\n    f("{S}" if test else "{S}2")'
    ),
}
_BODIES: Final = {
    "a form as text": 'requests.post(URL, data="user=me&password={S}")',
    "a form as bytes": 'requests.post(URL, data=b"user=me&password={S}")',
    "a form with a value": 'def f(user):\n    requests.post(URL, data=f"user={user}&password={S}")',
    "an encoded form": 'requests.post(URL, data=urlencode({"client_secret": "{S}", "a": 1}))',
    "pairs": 'requests.post(URL, data=[("user", "me"), ("password", "{S}")])',
    "JSON as text": """httpx.post(URL, content='{"user": "me", "password": "{S}"}')""",
    "JSON as bytes": """httpx.post(URL, content=b'{"user": "me", "password": "{S}"}')""",
    "dumped JSON": 'httpx.post(URL, content=json.dumps({"password": "{S}", "a": [1]}))',
    "a list": 'httpx.post(URL, json={"passwords": ["{S}", "{S}2"]})',
    "nested": 'httpx.post(URL, json={"auth": {"user": "me", "pass": "{S}"}, "credentials": {"me": "{S}"}})',
    "a file": 'httpx.post(URL, files={"token": (None, "{S}")})',
    "XML": 'httpx.post(URL, content="<login><user>me</user><password>{S}</password></login>")',
}
_URLS: Final = {
    "a user": 'requests.get("https://me:{S}@x.example/a")',
    "a base with a user": 'c = httpx.Client(base_url="https://me:{S}@x.example/v1")\nc.get("/a")',
    "a query": 'requests.get("https://x.example/a?b=1&api_key={S}")',
    "an encoded name": 'requests.get("https://x.example/a?api%5Fkey={S}")',
    "a nested name": 'requests.get("https://x.example/a?user%5Bpassword%5D={S}&user[password]={S}")',
    "a fragment": 'requests.get("https://x.example/a#access_token={S}&state=1")',
    "a matrix parameter": 'requests.get("https://x.example/a;jsessionid={S}/b")',
    "parameters as text": 'httpx.get(URL, params="b=1&token={S}")',
    "parameters as pairs": 'requests.get(URL, params=[("b", 1), ("token", "{S}")])',
    "a signature": 'requests.get("https://x.example/a?X-Amz-Signature={S}&X-Amz-Credential={S}&sig={S}")',
}
_CLIENTS: Final = {
    "credentials": 'requests.get(URL, auth=("me", "{S}"))',
    "credentials in a class": 'requests.get(URL, auth=requests.auth.HTTPBasicAuth("me", "{S}"))',
    "credentials of a session": 's = requests.Session()\ns.auth = ("me", "{S}")\ns.get(URL)',
    "headers of a session": 's = requests.Session()\ns.headers.update({"Authorization": "token {S}"})\ns.get(URL)',
    "headers of a client": 'c = httpx.Client(headers={"X-Auth-Token": "{S}"})\nc.get(URL)',
    "a cookie header": 'httpx.get(URL, headers={"Cookie": "a=1; session={S}"})',
    "a cookie": 'httpx.get(URL, cookies={"sessionid": "{S}"})',
    "a default of a builder": 'e = endpoint.defaults(token="{S}")\ne("GET /a{?token}")',
    "parameters of a session": 's = requests.Session()\ns.params = {"apikey": "{S}"}\ns.get(URL)',
}
_KEYS: Final = {
    "a private key": f'httpx.post(URL, json={{"x": """{_PEM}"""}})',
    "a private key in a constant": f'TEXT = """{_RSA}"""\nhttpx.post(URL, content=TEXT)',
    "a private key in one line": 'httpx.post(URL, json={"x": "' + _PEM.replace("\n", "\\n") + '"})',
}
_HOOK: Final = f"{SECRET}AbCdEf012345678901"
_HOOKS: Final = {
    "Slack": f'requests.post("https://hooks.slack.com/services/T0AB1CD2E/B0AB1CD2E/{_HOOK}", json={{"text": "a"}})',
    "Discord": f'requests.post("https://discord.com/api/webhooks/123456789012345678/{_HOOK * 3}", json={{"a": 1}})',
    "Teams": (
        f'requests.post("https://x.webhook.office.com/webhookb2/0a-1@2b/IncomingWebhook/{_HOOK}/0a-1", json={{"a": 1}})'
    ),
    "Google Chat": f'requests.post("https://chat.googleapis.com/v1/spaces/AA/messages?token={_HOOK}", json={{"a": 1}})',
    "Telegram": f'requests.post("https://api.telegram.org/bot123456:{_HOOK}/sendMessage", json={{"text": "a"}})',
    "Mattermost": f'requests.post("https://chat.example/hooks/{_HOOK}", json={{"text": "a"}})',
    "Zapier": f'requests.post("https://hooks.zapier.com/hooks/catch/12345/{_HOOK}/", json={{"text": "a"}})',
    "Lark": f'requests.post("https://open.feishu.cn/open-apis/bot/v2/hook/{_HOOK}", json={{"text": "a"}})',
    "IFTTT": f'requests.post("https://maker.ifttt.com/trigger/x/with/key/{_HOOK}", json={{"value1": "a"}})',
}
SHAPES: Final[Mapping[str, str]] = {
    name: _HEAD + program.replace("{S}", SECRET) + "\n"
    for name, program in (
        *_ALTERNATIVES.items(),
        *_CLASSES.items(),
        *_VARIABLES.items(),
        *_BODIES.items(),
        *_URLS.items(),
        *_CLIENTS.items(),
        *_KEYS.items(),
        *_HOOKS.items(),
    )
}

# A value that no masking may take away: it stands where a secret does not.
OPEN: Final = "PLAINzq81Lm"
NEAR_MISSES: Final[Mapping[str, str]] = {
    name: _HEAD + program.replace("{P}", OPEN) + "\n"
    for name, program in {
        "the next page": 'requests.get(URL, params={"page_token": "{P}"})',
        "a word with a name inside": 'requests.get("https://x.example/a?monkey={P}&secretary=1")',
        "a kind of token": 'requests.post(URL, data={"token_type": "{P}"})',
        "a key of something": 'requests.get("https://x.example/a?key={P}")',
        "a path about tokens": 'requests.get("https://x.example/tokens/{P}")',
        "an unused password": 'PASSWORD = "other"\nrequests.get("https://x.example/a/{P}")',
        "a name of a secret": "httpx.get(f\"https://x.example/{P}/{os.environ['TOKEN']}\")",
        "a certificate": (
            'httpx.post(URL, json={"x": "-----BEGIN CERTIFICATE-----\\\\n{P}\\\\n-----END CERTIFICATE-----"})'
        ),
        "a list of hooks": 'requests.get("https://chat.example/hooks/{P}")',
        "another header beside one": (
            'def auth_token():\n    return {"Authorization": f"Bearer {x}", "X-A": "{P}"}\n\n'
            "auth_header = auth_token()\nhttpx.get(URL, headers=auth_header)"
        ),
        "another of two texts": 'def f(c):\n    httpx.get(URL, params={"state": "pass" if c else "{P}"})',
        "a text that is compared": 'def f(c):\n    if "{P}" != "pass":\n        httpx.get(URL + "/{P}")',
        "a constant that names no secret": 'STATE = "{P}"\nhttpx.get(URL, params={"state": STATE})',
    }.items()
}
