"""Where there is too much to look through, nothing is said about what is served."""

import pytest

from tests.routes.servers.served import apps_of, routes_of
from tests.routes.servers.test_clients_of_apps import findings
from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.serving import queries

_APP = 'from fastapi import FastAPI\napp = FastAPI()\n@app.get("/users")\ndef users(): ...\n'


def test_within_the_limits_all_is_known() -> None:
    assert routes_of(apps_of(_APP)["main:app"]) == ["GET /users users"]


@pytest.mark.parametrize("limit", [{"serving_text": 10}, {"serving": 3}])
def test_beyond_them_nothing_is(limit: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "BOUNDS", BOUNDS._replace(**limit))
    assert apps_of(_APP) == {}
    assert apps_of({"main.py": _APP, "other.py": _APP}) == {}


@pytest.mark.parametrize("limit", [{"bound": 0}, {"bound": 9, "bound_per_byte": 0}])
def test_a_test_in_which_there_is_too_much_reports_nothing(
    limit: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (
        "from fastapi.testclient import TestClient\nfrom main import app\n"
        "def test_a():\n    TestClient(app).get('/x')\ndef test_b():\n    TestClient(app).get('/x')\n"
    )
    assert len(findings(source, {"main.py": _APP})) == 2
    monkeypatch.setattr(queries, "BOUNDS", BOUNDS._replace(**limit))
    assert findings(source, {"main.py": _APP}) == []


def test_no_test_reports_anything_where_others_are_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    short = (
        "from fastapi.testclient import TestClient\nfrom main import app\nclient = TestClient(app)\n"
        "def test_b():\n    client.get('/x')\n"
    )
    long = "def test_{}():\n" + "    print()\n" * 200
    monkeypatch.setattr(queries, "BOUNDS", BOUNDS._replace(bound=100, bound_per_byte=0))
    assert len(findings(short, {"main.py": _APP})) == 1
    assert findings(short + long.format("c") + long.format("d"), {"main.py": _APP}) == []


def test_a_constructor_that_many_call_costs_no_run_of_them() -> None:
    """Whoever makes objects makes others, which others make: that chain is not followed."""
    makers = "class C0:\n    def __init__(self, given): self.given = given\n" + "".join(
        f"class C{number + 1}:\n    def __init__(self, given): self.given = given\n"
        f"    def make(self): return C{number}(self)\n"
        for number in range(150)
    )
    main = f"from makers import C0\n{_APP}def create(given: C0):\n    made = FastAPI()\n    return made\n"
    found = apps_of({"main.py": main, "makers.py": makers})
    assert routes_of(found["main:app"]) == ["GET /users users"]
