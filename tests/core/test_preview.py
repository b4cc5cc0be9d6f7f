"""Unknown values are passed as stand-ins, and shown by the name of the value that they stand for."""

import pytest

from waypost import endpoint
from waypost.core.preview import Preview


@pytest.fixture
def preview():
    return Preview(endpoint)


def test_a_stand_in_is_shown_where_its_value_would_be(preview):
    owner, label, token = map(preview.unknown, ("{self.owner}", "{label!r}", "{token}"))
    request = preview.request(
        "POST /repos/{owner}/{name:5}/x{?labels*}",
        {
            "owner": owner,
            "name": f"pre-{owner}",
            "labels": ["bug", label],
            "nested": {"list": [owner, 5]},
            "headers": {"authorization": f"token {token}"},
        },
    )
    assert request["url"] == "https://api.github.com/repos/{self.owner}/pre-{self.owner}/x?labels=bug&labels={label!r}"
    assert request["body"] == {"nested": {"list": ["{self.owner}", 5]}}
    assert request["headers"]["authorization"] == "token {token}"


def test_a_stand_in_may_be_part_of_the_route(preview):
    route = f"GET /repos/{preview.unknown('{owner}')}/{{+path}}"
    assert preview.request(route, {"path": f"a b/{preview.unknown('{rest}')}"})["url"].endswith(
        "/repos/{owner}/a%20b/{rest}"
    )


def test_a_stand_in_for_a_whole_address(preview):
    base = preview.unknown_address("{self.base}")
    assert preview.request("GET /x", {"baseUrl": f"{base}/api"})["url"] == "{self.base}/api/x"
    assert preview.request(f"GET {base}/y", {})["url"] == "{self.base}/y"
    assert preview.request(None, {"url": "/z", "baseUrl": base})["url"] == "{self.base}/z"


def test_many_stand_ins_stay_apart(preview):
    names = [f"{{v{index}}}" for index in range(300)]
    request = preview.request("POST /x", {"list": [preview.unknown(name) for name in names]})
    assert request["body"]["list"] == names


def test_known_values_are_those_of_the_builder(preview):
    options = {"owner": "é b", "page": 2, "headers": {"x": "%41"}}
    assert preview.request("GET /{owner}", options) == endpoint("GET /{owner}", options)


def test_messages_show_names_and_spans_are_those_of_the_route(preview):
    route = f"GET /{preview.unknown('{a}')}/{{b}}"
    (problem,) = preview.problems(route, {"headers": {"x": preview.unknown("{h}")}})
    assert (problem.rule, route[slice(*problem.span)]) == ("missing-parameter", "{b}")
    (problem,) = preview.problems(None, {"url": "/x", "mediaType": {"format": preview.unknown("{kind}") + " "}})
    assert problem.message.startswith("`mediaType.format` contains '{kind} '")


def test_an_unknown_media_type(preview):
    media_type = {"format": preview.unknown("{kind}"), "previews": [preview.unknown("{name}")]}
    request = preview.request("GET /x", {"mediaType": media_type})
    assert request["headers"]["accept"] == "application/vnd.github.{name}-preview.{kind}"


def test_an_unknown_value_is_not_missing_empty_or_unsafe(preview):
    assert preview.problems("GET /x/{a}", {"a": preview.unknown("{a}")}) == []
