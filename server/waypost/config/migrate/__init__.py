"""From the settings of other spell checkers to a configuration of typos."""
