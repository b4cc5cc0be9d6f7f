"""Completion in route strings and in the arguments of their calls."""
