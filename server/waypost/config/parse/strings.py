"""Strings as they are written: where their quotes end, and which bytes a character of the value came from."""
