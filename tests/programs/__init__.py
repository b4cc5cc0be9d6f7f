"""Small programs after the clients' documentation, run against a server and held against what is shown of them."""
