"""OpenAPI documents: their operations as facts, and what is wrong in them at its place."""

from waypost.apis.openapi.document import DocumentReading, read_document

__all__ = ["DocumentReading", "read_document"]
