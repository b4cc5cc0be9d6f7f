"""Routes of real code, compared with a list made by reading it; files whose shapes are deliberately not recognised have
none."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.scratch import environment
from waypost.routes.features import RouteFeatures
from waypost.rules.route_strings import ROUTE_STRING_RULES
from waypost.text import Document
from waypost.workspace import Folder, Workspace

pytestmark = pytest.mark.network

PACKAGES = (
    "anthropic==2.11.0",
    "canvasapi==3.6.0",
    "discord.py==2.7.1",
    "docker==7.2.0",
    "elasticsearch==9.5.1",
    "gidgethub==6.0.0",
    "github3.py==4.0.1",
    "google-genai==3.4.0",
    "groq==1.7.0",
    "gspread==6.2.1",
    "huggingface_hub==2.4.0",
    "hvac==2.4.0",
    "kagglehub==1.0.2",
    "langgraph-sdk==0.4.14",
    "notion-client==3.1.0",
    "openai==3.52.0",
    "posthog==7.91.1",
    "pygithub==2.10.0",
    "python-gitlab==8.6.0",
    "python-keycloak==7.1.1",
    "selenium==4.51.0",
    "storage3==2.34.1",
    "supabase-auth==2.34.1",
)
LIST = Path(__file__).parents[2] / "data" / "routes" / "found.txt"
# Findings about PyGithub's older routes, by GitHub's description, are not included.
RULES = frozenset(rule.name for rule in ROUTE_STRING_RULES)
# URLs from segments, class attributes, helpers in other packages, or constants without a call in the file.
WITHOUT = (
    "gitlab/v4/objects/badges.py",
    "github3/apps.py",
    "gspread/urls.py",
    "huggingface_hub/constants.py",
    "keycloak/urls_patterns.py",
    "storage3/_sync/file_api.py",
)

# How many of the listed requests of a package are not found, and how many that are found are not listed, at most.
UNLIKE_THE_LIST = {
    "anthropic": (6, 2),
    "discord": (0, 3),
    "docker": (0, 3),
    "elasticsearch": (0, 13),
    "github": (0, 1),
    "github3": (13, 0),
    "gitlab": (0, 1),
    "google": (4, 40),
    "groq": (4, 0),
    "hvac": (1, 2),
    "langgraph_sdk": (0, 1),
    "openai": (8, 0),
    "posthog": (0, 5),
}

Route = tuple[str, int, str, str]


def listed() -> Iterator[Route]:
    """`line VERB template` below the file's name; every placeholder is `{}`, whatever its name."""
    file = ""
    for line in filter(None, LIST.read_text().splitlines()):
        if line[0].isdecimal():
            number, verb, template = line.split(" ", 2)
            yield file, int(number), verb, template
        else:
            file = line


def found(file: str, features: RouteFeatures) -> Iterator[Route]:
    for site in features.routes.requests():
        if not site.unknown:
            template = re.sub(r"\{[^{}]*\}|%[sd]", "{}", site.template.shown("{{}}"))
            yield file, features.document.source.count(b"\n", 0, site.span.start) + 1, site.verb, template


def is_at_least(actual: Route, expected: Route) -> bool:
    """Whether a request is the expected one, or more is known of it: what is in a placeholder, or its base."""
    pattern = ".*".join(map(re.escape, expected[3].split("{}")))
    base = ".*" if expected[3].startswith("/") else ""
    return actual[:3] == expected[:3] and re.fullmatch(base + pattern, actual[3]) is not None


FILES = frozenset((*(file for file, *_ in listed()), *WITHOUT))


@pytest.mark.parametrize("package", sorted({file.partition("/")[0] for file in FILES}))
def test_real_code(package: str, tmp_path: Path) -> None:
    """Of a package as who works on it has it: without what it depends on.

    All of these files work as they are, so nothing more severe than a hint may be reported in them.
    """
    shutil.copytree(environment(PACKAGES).packages / package, tmp_path / package)
    workspace = Workspace([Folder(tmp_path)])
    files = {file: features_of(tmp_path / file, workspace) for file in sorted(FILES) if file.startswith(f"{package}/")}
    expected = {each for each in listed() if each[0] in files}
    actual = {each for file, features in files.items() for each in found(file, features)}
    missing = [each for each in expected if not any(is_at_least(other, each) for other in actual)]
    added = [each for each in actual if not any(is_at_least(each, other) for other in expected)]
    most_missing, most_added = UNLIKE_THE_LIST.get(package, (0, 0))
    assert len(missing) <= most_missing, sorted(missing)
    assert len(added) <= most_added, sorted(added)
    assert [each for each in actual if each[0] in WITHOUT] == []
    findings = (each for features in files.values() for each in features.diagnostics())
    assert [each for each in findings if each.rule in RULES and each.severity != "hint"] == []


def features_of(path: Path, workspace: Workspace) -> RouteFeatures:
    return RouteFeatures(Document(path.as_uri(), path.read_bytes()), workspace)
