"""Another service, which calls the users' service."""

import httpx

users = httpx.Client(base_url="http://users.internal/api/v1")


def mail_of(user_id: int) -> str:
    return str(users.get(f"/users/{user_id}", params={"with_mails": True}).json()["mail"])
