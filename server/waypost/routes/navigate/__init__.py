"""Navigation from one place of a parameter or a route to the others."""
