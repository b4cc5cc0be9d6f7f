"""The files of a workspace as a configuration sees them."""
