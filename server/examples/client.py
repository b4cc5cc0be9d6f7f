"""Talks to an API in several ways, some of them wrong."""

import httpx
from gidgethub.abc import GitHubAPI

from waypost import endpoint

github = endpoint.defaults(
    baseUrl="https://api.github.com",
    headers={"authorization": "token secret-of-mine"},
    mediaType={"format": "raw"},
)


def open_issues(owner: str) -> dict[str, object]:
    # The whole request is shown after the call, and in full by "Waypost: Preview Request at Cursor".
    return github("GET /repos/{owner}/{repo}/issues", owner=owner, repo="hello-world", state="open", per_page=100)


def report(title: str) -> dict[str, object]:
    # A parameter is missing: there is a fix.
    return github("POST /repos/{owner}/{repo}/issues", owner="octocat", title=title, labels=["bug"])


def close(number: int) -> dict[str, object]:
    # No such verb, and a template that is never closed.
    github("PTACH /repos/octocat/hello-world/issues/1", state="closed")
    return github("PATCH /repos/octocat/hello-world/issues/{issue_number", issue_number=number, state="closed")


async def comments(gh: GitHubAPI, number: int) -> list[object]:
    url = "/repos/{owner}/{repo}/issues/{number}/comments{?per_page}"
    values = {"owner": "octocat", "repo": "hello-world", "number": number, "per_page": "100"}
    return [each async for each in gh.getiter(url, values)]


def search(query: str) -> httpx.Response:
    client = httpx.Client(base_url="https://api.github.com")
    # httpx fills no placeholders: this asks for a path with braces in it.
    return client.get("/search/{what}", params={"q": query, "sort": "updated"})
