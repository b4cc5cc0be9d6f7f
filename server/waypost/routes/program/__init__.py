"""Queries about a program, and what their answers depend on."""
