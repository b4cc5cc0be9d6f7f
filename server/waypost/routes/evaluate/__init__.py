"""An abstract evaluator of Python: the values of expressions, as far as the text shows them. Nothing is run."""
