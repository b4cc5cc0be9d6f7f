"""OpenAPI documents: their operations as facts, and their faults with places."""

from waypost.apis.openapi.document import DocumentReading, read_document

__all__ = ["DocumentReading", "read_document"]
