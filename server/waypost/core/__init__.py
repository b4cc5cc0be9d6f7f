"""The request builder: pure, and independent of the rest of this package."""
