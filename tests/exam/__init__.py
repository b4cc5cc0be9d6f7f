"""Exams with real material, each run by a command that prints a table; a seeded part of each runs with the tests."""
