"""The path of a class that a method is given: `client._get_all(User)`."""

from pathlib import Path

import pytest

from tests.support.routes import check_routes

LONG = "".join(f"            self.seen[{index}] = time.time() + {index}\n" for index in range(20))
CLIENT = f"""\
import time
import requests
import pkg.groups

class Client:
    def get(self, path):
        return requests.get("https://x.example" + path)  #> ...

    def _get_all(self, kind, *filters, path=None):
        if filters:
{LONG}
        return self.get(path or kind.list_path())  #> ...

    def _get_of(self, kind, *filters):
        if filters:
{LONG}
        return self.get(kind.path)  #> ...

    def _get_status(self, kind):
        return self.get(Status.path)  #> ...

class Status:
    path = "/status"
"""
MODELS = """\
class Model:
    @classmethod
    def list_path(cls):
        return "/".join(cls.path.split("/")[:-1])

class User(Model):
    path = "/users/{id}"

class Plain:
    pass
"""
GROUP = """\
from __future__ import annotations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pkg.client import Client

class Group:
    def __init__(self, client: Client):
        self.client = client
"""
FILES = {"pkg/__init__.py": "", "pkg/client.py": CLIENT, "pkg/models.py": MODELS, "pkg/groups/group.py": GROUP}


def test_what_a_given_class_has_is_sent(tmp_path: Path) -> None:
    check_routes(
        {
            **FILES,
            "pkg/groups/__init__.py": "from .group import *\nfrom .users import *\n",
            "pkg/groups/users.py": """\
from pkg.groups import Group
from pkg.models import User, Plain

class Users(Group):
    def all(self, *filters):
        return self.client._get_all(User, *filters)  #> GET https://x.example/users

    def of(self, *filters):
        return self.client._get_of(User, *filters)  #> GET https://x.example/users/{id}

    def me(self):
        return self.client._get_all(User, path='/me')  #> GET https://x.example/me

    def plain(self, *filters):
        return self.client._get_of(Plain, *filters)

    def of_any_kind(self, kind, *filters):
        return self.client._get_of(kind, *filters)

    def status(self):
        return self.client._get_status(User)
""",
        },
        tmp_path,
    )


@pytest.mark.slow
def test_a_package_that_imports_all_of_many_modules(tmp_path: Path) -> None:
    """Each name is taken from the module that defines it, although all of them import others from the package."""
    names = [f"m{index}" for index in range(25)]
    modules = {f"pkg/groups/{name}.py": "from pkg.groups import Group\n" for name in names}
    stars = "".join(f"from .{name} import *\n" for name in ("group", "users", *names))
    users = """\
from pkg.groups import Group
from pkg.models import User

class Users(Group):
    def all(self, *filters):
        return self.client._get_all(User, *filters)  #> GET https://x.example/users
"""
    check_routes({**FILES, **modules, "pkg/groups/__init__.py": stars, "pkg/groups/users.py": users}, tmp_path)
