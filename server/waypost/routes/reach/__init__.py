"""What reaches a request where no client is known: by looks, which are evidence of last resort."""
