"""What each client really sends, compared with its record in `waypost.clients`."""
