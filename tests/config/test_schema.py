"""The schema has exactly the structure it should, and the compiled query agrees with it on every path."""

import pytest
from jsonschema import Draft7Validator

from waypost.config.model.schema import Format, load, matching, root, tables_with

WALK_FLAGS = {"ignore-hidden", "ignore-files", "ignore-dot", "ignore-vcs", "ignore-global", "ignore-parent"}
ENGINE_FLAGS = {"binary", "check-filename", "check-file", "unicode", "ignore-hex", "identifier-leading-digits"}
LISTS = {"extend-ignore-re", "extend-ignore-identifiers-re", "extend-ignore-words-re"}
TABLES = {"extend-identifiers", "extend-words"}


def test_is_a_draft_7_schema():
    Draft7Validator.check_schema(load())


def test_holds_exactly_the_known_keys():
    definitions = load()["definitions"]
    assert set(load()["properties"]) == {"files", "default", "type"}
    assert set(definitions["Walk"]["properties"]) == {"extend-exclude"} | WALK_FLAGS
    engine = {"locale"} | ENGINE_FLAGS | LISTS | TABLES
    assert set(definitions["EngineConfig"]["properties"]) == engine
    assert set(definitions["GlobEngineConfig"]["properties"]) == engine | {"extend-glob"}


@pytest.mark.parametrize("key", sorted(WALK_FLAGS))
def test_flags_of_the_walk_may_be_null_and_are_by_default(key):
    node = matching(("files", key))
    assert node.types == ("boolean", "null")
    assert node.default is None
    assert node.effective is True


@pytest.mark.parametrize("table", [("default",), ("type", "py")])
def test_members_of_an_engine_have_their_types(table):
    assert {key for key in matching(table).properties if matching((*table, key)).is_flag} == ENGINE_FLAGS
    assert {key for key in matching(table).properties if matching((*table, key)).is_list} - {"extend-glob"} == LISTS
    assert {key for key in matching(table).properties if matching((*table, key)).is_table} == TABLES


def test_a_reference_beside_null_is_one_node():
    node = matching(("default", "locale"))
    assert node.types == ("string", "null")
    assert node.enum == ("en", "en-us", "en-gb", "en-ca", "en-au")
    assert len(node.enum_descriptions) == len(node.enum)
    assert node.description.startswith("Which dialect")


def test_members_of_lists_and_maps_are_found_by_any_index_and_name():
    assert matching(("default", "extend-words", "teh")).types == ("string",)
    assert matching(("type", "anything", "extend-glob", 3)).types == ("string",)


@pytest.mark.parametrize(
    "path", [("extend-words",), ("files", "locale"), ("type", "py", "extend-exclude"), ("default", 0)]
)
def test_unknown_paths_match_nothing(path):
    assert matching(path) is None


def test_a_key_knows_the_tables_it_belongs_to():
    assert tables_with("extend-exclude") == [("files",)]
    assert tables_with("locale") == [("default",), ("type", "*")]
    assert tables_with("extend-glob") == [("type", "*")]
    assert tables_with("nonsense") == ()


def test_formats_tell_regexes_from_globs():
    assert matching(("default", "extend-ignore-re")).format is Format.REGEX
    assert matching(("files", "extend-exclude")).format is Format.EXCLUDE_GLOB
    assert matching(("type", "x", "extend-glob")).format is Format.TYPE_GLOB


def test_every_key_says_what_it_does():
    def visit(node):
        assert node.description
        for child in (*node.properties.values(), *filter(None, (node.additional, node.items))):
            visit(child)

    visit(root())


def test_defaults_and_examples_obey_the_schema():
    def visit(schema):
        for value in (*schema.get("examples", ()), *([schema["default"]] if "default" in schema else [])):
            assert list(Draft7Validator({**schema, "definitions": load()["definitions"]}).iter_errors(value)) == []
        for child in schema.get("properties", {}).values():
            visit(child)

    visit(load())
    for definition in load()["definitions"].values():
        visit(definition)
