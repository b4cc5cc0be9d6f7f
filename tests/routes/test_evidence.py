"""Two kinds of evidence make a call likely to be a request; one is silence."""

import pytest

from waypost.routes.model.stand_ins import words
from waypost.routes.model.values import (
    Arguments,
    Constant,
    Hole,
    KeyedValue,
    KeyedValues,
    Text,
    TextPiece,
    Unknown,
    Value,
)
from waypost.routes.sites.evidence import EVIDENCE, likely_requests


def text(written: str) -> Text:
    """`{name}` is something unknown."""
    parts = []
    for index, piece in enumerate(written.replace("}", "{").split("{")):
        if index % 2:
            parts.append(Hole(Unknown(piece), piece, None, "f"))
        elif piece:
            parts.append(TextPiece(piece, None))
    return Text(tuple(parts))


def call(*given: str | Value, **keywords: str | Value) -> Arguments:
    def value(each: str | Value) -> Value:
        return text(each) if isinstance(each, str) else each

    named = tuple(KeyedValue(key, value(each)) for key, each in keywords.items())
    return Arguments(tuple(KeyedValue("", value(each)) for each in given), KeyedValues(named))


def table(**entries: str) -> KeyedValues:
    return KeyedValues(tuple(KeyedValue(key, text(value)) for key, value in entries.items()))


LIKELY = {
    "a client's method and a path": ("client.get", call("/users"), "GET /users"),
    "an address": ("self.get", call("https://x.example/users"), "GET https://x.example/users"),
    "two attributes away, in second place": ("self.agent.http.put", call(Unknown("f"), "/kv/{key}"), "PUT /kv/{key}"),
    "a verb beside a path, whatever it is called": ("whatever", call("DELETE", "/users/{id}"), "DELETE /users/{id}"),
    "in the other order": ("whatever", call("/users", "POST"), "POST /users"),
    "by keywords": ("whatever", call(method="PUT", uri="/users"), "PUT /users"),
    "a mapping that describes it": ("send", call(table(method="GET", url="/a")), "GET /a"),
    "a name of a URL alone": ("session.get", call(Unknown("self.url")), "GET url"),
    "a base URL and its path": ("self._post_json", call("{base_url}users", json=KeyedValues()), "POST {base_url}users"),
    "what only requests take": ("thing.post", call("/users", headers=KeyedValues()), "POST /users"),
}  # fmt: skip
SILENT = {
    "a key of a store": ("cache.get", call("/users")),
    "a path of a file": ("file_manager.get", call("/etc/hosts")),
    "a key of a mapping": ("data.get", call("name")),
    "a mock": ("responses.get", call("https://x.example/users", json=KeyedValues())),
    "a server's route": ("app.post", call("/users")),
    "a log": ("log", call("GET", "/users")),
    "an error": ("NotFoundError", call("GET", "/users")),
    "words with slashes": ("client.get", call("user/1")),
    "another kind of method": ("minimize", call(Unknown("f"), method="simplex")),
    "a number": ("client.get", call(Constant(1))),
    "something unknown": ("client.get", call(Unknown("name"))),
    "nothing": ("client.get", call()),
    "what makes a URL": ("client.get_url", call("/users")),
}
# What is read of the result decides.
READ = {
    "words with slashes": ("self.client.get", call("adminproxy/X/true"), {"json"}, "GET adminproxy/X/true"),
    "a path of something": ("manager.get", call("/users"), {"raise_for_status"}, "GET /users"),
    "a word": ("self.client.get", call("users"), {"status_code"}, "GET users"),
}
# What is read of what its object gives elsewhere decides.
READ_ELSEWHERE = {
    "words with slashes": ("client.post", call("admin/Update/{id}"), "POST admin/Update/{id}"),
    "something called a URL": ("svc.delete", call(Unknown("self.endpoint")), "DELETE endpoint"),
}


def _shown(
    callee: str, arguments: Arguments, uses: frozenset[str] = frozenset(), answering: frozenset[str] = frozenset()
) -> list[str]:
    found = []
    for shape, given in likely_requests(callee, arguments, uses, answering):
        verb = shape.verb if isinstance(shape.verb, str) else given.at(*shape.verb).value.known
        found.append(f"{verb} {words(given.at(*shape.url).value)}")
    return found


@pytest.mark.parametrize("case", LIKELY)
def test_two_kinds_make_it_likely(case: str) -> None:
    callee, arguments, expected = LIKELY[case]
    assert _shown(callee, arguments)[:1] == [expected]


@pytest.mark.parametrize("case", SILENT)
def test_one_kind_is_silence(case: str) -> None:
    assert _shown(*SILENT[case]) == []


@pytest.mark.parametrize("case", READ)
def test_what_is_done_with_the_result_counts(case: str) -> None:
    callee, arguments, uses, expected = READ[case]
    assert _shown(callee, arguments) == []
    assert _shown(callee, arguments, frozenset(uses)) == [expected]


@pytest.mark.parametrize("case", READ_ELSEWHERE)
def test_what_is_read_of_another_result_of_its_object_counts(case: str) -> None:
    callee, arguments, expected = READ_ELSEWHERE[case]
    assert _shown(callee, arguments) == []
    assert _shown(callee, arguments, answering=frozenset({"other"})) == []
    assert _shown(callee, arguments, answering=frozenset({callee.partition(".")[0]})) == [expected]


def test_what_is_looked_up_by_a_word_sends_nothing_whatever_else_its_object_gives() -> None:
    assert _shown("store.get", call("name"), answering=frozenset({"store"})) == []
    assert _shown("things.get", call("name"), answering=frozenset({"things"})) == []
    assert _shown("things.get", call(Unknown("key")), answering=frozenset({"things"})) == []


def test_no_kind_is_enough_alone() -> None:
    heaviest = {each.kind: max(other.weight for other in EVIDENCE if other.kind == each.kind) for each in EVIDENCE}
    assert max(heaviest.values()) < 3
    assert all(each.words for each in EVIDENCE)
