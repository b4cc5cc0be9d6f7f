"""REST route strings in Python sources."""
