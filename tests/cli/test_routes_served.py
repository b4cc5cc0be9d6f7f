"""`waypost routes --served`: the routes that a project serves."""

import json
from pathlib import Path

import pytest

from tests.cli.run import run
from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.serving import queries


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.waypost]\n")
    (tmp_path / "app").mkdir()
    (tmp_path / "app/users.py").write_text(
        'from fastapi import APIRouter\nrouter = APIRouter(prefix="/users")\n\n\n'
        '@router.get("/{user_id}")\ndef read_user(user_id: int): ...\n'
    )
    (tmp_path / "app/main.py").write_text(
        "from fastapi import FastAPI\nfrom fastapi.staticfiles import StaticFiles\nfrom app import users\n"
        "app = FastAPI()\napp.include_router(users.router)\n"
        'app.mount("/static", StaticFiles(directory="static"))\n'
        '@app.post("/")\ndef root(): ...\n'
    )
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_users.py").write_text(
        "from fastapi.testclient import TestClient\nfrom app.main import app\nclient = TestClient(app)\n"
        'def test_a():\n    client.get("/users/1")\n    client.get(f"/users/{1 + 1}")\n'
    )
    return tmp_path


def test_the_list_for_people(project: Path) -> None:
    done = run("routes", "--served", ".", cwd=project)
    assert done.code == 0
    assert done.out == (
        "app.main:app (FastAPI)\n"
        "  GET   /users/{user_id}  read_user  app/users.py:6  2 calls\n"
        "  POST  /                 root       app/main.py:8   0 calls\n"
        "  /static/{+rest} is not known: staticfiles\n"
        "2 routes\n"
    )


def test_the_list_for_programs(project: Path) -> None:
    done = run("routes", "--served", "-o", "json", ".", cwd=project)
    first = json.loads(done.out)[0]
    assert first == {
        "app": "app.main:app",
        "framework": "FastAPI",
        "verb": "GET",
        "path": "/users/{user_id}",
        "handler": "read_user",
        "file": "app/users.py",
        "line": 6,
        "column": 5,
        "whole": True,
        "calls": 2,
    }


def test_only_the_files_that_are_named(project: Path) -> None:
    """Calls are counted in all."""
    out = run("routes", "--served", "app/users.py", cwd=project).out
    assert "root" not in out
    assert "2 calls" in out


def test_routes_without_a_call(project: Path) -> None:
    done = run("routes", "--served", "--unused", ".", cwd=project)
    assert done.out == (
        "app.main:app (FastAPI)\n"
        "  POST  /  root  app/main.py:8  0 calls\n"
        "  /static/{+rest} is not known: staticfiles\n"
        "1 route without a known call\n"
    )


def test_the_description_of_an_app(project: Path) -> None:
    (project / "app/main.py").write_text(
        "from fastapi import FastAPI\nfrom pydantic import BaseModel\nfrom app import users\n"
        "class Item(BaseModel):\n    name: str\n    sizes: list[int] = []\n"
        "app = FastAPI()\napp.include_router(users.router)\n"
        '@app.post("/items")\ndef add(item: Item, dry: bool = False): ...\n'
    )
    found = json.loads(run("routes", "--served", "-o", "openapi", ".", cwd=project).out)
    assert list(found["paths"]) == ["/users/{user_id}", "/items"]
    added = found["paths"]["/items"]["post"]
    assert added["parameters"] == [{"name": "dry", "in": "query", "required": False, "schema": {"type": "boolean"}}]
    sizes = {"type": "array", "items": {"type": "integer"}}
    schema = {"type": "object", "properties": {"name": {"type": "string"}, "sizes": sizes}, "required": ["name"]}
    assert added["requestBody"] == {"content": {"application/json": {"schema": schema}}, "required": True}


def test_the_description_of_a_model_that_takes_no_other_keys(project: Path) -> None:
    (project / "app/main.py").write_text(
        "from datetime import datetime\nfrom fastapi import FastAPI\nfrom pydantic import BaseModel, ConfigDict\n"
        'class Filter(BaseModel):\n    model_config = ConfigDict(extra="forbid")\n    limit: int = 9\n'
        'app = FastAPI()\n@app.post("/search")\ndef search(filter: Filter, since: datetime): ...\n'
    )
    found = json.loads(run("routes", "--served", "-o", "openapi", ".", cwd=project).out)["paths"]["/search"]["post"]
    since = {"type": "string", "format": "date-time"}
    assert found["parameters"] == [{"name": "since", "in": "query", "required": True, "schema": since}]
    assert found["requestBody"]["content"]["application/json"]["schema"] == {
        "type": "object", "properties": {"limit": {"type": "integer"}}, "additionalProperties": False
    }  # fmt: skip


def test_a_description_is_of_one_app(project: Path) -> None:
    (project / "app/other.py").write_text(
        'from fastapi import FastAPI\napp = FastAPI()\n@app.get("/x")\ndef x(): ...\n'
    )
    assert run("routes", "--served", "-o", "openapi", ".", cwd=project).code == 2
    assert run("routes", "--served", "-o", "openapi", "app/other.py", cwd=project).code == 0


def test_other_formats_are_refused(project: Path) -> None:
    assert run("routes", "--served", "-o", "csv", ".", cwd=project).code == 2


def test_a_project_that_is_too_large_is_said_to_be(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "BOUNDS", BOUNDS._replace(serving_text=10))
    done = run("routes", "--served", ".", cwd=project)
    assert (done.code, done.out) == (0, "0 routes\n")
    assert "too much code to look through" in done.err
