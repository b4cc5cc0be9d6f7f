"""The behaviour of typos: how it reads globs, patterns, text and file names, and what only its program knows."""
