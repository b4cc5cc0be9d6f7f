"""The request builder: pure, and free of everything else in this package."""
