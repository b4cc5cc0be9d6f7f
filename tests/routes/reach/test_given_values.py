"""A called function that goes through what it is given, except what is None."""

from tests.support.routes import check_routes


def test_what_is_gone_through() -> None:
    check_routes("""\
import requests

def joined(base, *names):
    for name in names:
        if name is not None:
            base += "/" + name
    return base

def is_declared_as_a_text(user_id: str):
    requests.get(joined("https://x.example", "users", user_id))  #> GET https://x.example/users/{name}

def is_known(user_id):
    requests.get(joined("https://x.example", "users", None, "me"))  #> GET https://x.example/users/me

def is_not_declared(user_id):
    requests.get(joined("https://x.example", "users", user_id))  #> GET https://x.example/users/{name}

def may_be_none(user_id: str | None):
    requests.get(joined("https://x.example", "users", user_id))  #> GET https://x.example/users | GET https://x.example/users/{name}

def may_be_left_out(user_id: str = None):
    requests.get(joined("https://x.example", "users", user_id))  #> GET https://x.example/users | GET https://x.example/users/{name}

def one_is_declared_and_one_is_not(user_id: str, name=None):
    requests.get(joined("https://x.example", user_id, name))  #> GET https://x.example/{name} | GET https://x.example/{name}/{name}
""")
