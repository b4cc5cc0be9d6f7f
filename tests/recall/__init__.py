"""The exam of what is found: packages are run, and every request they make must be listed at the call that makes it."""
