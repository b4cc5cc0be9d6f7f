"""The syntax specific to Swagger 2.0 and OpenAPI 3.2."""

from textwrap import dedent

from waypost.apis.model import Body, Operation, ParameterPlace, Server
from waypost.apis.openapi import DocumentReading, read_document


def read(source: str) -> tuple[DocumentReading, dict[str, Operation]]:
    reading = read_document(dedent(source).encode())
    assert not reading.faults, reading.faults
    return reading, {each.route: each for each in reading.description.operations}


SWAGGER = """\
swagger: "2.0"
info: {title: Pets, version: "1"}
host: pets.example
basePath: /v1/
schemes: [https, http, ws]
consumes: [application/json]
securityDefinitions: {key: {type: apiKey, in: header, name: X-Key}}
security: [{key: []}]
paths:
  /pets:
    parameters:
      - {name: tenant, in: header, type: string, required: true}
    get:
      security: []
      parameters:
        - {name: kinds, in: query, type: array, items: {type: string, enum: [cat, dog]}, collectionFormat: multi}
        - {name: tags, in: query, type: array, items: {type: string}}
        - {name: limit, in: query, type: integer, maximum: 100, exclusiveMaximum: true}
    post:
      parameters:
        - {name: pet, in: body, required: true, schema: {$ref: "#/definitions/Pet"}}
  /photos:
    post:
      consumes: [multipart/form-data]
      parameters:
        - {name: title, in: formData, type: string, required: true}
        - {name: photo, in: formData, type: file}
definitions:
  Pet: {type: object, required: [name], properties: {name: {type: string}, id: {type: integer, readOnly: true}}}
"""


def test_swagger() -> None:
    reading, found = read(SWAGGER)
    description = reading.description
    assert description.servers == (Server("https://pets.example/v1"), Server("http://pets.example/v1"))
    assert [each[:4] for each in description.security] == [("key", "apiKey", "header", "X-Key")]
    get = found["GET /pets"]
    assert [(each.name, each.place, each.type, each.joined) for each in get.parameters] == [
        ("tenant", ParameterPlace.HEADER, "string", False),
        ("kinds", ParameterPlace.QUERY, "string[]", False),
        ("tags", ParameterPlace.QUERY, "string[]", True),
        ("limit", ParameterPlace.QUERY, "integer", False),
    ]
    assert description.schemas[get.parameters[3].schema] == {"type": ["integer"], "exclusiveMaximum": 100}
    assert get.security == ()
    post = found["POST /pets"]
    assert post.security == (("key",),)
    assert post.body_required
    assert [(each.name, each.required) for each in post.parameters] == [("tenant", True), ("name", True)]
    [body] = post.bodies
    assert body.media == "application/json"
    photo = found["POST /photos"]
    assert [each.media for each in photo.bodies] == ["multipart/form-data"]
    assert [(each.name, each.required) for each in photo.parameters] == [("title", True), ("photo", False)]


def test_openapi_3_2() -> None:
    _, found = read("""\
        openapi: 3.2.0
        paths:
          /pets:
            query: {requestBody: {content: {application/json: {schema: {type: object}}}}}
            additionalOperations:
              COPY: {operationId: copyPets}
            get: {parameters: [{name: filter, in: querystring, content: {application/json: {}}}]}
        """)
    assert set(found) == {"QUERY /pets", "COPY /pets", "GET /pets"}
    assert found["COPY /pets"].id == "copyPets"
    assert found["GET /pets"].unread == (ParameterPlace.QUERY,)


def test_servers_with_variables_and_of_operations() -> None:
    reading, found = read("""\
        openapi: 3.0.3
        servers:
          - url: https://{region}.pets.example/{base}
            variables: {region: {enum: [eu, us], default: eu}, base: {default: v1}}
        paths:
          /pets:
            servers: [{url: https://other.example}]
            get: {}
            put: {servers: [{url: https://put.example}]}
        """)
    assert reading.description.servers == (
        Server("https://{region}.pets.example/{base}", (("region", ("eu", "us")), ("base", ()))),
    )
    assert found["GET /pets"].servers == (Server("https://other.example"),)
    assert found["PUT /pets"].servers == (Server("https://put.example"),)


def test_bodies_by_media_type() -> None:
    reading, found = read("""\
        openapi: 3.0.3
        paths:
          /pets:
            post:
              requestBody:
                required: true
                content:
                  application/xml: {schema: {type: string}}
                  application/json: {schema: {type: integer}}
        """)
    bodies = found["POST /pets"].bodies
    assert [each.media for each in bodies] == ["application/xml", "application/json"]
    assert [reading.description.schemas[each.schema] for each in bodies] == [
        {"type": ["string"]},
        {"type": ["integer"]},
    ]
    assert isinstance(bodies[0], Body)


def test_a_query_in_a_path_is_beside_the_path() -> None:
    _, found = read("openapi: 3.0.3\npaths: {'/x?beta=true': {get: {}}}\n")
    assert found["GET /x"].query == "beta=true"
