"""What each client really sends, held against what `waypost.clients` says of it."""
