"""Changes to a configuration that somebody asks for by name, each held against a run of typos."""
