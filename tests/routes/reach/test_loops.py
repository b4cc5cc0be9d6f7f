"""A loop of a called function over what its caller gives is gone through item by item."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found

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


@pytest.mark.parametrize(
    ("url", "route"),
    [
        ('joined("https://x.example", "/users/", user_id)', "https://x.example/users/{part}"),
        ('joined("https://x.example")', "https://x.example{url}"),
        ('joined("https://x.example", *more)', "https://x.example{url}"),
        ('"https://x.example" + skipped("a", "", "b")', "https://x.example/a/b/"),
        ('given("a", None, "b")', "https://x.example/a/b"),
        ('given("a", user_id)', "https://x.example{url}"),
        ('joined("https://x.example", "1", "2", "3", "4", "5", "6", "7")', "https://x.example{url}"),
        ('typed("a", True)', "https://x.example/a?flag"),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF, after an astral character", "half-typed"])
def test_a_helper_that_joins_parts_of_a_url(url: str, route: str, change: str, tmp_path: Path) -> None:
    text = f"{FUNCTIONS}def show(user_id, more):\n    requests.get({url})\n"
    if "CRLF" in change:
        text = f"s = '🚀'\n{text}".replace("\n", "\r\n")
    text += "\ndef half():\n    requests.get(joined('https://x.example', " if change == "half-typed" else ""
    assert found(tmp_path, {"x.py": text}, "x.py")[:1] == [f"GET {route}"]


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
    assert found(tmp_path, {"x.py": text}, "x.py") == ["GET https://x.example{url}"]


TYPES = {
    '"a", str': ["yes"],
    '"a", (str, dict)': ["yes"],
    '"a", six.text_type': ["yes"],
    '"a", dict': ["no"],
    '{"a": 1}, dict': ["yes"],
    "None, str": ["no"],
    '"a", Path': ["yes", "no"],
    '"a", (Path, dict)': ["yes", "no"],
    "name, str": ["yes", "no"],
    "7, int": ["yes", "no"],
}


@pytest.mark.parametrize("given", TYPES)
def test_the_type_of_what_is_written_out_is_known(given: str, tmp_path: Path) -> None:
    head = "import requests\nimport six\nfrom pathlib import Path\n\n"
    text = f"{head}def show(name):\n    requests.get('https://x.example/' + ('yes' if isinstance({given}) else 'no'))\n"
    assert found(tmp_path, {"x.py": text}, "x.py") == [f"GET https://x.example/{each}" for each in TYPES[given]]


A = "https://x.example/a"
KNOWN = {
    "texts": ('path in ["/a", "/b"]', "path", ["/a", "/b"]),
    "seven texts": ('path in ["a", "b", "c", "d", "e", "f", "g"]', '"/" + path', [f"/{n}" for n in "abcdefg"]),
    "pairs": ('name, path in [("x", "/a"), ("y", "/b")]', "path + name", ["/ax", "/by"]),
    "items of a dict": ('name, path in {"x": "/a", "y": "/b"}.items()', "path + name", ["/ax", "/by"]),
    "keys of a dict": ('path in {"/a": 1}', "path", ["/a"]),
    "dicts": ('it in [{"path": "/a", "of": "x"}, {"path": "/b", "of": "y"}]', 'it["path"] + it["of"]', ["/ax", "/by"]),
    "numbered": ('number, path in enumerate(["/a", "/b"], 1)', 'f"{path}{number}"', ["/a1", "/b2"]),
    "two lists": ('name, path in zip(["x", "y"], ["/a", "/b"])', "path + name", ["/ax", "/by"]),
    "a list that goes on": ('name, path in [("x", "/a"), *more]', "path", ["{path}"]),
    "an unknown number": ('number, path in enumerate(["/a"], first)', 'f"/{number}"', ["/{number}"]),
}  # fmt: skip


@pytest.mark.parametrize("change", ["", "CRLF, after an astral character", "before half-typed code"])
@pytest.mark.parametrize("case", KNOWN)
def test_a_loop_over_a_known_list(case: str, change: str, tmp_path: Path) -> None:
    over, sent, paths = KNOWN[case]
    source = f'import requests\n\ndef go():\n    for {over}:\n        requests.get("https://x.example" + {sent})\n'
    if "CRLF" in change:
        source = f"# \U0001f600\n{source}".replace("\n", "\r\n")
    source += "\n\ndef later(:\n    requests.get(\n" if "half" in change else ""
    assert sorted(found(tmp_path, {"x.py": source}, "x.py")) == [f"GET https://x.example{path}" for path in paths]


@pytest.mark.parametrize(
    ("lines", "routes"),
    [
        (["while url:", "    url = requests.get(url).json()['next']"], [A, "{url}"]),
        (["while 1:", "    requests.get(url)", "    if many:", "        break", "    url = more()"], [A, "{url}"]),
        (
            ["for each in many:", "    url += f'/{each}'", "    requests.get(url)"],
            [f"{A}/{{each}}", f"{A}{{url}}/{{each}}"],
        ),
        (["for each in many:", "    url = 'https://x.example/b'", "    requests.get(url)"], ["https://x.example/b"]),
        (["while more():", "    requests.get(url)"], [A]),
        # After the loop, nobody knows.
        (["while url:", "    url = more(url)", "requests.get(url)"], ["{url}"]),
    ],
)  # fmt: skip
def test_what_a_loop_sends_first_is_what_was_there_before(lines: list[str], routes: list[str], tmp_path: Path) -> None:
    source = "\n    ".join(("import requests\n\ndef go(many):", "url = 'https://x.example/a'", *lines))
    assert sorted(found(tmp_path, {"x.py": source}, "x.py")) == [f"GET {route}" for route in routes]


@pytest.mark.parametrize(
    ("lines", "url"),
    [
        (["for key, value in many.items():", "    url += f'{key}={value}&'"], "https://x.example/a?{url}"),
        (["while many():", "    if many:", "        url += '&b'"], "https://x.example/a?{url}"),
        (["for each in many:", "    url = url + '&' + each"], "https://x.example/a?{url}"),
        (["for each in many:", "    url = f'{url}&{each}'", "    continue"], "https://x.example/a?{url}"),
        (["for each in many:", "    for each in each:", "        url += each"], "https://x.example/a?{url}"),
        # Something else as well.
        (["for each in many:", "    url += each", "    url = each"], "{url}"),
        (["for url in many:", "    url += '&'"], "{url}"),
        (["for each in many:", "    url, each = url + each, url"], "{url}"),
        (["for each in many:", "    url = each + url"], "{url}"),
        (["for each in many:", "    url = url * 2 + each"], "{url}"),
        (["for each in many:", "    url = f'{url!r}{each}'"], "{url}"),
        (["for each in many:", "    url = f'{url:>99}{each}'"], "{url}"),
        (["for each in many:", "    url = f'-{url}'"], "{url}"),
        (["for each in many:", "    url += each", "    while (url := each):", "        pass"], "{url}"),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF, after an astral character", "half-typed"])
def test_a_loop_adds_to_the_end_of_a_url(lines: list[str], url: str, change: str, tmp_path: Path) -> None:
    text = "\n    ".join(
        ("import requests\n\ndef go(many):", "url = 'https://x.example/a?'", *lines, "requests.get(url)")
    )
    if "CRLF" in change:
        text = f"s = '🚀'\n{text}".replace("\n", "\r\n")
    text += "\n\ndef half():\n    for each in many:\n        url += " if change == "half-typed" else "\n"
    assert found(tmp_path, {"x.py": text}, "x.py") == [f"GET {url}"]


def test_a_caller_gives_the_first_page(tmp_path: Path) -> None:
    lines = "url = 'https://x.example' + path", "while url:", "    url = requests.get(url).json()['next']"
    source = "\n    ".join(("import requests\n\ndef pages(path):", *lines))
    assert "GET https://x.example/items" in found(tmp_path, {"x.py": f"{source}\n\npages('/items')\n"}, "x.py")
