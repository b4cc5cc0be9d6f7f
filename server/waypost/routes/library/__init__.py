"""What the standard library, URL objects and client objects do: models, in one registry."""

from waypost.routes.library import containers, forms, objects, plain, request_objects, texts, traits, urls

__all__ = ["containers", "forms", "objects", "plain", "request_objects", "texts", "traits", "urls"]
