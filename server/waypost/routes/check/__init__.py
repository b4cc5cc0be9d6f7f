"""Checkers of routes: one file a family of rules."""
