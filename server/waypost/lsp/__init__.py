"""The language server: the only part that knows the protocol, pygls and lsprotocol."""
