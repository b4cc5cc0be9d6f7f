"""What the standard library, URL objects and client objects do: models, in one registry."""
