"""What is stated of sources, in two ways side by side, judged by what is true where that is known."""
