"""What blocks bind and change, as the evaluation asks for it."""
