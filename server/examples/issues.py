"""Calls of a REST API, with the mistakes people really make.

An editor shows behind each call what it will send, and the whole request on hover.
"""

import os

import httpx

from waypost import endpoint

github = endpoint.defaults(
    headers={"authorization": f"token {os.environ.get('GITHUB_TOKEN', '')}"},
    owner="octocat",
)

# What will be sent is known to the last byte.
open_issues = github("GET /repos/{owner}/{repo}/issues", repo="hello-world", state="open", per_page=50)

# `issue_number` is missing: the request would go to /repos/octocat/hello-world/issues//comments.
comments = github("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", repo="hello-world")

# The brace is never closed.
labels = github("GET /repos/{owner}/{repo/labels", repo="hello-world")

# `data` is the whole body: the title is dropped.
created = github("POST /repos/{owner}/{repo}/issues", repo="hello-world", title="Found a bug", data={"body": "…"})


def stars(client: httpx.Client, repo: str) -> httpx.Response:
    """The braces are sent as they are: httpx fills no templates."""
    return client.get("https://api.github.com/repos/{owner}/{repo}/stargazers", params={"owner": "octocat", "repo": repo})
