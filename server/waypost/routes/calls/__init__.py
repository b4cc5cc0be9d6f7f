"""The call shapes that take a route: a table, and how calls are looked up in it."""
