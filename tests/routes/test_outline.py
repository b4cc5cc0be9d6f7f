from tests.support.check import analysis

HEAD = "from waypost import endpoint\n"


def test_symbols_are_the_routes_of_the_document() -> None:
    made = analysis(HEAD + 'endpoint("GET /user")\n\ndef f(x):\n    endpoint(f"POST /repos/{x}/y/issues")\n', "x.py")
    assert [(each.name, each.detail) for each in made.symbols()] == [
        ("GET /user", "Get the authenticated user"),
        ("POST /repos/{x}/y/issues", "Create an issue"),
    ]
    assert all(each.span.holds(each.selection) for each in made.symbols())


def test_every_symbol_has_a_name() -> None:
    source = 'import httpx\n\nclient = httpx.Client(base_url="https://x.example")\n\ndef f(verb):\n'
    made = analysis(f'{source}    client.request(verb, "")\n    client.get("")\n', "x.py")
    assert [each.name for each in made.symbols()] == ['""', 'GET ""']


def test_a_document_without_routes_has_no_symbols() -> None:
    assert analysis("x = 1\n", "x.py").symbols() == []


def test_tokens_inside_routes() -> None:
    made = analysis(HEAD + 'endpoint("GET /repos/{+owner}/é/{repo}{?page,q}", owner="é")\n', "x.py")
    assert [(each.type, made.document.slice(each.span)) for each in made.tokens()] == [
        ("method", "GET"),
        ("operator", "+"),
        ("parameter", "owner"),
        ("parameter", "repo"),
        ("operator", "?"),
        ("parameter", "page"),
        ("parameter", "q"),
    ]


def test_no_tokens_in_other_strings() -> None:
    assert analysis(HEAD + 'x = "hello {name}"\nendpoint("GE', "x.py").tokens() == []
