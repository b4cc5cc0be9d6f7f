"""Changes to a configuration that the user requests, each checked by running typos."""
