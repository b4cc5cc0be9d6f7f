"""What the standard library, URL objects and client objects do: models, in one registry."""

from waypost.routes.library import containers, objects, texts

__all__ = ["containers", "objects", "texts"]
