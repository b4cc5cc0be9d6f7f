"""No source uses up the time or the memory, or crashes the process."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fuzz.readers import READERS
from tests.support.budget import bounded, is_in_proportion
from tests.support.check import analysis, uri, workspace
from tests.support.routes import routes
from waypost.routes.features import RouteFeatures
from waypost.routes.sites.site_parts import finished
from waypost.routes.syntax.tree import field, is_too_deep, parse
from waypost.text import Document, Span

START = "import httpx\na = 'ab'\n"
END = "\nhttpx.get(f'https://x.example/{a}/b')\nhttpx.get('https://y.example/{a')\n"


def again(line: str, times: int = 40) -> str:
    return START + f"{line}\n" * times + END


# Each of these asks for a value that is larger than a process may grow.
GROWING = {
    "f-string": again("a = f'{a}{a}'"),
    "wide f-string": again("a = f'" + "{a}" * 5_000 + "'", 4),
    "sum": again("a = a + a"),
    "augmented sum": again("a += a"),
    "unknown parts": again("a = f'{a}{b}{a}'", 21) + "chr(a)\n",
    "concatenated": again("a = f'{a}' f'{a}'"),
    "list": again("a = [*a, *a]").replace("'ab'", "[1, 2]", 1),
    "sum of lists": again("a = a + a").replace("'ab'", "[1, 2]", 1),
    "nested list": again("a = [a, a]", 60) + "b = a == a\nc = a or a\n",
    "two nested lists": again("a = [a, a]\nd = [d, d]", 60) + "if x:\n    e = a\nelse:\n    e = d\n",
    "deep list": again("a = [a]", 3_000) + "if x:\n    b = a\n",
    "dict": again("a = {'a': a, 'b': a}"),
    "item": again("a['x'] = a; a['y'] = a").replace("'ab'", "{}", 1),
    "update": again("a.update(x=a, y=a)").replace("'ab'", "{}", 1),
    "format": again("a = '{0}{0}'.format(a)"),
    "keywords of format": again("a = '{x}{x}'.format(x=a)"),
    "wide format": again("a = '" + "{0}" * 3_000 + "'.format(a)", 4),
    "percent": again("a = '%s%s' % (a, a)"),
    "join": again("a = a.join([a, a, a])"),
    "replace": again("a = a.replace('a', a)"),
    "width": again("a = f'{a:999999999}'"),
    "width of a number": again("b = 1\na = f'{b:999999999}'"),
    "digits": again("b = 1.5\na = f'{b:.99999999f}'"),
    "width by format": again("a = '{:999999999}'.format(a)"),
    "width by percent": again("a = '%999999999s' % a"),
    "power": again("a = 10 ** 10 ** 10\nb = 'a' * 10 ** 9"),
    "arguments": again("a = httpx.Client(a, a, headers=a)"),
    "splats": again("f(*a, *a)\na = dict(**a, b=a)\na = (*a, *a)").replace("'ab'", "[1]", 1),
    "partials": "from functools import partial\n" + again("a = partial(a, a, a)"),
    "instances": "class A:\n    pass\n" + again("a = A(a, a)"),
    "chain": again("a = a.b.c(a)(a)", 500),
    "large number": again("a = 0x" + "f" * 100_000, 1),
    "lambdas": again("a = lambda x=a: (a, x)"),
    "conditions": again("a = [a, 1] if x else [1, a]", 60),
}

_ASK = """
import resource
from tests.routes.test_limits import GROWING, look
resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
for name, source in GROWING.items():
    print(name, flush=True)
    look(source)
