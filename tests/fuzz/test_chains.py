"""Operators, calls and items that follow one another by the hundred: without a bracket, thousands may be nested."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.readers import READERS
from tests.support.budget import bounded, examples

_BEFORE = """
lambda:|lambda x:|lambda x=|lambda *|lambda **|not|-|~|*|**|await|yield|yield from|x := |x = |x, *|x:|print >>
x if y else|x if|x and|x or|x ==|x in|'x' in|x +|x %|'s' +|x @|int \\||x for x in|requests.get(x, **y) or
""".replace("\n", "|").split("|")
_AFTER = """
.b|()|[0]|(x)|[x]|[x:]|{}|''|.strip()|.format(x)|.get('x')|.b.c()|.joinpath('b')|.replace(b=1)|/ 'b'|+ x|+ 'b'|% x|\\| b
and b|or b|if x else y|for x in y|is not None|< b|== 'x'|as b|= b|: int|, b
""".replace("\n", "|").split("|")
_WHOLE = (
    "x = {}\nrequests.get(x)\n",
    "x += {}\nrequests.get(x)\n",
    "x: {} = 1\nrequests.get(x)\n",
    "{} = x\nrequests.get(x)\n",
    "requests.get({})\n",
    "requests.get('https://h.example/a', {})\n",
    "requests.get('https://h.example/a', json={'a': {}})\n",
    "requests.get(f'https://h.example/{{}}')\n",
    "requests.get([{} for y in z][0])\n",
    "requests.get([y for y in {}][0])\n",
    "requests.get([y for {} in z][0])\n",
    "def f(x={}):\n    requests.get('https://h.example/' + x)\nf()\n",
    "def f(x: {}):\n    requests.get('https://h.example/' + x)\nf(1)\n",
    "def f({}):\n    requests.get('https://h.example/a')\n",
    "def f(x):\n    return {}\nrequests.get('https://h.example/' + f(1))\n",
    "class A({}):\n    x = {}\n    def f(self):\n        self.get(self.x)\n",
    "@{}\ndef f():\n    requests.get('https://h.example/a')\nf()\n",
    "for x in {}:\n    requests.get('https://h.example/' + x)\n",
    "for {} in x:\n    requests.get('https://h.example/' + x)\n",
    "with {} as x:\n    x.get('https://h.example/a')\n",
    "with x as {}:\n    x.get('https://h.example/a')\n",
    "if {}:\n    x = 1\nelse:\n    x = 2\nrequests.get('https://h.example/%s' % x)\n",
    "match {}:\n    case x if {}:\n        requests.get(x)\n",
    "match x:\n    case {}:\n        requests.get(x)\n",
    "s = requests.Session()\ns.headers = {}\ns.headers.update({})\ns.get('https://h.example/a')\n",
    "x[{}] = {}\nrequests.get('https://h.example/a', params=x)\n",
    "endpoint('GET /a', {})\n",
    "del {}\nrequests.get(x)\n",
)


def _some(of: list[str], least: int, most: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(of), min_size=least, max_size=most).map(lambda each: f" {' '.join(each)} ")


@examples(20)
@given(
    st.sampled_from(_WHOLE),
    _some(_BEFORE, 0, 3),
    _some(_AFTER, 0, 2),
    st.sampled_from((60, 120, 200, 300, 450, 800, 2500)),
)
@pytest.mark.slow
def test_chains(whole: str, before: str, after: str, times: int) -> None:
    chain = f"{before * times}x{after * times}"[-60_000:]
    with bounded():
        READERS["Python"].read(f"import requests\n{whole.replace('{}', chain)}".encode())
