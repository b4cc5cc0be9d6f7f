from tests.support.check import analysis, check_diagnostics
from waypost.apis.features import ApiFeatures
from waypost.text import Document, Encoding
from waypost.workspace import Workspace

SETTINGS = {"apis": {"https://pets.example": "./openapi.yaml", "https://b.example": "b.json"}}


def test_faults_are_shown_in_the_document() -> None:
    check_diagnostics(
        """\
openapi: 3.1.0
paths:
  /é/{id}:
    get: everything
#        ^^^^^^^^^^ warning[bad-api-document] `GET /é/{id}` must be a mapping
    put:
      parameters:
        - $ref: "#/components/parameters/none"
#               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[bad-api-document] `#/components/parameters/none` is not in
        - {name: id, in: path}
""",
        "openapi.yaml",
        SETTINGS,
    )


def test_a_good_document_and_a_half_typed_one() -> None:
    check_diagnostics("openapi: 3.1.0\npaths: {/x: {get: {}}}\n", "openapi.yaml", SETTINGS)
    half = analysis('{"openapi": "3.1.0", "paths": {"/x', "b.json", SETTINGS).diagnostics()
    assert [each.rule for each in half] == ["bad-api-document"]


def test_a_document_that_no_setting_names_is_left_alone() -> None:
    check_diagnostics("swagger: 2\n", "other.yaml", SETTINGS)
    check_diagnostics("swagger: 2\n", "openapi.yaml")


def test_a_fault_within_a_broken_character_is_marked_from_character_to_character() -> None:
    source = b"\xf0\x9f\x9aopenapi: 3.0.3\ninfo: {}\npaths: {}\n"
    document = Document("file:///w/openapi.yaml", source)
    found = ApiFeatures(document, Workspace()).diagnostics()
    assert found
    for at in (at for each in found for at in each.span):
        assert document.offset(document.position(at, Encoding.UTF16), Encoding.UTF16) == at
