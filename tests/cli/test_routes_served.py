"""`waypost routes --served`: the routes that a project serves."""

import json
from pathlib import Path

import pytest

from tests.cli.run import run
from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.serving import questions


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
    return tmp_path


def test_the_list_for_people(project: Path) -> None:
    done = run("routes", "--served", ".", cwd=project)
    assert done.code == 0
    assert done.out == (
        "app.main:app (FastAPI)\n"
        "  GET   /users/{user_id}  read_user  app/users.py:6\n"
        "  POST  /                 root       app/main.py:8\n"
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
    }


def test_only_the_files_that_are_named(project: Path) -> None:
    assert "root" not in run("routes", "--served", "app/users.py", cwd=project).out


def test_other_formats_are_refused(project: Path) -> None:
    assert run("routes", "--served", "-o", "csv", ".", cwd=project).code == 2


def test_a_project_that_is_too_large_is_said_to_be(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "BOUNDS", BOUNDS._replace(serving_text=10))
    done = run("routes", "--served", ".", cwd=project)
    assert (done.code, done.out) == (0, "0 routes\n")
    assert "too much code to look through" in done.err
