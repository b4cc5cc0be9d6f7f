"""What is shown of a value, in every place: names for what is unknown, alternatives, what is optional, no secrets.

It takes texts and descriptions of values, and knows nothing of the code that they come from.
"""
