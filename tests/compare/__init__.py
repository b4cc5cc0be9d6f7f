"""Two interpreters side by side: what each states of the same sources, judged by what is true where that is known."""
