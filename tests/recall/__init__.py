"""The exam of found requests: packages are run, and every request must be listed at the call that makes it."""
