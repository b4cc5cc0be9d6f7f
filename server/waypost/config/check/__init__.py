"""What is wrong with a configuration: one module a family of rules."""
