"""What a configuration is: its homes, its tables, its schema, and the values that hold."""
