"""What `waypost check` does: which files, what is found in them, and what of that is reported."""
