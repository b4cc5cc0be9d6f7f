"""A function that sends an attribute or an item of what it is given: its callers make the request specific."""

from tests.support.routes import check_routes


def test_callers_give_what_is_sent_of_a_parameter() -> None:
    check_routes("""\
from enum import Enum
import requests

class Paths(Enum):
    USERS = "/users"

class Operations(Enum):
    ADD_USER = ("POST", "/users")  #> POST /users

TABLE = {"users": {"verb": "PUT", "path": "/users"}}

class Client:
    def one(self, of):
        return requests.get("https://x.example" + of.value)  #> ...

    def item(self, of):
        return requests.request(of["verb"], "https://x.example" + of["path"])  #> ...

    def pair(self, of):
        verb, path = of.value
        return requests.request(verb, "https://x.example" + path)  #> ...

    def both(self, of):
        return requests.request(of[0], f"https://x.example{of[1]}")  #> ...

    def other(self, of):
        return of.value, of["path"], of[0]

    def users(self, of):
        self.one(Paths.USERS)  #> GET https://x.example/users
        self.pair(Operations.ADD_USER)  #> POST https://x.example/users
        self.item({"verb": "PUT", "path": "/users"})  #> PUT https://x.example/users
        self.item(TABLE["users"])  #> PUT https://x.example/users
        self.both(Operations.ADD_USER.value)  #> POST https://x.example/users

    def nothing_known_or_sent(self, of):
        self.one(of)
        self.other(Paths.USERS)

    def half_typed(self, of):
        return self.one(Paths.USERS
""")
