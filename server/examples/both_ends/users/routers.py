"""What the users' service answers."""

from fastapi import APIRouter
from pydantic import BaseModel

router = APIRouter(prefix="/users")


class User(BaseModel):
    name: str
    mail: str | None = None


@router.get("/{user_id}")
def read_user(user_id: int, *, with_mail: bool = False) -> User:
    return User(name=f"user {user_id}", mail=f"{user_id}@example.org" if with_mail else None)


@router.post("")
def create_user(user: User) -> User:
    return user


@router.delete("/{user_id}")
def remove_user(user_id: int) -> None:
    """Nobody calls this."""
