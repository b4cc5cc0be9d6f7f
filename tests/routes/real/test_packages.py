"""Routes of real code, compared with a list made by reading it; files whose shapes are deliberately not recognised have
none."""

import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
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
    "atlassian-python-api==5.0.5",
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
# URLs from segments, class attributes, helpers in other packages, or constants without a call in the file.
WITHOUT = (
    "gitlab/v4/objects/badges.py",
    "github3/apps.py",
    "gspread/urls.py",
    "huggingface_hub/constants.py",
    "keycloak/urls_patterns.py",
    "storage3/_sync/file_api.py",
)

Route = tuple[str, int, str, str]


@pytest.fixture(scope="module")
def packages() -> Path:
    return environment(PACKAGES).packages


@pytest.fixture(scope="module")
def workspaces(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Workspace]:
    """One for each package, as who works on it has it: without what it depends on."""
    root = tmp_path_factory.mktemp("packages")

    @cache
    def of(package: str) -> Workspace:
        shutil.copytree(packages / package, root / package / package)
        return Workspace([Folder(root / package)])

    return lambda file: of(file.partition("/")[0])


def listed() -> Iterator[Route]:
    """`line VERB template` below the file's name; every placeholder is `{}`, whatever its name."""
    file = ""
    for line in filter(None, LIST.read_text().splitlines()):
        if line[0].isdecimal():
            number, verb, template = line.split(" ", 2)
            yield file, int(number), verb, template
        else:
            file = line


def found(workspace: Workspace, file: str) -> Iterator[Route]:
    path = workspace.folders[0].path / file
    source = path.read_bytes()
    for site in RouteFeatures(Document(path.as_uri(), source), workspace).routes.requests():
        if not site.unknown:
            template = re.sub(r"\{[^{}]*\}|%[sd]", "{}", site.template.shown("{{}}"))
            yield file, source.count(b"\n", 0, site.span.start) + 1, site.verb, template


def is_at_least(actual: Route, expected: Route) -> bool:
    """Whether a request is the expected one, or more is known of it: what is in a placeholder, or its base."""
    pattern = ".*".join(map(re.escape, expected[3].split("{}")))
    base = ".*" if expected[3].startswith("/") else ""
    return actual[:3] == expected[:3] and re.fullmatch(base + pattern, actual[3]) is not None


def test_real_code(workspaces: Callable[[str], Workspace]) -> None:
    expected = set(listed())
    actual = {route for file in {file for file, *_ in expected} for route in found(workspaces(file), file)}
    missing = [each for each in expected if not any(is_at_least(other, each) for other in actual)]
    added = [each for each in actual if not any(is_at_least(each, other) for other in expected)]
    assert len(expected) > 500
    assert len(missing) / len(expected) <= 0.08, sorted(missing)
    assert len(added) / len(actual) <= 0.12, sorted(added)


@pytest.mark.parametrize("file", WITHOUT)
def test_shapes_left_out(file: str, workspaces: Callable[[str], Workspace]) -> None:
    assert list(found(workspaces(file), file)) == []


def test_no_finding_in_them(packages: Path) -> None:
    """All of these files work as they are, so nothing more severe than a hint may be reported in them.

    Findings about PyGithub's older routes, by GitHub's description, are not included.
    """
    rules = {rule.name for rule in ROUTE_STRING_RULES}
    for file in sorted({file for file, *_ in listed()} | set(WITHOUT)):
        path = packages / file
        made = RouteFeatures(Document(path.as_uri(), path.read_bytes()), Workspace()).diagnostics()
        assert [each for each in made if each.rule in rules and each.severity != "hint"] == []
