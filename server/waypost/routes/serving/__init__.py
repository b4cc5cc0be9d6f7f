"""What the web frameworks of a program serve: their apps as the interpreter finds them, and these as APIs."""
