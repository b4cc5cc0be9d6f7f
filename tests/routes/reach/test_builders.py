"""Objects that are made to build a path, step by step: each method adds to it and returns the object."""

from functools import partial

from tests.support.routes import check_routes

check = partial(
    check_routes,
    before="""\
import httpx

class Path:
    def __init__(self, start="/v1"):
        self.path = start

    def users(self, user: str = None):
        self._add("users")
        if user is not None:
            self._add(user)
        return self

    def teams(self):
        self.path = self.path + "/teams"
        return self

    def _add(self, part: str):
        self.path += f"/{part}"

    def build(self):
        return self.path

""",
)


def test_a_path_that_is_built_in_steps_is_known() -> None:
    check("""\
def in_one_expression(client: httpx.Client, user: str):
    client.get(Path().users(user).build())  #> GET /v1/users/{part}
    client.get(Path().users().build())  #> GET /v1/users
    client.get(Path().build())  #> GET /v1
    client.get(Path("/v2").teams().build())  #> GET /v2/teams
    client.get(Path().users().teams().path)  #> GET /v1/users/teams

def in_steps(client: httpx.Client, user: str):
    path = Path()
    path.users(user)
    path.teams()
    client.get(path.build())  #> GET /v1/users/{part}/teams
    client.get(Path().users().build())  #> GET /v1/users

def under_another_name(client: httpx.Client):
    path = Path()
    other = path.users()
    client.get(other.teams().build())  #> GET /v1/users/teams

def on_one_of_two_ways(client: httpx.Client, known: bool):
    path = Path()
    if known:
        path.teams()
    client.get(path.build())  #> GET /v1 | GET /v1/teams
""")


def test_the_path_of_an_object_that_was_made_elsewhere_is_not_its_first_one() -> None:
    """Somebody may have added to it."""
    check("""\
def f(client: httpx.Client, path: Path):
    client.get(path.build())  #> ~GET /v1 | ~GET /v1/teams | ~GET /v1/teams/{part} | ~GET /v1/{part} | ~GET /v1{path}
""")


def test_a_text_that_methods_add_to_has_an_unknown_end() -> None:
    check("""\
class Adds:
    def __init__(self):
        self.base = "https://x.example/v1"

    def grow(self):
        self.base += "/more"

    def users(self):
        httpx.get(self.base)  #> GET https://x.example/v1 | GET https://x.example/v1/more | GET https://x.example/v1{base}

class Joins:
    def __init__(self):
        self.root = "https://x.example/v1"

    def grow(self):
        self.root = self.root + "/more"

    def users(self):
        httpx.get(self.root)  #> GET https://x.example/v1 | GET https://x.example/v1/more | GET https://x.example/v1{root}
""")


def test_a_text_that_only_its_maker_adds_to_is_known() -> None:
    check("""\
class Client:
    def __init__(self):
        self.base = "https://x.example"
        self.base += "/v1"

    def users(self):
        httpx.get(self.base + "/users")  #> GET https://x.example/v1/users
""")


def test_half_typed_steps_are_no_paths() -> None:
    check("""\
def f(client: httpx.Client, user: str):
    client.get(Path().users(user).
""")
