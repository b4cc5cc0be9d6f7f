"""Changes to calls: their arguments, and the ways a route can be written."""
