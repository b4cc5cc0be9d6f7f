"""The rules that compare a request with the description of its API."""

from waypost.results import Severity
from waypost.rules.model import Rule

API_RULES: tuple[Rule, ...] = (
    Rule(
        name="bad-api-document",
        family="routes",
        severity=Severity.WARNING,
        summary="An OpenAPI document named in the settings cannot be read, or not completely.",
        explanation=(
            "OpenAPI 3.0, 3.1 and 3.2 and Swagger 2.0 are read, in JSON or YAML, up to 100 MB. Each error in a "
            "document is reported once, where it is. The rest of the document is used, and no call is reported because "
            "of a part that could not be read.\n\n"
            "References are followed inside the document and into other files in the same folder. Nothing outside "
            "that folder is read, and nothing is fetched."
        ),
        bad="openapi: 3.1.0\npaths:\n  /pets:\n    get: everything\n",
        good="openapi: 3.1.0\npaths:\n  /pets:\n    get: {operationId: listPets}\n",
        file="openapi.yaml",
    ),
    Rule(
        name="unknown-route",
        family="routes",
        severity=Severity.WARNING,
        summary="The API has no such path.",
        explanation=(
            "The path is compared with the paths of the API that the base URL belongs to; the names of placeholders do "
            "not matter. The fix offers the nearest path.\n\n"
            "Not reported if an unknown value could make the path valid, for hosts that no document describes, or for "
            "GraphQL."
        ),
        bad='from waypost import endpoint\n\nendpoint("GET /repos/{owner}/{repo}/isues", owner="o", repo="r")\n',
        good='from waypost import endpoint\n\nendpoint("GET /repos/{owner}/{repo}/issues", owner="o", repo="r")\n',
    ),
    Rule(
        name="wrong-verb",
        family="routes",
        severity=Severity.WARNING,
        summary="The path exists, but not with this verb.",
        explanation="The API answers such a request with 404 or 405. The fixes offer the verbs that the path has.",
        bad='from waypost import endpoint\n\nendpoint("PUT /user/starred", per_page=5)\n',
        good='from waypost import endpoint\n\nendpoint("GET /user/starred", per_page=5)\n',
    ),
    Rule(
        name="unknown-parameter",
        family="routes",
        severity=Severity.WARNING,
        summary="The operation has no parameter of that name there.",
        explanation=(
            "Most APIs ignore parameters that they do not know, so a misspelt filter returns everything. The fix "
            "offers the nearest name. Names in the query, in forms and in JSON are checked, including nested keys.\n\n"
            "For JSON it is a hint if the document does not say whether other keys are allowed, and nothing is "
            "reported if it allows them."
        ),
        bad='from waypost import endpoint\n\nendpoint("GET /user/repos", per_pag=5)\n',
        good='from waypost import endpoint\n\nendpoint("GET /user/repos", per_page=5)\n',
    ),
    Rule(
        name="bad-value",
        family="routes",
        severity=Severity.WARNING,
        summary="A parameter has a value that the API does not allow.",
        explanation=(
            "The value has another type, is not one of those listed, is out of range, or does not have the format or "
            "match the pattern in the document. Values inside lists and objects are reported with their path, such as "
            "`items[0].quantity`. The fix offers the nearest allowed value.\n\n"
            "A number may be text in a URL or a form, but not in JSON."
        ),
        bad='from waypost import endpoint\n\nendpoint("GET /user/repos", sort="update")\n',
        good='from waypost import endpoint\n\nendpoint("GET /user/repos", sort="updated")\n',
    ),
    Rule(
        name="missing-required",
        family="routes",
        severity=Severity.WARNING,
        summary="A required query parameter, header or body key is not sent.",
        explanation=(
            "Reported if every argument of the call is known; another rule reports path parameters. The fix adds the "
            "missing arguments in the style that the call already uses."
        ),
        bad='from waypost import endpoint\n\nendpoint("POST /user/repos", private=True)\n',
        good='from waypost import endpoint\n\nendpoint("POST /user/repos", private=True, name="hello")\n',
    ),
    Rule(
        name="unexpected-body",
        family="routes",
        severity=Severity.WARNING,
        summary="A body is sent to an operation that accepts none.",
        explanation="Servers ignore such a body or reject the request. Its values usually belong in the query.",
        bad='import httpx\n\nhttpx.request("GET", "https://api.github.com/user/repos", json={"sort": "updated"})\n',
        good='import httpx\n\nhttpx.request("GET", "https://api.github.com/user/repos", params={"sort": "updated"})\n',
    ),
    Rule(
        name="wrong-content-type",
        family="routes",
        severity=Severity.WARNING,
        summary="The body has a content type that the operation does not accept.",
        explanation="The API answers such a request with 400 or 415: it expects a form, for example, and gets JSON.",
        bad='import httpx\n\nhttpx.post("https://api.github.com/markdown", data={"text": "*Hello*"})\n',
        good='import httpx\n\nhttpx.post("https://api.github.com/markdown", json={"text": "*Hello*"})\n',
    ),
    Rule(
        name="missing-credentials",
        family="routes",
        severity=Severity.HINT,
        summary="The operation requires credentials, and the call sends none.",
        explanation=(
            "Reported if the API's document says that the operation requires credentials, and neither the call nor its "
            "client has headers, `auth`, cookies or a key that could carry them."
        ),
        bad='import httpx\n\nhttpx.get("https://pets.example/me")\n',
        good='import httpx\n\nhttpx.get("https://pets.example/me", headers={"authorization": TOKEN})\n',
    ),
    Rule(
        name="deprecated-route",
        family="routes",
        severity=Severity.HINT,
        summary="The operation is deprecated.",
        explanation="The API may drop it: its document says not to use it, and sometimes until when it works.",
        bad='from waypost import endpoint\n\nendpoint("GET /teams/{team_id}", team_id=1)\n',
        good='from waypost import endpoint\n\nendpoint("GET /orgs/{org}/teams/{team_slug}", org="o", team_slug="t")\n',
    ),
    Rule(
        name="deprecated-parameter",
        family="routes",
        severity=Severity.HINT,
        summary="The parameter is deprecated.",
        explanation="The API may drop it: its document says not to use it.",
        bad=(
            "from waypost import endpoint\n\n"
            'endpoint("PATCH /repos/{owner}/{repo}", owner="o", repo="r", use_squash_pr_title_as_default=True)\n'
        ),
        good=(
            "from waypost import endpoint\n\n"
            'endpoint("PATCH /repos/{owner}/{repo}", owner="o", repo="r", squash_merge_commit_title="PR_TITLE")\n'
        ),
    ),
)
