"""The contract of the builder, one test a line: options, routing, defaults, results, operations, merging, cases."""

import pytest

from waypost import endpoint
from waypost.core.version import VERSION

BASE = "https://api.github.com"


class TestOptions:
    def test_a_route_is_a_verb_and_a_url(self):
        assert endpoint("PATCH /x")["method"] == "patch"

    def test_a_url_alone_is_a_get(self):
        assert endpoint("/x")["method"] == "get"

    def test_method_and_url_stand_for_a_route(self):
        assert endpoint(method="PUT", url="/x") == endpoint("PUT /x")

    @pytest.mark.parametrize("url", ["/users/{name}", "/users/:name", f"{BASE}/users/{{name}}"])
    def test_a_url_is_a_path_or_whole_with_placeholders_of_either_form(self, url):
        assert endpoint(url=url, name="n")["url"] == f"{BASE}/users/n"

    def test_a_url_is_a_uri_template(self):
        assert endpoint("/x{/list*}{?a,b}", list=["1", "2"], a=3, b=4)["url"] == f"{BASE}/x/1/2?a=3&b=4"

    def test_base_url_is_the_prefix_of_relative_urls(self):
        assert endpoint("/x", baseUrl="https://h.example/v1")["url"] == "https://h.example/v1/x"
        assert endpoint("https://o.example/x", baseUrl="https://h.example")["url"] == "https://o.example/x"

    def test_headers_are_merged_with_the_default_ones(self):
        assert endpoint("/x", headers={"authorization": "token t"})["headers"] == {
            "accept": "application/vnd.github.v3+json",
            "user-agent": f"waypost/{VERSION}",
            "authorization": "token t",
        }

    @pytest.mark.parametrize(("form", "last"), [("raw", "v3.raw"), ("diff", "v3.diff"), ("text+json", "v3.text+json")])
    def test_a_format_amends_accept(self, form, last):
        assert endpoint("/x", mediaType={"format": form})["headers"]["accept"] == f"application/vnd.github.{last}"

    @pytest.mark.parametrize("name", ["mercy", "symmetra", "scarlet-witch"])
    def test_previews_amend_accept(self, name):
        accept = endpoint("/x", mediaType={"previews": [name]})["headers"]["accept"]
        assert accept == f"application/vnd.github.{name}-preview+json"

    def test_data_is_the_body_instead_of_the_other_parameters(self):
        assert endpoint("POST /x", data="raw", other=1)["body"] == "raw"

    def test_request_is_returned_unchanged(self):
        meta = {"any": ["thing"]}
        assert endpoint("/x", request=meta)["request"] is meta
        assert meta == {"any": ["thing"]}


class TestRouting:
    def test_first_a_placeholder(self):
        assert endpoint("POST /x/{a}", a=1) == endpoint("POST /x/1")

    @pytest.mark.parametrize("verb", ["GET", "HEAD"])
    def test_then_the_query_of_get_and_head(self, verb):
        assert endpoint(f"{verb} /x", a=1, b="2")["url"] == f"{BASE}/x?a=1&b=2"

    @pytest.mark.parametrize("verb", ["PATCH", "POST", "PUT", "DELETE"])
    def test_else_the_body(self, verb):
        assert endpoint(f"{verb} /x", a=1)["body"] == {"a": 1}

    def test_query_names_in_the_url_take_their_parameters(self):
        request = endpoint("POST /x{?a,b}", a=1, b=2, c=3)
        assert (request["url"], request["body"]) == (f"{BASE}/x?a=1&b=2", {"c": 3})

    def test_a_route_may_carry_another_host(self):
        request = endpoint("POST https://uploads.example/x{?name,label}", name="n", label="l", data="d")
        assert request["url"] == "https://uploads.example/x?name=n&label=l"


class TestDefaults:
    def test_base_url(self):
        assert endpoint.DEFAULTS["baseUrl"] == BASE

    def test_user_agent_is_library_and_version(self):
        assert endpoint.DEFAULTS["headers"]["user-agent"] == f"waypost/{VERSION}"

    def test_accept_is_version_three(self):
        assert endpoint.DEFAULTS["headers"]["accept"] == "application/vnd.github.v3+json"


