"""The editions of GitHub's API that are shipped: versions of the API, GitHub Enterprise Cloud and Server."""

from typing import Final, NamedTuple

FIRST_VERSION: Final = "2022-11-28"
# The header that chooses a version of the API.
VERSION_HEADER: Final = "x-github-api-version"
_SECOND_VERSION: Final = "2026-03-10"
VERSIONS: Final = (FIRST_VERSION, _SECOND_VERSION)
_CLOUD: Final = "enterprise-cloud@latest"
_SERVER: Final = "enterprise-server@"


class GithubEdition(NamedTuple):
    """One edition, by the name that settings give it."""

    name: str
    title: str
    # GitHub's document that describes it, and the version of the API.
    document: str
    version: str = FIRST_VERSION
    # What its documentation has in addition to github.com's.
    docs: str = ""


# The first one is complete in its file, the others are stored as their differences from it.
EDITIONS: Final = (
    GithubEdition(FIRST_VERSION, "GitHub", "api.github.com"),
    GithubEdition(_SECOND_VERSION, f"GitHub (version {_SECOND_VERSION})", "api.github.com", _SECOND_VERSION),
    GithubEdition("ghec", "GitHub Enterprise Cloud", "ghec", docs=_CLOUD),
    GithubEdition(
        f"ghec-{_SECOND_VERSION}",
        f"GitHub Enterprise Cloud (version {_SECOND_VERSION})",
        "ghec",
        _SECOND_VERSION,
        docs=_CLOUD,
    ),
    *(
        GithubEdition(f"ghes-{number}", f"GitHub Enterprise Server {number}", f"ghes-{number}", docs=_SERVER + number)
        for number in ("3.17", "3.18", "3.19")
    ),
)
BY_NAME: Final = {each.name: each for each in EDITIONS}


def of_version(edition: GithubEdition, version: str) -> GithubEdition | None:
    """The same API in another version; None for an unknown version."""
    alike = (each for each in EDITIONS if each.document == edition.document)
    return next((each for each in alike if each.version == version), None)
