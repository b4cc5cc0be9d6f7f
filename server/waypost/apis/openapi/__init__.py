"""OpenAPI documents: their operations as facts, and what is wrong in them at its place."""

from waypost.apis.openapi.document import Reading, read_document

__all__ = ["Reading", "read_document"]
