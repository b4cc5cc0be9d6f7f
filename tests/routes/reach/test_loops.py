"""A loop of a called function over what its caller gives is gone through item by item."""

from functools import partial
from pathlib import Path

from tests.routes.reach.test_imports import found
from tests.support.routes import check_routes

check = partial(check_routes, base="GET https://x.example/")

FUNCTIONS = """\
import requests

def joined(base, *parts):
    url = base
    for part in parts:
        url += "/" + part.strip("/")
    return url

def skipped(*parts):
    url = ""
    for part in parts:
        if part:
            url = f"{url}/{part}"
    else:
        url += "/"
    return url

def given(*parts):
    url = "https://x.example"
    for part in parts:
        if part is None:
            continue
        url = f"{url}/{part}"
    return url

def typed(*parts):
    url = "https://x.example"
    for part in parts:
        url += "/" + part if isinstance(part, str) else "?flag"
    return url

"""


def test_a_helper_that_joins_parts_of_a_url() -> None:
    check_routes(
        """\
def show(user_id, more):
    requests.get(joined("https://x.example", "/users/", user_id))  #> GET https://x.example/users/{part}
    requests.get(joined("https://x.example"))  #> GET https://x.example
    requests.get(joined("https://x.example", *more))  #> GET https://x.example{url}
    requests.get("https://x.example" + skipped("a", "", "b"))  #> GET https://x.example/a/b/
    requests.get(given("a", None, "b"))  #> GET https://x.example/a/b
    requests.get(given("a", user_id))  #> GET https://x.example/a/{part}
    url = joined("https://x.example", "1", "2", "3", "4", "5", "6", "7")
    requests.get(url)  #> GET https://x.example/1/2/3/4/5/6/7
    requests.get(typed("a", True))  #> GET https://x.example/a?flag
""",
        before=FUNCTIONS,
    )


def test_a_loop_that_may_end_early_is_not_gone_through_to_its_end(tmp_path: Path) -> None:
    text = """\
import requests

def last(*parts):
    url = "https://x.example"
    for part in parts:
        url += "/" + part
        if check(part):
            break
    return url

requests.get(last("a", "b"))
"""
    assert found(tmp_path, {"x.py": text}, "x.py") == ["GET https://x.example/a", "GET https://x.example/a/b"]


def test_the_type_of_what_is_written_out_is_known() -> None:
    check("""\
import requests
import six
from pathlib import Path

def show(name):
    requests.get('https://x.example/' + ('yes' if isinstance("a", str) else 'no'))  #> yes
    requests.get('https://x.example/' + ('yes' if isinstance("a", (str, dict)) else 'no'))  #> yes
    requests.get('https://x.example/' + ('yes' if isinstance("a", six.text_type) else 'no'))  #> yes
    requests.get('https://x.example/' + ('yes' if isinstance("a", dict) else 'no'))  #> no
    requests.get('https://x.example/' + ('yes' if isinstance({"a": 1}, dict) else 'no'))  #> yes
    requests.get('https://x.example/' + ('yes' if isinstance(None, str) else 'no'))  #> no
    requests.get('https://x.example/' + ('yes' if isinstance("a", Path) else 'no'))  #> no
    requests.get('https://x.example/' + ('yes' if isinstance("a", (Path, dict)) else 'no'))  #> no
    requests.get('https://x.example/' + ('yes' if isinstance(name, str) else 'no'))  #> no | yes
    requests.get('https://x.example/' + ('yes' if isinstance(7, int) else 'no'))  #> yes
""")


def test_a_loop_over_a_known_list() -> None:
    check("""\
import requests

for path in ["/a", "/b"]:
    requests.get("https://x.example" + path)  #> a | b
for path in ["a", "b", "c", "d", "e", "f", "g"]:
    requests.get("https://x.example" + "/" + path)  #> a | b | c | d | e | f | g
for name, path in [("x", "/a"), ("y", "/b")]:
    requests.get("https://x.example" + path + name)  #> ax | by
for name, path in {"x": "/a", "y": "/b"}.items():
    requests.get("https://x.example" + path + name)  #> ax | by
for path in {"/a": 1}:
    requests.get("https://x.example" + path)  #> a
for it in [{"path": "/a", "of": "x"}, {"path": "/b", "of": "y"}]:
    requests.get("https://x.example" + it["path"] + it["of"])  #> ax | by
for number, path in enumerate(["/a", "/b"], 1):
    requests.get("https://x.example" + f"{path}{number}")  #> a1 | b2
for name, path in zip(["x", "y"], ["/a", "/b"]):
    requests.get("https://x.example" + path + name)  #> ax | by
for name, path in [("x", "/a"), *more]:
    requests.get("https://x.example" + path)  #> a | GET https://x.example{path}
for number, path in enumerate(["/a"], first):
    requests.get("https://x.example" + f"/{number}")  #> {number}
""")


