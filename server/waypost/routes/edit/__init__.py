"""Changes to calls: their arguments, and how their routes are written."""
