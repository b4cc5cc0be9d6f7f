"""The sites of requests: found, kept across edits, and bound to a client and an API."""
