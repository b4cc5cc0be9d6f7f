"""What a source says: values, and the places where requests are made."""
