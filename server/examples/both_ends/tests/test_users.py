"""The tests of the users' service; three of these calls go wrong."""

from fastapi.testclient import TestClient
from users.main import PREFIX, app

client = TestClient(app)


def test_users() -> None:
    created = client.post(f"{PREFIX}/users", json={"nmae": "Ada"})
    assert created.is_success
    assert client.get(f"{PREFIX}/user/1").is_success
    assert client.put(f"{PREFIX}/users/1", json={"name": "Ada"}).is_success


def test_a_user_with_mail() -> None:
    assert client.get(f"{PREFIX}/users/1", params={"with_mail": True}).json()["mail"]
