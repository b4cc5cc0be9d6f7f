"""Clients that parameters are annotated with."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found

HEAD = """\
import httpx
from typing import Annotated, Literal, Optional, Union

Http = Annotated[httpx.AsyncClient, Depends(client)]
Maybe = Optional[httpx.Client]
Other = Literal["httpx.Client"]
Table = {"client": httpx.Client}

"""


@pytest.mark.parametrize(
    ("annotation", "is_client"),
    [
        ("Http", True),
        ("Maybe", True),
        ("Annotated[httpx.Client, 'words']", True),
        ("Optional[httpx.Client]", True),
        ("httpx.Client | None", True),
        ("Other", False),
        ("Annotated", False),
        ("Missing", False),
        ("Annotated[", False),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_an_alias_of_a_type(annotation: str, is_client: bool, newline: str, tmp_path: Path) -> None:  # noqa: FBT001
    source = f"# \U0001f600\n{HEAD}def go(given: {annotation}, id):\n    given.get(f'/users/{{id}}')\n"
    routes = found(tmp_path, {"x.py": source.replace("\n", newline)}, "x.py")
    assert routes == (["GET /users/{id}"] if is_client else [])
