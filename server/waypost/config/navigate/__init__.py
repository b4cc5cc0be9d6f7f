"""From one occurrence of a name to the others."""
