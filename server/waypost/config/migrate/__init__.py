"""Migration from the settings of other spell checkers to a typos configuration."""
