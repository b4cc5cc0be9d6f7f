"""The model of a configuration: its files, its tables, its schema, and its effective values."""
