"""Where requests are made: found, followed over edits, bound to a client and an API."""
