"""From one place of a name to the others."""
