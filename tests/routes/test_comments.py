"""What a program does never depends on its comments, its docstrings or the length of its lines."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found

BEFORE = "import requests\nROOT = 'https://x.example/'\n"
PROGRAMS = {
    "a wrapper": """
def send(path, verb='GET'):
    return requests.request(verb, ROOT + path)
def users():
    send('users')
    send('pets', verb='PUT')
""",
    "state of the module": """
PARAMS = {'state': 'open'}
def issues():
    requests.get(ROOT + PARAMS['state'])
""",
    "a client of its own": """
class Client:
    path = 'a'
    def __init__(self):
        self.base = ROOT
    def show(self):
        requests.get(self.base + self.path)
""",
    "a helper that is given no URL": """
def make(kind):
    url = ROOT + kind
    return url
def show():
    requests.get(make('users'))
""",
}
EXPECTED = {
    "a wrapper": [
        "GET https://x.example/{path}",
        *("GET https://x.example/users", "PUT https://x.example/pets"),
    ],
    "state of the module": ["GET https://x.example/open"],
    "a client of its own": ["GET https://x.example/a"],
    "a helper that is given no URL": ["GET https://x.example/users"],
}
# Code that would change each of the programs, if it were code.
SAID = (
    "PARAMS['state'] = 'closed'",
    'PARAMS["state"] = "closed"',
    "global PARAMS, ROOT",
    "self.base = self.path = 'b'; client.base = client.path = 'b'",
    "setattr(self, name, value); self.__dict__.update(given); del self.base",
    "PARAMS.clear(); path = 'b'; kind.append(1); self.path += 'b'; ROOT += 'b'",
    "x" * 20_000,
)


def _with_comments(source: str, said: str) -> str:
    """A comment in each line, and one above it."""
    lines = [(line, line[: len(line) - len(line.lstrip())]) for line in source.splitlines() if line]
    return "".join(f"{margin}# {said}\n{line}  # {said}\n" for line, margin in lines)


def _with_docstrings(source: str, said: str) -> str:
    """A docstring in each function and class, whose bodies are indented by four."""
    lines = [(line, line[: len(line) - len(line.lstrip())] + "    ") for line in source.splitlines()]
    return "".join(
        f'{line}\n{margin}"""Text.\n\n{margin}{said}\n{margin}"""\n' if line.endswith(":") else f"{line}\n"
        for line, margin in lines
    )


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("added", [_with_comments, _with_docstrings])
def test_what_is_only_said_changes_nothing(tmp_path: Path, program: str, added: Callable[[str, str], str]) -> None:
    given = {said: found(tmp_path, {"a.py": added(BEFORE + PROGRAMS[program], said)}, "a.py") for said in SAID}
    assert given == dict.fromkeys(SAID, EXPECTED[program])


CHANGED = {
    "in a tuple": "PARAMS['state'], other = value, 1",
    "as what a loop goes through": "for PARAMS['state'] in value: pass",
    "by a method of its type": "dict.update(PARAMS, value)",
    "over two lines": "PARAMS[\n    'state'\n] = value",
    "by a function among other arguments": "fill(PARAMS, str(value))",
    "in the last of several": "a = b = PARAMS['state'] = value",
    "with `as`": "with value as PARAMS['state']: pass",
}


@pytest.mark.parametrize("change", CHANGED)
def test_whatever_changes_a_table_is_seen(tmp_path: Path, change: str) -> None:
    """No longer stated as sure; whether as one of two, or as unknown."""
    body = CHANGED[change].replace("\n", "\n    ")
    source = f"{BEFORE}PARAMS = {{'state': 'open'}}\ndef show():\n    requests.get(ROOT + PARAMS['state'])\n"
    source += f"def fill(table, text):\n    table['state'] = text\ndef change(value):\n    {body}\n"
    assert found(tmp_path, {"a.py": source}, "a.py")[-1] == "GET https://x.example/{state}"