print("done")
"""


def look(source: str) -> None:
    """Everything that goes through the values."""
    made = analysis(source, "a.py")
    made.diagnostics()
    assert isinstance(made.features, RouteFeatures)
    for site in made.features.routes.sites():
        assert len(site.shown) < 50_000
        made.hover(site.literal.start)
    made.inlay_hints(Span(0, len(made.document.source)))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the bounds are set by the system")
def test_values_do_not_grow() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _ASK], check=False, capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )
    assert done.stdout.split("\n")[-2:] == ["done", ""], done.stdout[-50:] + done.stderr[-2_000:]


def test_what_is_written_out_in_full_is_known_however_long() -> None:
    parts = "".join(f"\\n{number}" for number in range(5_000))
    source = f"import httpx\na = '{parts}'\nhttpx.get(f'https://x.example/{{len}}')\n"
    paths = ", ".join(f"'k{number}': 'https://x.example/{number}'" for number in range(3_000))
    source += f"d = {{{paths}}}\nhttpx.get(d['k2999'])\n"
    made = analysis(source, "a.py").features
    assert isinstance(made, RouteFeatures)
    assert [site.shown for site in made.routes.sites()] == ["https://x.example/{len}", "https://x.example/2999"]


NESTED = [b" " * level + b"if a:\n" for level in range(600)]


@pytest.mark.parametrize(
    "source",
    [
        b"".join(NESTED) + b" " * 600 + b"x\n",
        b"".join(b"\t" * level + b"class a:\r\n" for level in range(600)) + b"\t" * 600 + b"x\r\n",
        b"".join(b" " * (level // 2) + b"\\\n" + b" " * (level - level // 2) + b"if a:\n" for level in range(600)),
        b"".join(b" " * (level // 2) + b"\\\r\n" + b" " * (level - level // 2) + b"if a:\r\n" for level in range(600)),
        b"".join(b" \t" * (level // 2) + b" " * (level % 2) + b"if a:\n" for level in range(602)),
        b"".join(NESTED[:510]) + b" " * 510 + b"x = " + b"f'{" * 60 + b"1" + b"}'" * 60 + b"\n",
    ],
    ids=["blocks", "classes", "continued lines", "continued lines with CRLF", "tabs in blanks", "strings in blocks"],
)
def test_what_is_nested_too_deeply_is_not_given_to_the_grammar(source: bytes) -> None:
    assert is_too_deep(source)
    assert parse(source).end_byte == 0


def test_what_the_grammar_can_take_is_given_to_it() -> None:
    source = b"".join(NESTED[:295]) + b" " * 295 + b"x = " + b"f'{" * 300 + b"1" + b"}'" * 300 + b"\n"
    assert not is_too_deep(source)
    assert parse(source).end_byte == len(source)
    assert not is_too_deep(b"if a:\n" + b"    x = 1  " + b"#" * 5_000 + b"\n")


@pytest.mark.parametrize(
    "source",
    [
        "requests.get(url)\n" + "not lambda: " * 5_000 + "x\n",
        "def f(" + "int | lambda *" * 300 + "x" + ".b[x:]" * 300 + "):\n    requests.get(url)\n",
        "for " + "**x.get(y, **z) or x.y or " * 800 + "x in y:\n    requests.get(url)\n",
        "match " + "lambda **" * 300 + "x" + ".b" * 600 + ":\n    case x:\n        requests.get(url)\n",
        "url += " + "x ** " * 2_000 + "urlencode(x)\n",
    ],
    ids=["lambdas", "a parameter", "a loop", "a match", "powers"],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_is_nested_without_brackets_ends_nothing(source: str, end: str) -> None:
    text = f"import requests\nurl = '😀'\n{source}requests.get('https://x.example/a')\n"
    READERS["Python"].read(text.replace("\n", end).encode())


CYCLES = {
    "itself": "class A(A):\n    pass\n",
    "each other": "class A(B):\n    pass\n\n\nclass B(A):\n    pass\n",
    "three": "class A(B):\n    pass\n\n\nclass B(C):\n    pass\n\n\nclass C(A):\n    pass\n",
    "two bases": "class A(B, C):\n    pass\n\n\nclass B(A, C):\n    pass\n\n\nclass C(A, B):\n    pass\n",
    "many": "".join(f"class A{n}(A{n + 1}, A{n + 2}):\n    pass\n\n\n" for n in range(300)) + "A = A0\n",
    "properties": "class A:\n    @property\n    def b(self):\n        return self.c + self.c\n\n"
    "    @property\n    def c(self):\n        return self.b + self.b\n",
}


@pytest.mark.parametrize("name", CYCLES)
def test_classes_may_inherit_in_cycles(name: str) -> None:
    call = "\n\ndef f(self, a: A):\n    a.client.get('https://x.example/{a')\n    return A().b\n"
    look("import httpx\n\n\n" + CYCLES[name] + call + "\n\nhttpx.get('https://x.example/a')\n")


def test_classes_of_two_files_may_inherit_in_a_cycle() -> None:
    files = {
        "a.py": "import httpx\nfrom b import B\n\n\nclass A(B):\n    pass\n\n\nA().client.get('https://x.example/a')\n",
        "b.py": "from a import A\n\n\nclass B(A):\n    pass\n",
    }
    held = workspace({}, files)
    features = RouteFeatures(Document.from_text(uri("a.py"), files["a.py"]), held)
    assert not list(features.diagnostics())


@pytest.mark.parametrize("count", [20, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.slow
def test_functions_that_call_one_another_are_followed_so_far_and_no_further(count: int) -> None:
    """The work spent on what a call leads to is bounded, however many ways there are to continue."""
    steps = (1, 2, 3, 5, 7)
    bodies = ("".join(f"    f{(at + step) % count}(a)\n" for step in steps) for at in range(count))
    source = "import httpx\n" + "".join(
        f"def f{at}(a):\n{body}    httpx.get('https://x.example/' + a)\n" for at, body in enumerate(bodies)
    )
    features = RouteFeatures(Document.from_text(uri("a.py"), source), workspace())
    # A call that gives nothing of its own is none.
    assert len(features.sites()) == count


def calling_all_others(count: int) -> str:
    calls = "".join(f"    f{at}(a)\n" for at in range(count))
    bodies = f"    httpx.get('https://x.example/' + a)\n{calls}"
    return "import httpx\n" + "".join(f"def f{at}(a):\n{bodies}" for at in range(count))


def found_after(source: str, use: str) -> list[str]:
    sites = RouteFeatures(Document.from_text(uri("a.py"), source + use), workspace()).sites()
    return [site.template.marked for site in sites if site.span.start >= len(source)]


@pytest.mark.parametrize("count", [20, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.slow
def test_functions_that_call_all_others_are_followed_one_level_deep(count: int) -> None:
    """Before, each block took all of its budget, and twenty blocks half a minute."""
    assert found_after(calling_all_others(count), "f0('b')\n") == ["https://x.example/b"]


@pytest.mark.slow
def test_what_a_block_asks_of_another_one_does_not_depend_on_what_it_left_unfollowed() -> None:
    use = """\
