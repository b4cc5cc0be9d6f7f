"""What `waypost check` does: chooses files, checks them, and chooses what to report."""
