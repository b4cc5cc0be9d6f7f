"""What a short table gives for a key that is not known: any of its values."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found

SOURCE = """\
import requests

URLS = {"a": "https://x.example/a", "b": "https://x.example/b"}
FILLED = {"a": "https://x.example/a"}
FILLED[input()] = "https://x.example/b"
MANY = {str(number): f"https://x.example/{number}" for number in range(100)}

def show(key):
    url = URL
    GUARDrequests.get(url)
"""
BOTH = ["GET https://x.example/a", "GET https://x.example/b"]


@pytest.mark.parametrize(
    ("url", "guard", "routes"),
    [
        ("URLS.get(key)", "", BOTH),
        ("URLS.get(key)", "if not url:\n        raise ValueError(key)\n    ", BOTH),
        ("URLS.get(key, 'https://x.example/c')", "", [*BOTH, "GET https://x.example/c"]),
        ("URLS.get('b')", "", BOTH[1:]),
        # Something else may be in the table, or it is too long to list.
        ("FILLED.get(key)", "", ["GET {key}"]),
        ("MANY.get(key)", "", ["GET {key}"]),
        ("URLS.get(key", "", []),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF", "wide"])
def test_any_value_of_a_table(url: str, guard: str, routes: list[str], change: str, tmp_path: Path) -> None:
    source = SOURCE.replace("URL\n", f"{url}\n").replace("GUARD", guard)
    source = {"CRLF": source.replace("\n", "\r\n"), "wide": f'FACE = "\N{GRINNING FACE}"\n{source}'}.get(change, source)
    assert found(tmp_path, {"x.py": source}, "x.py") == routes