def use():
    f0('b')
    f1('c')
    f2('d')
    httpx.get(URL)
def inner():
    return 'https://x.example/e'
def make_url():
    return inner()
URL = make_url()
"""
    assert found_after(calling_all_others(20), use) == [f"https://x.example/{name}" for name in "bcde"]


@pytest.mark.slow
def test_a_class_has_subclasses_in_as_many_generations_as_it_has_ancestors() -> None:
    """A long row of classes takes no time that grows with its square."""

    def prepared(length: int) -> Callable[[], object]:
        classes = (f"class A{n + 1}(A{n}):\n    def f(self):\n        self.b('/c')\n" for n in range(length))
        document = Document.from_text(uri("a.py"), "import httpx\n" + "".join(classes))
        return RouteFeatures(document, workspace()).sites

    assert is_in_proportion(prepared, 100, 800)


def test_errors_upon_errors_are_not_read() -> None:
    """They would take minutes; what comes after them is read."""
    with bounded(10):
        assert parse(b"-, " * 20_000).child_count == 0
    assert parse(b"a = 1\n").child_count == 1


def test_a_long_source_with_errors_is_read() -> None:
    long = parse(b"a = (1, 2)\nb = [c for c in d if c]\n" * 2_000 + b"e = (\n")
    assert long.has_error
    assert long.child_count > 4_000


def test_a_long_source_is_read() -> None:
    [assigned] = parse(b"a = [" + b"'b', " * 20_000 + b"]\n").children
    assert (assigned.text or b"").endswith(b"]")


COMMENTS = ("# a\n", "    # a\r\n", "#\n# \U0001f600 b\n", "# a\n\n", "\r\n    # a\r\n \r\n")


@pytest.mark.parametrize("comments", COMMENTS)
def test_what_is_around_thousands_of_comments_is_as_without_them(comments: str) -> None:
    """All are read again for each of them, so the grammar is not shown them; strings still have them."""
    head, string, end = "def f():\n    x = ", f"'''\n{comments * 200}'''\n", "    return g(x)\n"
    source = f"{head}{string}{comments * 2_000}{end}".encode()
    root = parse(source)
    assert not root.has_error
    assert len(root.text or b"") == len(source)
    body = field(root.named_children[0], "body")
    assert body is not None
    assert [each.type for each in body.named_children] == ["expression_statement", "return_statement"]
    assert body.named_children[0].text == f"x = {string.strip()}".encode()
    assert body.named_children[1].text == end.strip().encode()


@pytest.mark.parametrize("broken", ["", "    (\n"])
def test_comments_in_a_string_are_its_text_among_thousands_and_beside_errors(broken: str) -> None:
    comments = "# a\n" * 300
    root = parse(f"def f():\n    a,\n{comments}    x = '''\n{comments}'''\n{broken}".encode())
    assert root.has_error == bool(broken)
    assert (root.text or b"").count(b"#") == 300


def test_a_comment_that_ignores_is_one_among_thousands() -> None:
    source = b"x = 1\n" + b"# a\n" * 500 + b"# waypost: ignore\n" + b"# a\n" * 500
    assert parse(source).descendant_for_byte_range(2_010, 2_010).type == "comment"


def nested(start: str, form: str, depth: int = 12) -> str:
    """An expression inside others of one form, which names its variable by its depth."""
    for number in range(depth):
        start = form.format(start, number)
    return start


# Each comes to the same request again and again: at every item of every loop around it.
REPEATED = {
    "comprehension of comprehensions": nested("httpx.get(U)", "[{0} for v{1} in b]"),
    "over a comprehension": nested("httpx.get(U)", "[v{1} for v{1} in {0}]"),
    "over something unknown": nested("u(httpx.get(U))", "[v{1} for v{1} in {0}]"),
    "conditions": nested("httpx.get(U)", "[1 for v{1} in b if {0}]"),
    "several clauses": nested("httpx.get(U)", "[1 for v{1} in {0} for w{1} in b]"),
    "generators": nested("httpx.get(U)", "({0} for v{1} in b)"),
    "dicts": nested("httpx.get(U)", "{{v{1}: {0} for v{1} in b}}"),
}


@pytest.mark.parametrize("name", REPEATED)
def test_a_request_is_not_made_out_at_every_turn(name: str) -> None:
    source = f"import httpx\nU = 'https://x.example/a'\nb = [1, 2]\ndef f(u):\n    return {REPEATED[name]}\n"
    source += "def g():\n    return httpx.get(f'{U}/b')\n"
    with bounded(4):
        made = analysis(source, "a.py")
        made.diagnostics()
    assert isinstance(made.features, RouteFeatures)
    assert [site.template.marked for site in made.features.routes.sites()][-1] == "https://x.example/a/b"


MANY = {
    "cases": ("match a:\n    case 0:\n        b = 0\n", "    case 'c{0}':\n        b = {0}\n"),
    "branches": ("if a:\n    b = 0\n", "elif a == {0}:\n    b = {0}\n"),
    "members": ("import enum\nclass A(enum.Enum):\n    b = 'b'\n", "    c{0} = 'c{0}'\n"),
}


@pytest.mark.parametrize("name", MANY)
def test_one_of_many_does_not_look_at_all_others(name: str) -> None:
    def reading(count: int) -> Callable[[], None]:
        first, more = MANY[name]
        made = analysis(
            f"import httpx\n{first}{''.join(map(more.format, range(count)))}httpx.get('https://x.example')\n", "a.py"
        )

        def read() -> None:
            made.diagnostics()
            assert isinstance(made.features, RouteFeatures)
            assert len(made.features.routes.sites()) == 1

        return read

    assert is_in_proportion(reading, 500, 4_000)


# Texts that look like keys, so that their names are asked for.
TABLES = {
    "sum": ("u = ''", " + 'a1b2c3d4{0}'", "\n"),
    "list": ("u = [\n", "    'a1b2c3d4{0}',\n", "]\n"),
    "arguments": ("u = load(\n", "    'a1b2c3d4{0}',\n", ")\n"),
    "a secret in a sum": ("token = ''", " + 'a1b2c3d4{0}'", "\n"),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_text_does_not_look_at_all_around_it(name: str) -> None:
    def reading(count: int) -> Callable[[], None]:
        first, each, last = TABLES[name]
        made = analysis(f"import httpx\n{first}{''.join(map(each.format, range(count)))}{last}", "a.py")

        def read() -> None:
            made.diagnostics()
            assert isinstance(made.features, RouteFeatures)
            whole = Span(0, len(made.document.source))
            assert (made.features.routes.secrets(whole) != []) is name.startswith("a secret")

        return read

    assert is_in_proportion(reading, 300, 2_400)


@pytest.mark.parametrize("value", ["httpx.Client()", "{}", "[1]", "None"])
@pytest.mark.parametrize(
    "circle", [("saved = S", "S = saved"), ("a = S", "b = a", "S = b"), ("S = a", "a = S", "S = S")]
)
def test_names_may_stand_for_each_other(value: str, circle: tuple[str, ...]) -> None:
    """Statements apart from each other, as where a test puts a class back: `saved = S`, `S = None`, `S = saved`."""
    between = "\nclass C{}:\n    pass\n"
    statements = (f"S = {value}", *circle, "S = None", *circle[-1:])
    source = "import httpx\n" + "".join(each + between.format(at) for at, each in enumerate(statements))
    made = analysis(
        f"{source}def f():\n    return S.get('https://x.example/a')\nhttpx.get('https://y.example/', params=S)\n",
        "a.py",
    )
    made.diagnostics()
    assert isinstance(made.features, RouteFeatures)
    assert "https://y.example/" in [site.template.marked for site in made.features.routes.sites()]


@pytest.mark.parametrize("steps", range(8))
def test_a_body_that_is_not_run_to_its_end_makes_nothing_specific(steps: int) -> None:
    filling = "".join(f"    send('users/{n}')\n" for n in range(steps))
    source = f"""\
import requests

def send(path):
    for attempt in range(3):
        response = requests.delete("https://x.example/" + path)
        if response.status_code == 429:
            continue
        break
    return response.json()

def delete(*ids):
    for each in ids:
        send("items/%s" % each)

def main():
{filling}    delete(1, 2, 3)

if __name__ == "__main__":
    main()
"""
    made = routes(source)
    assert made.count("DELETE https://x.example/items/1") == made.count("DELETE https://x.example/items/3") == 1


def test_one_request_is_not_compared_with_all_others() -> None:
    """A client with thousands of methods."""
    source = 'class C:\n    def f(self, a):\n        return self.client.get(self.base + "/p/" + a)\n'
    features = analysis(source, "a.py").features
    assert isinstance(features, RouteFeatures)
    (site,) = features.sites()
    assert site.likely

    def finishing(count: int) -> Callable[[], object]:
        sites = [replace(site, span=site.span.shift(100 * at)) for at in range(count)]
        return lambda: finished(sites, (), {})

    assert is_in_proportion(finishing, 500, 4_000)
