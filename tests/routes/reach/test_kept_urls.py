"""URLs that a function keeps in a dict, builds from optional keywords, or asks an unwrapped session for."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found

HEAD = "import requests\nkept = {}\n"
CHANGES = {
    "": lambda text: text,
    "CRLF, after an astral character": lambda text: f"# \U0001f600\n{text}".replace("\n", "\r\n"),
}


@pytest.mark.parametrize(
    ("body", "url"),
    [
        (
            "key = tuple(parts)\n    if key not in kept:\n        kept[key] = '/'.join(parts)\n    return kept[key]",
            "{x}",
        ),
        ("kept[parts] = '/'.join(parts)\n    return kept[parts]", "{x}"),
        # Another key, another value of the key, another dict.
        ("kept[parts] = '/wrong'\n    return kept[parts[0]]", ""),
        ("kept[parts] = '/wrong'\n    parts = input()\n    return kept[parts]", ""),
        ("kept[parts] = '/wrong'\n    kept = load()\n    return kept[parts]", ""),
        ("kept[parts] = '/wrong'\n    kept = {}\n    return kept[parts]", ""),
        # A dict that has changed since.
        ("kept[parts] = '/wrong'\n    kept['a'] = '/b'\n    return kept[parts]", ""),
        ("kept[parts] = '/wrong'\n    kept[input()] = '/b'\n    return kept[parts]", ""),
        ("kept[parts] = '/wrong'\n    kept.update(load())\n    return kept[parts]", ""),
        ("kept[parts] = '/wrong'\n    kept |= load()\n    return kept[parts]", ""),
        ("kept[parts] = '/wrong'\n    fill(kept)\n    return kept[parts]", ""),
        ("kept[parts] = '/wrong'\n    if input():\n        kept['a'] = '/b'\n    return kept[parts]", ""),
        # Half typed.
        ("kept[parts] = '/wrong'\n    return kept[", ""),
    ],
)
@pytest.mark.parametrize("change", CHANGES)
def test_what_was_put_into_a_dict_is_found_by_the_same_key(body: str, url: str, change: str, tmp_path: Path) -> None:
    source = f"""\
{HEAD}def url_of(*parts):
    {body}

def show(x):
    requests.get('https://x.example' + url_of('', 'a', x))
"""
    (shown,) = found(tmp_path, {"x.py": CHANGES[change](source)}, "x.py")
    assert shown == f"GET https://x.example{url}" if url else "wrong" not in shown


@pytest.mark.parametrize(
    ("asked", "given", "url"),
    [
        ("options.get('root') or ROOT", "", "https://x.example/a"),
        ("options.get('root') or ROOT", "root='https://y.example'", "https://y.example/a"),
        ("options.get('root') or ROOT", "root=None", "https://x.example/a"),
        ("options.get('root') or ROOT", "**more", "{root}/a"),
        ("(options.get('root') if options else None) or ROOT", "", "https://x.example/a"),
    ],
)
@pytest.mark.parametrize("change", CHANGES)
def test_a_keyword_that_a_call_does_not_give_is_none(
    asked: str, given: str, url: str, change: str, tmp_path: Path
) -> None:
    source = f"""\
{HEAD}ROOT = 'https://x.example'
def url_of(**options):
    return ({asked}) + '/a'

def show(more):
    requests.get(url_of({given}))
"""
    assert found(tmp_path, {"x.py": CHANGES[change](source)}, "x.py") == [f"GET {url}"]


@pytest.mark.parametrize(
    ("does", "url"),
    [
        ("options['root'] = 'https://y.example'", "https://y.example/a"),
        ("options.update(root='https://y.example')", "https://y.example/a"),
        ("options.setdefault('root', 'https://y.example')", "https://y.example/a"),
        ("return options.get('x')", "https://x.example/a"),
        ("return options['x'] == 1", "https://x.example/a"),
    ],
)
def test_keywords_may_be_changed_by_a_function_that_they_are_passed_to(does: str, url: str, tmp_path: Path) -> None:
    source = f"""\
{HEAD}ROOT = 'https://x.example'
def fill(options):
    {does}

def url_of(**options):
    fill(options)
    return (options.get('root') or ROOT) + '/a'

def show():
    requests.get(url_of())
"""
    assert found(tmp_path, {"x.py": source}, "x.py") == [f"GET {url}"]


def test_a_dict_that_is_filled_elsewhere_may_have_any_key(tmp_path: Path) -> None:
    source = f"""\
{HEAD}
def configure(path):
    kept['path'] = path

def show():
    requests.get('https://x.example/' + (kept.get('path') or 'none'))
"""
    assert len(found(tmp_path, {"x.py": source}, "x.py")) == 2


@pytest.mark.parametrize(
    ("unwrapped", "url"),
    [
        ("getattr(session, 'session', session)", "GET https://x.example/a"),
        ("session", "GET https://x.example/a"),
        ("getattr(session, 'session', None)", ""),
        ("getattr(session, 'inner', session)", "GET https://inner.example/a"),
    ],
)
@pytest.mark.parametrize("change", CHANGES)
def test_a_session_that_may_be_wrapped_is_the_one_that_is_declared(
    unwrapped: str, url: str, change: str, tmp_path: Path
) -> None:
    source = f"""\
{HEAD}class Inner(requests.Session):
    def url_of(self, path):
        return 'https://inner.example' + path

class Session(requests.Session):
    inner = Inner()

    def url_of(self, path):
        return 'https://x.example' + path

class Users:
    def __init__(self, session: Session):
        self.session = {unwrapped}

    def show(self):
        return self.session.get(self.session.url_of('/a'))
"""
    shown = found(tmp_path, {"x.py": CHANGES[change](source)}, "x.py")
    assert shown == [url] if url else "GET https://x.example/a" not in shown