class TestResult:
    def test_the_method_is_lowercase(self):
        assert endpoint("DELETE /x")["method"] == "delete"

    def test_the_url_is_whole(self):
        assert endpoint("/x/{a}", a=1, b=2)["url"] == f"{BASE}/x/1?b=2"

    def test_header_names_are_lowercase(self):
        assert list(endpoint("/x", headers={"X-Y": "Z"})["headers"])[-1] == "x-y"

    def test_a_body_is_there_only_when_it_exists(self):
        assert "body" not in endpoint("GET /x", a=1)
        assert "body" not in endpoint("POST /x")

    def test_request_is_there_only_when_it_was_passed(self):
        assert "request" not in endpoint("GET /x")


class TestMerged:
    def test_the_effective_base(self):
        assert endpoint.defaults(baseUrl="https://h.example").merge("/x")["baseUrl"] == "https://h.example"

    def test_the_method_as_written(self):
        assert endpoint.merge("GET /x")["method"] == "GET"
        assert endpoint.merge("get /x")["method"] == "get"

    def test_the_url_unexpanded(self):
        assert endpoint.merge("/orgs/:org{?a}", org=1)["url"] == "/orgs/:org{?a}"

    def test_headers_with_the_default_ones(self):
        assert endpoint.merge("/x", headers={"A": "b"})["headers"]["accept"] == "application/vnd.github.v3+json"

    def test_remaining_parameters_over_default_ones(self):
        merged = endpoint.defaults(a=1, b=2).merge("/x", b=3)
        assert (merged["a"], merged["b"]) == (1, 3)


class TestOperations:
    def test_endpoint_is_parse_of_merge(self):
        options = {"method": "GET", "url": "/x/{a}", "a": 1}
        assert endpoint(options) == endpoint.parse(endpoint.merge(options))

    def test_defaults_cascade_on_a_builder_of_its_own(self):
        first = endpoint.defaults(baseUrl="https://h.example", headers={"a": "1"})
        second = first.defaults(headers={"b": "2"}, per_page=5)
        assert second.merge("/x").items() >= {"baseUrl": "https://h.example", "per_page": 5}.items()
        assert second("/x")["headers"].items() >= {"a": "1", "b": "2"}.items()
        assert "per_page" not in first.DEFAULTS
        assert "per_page" not in endpoint.DEFAULTS

    def test_parse_is_stateless(self):
        merged = endpoint.merge("/x", a=1)
        assert endpoint.defaults(b=2, headers={"c": "d"}).parse(merged) == endpoint.parse(merged)


class TestMergeRules:
    def test_a_passed_header_overrides_the_default_of_its_name(self):
        assert endpoint("/x", headers={"ACCEPT": "a/b"})["headers"]["accept"] == "a/b"

    def test_previews_are_merged(self):
        builder = endpoint.defaults(mediaType={"previews": ["a"]})
        assert builder.merge("/x", mediaType={"previews": ["b"]})["mediaType"]["previews"] == ["a", "b"]

    def test_a_passed_parameter_overrides_the_default_of_its_name(self):
        assert endpoint.defaults(a=1)("/x", a=2)["url"] == f"{BASE}/x?a=2"

    def test_a_default_parameter_is_used_when_none_is_passed(self):
        assert endpoint.defaults(org="o")("/orgs/{org}")["url"] == f"{BASE}/orgs/o"


class TestSpecialCases:
    def test_a_body_set_directly_with_headers_of_the_callers(self):
        request = endpoint(
            "POST /markdown/raw", data="Hello **w**", headers={"accept": "text/html", "content-type": "text/plain"}
        )
        assert request["body"] == "Hello **w**"
        assert request["headers"].items() >= {"accept": "text/html", "content-type": "text/plain"}.items()

    def test_query_and_body_with_type_and_length(self):
        request = endpoint(
            "POST https://uploads.example/assets{?name,label}",
            name="n.zip",
            label="l",
            data=b"12345",
            headers={"content-type": "application/zip", "content-length": 5},
        )
        assert request["url"] == "https://uploads.example/assets?name=n.zip&label=l"
        assert request["headers"].items() >= {"content-type": "application/zip", "content-length": "5"}.items()
        assert request["body"] == b"12345"

    def test_authorization_is_a_header_of_the_call_or_the_defaults(self):
        headers = {"authorization": "token t"}
        assert endpoint("/x", headers=headers) == endpoint.defaults(headers=headers)("/x")
