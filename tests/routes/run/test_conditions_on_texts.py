"""What a condition on a text says in its arms: of an address by its end, of a URL by the sign of its query."""

import pytest

from tests.routes.run.test_programs import HEAD, check

# A method of a class whose address has a default; ROOT is a constant.
CLIENT = """\
class Client:
    def __init__(self, base="https://a.example/v1"):
        {}
        self.base = base
    def all(self):
        return requests.get(self.base + "{}")
"""
SCHEME = ["8 GET http://{base}/all", "8 ~GET https://a.example/v1/all"]
ADDRESSES = {
    "a slash is cut off": ('if base.endswith("/"): base = base[:-1]', "/all", ["8 GET {base}/all"]),
    "a slash is added": ('if not base.endswith("/"): base += "/"', "all", ["8 GET {base}/all"]),
    "a scheme is added": ('base = base if base.startswith("http") else "http://" + base', "/all", SCHEME),
    "a scheme is looked for": ('if "://" not in base: base = "http://" + base', "/all", SCHEME),
    # Of a text that is not known nothing is said, nor by another method.
    "it is something else": ('if base.count("/"): base = base[:-1]', "/all", None),
    "it is given": ('base = given() if not base.endswith("/") else base', "/all", None),
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_an_arm_that_a_default_contradicts_is_about_another_address(name: str) -> None:
    statement, path, expected = ADDRESSES[name]
    source = HEAD + CLIENT.format(statement, path)
    if expected is not None:
        check(source, expected)
    else:
        with pytest.raises(AssertionError):
            check(source, ["8 GET {base}/all"])


# What a class has is perhaps changed by somebody where a condition says that it is something else.
KINDS = {
    "it is another text": (
        """\
class Teams:
    kind = "teams"
    def all(self):
        if self.kind == "users":
            requests.get(ROOT + "/" + self.kind + "/all")
""",
        ["7 GET https://x.example/{kind}/all"],
    ),
    "a method asks for it there": (
        """\
class Teams:
    kind = "teams"
    def url(self):
        return ROOT + "/" + self.kind
    def all(self):
        if self.kind.startswith("u"):
            requests.get(self.url() + "/all")
""",
        ["9 GET https://x.example/{kind}/all"],
    ),
    "it is one of those of the subclasses": (
        """\
class Base:
    kind = ""
    def all(self):
        if self.kind == "users":
            requests.get(ROOT + "/" + self.kind)
class Users(Base):
    kind = "users"
""",
        ["7 GET https://x.example/users", "7 GET https://x.example/{kind}"],
    ),
    "it is not empty": (
        """\
class Api:
    name = ""
    def all(self):
        if not self.name:
            raise ValueError
        requests.get(ROOT + "/" + self.name)
""",
        ["8 GET https://x.example/{name}"],
    ),
    "it is as it is written": (
        """\
class Teams:
    kind = "teams"
    def all(self):
        if self.kind == "teams":
            requests.get(ROOT + "/" + self.kind)
""",
        ["7 GET https://x.example/teams"],
    ),
    "it is set when it is first asked for": (
        """\
class Lazy:
    path = None
    def all(self):
        if self.path is None:
            self.path = "/own"
        requests.get(ROOT + self.path)
""",
        ["8 GET https://x.example/own"],
    ),
    "half-typed": (
        """\
class Teams:
    kind = "teams"
    def all(self):
        if self.kind == "users":
            requests.get(ROOT + "/" + self.kind
""",
        [],
    ),
}


@pytest.mark.parametrize("name", KINDS)
def test_an_arm_that_an_attribute_of_a_class_contradicts(name: str) -> None:
    source, expected = KINDS[name]
    check(HEAD + source, expected)


PAGINATE = """\
def paginate(url):
    url += ("&" if "?" in url else "?") + "n=9"
    return requests.get(url)
def run(a, b, flag):
    paginate({})
"""
PAGES = {
    'ROOT + f"/repos/{a}/issues"': ["7 GET https://x.example/repos/{a}/issues?n=9"],
    'ROOT + f"/repos/{a}/issues?b={b}"': ["7 GET https://x.example/repos/{a}/issues?b={b}&n=9"],
    'ROOT + ("/users/%s/repos" % a if flag else "/user/repos")': [
        "7 GET https://x.example/user/repos?n=9",
        "7 GET https://x.example/users/{a}/repos?n=9",
    ],
    # What may be empty ends where the text before it does.
    'ROOT + "/repos" + ("" if flag else "/a")': [
        "7 GET https://x.example/repos/a?n=9",
        "7 GET https://x.example/repos?n=9",
    ],
    """ROOT + f"/{'a' if a else 'c'}/{'b' if b else 'd'}\"""": [
        "7 GET https://x.example/a/b?n=9",
        "7 GET https://x.example/a/d?n=9",
        "7 GET https://x.example/c/b?n=9",
        "7 GET https://x.example/c/d?n=9",
    ],
    # It may end in a query.
    # Which of them has one is not kept apart.
    """ROOT + f"/repos{'/a?b=1' if flag else '/b'}\"""": [
        "7 GET https://x.example/repos/a?b=1&n=9",
        "7 GET https://x.example/repos/a?b=1?n=9",
        "7 GET https://x.example/repos/b&n=9",
        "7 GET https://x.example/repos/b?n=9",
    ],
    'ROOT + f"/repos/{a}"': ["7 GET https://x.example/repos/{a}&n=9", "7 GET https://x.example/repos/{a}?n=9"],
    'ROOT + f"/repos/{a}{b}/x"': [
        "7 GET https://x.example/repos/{a}{b}/x&n=9",
        "7 GET https://x.example/repos/{a}{b}/x?n=9",
    ],
}


@pytest.mark.parametrize("url", PAGES)
def test_the_path_of_a_url_has_no_query(url: str) -> None:
    wrapper = ["5 GET {url}&n=9", "5 GET {url}?n=9"]
    check(HEAD + PAGINATE.format(url), [*wrapper, *PAGES[url]])


NAMES = {
    'owner, repo = full.split("/")': "{owner}/{repo}",
    "owner, repo = full": "{owner}/{repo}",
    "(owner, *rest), repo = full": "{owner}/{repo}",
    'owner, repo = "a", full': "a/{full}",
}


@pytest.mark.parametrize("statement", NAMES)
def test_what_is_unpacked_is_called_after_its_variables(statement: str) -> None:
    source = f'{HEAD}def f(full):\n    {statement}\n    requests.get(ROOT + "/{{}}/{{}}".format(owner, repo))\n'
    check(source, [f"5 GET https://x.example/{NAMES[statement]}"])


PARTS = {
    'full.split("/")[0]': "{full}",
    "full[1:]": "{full}",
    'full["name"]': "{name}",
    "full[number]": "{number}",
    '("a/" + full)[:-1]': "a/{full}",
}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_by_its_number_is_called_after_the_whole(part: str) -> None:
    source = f'{HEAD}def f(full, number):\n    part = {part}\n    requests.get(ROOT + "/{{}}".format(part))\n'
    check(source, [f"5 GET https://x.example/{PARTS[part]}"])