def test_what_a_loop_sends_first_is_what_was_there_before() -> None:
    check_routes("""\
import requests

def next_page(many):
    url = 'https://x.example/a'
    while url:
        url = requests.get(url).json()['next']  #> GET https://x.example/a | GET {url}

def broken_off(many):
    url = 'https://x.example/a'
    while 1:
        requests.get(url)  #> GET https://x.example/a | GET {url}
        if many:
            break
        url = more()

def longer_each_time(many):
    url = 'https://x.example/a'
    for each in many:
        url += f'/{each}'
        requests.get(url)  #> GET https://x.example/a{url}/{each}

def always_another(many):
    url = 'https://x.example/a'
    for each in many:
        url = 'https://x.example/b'
        requests.get(url)  #> GET https://x.example/b

def never_changed(many):
    url = 'https://x.example/a'
    while more():
        requests.get(url)  #> GET https://x.example/a

def after_the_loop(many):
    url = 'https://x.example/a'
    while url:
        url = more(url)
    requests.get(url)  #> GET {url}
""")


def test_a_loop_adds_to_the_end_of_a_url() -> None:
    check_routes("""\
import requests

def items(many):
    url = 'https://x.example/a?'
    for key, value in many.items():
        url += f'{key}={value}&'
    requests.get(url)  #> GET https://x.example/a?{url}

def perhaps(many):
    url = 'https://x.example/a?'
    while many():
        if many:
            url += '&b'
    requests.get(url)  #> GET https://x.example/a?{url}

def written_as_a_sum(many):
    url = 'https://x.example/a?'
    for each in many:
        url = url + '&' + each
    requests.get(url)  #> GET https://x.example/a?{url}

def written_as_an_f_string(many):
    url = 'https://x.example/a?'
    for each in many:
        url = f'{url}&{each}'
        continue
    requests.get(url)  #> GET https://x.example/a?{url}

def a_loop_in_a_loop(many):
    url = 'https://x.example/a?'
    for each in many:
        for each in each:
            url += each
    requests.get(url)  #> GET https://x.example/a?{url}
""")


def test_a_loop_does_something_else_as_well() -> None:
    check_routes("""\
import requests

def replaced_afterwards(many):
    url = 'https://x.example/a?'
    for each in many:
        url += each
        url = each
    requests.get(url)  #> GET https://x.example/a? | GET {url}

def the_name_of_the_loop(many):
    url = 'https://x.example/a?'
    for url in many:
        url += '&'
    requests.get(url)  #> GET https://x.example/a? | GET {url}

def two_names_at_once(many):
    url = 'https://x.example/a?'
    for each in many:
        url, each = url + each, url
    requests.get(url)  #> GET https://x.example/a?{url}

def put_before(many):
    url = 'https://x.example/a?'
    for each in many:
        url = each + url
    requests.get(url)  #> GET https://x.example/a? | GET {url}

def multiplied(many):
    url = 'https://x.example/a?'
    for each in many:
        url = url * 2 + each
    requests.get(url)  #> GET https://x.example/a? | GET {url}

def represented(many):
    url = 'https://x.example/a?'
    for each in many:
        url = f'{url!r}{each}'
    requests.get(url)  #> GET https://x.example/a? | GET {url}

def filled_up(many):
    url = 'https://x.example/a?'
    for each in many:
        url = f'{url:>99}{each}'
    requests.get(url)  #> GET https://x.example/a? | GET {url}

def after_a_dash(many):
    url = 'https://x.example/a?'
    for each in many:
        url = f'-{url}'
    requests.get(url)  #> GET https://x.example/a? | GET {url}

def set_in_a_condition(many):
    url = 'https://x.example/a?'
    for each in many:
        url += each
        while (url := each):
            pass
    requests.get(url)  #> GET https://x.example/a? | GET {url}
""")


def test_a_loop_that_is_half_typed() -> None:
    check_routes("""\
import requests

def half(many):
    for each in many:
        url += """)


def test_a_caller_gives_the_first_page(tmp_path: Path) -> None:
    lines = "url = 'https://x.example' + path", "while url:", "    url = requests.get(url).json()['next']"
    source = "\n    ".join(("import requests\n\ndef pages(path):", *lines))
    assert "GET https://x.example/items" in found(tmp_path, {"x.py": f"{source}\n\npages('/items')\n"}, "x.py")


def test_parts_that_are_perhaps_left_out() -> None:
    check("""\
import requests

def given(user_id):
    requests.get("/".join(each for each in ["https://x.example", "users", user_id] if each))  #> users/{user_id}

def perhaps(user_id=None):
    parts = ["https://x.example", "users", user_id]
    requests.get("/".join(each for each in parts if each))  #> users | users/{user_id}
    requests.get("/".join(filter(None, parts)))  #> users | users/{user_id}

def added(user_id=None):
    parts = ["https://x.example", "users"]
    if user_id:
        parts.append(user_id)
    requests.get("/".join(parts))  #> users | users/{user_id}

def half(
""")


def test_a_template_whose_fields_are_filled() -> None:
    check("""\
import requests

def filled(path, values):
    for name, value in values.items():
        path = path.replace("{%s}" % name, str(value))
    return "https://x.example" + path

def use(values):
    requests.get(filled("/users/{id}", values))  #> users/{id}
    requests.get(filled("/users", values))  #> users
""")
