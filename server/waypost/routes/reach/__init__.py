"""Finds requests of unknown clients by how they look, as a last resort."""
