"""Exams over real material, each run by a command that prints a table; a seeded part of them runs with the tests."""
