"""Spell-checker configuration: typos' TOML in its homes, and the JSON form."""
