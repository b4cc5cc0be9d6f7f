"""An abstract evaluator of Python: what values are, as far as it follows from the text. Nothing is run."""
