"""The bodies that operations accept, in OpenAPI 3 and Swagger 2."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from waypost.apis.model import Body, Parameter, ParameterPlace
from waypost.apis.openapi.cursor import DocumentCursor, Report
from waypost.apis.openapi.references import References
from waypost.apis.openapi.schema import Keys, Schemas

_KEYED_MEDIA: Final = re.compile(
    r"application/([\w.+-]+\+)?json\b|application/x-www-form-urlencoded|multipart/|application/\*|\*/\*", re.IGNORECASE
)
_FORM: Final = "application/x-www-form-urlencoded"
_MULTIPART: Final = "multipart/form-data"


class ReadBody(NamedTuple):
    """What a body may be: its content types, its keys for people, and its media type if it has no keys."""

    bodies: tuple[Body, ...] = ()
    keys: tuple[Parameter, ...] = ()
    media: str = ""
    open: bool = False
    required: bool = False
    unread: bool = False


class BodyReader:
    """Reads the bodies of one document."""

    def __init__(self, references: References, schemas: Schemas, report: Report) -> None:
        self._references = references
        self._schemas = schemas
        self._report = report
        # The keys of each schema, for people: many operations share one. Its value stays alive with the document.
        self._known: dict[int, tuple[Parameter, ...]] = {}

    def of_request(self, listed: DocumentCursor) -> ReadBody:
        """The body that `requestBody` describes."""
        body = self._references.follow(listed)
        if body.is_unread:
            return ReadBody(unread=True)
        if not isinstance(body.value, dict):
            if body.value is not None:
                self._report(body, "`requestBody` must be a mapping")
            return ReadBody(unread=body.value is not None)
        content = [(name, self._references.follow(each)) for name, each in body.get("content").items()]
        if not content:
            return ReadBody(unread=True)
        schemas = [(name, media.get("schema")) for name, media in content]
        unread = any(media.is_unread for _, media in content)
        return self._of(schemas, required=body.flag("required"), unread=unread)

    def of_parameters(self, parameters: Sequence[DocumentCursor], consumes: Sequence[str]) -> ReadBody:
        """The body that Swagger 2 describes with parameters."""
        whole = next((each for each in parameters if each.text("in") == "body"), None)
        if whole is not None:
            medias = consumes or ("application/json",)
            return self._of([(media, whole.get("schema")) for media in medias], required=whole.flag("required"))
        if not parameters:
            return ReadBody()
        fields = {each.text("name"): each for each in parameters}
        required = [name for name, each in fields.items() if each.flag("required")]
        has_file = any(each.text("type") == "file" for each in fields.values())
        medias = [each for each in consumes if each in (_FORM, _MULTIPART)] or [_MULTIPART if has_file else _FORM]
        number = self._schemas.table.object_of(fields, required)
        keys = Keys(fields, frozenset(required), open=False)
        bodies = tuple(Body(media, number) for media in medias)
        return ReadBody(bodies, tuple(self._keys(keys)), required=bool(required))

    def _of(self, schemas: Sequence[tuple[str, DocumentCursor]], *, required: bool, unread: bool = False) -> ReadBody:
        bodies = tuple(Body(media, self._schemas.table.number(schema)) for media, schema in schemas)
        keyed = next((schema for media, schema in schemas if _KEYED_MEDIA.match(media)), None)
        if keyed is None:
            return ReadBody(bodies, media=schemas[0][0], required=required, unread=unread)
        keys = self._schemas.keys_of(keyed)
        return ReadBody(
            bodies, self._keys_of(keyed, keys), "", keys.open or not keys.properties, required=required, unread=unread
        )

    def _keys_of(self, schema: DocumentCursor, keys: Keys) -> tuple[Parameter, ...]:
        key = id(self._references.follow(schema).value)
        if key not in self._known:
            self._known[key] = tuple(self._keys(keys))
        return self._known[key]

    def _keys(self, keys: Keys) -> Iterator[Parameter]:
        for name, schema in keys.properties.items():
            at = self._references.follow(schema)
            if at.flag("readOnly"):
                continue
            yield self._schemas.parameter(
                name, ParameterPlace.BODY, schema, required=name in keys.required, deprecated=at.flag("deprecated")
            )


def media_types(value: Mapping[str, object], root: Mapping[str, object], key: str) -> list[str]:
    """The entries of `consumes`, of an operation or of the whole document."""
    listed = value.get(key, root.get(key))
    return [each for each in listed if isinstance(each, str)] if isinstance(listed, list) else []
