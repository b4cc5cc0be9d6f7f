"""The rules of route strings that need no description of an API."""

from waypost.results import Severity
from waypost.rules.model import Rule

_GH = "from gidgethub.abc import GitHubAPI\n\n\nasync def main(gh: GitHubAPI, owner: str, repo: str) -> None:\n    "

ROUTE_STRING_RULES: tuple[Rule, ...] = (
    Rule(
        name="invalid-template",
        family="routes",
        severity=Severity.ERROR,
        summary="A url template breaks the grammar of RFC 6570.",
        explanation=(
            "A brace that is never closed, closes nothing or nests, an empty expression, an operator or modifier that "
            "does not exist: clients either refuse such a template or send its braces.\n\n"
            "Of calls to Waypost's own builder every violation is told; of other clients that expand templates those "
            "that concern braces, because the rest works there."
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
            "`{{owner}}` means `{owner}` in an f-string or before `.format`. In a plain string both braces stay, and "
            "the request goes to a path that holds them."
        ),
        bad=_GH + 'await gh.getitem("/repos/{{owner}}/{repo}", {"owner": owner, "repo": repo})\n',
        good=_GH + 'await gh.getitem("/repos/{owner}/{repo}", {"owner": owner, "repo": repo})\n',
    ),
    Rule(
        name="unknown-verb",
        family="routes",
        severity=Severity.ERROR,
        summary="The verb is none of HTTP, or stands where the client takes none.",
        explanation=(
            "A misspelt verb is sent as it is, and refused by the server. Clients whose method names the verb, such as "
            "`gh.getitem`, take a verb in the url for a part of the path.\n\n"
            "Lower-case verbs are right where the client raises them; PyGithub insists on upper case."
        ),
        bad='from waypost import endpoint\n\nendpoint("GTE /user")\n',
        good='from waypost import endpoint\n\nendpoint("GET /user")\n',
    ),
    Rule(
        name="route-spacing",
        family="routes",
        severity=Severity.WARNING,
        summary="White space, or a leading slash, is missing or too much.",
        explanation=(
            "One space stands between verb and url, and none around the url: a trailing one is sent as `%20`. "
            "PyGithub takes a url without a leading slash for a whole address and drops the path of the API; most "
            "other clients do not mind."
        ),
        bad='from waypost import endpoint\n\nendpoint("GET  /user")\n',
        good='from waypost import endpoint\n\nendpoint("GET /user")\n',
    ),
    Rule(
        name="missing-parameter",
        family="routes",
        severity=Severity.ERROR,
        summary="A placeholder of the route gets no value.",
        explanation=(
            "The request goes to a path with a hole in it, as `/repos//issues`, or with the braces in it. httpx, "
            "requests and aiohttp fill no placeholders at all: `params=` is the query. There the string wants an `f`, "
            "or `.format(…)`.\n\n"
            "It is a warning where part of the url is not known. Nothing is said where something unknown, such as "
            "`**kwargs`, may hold the value, nor where a template is formatted elsewhere."
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
        summary="A placeholder of the path gets an empty value.",
        explanation="An empty segment makes another path: `/repos//issues` is not the route that was meant.",
        bad=_GH + 'await gh.getitem("/repos/{owner}/{repo}", {"owner": "", "repo": repo})\n',
        good=_GH + 'await gh.getitem("/repos/{owner}/{repo}", {"owner": owner, "repo": repo})\n',
    ),
    Rule(
        name="unsafe-path",
        family="routes",
        severity=Severity.ERROR,
        summary="A value leaves its place in the path.",
        explanation=(
            "`.` and `..` that fill a whole segment mean another path to most servers, and percent-encoding cannot "
            "change that. Waypost's builder refuses them; other clients send them."
        ),
        bad='from waypost import endpoint\n\nendpoint("GET /repos/{owner}/{repo}", owner="..", repo="x")\n',
        good='from waypost import endpoint\n\nendpoint("GET /repos/{owner}/{repo}", owner="o", repo="x")\n',
    ),
    Rule(
        name="unused-parameter",
        family="routes",
        severity=Severity.WARNING,
        summary="An argument that the request drops.",
        explanation=(
            "gidgethub's `url_vars` fill placeholders and do nothing else; a name that no placeholder has is lost. "
            "Waypost's `data` is the whole body: what stands beside it is not sent."
        ),
        bad=_GH + 'await gh.getitem("/repos/{owner}/{repo}", {"owner": owner, "repo": repo, "page": "2"})\n',
        good=_GH + 'await gh.getitem("/repos/{owner}/{repo}{?page}", {"owner": owner, "repo": repo, "page": "2"})\n',
    ),
    Rule(
        name="duplicate-parameter",
        family="routes",
        severity=Severity.WARNING,
        summary="A name is in the url's query and in the arguments.",
        explanation="Some clients send both, some the second only. Which of them counts is the server's guess.",
        bad='import httpx\n\nhttpx.get("https://api.example.com/issues?page=1", params={"page": 2})\n',
        good='import httpx\n\nhttpx.get("https://api.example.com/issues", params={"page": 2})\n',
    ),
    Rule(
        name="reserved-name",
        family="routes",
        severity=Severity.WARNING,
        summary="A parameter is called like an option of the builder.",
        explanation=(
            "`url`, `method`, `headers` and the other options are never sent as parameters, and `url` and `method` "
            "take over the request. Write such a parameter into the url's query, or into `data`."
        ),
        bad='from waypost import endpoint\n\nendpoint("POST /markdown/raw", url="https://example.com")\n',
        good='from waypost import endpoint\n\nendpoint("POST /markdown/raw", data="https://example.com")\n',
    ),
    Rule(
        name="body-on-get",
        family="routes",
        severity=Severity.WARNING,
        summary="`data` is given to a request that has no body.",
        explanation="GET and HEAD send no body: `data` goes into the query like any other parameter.",
        bad='from waypost import endpoint\n\nendpoint("GET /search/code", data="x")\n',
        good='from waypost import endpoint\n\nendpoint("POST /markdown/raw", data="x")\n',
    ),
    Rule(
        name="invalid-option",
        family="routes",
        severity=Severity.ERROR,
        summary="An option of the builder has a value that it cannot have.",
        explanation="The builder refuses such a call; an option with the name of a parameter is the usual reason.",
        bad='from waypost import endpoint\n\nendpoint("GET /user", headers="accept: text/plain")\n',
        good='from waypost import endpoint\n\nendpoint("GET /user", headers={"accept": "text/plain"})\n',
    ),
    Rule(
        name="bad-header",
        family="routes",
        severity=Severity.ERROR,
        summary="A header cannot be sent as it is.",
        explanation="Line ends and control characters in a header would start another one: the builder refuses them.",
        bad='from waypost import endpoint\n\nendpoint("GET /user", headers={"x-name": "a\\r\\nb: c"})\n',
        good='from waypost import endpoint\n\nendpoint("GET /user", headers={"x-name": "a"})\n',
    ),
    Rule(
        name="raw-interpolation",
        family="routes",
        severity=Severity.HINT,
        summary="An f-string puts a value into a path as it is.",
        explanation=(
            "A value with `/`, `?` or `#` in it changes the request. A template encodes what it is given, and says "
            "which route it is. Offered for clients that expand templates."
        ),
        bad=_GH + 'await gh.getitem(f"/repos/{owner}/{repo}")\n',
        good=_GH + 'await gh.getitem("/repos/{owner}/{repo}", {"owner": owner, "repo": repo})\n',
    ),
    Rule(
        name="foreign-host",
        family="routes",
        severity=Severity.WARNING,
        summary="Credentials meant for one host go to another.",
        explanation=(
            "A client that was built with a base url and credentials sends the credentials with every request, also "
            "with one to an absolute url elsewhere."
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
        summary="A token stands in the source.",
        explanation=(
            "What looks like a real token of GitHub, GitLab, Slack, AWS or the like, in a url or in a header. Whoever "
            "reads the source has it; urls end up in logs as well."
        ),
        bad='import httpx\n\nhttpx.get("https://api.example.com/user", headers={"authorization": '
        '"token ghp_0123456789abcdefghijABCDEFGHIJ012345"})\n',
        good='import os\n\nimport httpx\n\nhttpx.get("https://api.example.com/user", headers={"authorization": '
        'os.environ["TOKEN"]})\n',
    ),
)
