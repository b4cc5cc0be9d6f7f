"""Small programs in the style of the clients' documentation, run against a server and compared with what is shown for
them."""
