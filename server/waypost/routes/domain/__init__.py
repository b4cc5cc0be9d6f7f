"""What is known about a value, and the heap that holds what can be written: the lowest room of the interpreter."""
