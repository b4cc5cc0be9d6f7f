"""The rules of route strings that need no description of an API."""

from waypost.results import Severity
from waypost.rules.model import Rule

_GH = "from gidgethub.abc import GitHubAPI\n\n\nasync def main(gh: GitHubAPI, owner: str, repo: str) -> None:\n    "
_RAW = 'from waypost import endpoint\n\nendpoint("POST /markdown/raw", headers={"content-type": "text/plain"}, '

ROUTE_STRING_RULES: tuple[Rule, ...] = (
    Rule(
        name="invalid-template",
        family="routes",
        severity=Severity.ERROR,
        summary="A URL template breaks the grammar of RFC 6570.",
        explanation=(
            "An unclosed, unmatched or nested brace, an empty expression, or an operator or modifier that does not "
            "exist. Clients either reject such a template or send its braces.\n\n"
            "For Waypost's own builder every violation is reported; for other clients that expand templates, only "
            "those about braces, because the rest works there."
        ),
        bad=_GH + 'await gh.getitem("/repos/{owner/{repo}", {"owner": owner, "repo": repo})\n',
        good=_GH + 'await gh.getitem("/repos/{owner}/{repo}", {"owner": owner, "repo": repo})\n',
    ),
    Rule(
        name="doubled-braces",
        family="routes",
        severity=Severity.WARNING,
        summary="Braces are doubled outside an f-string.",
        explanation=(
            "`{{owner}}` means `{owner}` in an f-string or before `.format`. In a plain string both braces are "
            "sent as part of the path."
        ),
        bad=_GH + 'await gh.getitem("/repos/{{owner}}/{repo}", {"owner": owner, "repo": repo})\n',
        good=_GH + 'await gh.getitem("/repos/{owner}/{repo}", {"owner": owner, "repo": repo})\n',
    ),
    Rule(
        name="unknown-verb",
        family="routes",
        severity=Severity.ERROR,
        summary="Not an HTTP verb, or a verb where the client accepts none.",
        explanation=(
            "A misspelt verb is sent as it is, and the server rejects it. Clients whose method names the verb, such as "
            "`gh.getitem`, send a verb in the URL as part of the path.\n\n"
            "Lowercase verbs are correct if the client converts them; PyGithub insists on uppercase."
        ),
        bad='from waypost import endpoint\n\nendpoint("GTE /user")\n',
        good='from waypost import endpoint\n\nendpoint("GET /user")\n',
    ),
    Rule(
        name="route-spacing",
        family="routes",
        severity=Severity.WARNING,
        summary="A space or a leading slash is missing, or there are too many.",
        explanation=(
            "Write one space between verb and URL, and none around the URL: a trailing one is sent as `%20`. "
            "PyGithub treats a URL without a leading slash as a whole address and drops the path of the API; most "
            "other clients accept it."
        ),
        bad='from waypost import endpoint\n\nendpoint("GET  /user")\n',
        good='from waypost import endpoint\n\nendpoint("GET /user")\n',
    ),
    Rule(
        name="missing-parameter",
        family="routes",
        severity=Severity.ERROR,
        summary="A placeholder of the route has no value.",
        explanation=(
            "The request goes to an incomplete path such as `/repos//issues`, or to one with braces in it. httpx, "
            "requests and aiohttp fill no placeholders at all: `params=` is the query. Make the string an f-string, "
            "or call `.format(…)`.\n\n"
            "It is a warning if part of the URL is not known. Not reported if something unknown, such as `**kwargs`, "
            "may provide the value, or if the template is formatted elsewhere."
        ),
        bad="import httpx\n\n\ndef emoji(name: str) -> httpx.Response:\n"
        '    return httpx.get("https://api.example.com/emojis/{name}")\n',
        good="import httpx\n\n\ndef emoji(name: str) -> httpx.Response:\n"
        '    return httpx.get(f"https://api.example.com/emojis/{name}")\n',
    ),
    Rule(
        name="empty-parameter",
        family="routes",
        severity=Severity.WARNING,
        summary="A placeholder of the path has an empty value.",
        explanation="An empty segment gives a different path: `/repos//issues` is not the route you meant.",
        bad=_GH + 'await gh.getitem("/repos/{owner}/{repo}", {"owner": "", "repo": repo})\n',
        good=_GH + 'await gh.getitem("/repos/{owner}/{repo}", {"owner": owner, "repo": repo})\n',
    ),
    Rule(
        name="unsafe-path",
        family="routes",
        severity=Severity.ERROR,
        summary="A value changes the path around it.",
        explanation=(
            "Most servers read `.` or `..` as a whole segment as part of another path, and percent-encoding cannot "
            "change that. Waypost's builder rejects them; other clients send them."
        ),
        bad='from waypost import endpoint\n\nendpoint("GET /repos/{owner}/{repo}", owner="..", repo="x")\n',
        good='from waypost import endpoint\n\nendpoint("GET /repos/{owner}/{repo}", owner="o", repo="x")\n',
    ),
    Rule(
        name="unused-parameter",
        family="routes",
        severity=Severity.WARNING,
        summary="An argument is not sent.",
        explanation=(
            "gidgethub's `url_vars` only fill placeholders; a value without a placeholder of its name is dropped. "
            "Waypost's `data` is the whole body: other arguments are not sent."
        ),
        bad=_GH + 'await gh.getitem("/repos/{owner}/{repo}", {"owner": owner, "repo": repo, "page": "2"})\n',
        good=_GH + 'await gh.getitem("/repos/{owner}/{repo}{?page}", {"owner": owner, "repo": repo, "page": "2"})\n',
    ),
    Rule(
        name="duplicate-parameter",
        family="routes",
        severity=Severity.WARNING,
        summary="A name is in the URL's query and in the arguments.",
        explanation="Some clients send both, some only the second. The server decides which one it uses.",
        bad='import httpx\n\nhttpx.get("https://api.example.com/issues?page=1", params={"page": 2})\n',
        good='import httpx\n\nhttpx.get("https://api.example.com/issues", params={"page": 2})\n',
    ),
    Rule(
        name="lost-query",
        family="routes",
        severity=Severity.WARNING,
        summary="The query in the URL is not sent.",
        explanation=(
            "Since httpx 0.28, and in httpx2, `params` replaces the query in the URL, whether it is given to the call "
            "or to the client; even an empty mapping removes it. Nothing is raised.\n\n"
            "Move the query into `params`."
        ),
        bad='import httpx\n\nhttpx.get("https://api.example.com/issues?state=open", params={"page": 2})\n',
        good='import httpx\n\nhttpx.get("https://api.example.com/issues", params={"state": "open", "page": 2})\n',
    ),
    Rule(
        name="lost-base-path",
        family="routes",
        severity=Severity.WARNING,
        summary="Part of the path is lost when the URL is joined to the base address.",
        explanation=(
            "aiohttp and the sessions of requests-toolbelt join URLs as a browser follows links: a leading slash "
            "replaces the whole path of the base address. Remove it.\n\n"
            "httpx appends the path to the base address: if that has a query, the path becomes part of the query."
        ),
        bad="import aiohttp\n\n\nasync def items() -> None:\n"
        '    async with aiohttp.ClientSession("https://api.example.com/v1/") as session:\n'
        '        await session.get("/items")\n',
        good="import aiohttp\n\n\nasync def items() -> None:\n"
        '    async with aiohttp.ClientSession("https://api.example.com/v1/") as session:\n'
        '        await session.get("items")\n',
    ),
    Rule(
        name="lost-value",
        family="routes",
        severity=Severity.HINT,
        summary="The client does not send a value that is `None`.",
        explanation=(
            "requests, its sessions and niquests leave a name out of `params` and `data` if its value is `None`. "
            "Reported only where `None` is written in the call: there, it has no effect. To send an empty value, "
            'write `""`.'
        ),
        bad='import requests\n\nrequests.get("https://api.example.com/issues", params={"state": None, "page": 2})\n',
        good='import requests\n\nrequests.get("https://api.example.com/issues", params={"state": "", "page": 2})\n',
    ),
    Rule(
        name="refused-argument",
        family="routes",
        severity=Severity.WARNING,
        summary="The client raises an exception because of an argument.",
        explanation=(
            "aiohttp accepts neither booleans nor `None` in `params`; httpx's `get` and `delete` have no `json`; "
            "aiohttp accepts only one of `data` and `json`. Reported only if every argument is known. An argument that "
            "the release in use does not have, such as `proxies` since httpx 0.28, is reported at its name, of a "
            "constructor as well; as a hint if nothing says which release is in use."
        ),
        bad='import httpx\n\nhttpx.delete("https://api.example.com/items", json={"ids": [1, 2]})\n',
        good='import httpx\n\nhttpx.request("DELETE", "https://api.example.com/items", json={"ids": [1, 2]})\n',
    ),
    Rule(
        name="reserved-name",
        family="routes",
        severity=Severity.WARNING,
        summary="A parameter has the same name as an option of the builder.",
        explanation=(
            "`url`, `method`, `headers` and the other options are never sent as parameters; `url` and `method` even "
            "replace those of the route. Write such a parameter in the URL's query, or in `data`."
        ),
        bad='from waypost import endpoint\n\nendpoint("POST /markdown/raw", url="https://example.com")\n',
        good='from waypost import endpoint\n\nendpoint("POST /markdown/raw", data="https://example.com")\n',
    ),
    Rule(
        name="body-on-get",
        family="routes",
        severity=Severity.WARNING,
        summary="`data` is given to a request that has no body.",
        explanation="GET and HEAD send no body: `data` goes in the query like any other parameter.",
        bad='from waypost import endpoint\n\nendpoint("GET /search/code", data="x")\n',
        good='from waypost import endpoint\n\nendpoint("POST /markdown/raw", data="x")\n',
    ),
    Rule(
        name="body-type",
        family="routes",
        severity=Severity.ERROR,
        summary="A body cannot be encoded as its content type.",
        explanation=(
            "Parameters and plain data become JSON, a form or a multipart form, as `content-type` says. There is no "
            "standard way to write them as any other content type: pass text or bytes as `data`."
        ),
        bad=_RAW + 'text="a")\n',
        good=_RAW + 'data="a")\n',
    ),
    Rule(
        name="invalid-option",
        family="routes",
        severity=Severity.ERROR,
        summary="An option of the builder has an invalid value.",
        explanation="The builder rejects such a call. The usual cause is a parameter with the same name as an option.",
        bad='from waypost import endpoint\n\nendpoint("GET /user", headers="accept: text/plain")\n',
        good='from waypost import endpoint\n\nendpoint("GET /user", headers={"accept": "text/plain"})\n',
    ),
    Rule(
        name="bad-header",
        family="routes",
        severity=Severity.ERROR,
        summary="A header cannot be sent as it is.",
        explanation="A line break or control character could start another header, so the builder rejects it.",
        bad='from waypost import endpoint\n\nendpoint("GET /user", headers={"x-name": "a\\r\\nb: c"})\n',
        good='from waypost import endpoint\n\nendpoint("GET /user", headers={"x-name": "a"})\n',
    ),
    Rule(
        name="missing-host",
        family="routes",
        severity=Severity.ERROR,
        summary="An absolute URL has no host, or one that no client can connect to.",
        explanation=(
            "`https:///path` names no server, so the builder rejects it. Often the host was an empty value. A port is "
            "a number up to 65535. The builder sends a host such as `müller.de` in its ASCII form, and rejects one "
            "that clients encode differently, such as `faß.de`."
        ),
        bad='from waypost import endpoint\n\nendpoint("GET https:///user")\n',
        good='from waypost import endpoint\n\nendpoint("GET https://api.example.com/user")\n',
    ),
    Rule(
        name="unsendable-value",
        family="routes",
        severity=Severity.ERROR,
        summary="A value cannot be written in a request.",
        explanation="A nested mapping, or an object that is not text or a number, has no form in a URL.",
        bad='from waypost import endpoint\n\nendpoint("GET https://api.example.com/search", q={"a": {"b": 1}})\n',
        good='from waypost import endpoint\n\nendpoint("GET https://api.example.com/search", q="a")\n',
    ),
    Rule(
        name="raw-interpolation",
        family="routes",
        severity=Severity.HINT,
        summary="An f-string puts a value in a path without percent-encoding.",
        explanation=(
            "A value that contains `/`, `?` or `#` changes the request. A template encodes its values and shows which "
            "route is called. Reported for clients that expand templates."
        ),
        bad=_GH + 'await gh.getitem(f"/repos/{owner}/{repo}")\n',
        good=_GH + 'await gh.getitem("/repos/{owner}/{repo}", {"owner": owner, "repo": repo})\n',
    ),
    Rule(
        name="foreign-host",
        family="routes",
        severity=Severity.WARNING,
        summary="Credentials for one host are sent to another.",
        explanation=(
            "A client that was created with a base URL and credentials sends the credentials with every request, "
            "including one to an absolute URL on another host."
        ),
        bad=(
            "import httpx\n\n"
            'client = httpx.Client(base_url="https://api.example.com", headers={"authorization": "token x"})\n'
            'client.get("https://elsewhere.example.org/status")\n'
        ),
        good=(
            "import httpx\n\n"
            'client = httpx.Client(base_url="https://api.example.com", headers={"authorization": "token x"})\n'
            'client.get("/status")\n'
        ),
    ),
    Rule(
        name="secret-in-route",
        family="routes",
        severity=Severity.WARNING,
        summary="The source contains a token.",
        explanation=(
            "A URL or header contains what looks like a real token of GitHub, GitLab, Slack, AWS or a similar service, "
            "or a random value under a name like `token` or `api_key`. "
            "Anyone who can read the source can use it; URLs also end up in logs."
        ),
        bad='import httpx\n\nhttpx.get("https://api.example.com/user", headers={"authorization": '
        '"token ghp_0123456789abcdefghijABCDEFGHIJ012345"})\n',
        good='import os\n\nimport httpx\n\nhttpx.get("https://api.example.com/user", headers={"authorization": '
        'os.environ["TOKEN"]})\n',
    ),
)
