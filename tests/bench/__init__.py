"""Benchmarks: every figure is a ratio to something else measured in the same run, never a time by itself."""
