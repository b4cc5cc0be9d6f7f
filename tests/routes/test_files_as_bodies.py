"""Open files that a call sends: their names and contents, as far as they are known; and what is made of them."""

from typing import Final

import pytest

from tests.support.check import hover

# What a call is given, and what it sends. A file goes by the last part of its path.
SENT: Final = {
    'files={"f": open("in/a.csv", "rb")}': 'filename="a.csv"\n\n{contents of in/a.csv}\n',
    'files={"f": io.open("a.csv", "rb")}': 'filename="a.csv"\n\n{contents of a.csv}\n',
    'files={"f": open(path, "rb")}': 'filename="{name of path}"\n\n{contents of path}\n',
    'files={"f": open(file=path, mode="rb")}': 'filename="{name of path}"\n\n{contents of path}\n',
    'files={"f": path.open("rb")}': 'filename="{name of path}"\n\n{contents of path}\n',
    'files={"f": open("a.csv").read()}': 'filename="f"\n\n{f}\n',
    'data=open("a.csv", "rb")': "POST https://a.example/x\n\n{contents of a.csv}\n",
    "data=path.open()": "POST https://a.example/x\n\n{contents of path}\n",
    # What is read of a file is no file.
    'data=open("a.csv").read()': "POST https://a.example/x\n\n{data}\n",
    'headers={"X-Key": open("key").read().strip()}': "POST https://a.example/x\nx-key: {X_Key}\n",
    # Half typed.
    'files={"f": open()}': 'filename="f"\n\n{f}\n',
    "data=HTTPBasicAuth()": "POST https://a.example/x\n",
}


@pytest.mark.parametrize("given", SENT)
def test_what_is_sent_of_a_file(given: str) -> None:
    head = "import io\nimport requests\nfrom requests.auth import HTTPBasicAuth\n\n\n"
    found = hover(f'{head}def f(path):\n    $0requests.post("https://a.example/x", {given})\n', "x.py")
    assert found is not None
    assert SENT[given] in found.markdown.replace("\r\n", "\n")
    assert "Not sent" not in found.markdown
