"""The rules that hold a request against the description of its API."""

from waypost.results import Severity
from waypost.rules.model import Rule

API_RULES: tuple[Rule, ...] = (
    Rule(
        name="bad-api-document",
        family="routes",
        severity=Severity.WARNING,
        summary="An OpenAPI document named in the settings cannot be read, or not all of it.",
        explanation=(
            "OpenAPI 3.0, 3.1 and 3.2 and Swagger 2.0 are read, in JSON or YAML, up to 100 MB. What is wrong in a "
            "document is reported once, at its place. The rest is used, and no call is reported because of what could not be "
            "read.\n\n"
            "References are followed inside the document and into other files of the same folder. Nothing outside "
            "it is read, and nothing is fetched."
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
            "The path is compared with those of the API that its base url belongs to, whatever the placeholders are "
            "called. The nearest path is offered, found by how many segments differ and how much.\n\n"
            "Nothing is said where a value that is not known may make the path a right one, of hosts that no catalogue "
            "describes, and of GraphQL."
        ),
        bad='from waypost import endpoint\n\nendpoint("GET /repos/{owner}/{repo}/isues", owner="o", repo="r")\n',
        good='from waypost import endpoint\n\nendpoint("GET /repos/{owner}/{repo}/issues", owner="o", repo="r")\n',
    ),
    Rule(
        name="wrong-verb",
        family="routes",
        severity=Severity.WARNING,
        summary="The path exists, but not with this verb.",
        explanation="The API answers such a request with 404 or 405. The verbs it knows on this path are offered.",
        bad='from waypost import endpoint\n\nendpoint("PUT /user/starred", per_page=5)\n',
        good='from waypost import endpoint\n\nendpoint("GET /user/starred", per_page=5)\n',
    ),
    Rule(
        name="unknown-parameter",
        family="routes",
        severity=Severity.WARNING,
        summary="The operation takes no parameter of that name.",
        explanation=(
            "Most APIs ignore what they do not know, so a misspelt filter returns everything. The nearest name is "
            "offered. Nothing is said where the description lets a body have any keys."
        ),
        bad='from waypost import endpoint\n\nendpoint("GET /user/repos", per_pag=5)\n',
        good='from waypost import endpoint\n\nendpoint("GET /user/repos", per_page=5)\n',
    ),
    Rule(
        name="bad-value",
        family="routes",
        severity=Severity.WARNING,
        summary="A parameter has a value that its description does not allow.",
        explanation="It is not one of the values listed, or it has another type. The nearest allowed value is offered.",
        bad='from waypost import endpoint\n\nendpoint("GET /user/repos", sort="update")\n',
        good='from waypost import endpoint\n\nendpoint("GET /user/repos", sort="updated")\n',
    ),
    Rule(
        name="missing-required",
        family="routes",
        severity=Severity.WARNING,
        summary="A query parameter or body key that the operation needs is not given.",
        explanation=(
            "Said only where every argument of the call is known; path parameters are another rule's. The missing "
            "arguments can be added in the style the call already uses."
        ),
        bad='from waypost import endpoint\n\nendpoint("POST /user/repos", private=True)\n',
        good='from waypost import endpoint\n\nendpoint("POST /user/repos", private=True, name="hello")\n',
    ),
    Rule(
        name="deprecated-route",
        family="routes",
        severity=Severity.HINT,
        summary="The operation is deprecated.",
        explanation="Its description says that it should not be used any more, and sometimes until when it answers.",
        bad='from waypost import endpoint\n\nendpoint("GET /teams/{team_id}", team_id=1)\n',
        good='from waypost import endpoint\n\nendpoint("GET /orgs/{org}/teams/{team_slug}", org="o", team_slug="t")\n',
    ),
)
